import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { createValidate, sample, samples } from "../../codegen/schema/index.js";
import { codex107, codex171, one, read, textOf } from "./helpers.js";

const { surface } = read({ "0.107.0": codex107, "0.171.0": codex171 }, textOf("schemas/codex-app-server/overlay.yaml"));

describe("samples", () => {
  const validate = createValidate(surface, "0.107.0");

  it.each([
    ["ServerNotification", 44],
    ["ServerRequest", 8],
    ["ClientRequest", 42],
    ["EventMsg", 78],
  ])("of %s are %i messages that its schema allows, as vendored and as understood", (union, count) => {
    const found = samples(surface, "0.107.0", union);
    expect(found).toHaveLength(count);
    const vendored = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(codex107.get(`${union}.json`)!) as object);
    for (const { value, message } of found) {
      expect([value, validate(union, message)]).toEqual([value, []]);
      // The vendored file knows nothing of what the overlay adds.
      if (!surface.overlaid.has(`${union}/${value}`)) expect([value, vendored(message)]).toEqual([value, true]);
    }
  }, 60_000);

  it("can be had of every definition of every version", () => {
    for (const [version, set] of surface.byVersion) {
      const check = createValidate(surface, version);
      for (const { name, schema } of set.definitions.values()) {
        const value = sample(set, schema);
        expect([name, value === undefined ? "none" : check(name, value)]).toEqual([name, []]);
      }
    }
  }, 60_000); // Compiles hundreds of validators.

  it("are the same each time, and none of what is no union", () => {
    expect(samples(surface, "0.107.0", "EventMsg")).toEqual(samples(surface, "0.107.0", "EventMsg"));
    expect(samples(surface, "0.107.0", "TurnStatus")).toEqual([]);
    expect(samples(surface, "0.1.0", "EventMsg")).toEqual([]);
  });
});

describe("sample", () => {
  const set = surface.byVersion.get("0.107.0")!;
  const notification = set.definitions.get("ServerNotification")!.schema;

  it("has the values that are forced, at any depth and in what is optional", () => {
    const forced = new Map([["method", "item/started"], ["params.item.type", "commandExecution"], ["params.item.status", "declined"], ["params.item.exitCode", "7"]]);
    const message = sample(set, notification, forced) as { params: { item: unknown } };
    expect(message.params.item).toMatchObject({ type: "commandExecution", status: "declined", exitCode: 7 });
    expect(createValidate(surface, "0.107.0")("ServerNotification", message)).toEqual([]);
  });

  it("lacks what is forced to be absent, and is none if that cannot be had", () => {
    expect(sample(set, notification, new Map([["method", "item/nowhere"]]))).toBeUndefined();
    expect(sample(set, notification, new Map([["method", "turn/started"], ["params.turn.status", "sideways"]]))).toBeUndefined();
    const optional = { type: "object", required: ["a"], properties: { a: { type: "boolean" }, b: { type: "string" } } };
    expect(sample(set, optional, new Map([["b", null]]))).toEqual({ a: false });
    expect(sample(set, optional, new Map([["b", "x"], ["a", "true"]]))).toEqual({ a: true, b: "x" });
    expect(sample(set, optional, new Map([["a", null]]))).toBeUndefined();
  });

  it("ends in a recursive type, keeps to bounds, and fills lists", () => {
    const tree = one({
      type: "object",
      required: ["n", "list", "next", "name", "at"],
      properties: {
        n: { type: "integer", exclusiveMinimum: 4, maximum: 9 },
        name: { type: "string", minLength: 40 },
        at: { type: "string", format: "date-time" },
        list: { type: "array", minItems: 2, items: { enum: ["x"] } },
        next: { anyOf: [{ $ref: "#" }, { type: "null" }] },
      },
    });
    const value = sample(tree.surface.merged, { $ref: "#/definitions/Root" });
    expect(createValidate(tree.surface, "1")("Root", value)).toEqual([]);
    expect(value).toMatchObject({ n: 5, list: ["x", "x"], next: { next: null } });
    expect(sample(tree.surface.merged, { type: "array", items: { type: "object" } }, new Map([["1.kind", "k"]]))).toEqual([{}, { kind: "k" }]);
  });
});

describe("createValidate", () => {
  const validate = createValidate(surface, "0.107.0");

  it("says what is wrong with the member that the tag names", () => {
    expect(validate("ServerNotification", { method: "item/agentMessage/delta", params: { threadId: "t", turnId: "u", itemId: 7, delta: "d" } })).toEqual(["params.itemId must be string"]);
    expect(validate("TurnStatus", "sideways")).toEqual(['(root) must be equal to one of the allowed values: ["completed","interrupted","failed","inProgress"]']);
    expect(validate("ServerNotification", { method: "item/nowhere", params: {} })).not.toEqual([]);
    expect(validate("ServerNotification", 7)).not.toEqual([]);
  });

  it("takes each version by its own schema", () => {
    const older = { itemId: "i", threadId: "t", turnId: "u" };
    expect(validate("FileChangeRequestApprovalParams", older)).toEqual([]);
    expect(createValidate(surface, "0.171.0")("FileChangeRequestApprovalParams", older)).toEqual(["(root) must have required property 'startedAtMs'"]);
  });

  it("reads 2020-12, the keywords of a protocol and any format", () => {
    const acp = read({
      "1": {
        "Root.json": {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          $defs: { Status: { oneOf: [{ const: "pending", type: "string" }, { const: "completed", type: "string" }] } },
          type: "object",
          properties: {
            status: { anyOf: [{ $ref: "#/$defs/Status" }, { type: "null" }], "x-deserialize-default-on-error": true },
            content: { type: ["array", "null"], items: { type: "object" }, "x-deserialize-skip-invalid-items": true },
            pair: { type: "array", prefixItems: [{ type: "string" }, { type: "integer", format: "uint16" }] },
          },
          "x-side": "client",
          "x-method": "session/update",
        },
      },
    });
    expect(acp.diagnostics).toEqual([]);
    const check = createValidate(acp.surface, "1");
    expect(check("Root", { status: "pending", content: [{}], pair: ["a", 1] })).toEqual([]);
    expect(check("Root", { status: "cancelled" })).not.toEqual([]);
    expect(check("Root", { pair: ["a", "b"] })).toEqual(["pair.1 must be integer"]);
  });

  it("throws for what its caller should have known", () => {
    expect(() => createValidate(surface, "0.1.0")).toThrow("has no version 0.1.0");
    expect(() => validate("Nowhere", {})).toThrow("has no definition Nowhere");
  });
});
