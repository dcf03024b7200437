import { describe, expect, it } from "vitest";
import { branches, discriminate, element, field, listedValues, resolve, shapeText } from "../../codegen/schema/index.js";
import type { Branches, ObjectShape, Shape } from "../../codegen/schema/types.js";
import { codex107, named, one, read } from "./helpers.js";

const codex = read({ "0.107.0": codex107 }).surface.merged;

/** `a` of `$.x.y` in a shape, as text; `?` if it is optional, `-` if there is none. */
function at(set: typeof codex, shape: Shape, path: string): string {
  let found: ReturnType<typeof field> = { shape, optional: false };
  let optional = false;
  for (const step of path.split(".")) {
    found = found && field(set, found.shape, step);
    optional ||= found?.optional === true;
  }
  return found === undefined ? "-" : `${shapeText(found.shape)}${optional ? "?" : ""}`;
}

function summary({ values, absent, open }: Branches): unknown {
  return { values: values.map(({ value }) => value), absent: absent !== undefined, open: open !== undefined };
}

describe("shapes", () => {
  it("takes integer formats as annotations", () => {
    const { surface, diagnostics } = one({
      type: "object",
      properties: { a: { type: ["integer", "null"], format: "uint16", minimum: 0 }, b: { type: "integer", format: "uint" }, c: { type: "integer", format: "int64" }, d: { type: "number", format: "double" } },
    });
    expect(diagnostics).toEqual([]);
    const root = surface.merged.definitions.get("Root")?.shape as ObjectShape;
    expect([...root.fields].map(([name, { shape }]) => `${name}: ${shapeText(shape)}`)).toEqual(["a: integer | null", "b: integer", "c: integer", "d: number"]);
  });

  it("warns of a bound that no number holds, and does not check it rounded", () => {
    const { surface, diagnostics } = read({ "1": { "Root.json": '{\n  "type": "object",\n  "properties": { "id": { "type": "integer", "format": "uint64", "minimum": 0,\n    "maximum": 18446744073709551615 } }\n}' } });
    expect(diagnostics).toMatchObject([{ code: "unsafe-bound", severity: "warning", file: "schemas/proto/1/Root.json", line: 4, column: 16, endColumn: 36 }]);
    expect(diagnostics[0]?.message).toContain("uint64");
    expect(surface.merged.definitions.get("Root")?.schema).toEqual({ type: "object", properties: { id: { type: "integer", format: "uint64", minimum: 0 } } });
  });

  it("does not check a value that no number holds, nor a bound that became infinite", () => {
    const { surface, diagnostics } = read({ "1": { "Root.json": '{ "properties": { "c": { "const": 9007199254740993 }, "e": { "type": "integer", "enum": [1, 18446744073709551615] }, "m": { "type": "number", "maximum": 1e400 } } }' } });
    expect(diagnostics.map(({ code, severity, column }) => [code, severity, column])).toEqual([["unsafe-bound", "warning", 35], ["unsafe-bound", "warning", 89], ["unsafe-bound", "warning", 154]]);
    expect(surface.merged.definitions.get("Root")?.schema).toEqual({ properties: { c: { type: "number" }, e: { type: "integer" }, m: { type: "number" } } });
  });

  it("intersects what stands beside a oneOf with each of its members", () => {
    const { surface } = one({
      type: "object",
      required: ["serverName"],
      properties: { serverName: { type: "string" }, turnId: { type: ["string", "null"] } },
      oneOf: [
        { type: "object", required: ["mode", "message"], properties: { mode: { enum: ["form"] }, message: { type: "string" }, _meta: true } },
        { type: "object", required: ["mode", "url"], properties: { mode: { enum: ["url"] }, url: { type: "string" } } },
      ],
    });
    const set = surface.merged;
    const root = named("Root");
    expect([at(set, root, "serverName"), at(set, root, "turnId"), at(set, root, "mode"), at(set, root, "message"), at(set, root, "_meta"), at(set, root, "nope")]).toEqual([
      "string",
      "string | null?",
      '"form" | "url"',
      "string?",
      "unknown?",
      "-",
    ]);
    const [form] = branches(set, root, ["mode"]).values;
    expect(at(set, form!.shape, "message")).toBe("string");
    expect(at(set, form!.shape, "url")).toBe("-");
  });

  it("merges the objects of an allOf, references among them", () => {
    const { surface } = one({
      allOf: [{ $ref: "#/definitions/A" }, { type: "object", required: ["x"], properties: { y: { type: "integer" }, x: { enum: ["p", "r"] } } }],
      definitions: { A: { type: "object", properties: { x: { enum: ["p", "q"] }, z: { $ref: "#/definitions/A" } } } },
    });
    const root = named("Root");
    expect([at(surface.merged, root, "x"), at(surface.merged, root, "y"), at(surface.merged, root, "z")]).toEqual(['"p"', "integer?", "A?"]);
  });

  it("reads maps, tuples, booleans and what says nothing", () => {
    const { surface } = one({
      type: "object",
      required: ["undeclared"],
      properties: {
        map: { type: "object", additionalProperties: { type: "string" } },
        tuple: { type: "array", items: [{ type: "string" }, { type: "integer" }] },
        any: true,
        none: false,
        list: { type: "array" },
      },
    });
    const root = named("Root");
    expect(["map.key", "tuple", "any.thing", "none", "list", "undeclared"].map((path) => at(surface.merged, root, path))).toEqual([
      "string?",
      "(string | integer)[]?",
      "unknown?",
      "never?",
      "unknown[]?",
      "unknown",
    ]);
  });
});

describe("field and element", () => {
  it("step through unions, nulls and definitions", () => {
    expect(at(codex, named("ServerNotification"), "params.turn.status")).toBe("TurnStatus?");
    expect(at(codex, named("TurnCompletedNotification"), "turn.status")).toBe("TurnStatus");
    expect(at(codex, named("TurnCompletedNotification"), "turn.error.message")).toBe("string?");
    expect(at(codex, named("TurnCompletedNotification"), "turn.eror")).toBe("-");
    const items = field(codex, named("Turn"), "items")!.shape;
    expect(shapeText(element(codex, items)!)).toBe("ThreadItem");
    expect(element(codex, named("TurnStatus"))).toBeUndefined();
  });
});

describe("branches", () => {
  it.each([
    ["ServerNotification", "method", 42],
    ["ServerRequest", "method", 7],
    ["ClientRequest", "method", 42],
    ["EventMsg", "type", 75],
  ])("of %s by %s are %i, with nothing besides", (name, tag, count) => {
    const found = branches(codex, named(name), [tag]);
    expect(found.values).toHaveLength(count);
    expect([found.absent, found.open]).toEqual([undefined, undefined]);
  });

  it("narrow the message to the member, and keep its title", () => {
    const completed = branches(codex, named("ServerNotification"), ["method"]).values.find(({ value }) => value === "turn/completed")!;
    expect(completed.title).toBe("Turn/completedNotification");
    expect(at(codex, completed.shape, "params")).toBe("TurnCompletedNotification");
    expect(at(codex, completed.shape, "params.turn.status")).toBe("TurnStatus");
    expect(at(codex, completed.shape, "params.delta")).toBe("-");
  });

  it("keep the words of the only member of a union", () => {
    const [only] = branches(codex, named("ClientNotification"), ["method"]).values;
    expect([only?.value, only?.title]).toEqual(["initialized", "InitializedNotification"]);
  });

  it("narrow below a narrowed shape, the rest of the message kept", () => {
    const started = branches(codex, named("ServerNotification"), ["method"]).values.find(({ value }) => value === "item/started")!;
    const items = branches(codex, started.shape, ["params", "item", "type"]);
    expect(items.values.map(({ value }) => value)).toContain("commandExecution");
    const command = items.values.find(({ value }) => value === "commandExecution")!;
    expect(at(codex, command.shape, "params.item.command")).toBe("string");
    expect(at(codex, command.shape, "params.threadId")).toBe("string");
    expect(at(codex, command.shape, "params.item.tool")).toBe("-");
    expect(at(codex, started.shape, "params.item.tool")).not.toBe("-");
  });

  it("find a tag through allOf, references and siblings", () => {
    const { surface, diagnostics } = one({
      discriminator: { propertyName: "type" },
      oneOf: [
        { allOf: [{ $ref: "#/definitions/A" }, { type: "object", required: ["type"], properties: { type: { enum: ["a"] } } }] },
        { type: "object", required: ["type"], properties: { type: { const: "b" } }, allOf: [{ $ref: "#/definitions/B" }] },
      ],
      definitions: { A: { type: "object", properties: { x: { type: "string" } } }, B: { type: "object", properties: { y: { type: "string" } } } },
    });
    expect(diagnostics).toEqual([]);
    const found = branches(surface.merged, named("Root"), ["type"]);
    expect(summary(found)).toEqual({ values: ["a", "b"], absent: false, open: false });
    expect(found.values.map(({ shape }) => [at(surface.merged, shape, "x"), at(surface.merged, shape, "y")])).toEqual([["string?", "-"], ["-", "string?"]]);
  });

  it("name the member of a declared union that has no tag", () => {
    const { surface, diagnostics } = one({
      discriminator: { propertyName: "type" },
      oneOf: [{ type: "object", required: ["type"], properties: { type: { const: "a" } } }, { $ref: "#/definitions/Other" }],
      definitions: { Other: { type: "object", properties: { x: { type: "string" } } } },
    });
    expect(diagnostics).toMatchObject([{ code: "untagged-member", severity: "warning", line: 2 }]);
    expect(diagnostics[0]?.message).toContain('"Other"');
    expect(summary(branches(surface.merged, named("Root"), ["type"]))).toEqual({ values: ["a"], absent: false, open: true });
  });

  it("tell absent, open and listed values apart", () => {
    const { surface } = one({
      type: "object",
      required: ["text", "listed", "null"],
      properties: {
        text: { type: "string" },
        listed: { anyOf: [{ enum: ["x", "y"] }, { type: "string" }] },
        optional: { type: ["boolean", "null"] },
        null: { type: "null" },
        map: { type: "object", additionalProperties: { enum: ["v"] } },
      },
    });
    const of = (...path: string[]): unknown => summary(branches(surface.merged, named("Root"), path));
    expect(of("text")).toEqual({ values: [], absent: false, open: true });
    expect(of("listed")).toEqual({ values: ["x", "y"], absent: false, open: true });
    expect(of("optional")).toEqual({ values: ["true", "false"], absent: true, open: false });
    expect(of("null")).toEqual({ values: [], absent: true, open: false });
    expect(of("missing")).toEqual({ values: [], absent: true, open: false });
    expect(of("map", "key")).toEqual({ values: [], absent: true, open: true });
  });

  it("group the members that share a value", () => {
    const { surface } = one({
      oneOf: [
        { type: "object", required: ["type", "subtype"], properties: { type: { const: "system" }, subtype: { const: "init" }, a: { type: "string" } } },
        { type: "object", required: ["type", "subtype"], properties: { type: { const: "system" }, subtype: { const: "status" }, b: { type: "string" } } },
        { type: "object", required: ["type"], properties: { type: { const: "user" } } },
      ],
    });
    const [system] = branches(surface.merged, named("Root"), ["type"]).values;
    expect(summary(branches(surface.merged, system!.shape, ["subtype"]))).toEqual({ values: ["init", "status"], absent: false, open: false });
    expect(discriminate(surface.merged, "Root")).toEqual({
      path: ["type"],
      catchAll: false,
      values: new Map([
        ["system", { below: { path: ["subtype"], catchAll: false, values: new Map([["init", {}], ["status", {}]]) } }],
        ["user", {}],
      ]),
    });
  });
});

describe("discriminate", () => {
  it("finds the tag of each message union of codex, and those below", () => {
    expect(discriminate(codex, "EventMsg")?.path).toEqual(["type"]);
    const found = discriminate(codex, "ServerNotification");
    expect(found?.path).toEqual(["method"]);
    expect(found?.values.get("turn/diff/updated")).toEqual({ name: "Turn/diff/updatedNotification" });
    expect(found?.values.get("item/started")?.below?.path).toEqual(["params", "item", "type"]);
  });

  it("finds none in what is no tagged union, or is unknown", () => {
    expect(discriminate(codex, "RequestId")).toBeUndefined();
    expect(discriminate(codex, "Nowhere")).toBeUndefined();
  });
});

describe("listedValues", () => {
  it("reads strings and single-key objects as one enum", () => {
    const { surface } = one({
      oneOf: [
        { type: "string", enum: ["contextWindowExceeded", "usageLimitExceeded"] },
        { description: "x", type: "string", enum: ["other"] },
        { type: "object", required: ["httpConnectionFailed"], additionalProperties: false, properties: { httpConnectionFailed: { type: "object", properties: { httpStatusCode: { type: ["integer", "null"] } } } } },
      ],
    });
    expect(listedValues(surface.merged, named("Root"))).toEqual({ values: ["contextWindowExceeded", "usageLimitExceeded", "other", "httpConnectionFailed"], open: false, form: "tag" });
  });

  it("reads what is open, boolean, or no enum", () => {
    const { surface } = one({
      type: "object",
      properties: { open: { anyOf: [{ const: "a" }, { type: "string" }, { type: "null" }] }, flag: { type: ["boolean", "null"] }, text: { type: "string" }, object: { type: "object", properties: { a: true } } },
    });
    const of = (name: string): unknown => listedValues(surface.merged, field(surface.merged, named("Root"), name)!.shape);
    expect(of("open")).toEqual({ values: ["a"], open: true, form: "string" });
    expect(of("flag")).toEqual({ values: ["true", "false"], open: false, form: "boolean" });
    expect(of("text")).toBeUndefined();
    expect(of("object")).toBeUndefined();
  });

  it("reads the values of a property of a union", () => {
    const { values, open, form } = listedValues(codex, field(codex, named("ThreadItem"), "type")!.shape)!;
    expect([values.length, values[0], open, form]).toEqual([14, "userMessage", false, "string"]);
  });
});

describe("shapeText", () => {
  it("stays short", () => {
    expect(shapeText(resolve(codex, named("ServerNotification")))).toMatch(/^ErrorNotification \| .*\| \.\.\.$/);
    expect(shapeText({ kind: "list", element: { kind: "union", members: [{ kind: "string" }, { kind: "null" }] } })).toBe("(string | null)[]");
  });
});
