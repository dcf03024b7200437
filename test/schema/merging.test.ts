import { describe, expect, it } from "vitest";
import { branches, createValidate, field, listedValues, sample, shapeText } from "../../codegen/schema/index.js";
import type { JsonSchema, Shape } from "../../codegen/schema/types.js";
import { codex107, codex171, named, read } from "./helpers.js";

/** The merged schema of `Root` as each version has it. */
function merged(...versions: readonly unknown[]): JsonSchema | undefined {
  const files = Object.fromEntries(versions.map((schema, index): [string, Record<string, unknown>] => [`${index + 1}`, { "Root.json": schema }]));
  return read(files).surface.merged.definitions.get("Root")?.schema;
}

function fields(shape: Shape): string[] {
  return shape.kind === "object" ? [...shape.fields].map(([name, { required, shape: of }]) => `${name}${required ? "" : "?"}: ${shapeText(of)}`) : [shape.kind];
}

describe("one version", () => {
  it("is merged as it is", () => {
    const { surface } = read({ "0.107.0": codex107 });
    expect(surface.merged).toBe(surface.byVersion.get("0.107.0"));
  });
});

describe("several versions", () => {
  it("require what all of them require that have the object", () => {
    const object = (required: string[], ...names: string[]): unknown => ({ type: "object", required, properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) });
    expect(merged(object(["a", "b"], "a", "b"), object(["a", "c"], "a", "b", "c"))).toEqual({
      type: "object",
      required: ["a"],
      properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
    });
    expect(merged(object(["a"], "a"), object([], "a"), object(["a"], "a"))).toEqual({ type: "object", properties: { a: { type: "string" } } });
  });

  it("unite enums in order of appearance", () => {
    expect(merged({ enum: ["b", "a"] }, { enum: ["c", "a"] }, { enum: ["d", "b"] })).toEqual({ enum: ["b", "a", "c", "d"] });
    expect(merged({ const: "a" }, { enum: ["a", "b"] })).toEqual({ enum: ["a", "b"] });
    expect(merged({ oneOf: [{ enum: ["a"] }, { enum: ["b"], description: "B" }] }, { enum: ["a", "b"] })).toEqual({ anyOf: [{ enum: ["a"] }, { enum: ["b"], description: "B" }] });
  });

  it("unite nullability", () => {
    expect(merged({ type: "string" }, { type: ["string", "null"] })).toEqual({ anyOf: [{ type: "string" }, { type: "null" }] });
    expect(merged({ enum: ["a", null] }, { enum: ["a", "b"] })).toEqual({ anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "null" }] });
  });

  it("keep both types of what changed its type", () => {
    expect(merged({ type: "string" }, { type: "array", items: { type: "string" } })).toEqual({ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] });
    expect(merged({ type: "integer" }, { type: "number" })).toEqual({ type: "number" });
    expect(merged({ type: "string" }, {})).toEqual({ anyOf: [{ type: "string" }, {}] });
    expect(merged({ enum: ["a"] }, { type: "string" })).toEqual({ anyOf: [{ enum: ["a"] }, { type: "string" }] });
  });

  it("drop what only one of them demands of a value", () => {
    expect(merged({ type: "string", minLength: 3, format: "uri" }, { type: "string", minLength: 1, format: "uri" })).toEqual({ type: "string", format: "uri" });
    expect(merged({ type: "object", additionalProperties: false }, { type: "object", properties: {} })).toEqual({ type: "object", properties: {} });
  });

  it("match variants by their tag and add new ones", () => {
    const variant = (type: string, ...names: string[]): unknown => ({ type: "object", required: ["type", ...names], properties: { type: { const: type }, ...Object.fromEntries(names.map((name) => [name, { type: "string" }])) } });
    const { surface } = read({ "1": { "Root.json": { oneOf: [variant("a", "x"), variant("b")] } }, "2": { "Root.json": { oneOf: [variant("b", "y"), variant("c"), variant("a", "x")] } } });
    const found = branches(surface.merged, named("Root"), ["type"]).values;
    expect(found.map(({ value, shape }) => [value, fields(shape)])).toEqual([
      ["a", ['type: "a"', "x: string"]],
      ["b", ['type: "b"', "y?: string"]],
      ["c", ['type: "c"']],
    ]);
    const has = (version: string): string[] => branches(surface.byVersion.get(version)!, named("Root"), ["type"]).values.map(({ value }) => value);
    expect([has("1"), has("2")]).toEqual([["a", "b"], ["b", "c", "a"]]);
  });

  it("match objects without a tag by their only key, or by what they require", () => {
    const key = (name: string, of: unknown): unknown => ({ type: "object", required: [name], properties: { [name]: of } });
    expect(merged({ oneOf: [key("p", { type: "integer" }), key("q", true)] }, { oneOf: [key("q", true), key("p", { type: "number" })] })).toMatchObject({
      anyOf: [{ properties: { p: { type: "number" } } }, { properties: { q: true } }],
    });
    const pair = (more: Record<string, unknown>): unknown => ({ oneOf: [{ type: "object", required: ["a", "b"], properties: { a: true, b: true, ...more } }, { type: "object", required: ["c", "d"], properties: {} }] });
    expect(merged(pair({}), pair({ e: true }))).toMatchObject({ anyOf: [{ properties: { a: true, b: true, e: true } }, { required: ["c", "d"] }] });
  });

  it("give the same result for equal versions, whatever their titles", () => {
    const schema = { type: "object", required: ["a"], properties: { a: { oneOf: [{ const: 1 }, { type: "null" }] } } };
    expect(merged({ ...schema, title: "A" }, { ...schema, title: "B" })).toEqual(merged(schema));
  });

  it("cover every version: a value that one of them allows, the merged schema allows", () => {
    const { surface } = read({ "0.107.0": codex107, "0.171.0": codex171 });
    const validate = createValidate({ ...surface, byVersion: new Map([["merged", surface.merged]]) }, "merged");
    for (const set of surface.byVersion.values()) {
      for (const { name, schema } of set.definitions.values()) expect([name, validate(name, sample(set, schema))]).toEqual([name, []]);
    }
  }, 60_000); // Compiles hundreds of validators.
});

describe("codex 0.107.0 and 0.171.0", () => {
  const { surface, diagnostics } = read({ "0.107.0": codex107, "0.171.0": codex171 });
  const set = surface.merged;
  const optional = (name: string, property: string): boolean => field(set, named(name), property)!.optional;

  it("has nothing to report, and the new method is one more member", () => {
    expect(diagnostics).toEqual([]);
    const methods = branches(set, named("ServerNotification"), ["method"]).values.map(({ value }) => value);
    expect(methods).toHaveLength(43);
    expect(methods.at(-1)).toBe("model/verification");
    expect(branches(surface.byVersion.get("0.107.0")!, named("ServerNotification"), ["method"]).values.map(({ value }) => value)).not.toContain("model/verification");
  });

  it("makes optional what only the newer version requires, and keeps what both do", () => {
    expect(field(surface.byVersion.get("0.171.0")!, named("FileChangeRequestApprovalParams"), "startedAtMs")?.optional).toBe(false);
    expect(optional("FileChangeRequestApprovalParams", "startedAtMs")).toBe(true);
    expect(optional("FileChangeRequestApprovalParams", "itemId")).toBe(false);
    const delta = branches(set, named("ServerNotification"), ["method"]).values.find(({ value }) => value === "item/agentMessage/delta")!;
    expect(fields(delta.shape)).toEqual(['method: "item/agentMessage/delta"', "params: AgentMessageDeltaNotification", "emittedAtMs?: integer"]);
  });

  it("reads the open branch of CodexErrorInfo as the catch-all, not as a member", () => {
    expect(listedValues(surface.byVersion.get("0.107.0")!, named("CodexErrorInfo"))?.open).toBe(false);
    const { values, open, form } = listedValues(set, named("CodexErrorInfo"))!;
    expect([open, form]).toEqual([true, "tag"]);
    expect(values.slice(0, 2)).toEqual(["contextWindowExceeded", "usageLimitExceeded"]);
    expect(values).toContain("activeTurnNotSteerable");
    expect(values).toHaveLength(24);
  });

  it("unites the items of both, with what stands beside the newer union", () => {
    const items = branches(set, named("ThreadItem"), ["type"]);
    expect(items.values.map(({ value }) => value)).toContain("sleep");
    expect([items.absent, items.open]).toEqual([undefined, undefined]);
    const plan = items.values.find(({ value }) => value === "plan")!;
    expect(fields(plan.shape)).toEqual(["id: string", "text: string", 'type: "plan"', "completedAtMs?: integer | null", "startedAtMs?: integer | null"]);
  });
});
