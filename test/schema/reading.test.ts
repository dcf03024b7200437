import { describe, expect, it } from "vitest";
import { field, resolve, shapeText } from "../../codegen/schema/index.js";
import { attempt, codex107, named, one, read } from "./helpers.js";

describe("definitions and their names", () => {
  it("names a definition by its key, and gives envelopes no name that could collide with it", () => {
    const { surface } = one({
      title: "ServerNotification",
      oneOf: [
        {
          title: "Turn/completedNotification",
          type: "object",
          required: ["method", "params"],
          properties: { method: { type: "string", enum: ["turn/completed"] }, params: { $ref: "#/definitions/TurnCompletedNotification" } },
        },
      ],
      definitions: { TurnCompletedNotification: { type: "object", required: ["threadId"], properties: { threadId: { type: "string" } } } },
    });
    expect([...surface.merged.definitions.keys()]).toEqual(["Root", "TurnCompletedNotification"]);
    expect(JSON.stringify(surface.merged.definitions.get("Root")?.schema)).not.toContain("title");
  });

  it("holds a definition that many files repeat once, whatever its titles, descriptions and order of keys", () => {
    const { surface } = read({
      "1": {
        "A.json": { type: "object", properties: { x: { $ref: "#/definitions/X" } }, definitions: { X: { title: "X", type: "object", required: ["b", "a"] } } },
        "B.json": { type: "object", properties: { x: { $ref: "#/definitions/X" } }, definitions: { X: { required: ["a", "b"], description: "an X", type: "object" } } },
      },
    });
    expect([...surface.merged.definitions.keys()]).toEqual(["A", "X", "B"]);
  });

  it("tells two definitions of one name apart, and keeps the name for the one in most files", () => {
    const camel = { type: "object", properties: { byteRange: { type: "string" } } };
    const { surface } = read({
      "1": {
        "EventMsg.json": { $ref: "#/definitions/Text", definitions: { Text: { type: "object", properties: { byte_range: { type: "string" } } } } },
        "v2/A.json": { $ref: "#/definitions/Text", definitions: { Text: camel } },
        "v2/B.json": { $ref: "#/definitions/Text", definitions: { Text: camel } },
      },
    });
    expect(shapeText(resolve(surface.merged, named("EventMsg")))).toBe("{ byte_range? }");
    expect(shapeText(resolve(surface.merged, named("A")))).toBe("{ byteRange? }");
    expect(surface.merged.definitions.get("A")?.schema).toEqual({ $ref: "#/definitions/Text" });
    expect(surface.merged.definitions.get("EventMsg")?.schema).toEqual({ $ref: "#/definitions/EventMsgText" });
  });

  it("tells apart definitions that read alike and refer to different things", () => {
    const list = { type: "array", items: { $ref: "#/definitions/Item" } };
    const { surface } = read({
      "1": {
        "A.json": { $ref: "#/definitions/List", definitions: { List: list, Item: { type: "string" } } },
        "B.json": { $ref: "#/definitions/List", definitions: { List: list, Item: { type: "number" } } },
        "C.json": { $ref: "#/definitions/List", definitions: { List: list, Item: { type: "number" } } },
      },
    });
    const elementOf = (name: string): string => {
      const shape = resolve(surface.merged, named(name));
      return shape.kind === "list" ? shapeText(resolve(surface.merged, shape.element)) : shape.kind;
    };
    expect([elementOf("A"), elementOf("B"), elementOf("C")]).toEqual(["string", "number", "number"]);
  });

  it("qualifies a name by its namespace", () => {
    const { surface } = one({
      $ref: "#/definitions/v2/X",
      definitions: {
        Id: { anyOf: [{ type: "string" }, { type: "integer" }] },
        v2: { Id: { type: "string" }, X: { type: "object", properties: { i: { $ref: "#/definitions/v2/Id" }, j: { $ref: "#/definitions/Id" } } } },
      },
    });
    const text = (name: string): string => shapeText(resolve(surface.merged, field(surface.merged, named("Root"), name)!.shape));
    expect(text("i")).toBe("string");
    expect(text("j")).toBe("string | integer");
    expect([...surface.merged.definitions.keys()].sort()).toEqual(["Id", "Root", "V2Id", "X"]);
  });

  it("makes identifiers of keys that are none, without a collision", () => {
    const { surface } = one({
      type: "object",
      properties: { x: { $ref: "#/definitions/turn~1completed" }, y: { $ref: "#/definitions/a~1b~01%25c" }, z: { $ref: "#/definitions/TurnCompleted" } },
      definitions: { "turn/completed": { type: "string" }, "a/b~1%c": { type: "number" }, TurnCompleted: { type: "boolean" } },
    });
    const kind = (name: string): string => resolve(surface.merged, field(surface.merged, named("Root"), name)!.shape).kind;
    expect([kind("x"), kind("y"), kind("z")]).toEqual(["string", "number", "boolean"]);
    for (const name of surface.merged.definitions.keys()) expect(name).toMatch(/^[A-Za-z_]\w*$/);
  });

  it("gives no type a name that TypeScript keeps to itself", () => {
    const { surface } = one({
      type: "object",
      properties: { c: { $ref: "#/definitions/class" }, s: { $ref: "#/definitions/string" } },
      definitions: { class: { type: "string" }, string: { type: "number" }, String: { type: "boolean" } },
    });
    const kind = (name: string): string => resolve(surface.merged, field(surface.merged, named("Root"), name)!.shape).kind;
    expect([kind("c"), kind("s")]).toEqual(["string", "number"]);
    expect([...surface.merged.definitions.keys()].sort()).toEqual(["Class", "Root", "String", "_string"]);
  });

  it("reports a name that would stand for two definitions", () => {
    const { diagnostics } = attempt({
      "1": {
        "A.json": { $ref: "#/definitions/X", definitions: { X: { type: "string" } } },
        "B.json": { type: "object", properties: { x: { $ref: "#/definitions/X" }, y: { $ref: "#/definitions/AX" } }, definitions: { X: { type: "number" }, AX: { type: "null" } } },
      },
    });
    expect(diagnostics).toMatchObject([{ code: "name-collision", severity: "error" }]);
    expect(diagnostics[0]?.message).toContain('"AX"');
  });

  it("gives the same names in any order of files", () => {
    const names = (files: Map<string, string>): string[] => [...read({ "0.107.0": files }).surface.merged.definitions.keys()];
    expect(names(new Map([...codex107].reverse()))).toEqual(names(codex107));
  });
});

describe("references", () => {
  it("reports every one that leads nowhere, with its place", () => {
    const { surface, diagnostics } = attempt({
      "1": {
        "A.json": { type: "object", properties: { a: { $ref: "#/definitions/Gone" }, b: { items: { $ref: "#/definitions/Lost%" } } } },
        "B.json": { anyOf: [{ $ref: "./A.json" }, { $ref: "Missing.json#/definitions/X" }] },
      },
    });
    expect(surface).toBeUndefined();
    expect(diagnostics.map(({ code, file, line, column, endColumn }) => [code, file, line, column, endColumn])).toEqual([
      ["dangling-ref", "schemas/proto/1/A.json", 5, 15, 35],
      ["dangling-ref", "schemas/proto/1/A.json", 9, 17, 38],
      ["dangling-ref", "schemas/proto/1/B.json", 7, 15, 44],
    ]);
  });

  it("finds the same dangling reference in each definition that makes it", () => {
    const { diagnostics } = attempt({ "1": { "A.json": { definitions: { X: { $ref: "#/definitions/Gone" }, Y: { items: { $ref: "#/definitions/Gone" } } } } } });
    expect(diagnostics.map(({ line }) => line)).toEqual([4, 8]);
  });

  it("follows them to what calls itself by an id or an anchor", () => {
    const { surface } = read({
      "1": {
        "A.json": { $id: "https://example.org/a.json", definitions: { T: { type: "string" } }, properties: { own: { $ref: "https://example.org/a.json#/definitions/T" }, other: { $ref: "b.json#/$defs/N" } } },
        "B.json": { $schema: "https://json-schema.org/draft/2020-12/schema", $id: "https://example.org/b.json", $defs: { N: { $anchor: "num", type: "number" } }, properties: { n: { $ref: "#num" } } },
      },
    });
    const step = (from: string, name: string): string => resolve(surface.merged, field(surface.merged, named(from), name)!.shape).kind;
    expect([step("A", "own"), step("A", "other"), step("B", "n")]).toEqual(["string", "number", "number"]);
  });

  it("follows them into other files, into the middle of a schema, and round in circles", () => {
    const { surface } = read({
      "1": {
        "A.json": { type: "object", properties: { inner: { type: "object", properties: { n: { type: "integer" } } }, self: { $ref: "#" } } },
        "B.json": { type: "object", properties: { a: { $ref: "A.json" }, n: { $ref: "A.json#/properties/inner/properties/n" } } },
      },
    });
    const set = surface.merged;
    const step = (from: string, name: string): string => resolve(set, field(set, named(from), name)!.shape).kind;
    expect([step("A", "self"), step("B", "a"), step("B", "n")]).toEqual(["object", "object", "integer"]);
  });

  it("takes what refers to nothing but itself as unknown, and says so", () => {
    const { surface, diagnostics } = one({ $ref: "#/definitions/L", definitions: { L: { $ref: "#/definitions/M" }, M: { $ref: "#/definitions/L" } } });
    expect(diagnostics).toMatchObject([{ code: "circular-definition", severity: "warning", line: 4 }]);
    expect(resolve(surface.merged, named("Root")).kind).toBe("unknown");
  });

  it("reads a bundle only where there is nothing else", () => {
    const bundle = { definitions: { A: { type: "string" }, v2: { B: { $ref: "#/definitions/Nowhere" } } } };
    expect(attempt({ "1": { "all.schemas.json": bundle, "A.json": { type: "string" } } }).diagnostics).toEqual([]);
    expect(attempt({ "1": { "all.schemas.json": bundle } }).diagnostics).toMatchObject([{ code: "dangling-ref" }]);
  });
});

describe("dialects", () => {
  it("reads each file in its own", () => {
    const { surface, diagnostics } = read({
      "1": {
        "New.json": { $schema: "https://json-schema.org/draft/2020-12/schema", $defs: { A: { type: "string" } }, $ref: "#/$defs/A", maxLength: 3 },
        "Old.json": { $schema: "http://json-schema.org/draft-07/schema#", definitions: { B: { type: "string" } }, $ref: "#/definitions/B", maxLength: 3 },
      },
    });
    expect(diagnostics).toEqual([]);
    // What stands beside a `$ref` counts in 2020-12 and is ignored in draft-07.
    expect(surface.merged.definitions.get("New")?.schema).toEqual({ maxLength: 3, allOf: [{ $ref: "#/definitions/A" }] });
    expect(surface.merged.definitions.get("Old")?.schema).toEqual({ $ref: "#/definitions/B" });
    expect(surface.dialect).toBe("2020-12");
  });

  it("reports one that it does not know, and goes on", () => {
    const { diagnostics } = attempt({ "1": { "A.json": { $schema: "http://json-schema.org/draft-04/schema#", type: "string" }, "B.json": { type: "nothing" } } });
    expect(diagnostics).toMatchObject([
      { code: "unknown-dialect", severity: "error", file: "schemas/proto/1/A.json", line: 2, column: 14, endColumn: 55 },
      { code: "invalid-schema", severity: "error", file: "schemas/proto/1/B.json", line: 2 },
    ]);
  });
});

describe("broken files", () => {
  it.each([
    ["no JSON", { "A.json": '{\n  "type": string\n}' }, "invalid-json", 2],
    ["no object", { "A.json": "[]" }, "invalid-schema", 1],
    ["a definition that is no schema", { "A.json": { definitions: { X: 7 } } }, "invalid-schema", 3],
    ["definitions that are no map", { "A.json": { definitions: [] } }, "invalid-schema", 2],
    ["a property that is no schema", { "A.json": { properties: { x: "string" } } }, "invalid-schema", 3],
  ])("reports %s", (_, files, code, line) => {
    const { surface, diagnostics } = attempt({ "1": files });
    expect(surface).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code, severity: "error", file: "schemas/proto/1/A.json", line }]);
  });

  it.each([
    ["a reference that is no text", { properties: { x: { $ref: 3 } } }, 4, 15],
    ["values that are no list", { properties: { items: {}, x: { enum: "a" } } }, 5, 15],
    ["members that are no list", { oneOf: { a: {} } }, 2, 12],
    ["no members", { anyOf: [] }, 2, 12],
    ["required properties that are no list", { required: "a" }, 2, 15],
    ["a required property without a name", { required: ["a", 1] }, 2, 15],
    ["properties that are a list", { properties: ["a"] }, 2, 17],
    ["a bound that is no number", { type: "integer", minimum: "0" }, 3, 14],
    ["elements that are no schema", { items: { items: 3 } }, 3, 14],
    ["an unknown type among others", { properties: { type: {}, x: { type: ["string", "text"] } } }, 5, 15],
  ])("reports %s where it stands", (_, schema, line, column) => {
    const { surface, diagnostics } = attempt({ "1": { "A.json": schema } });
    expect(surface).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "invalid-schema", severity: "error", file: "schemas/proto/1/A.json", line, column, hint: expect.stringContaining("publisher") }]);
  });

  it("reports what is nested without end instead of running out of stack", () => {
    const deep = `${'{"items":'.repeat(20_000)}{}${"}".repeat(20_000)}`;
    expect(attempt({ "1": { "A.json": deep } }).diagnostics).toMatchObject([{ code: "invalid-schema", line: 1, column: 1 }]);
    expect(attempt({ "1": { "A.json": deep.slice(1000) } }).diagnostics).toMatchObject([{ code: "invalid-json" }]);
    expect(attempt({ "1": { "A.json": deep.slice(0, -1) } }).diagnostics).toMatchObject([{ code: "invalid-json" }]);
  });

  it("drops a pattern that JavaScript does not understand, and says so", () => {
    const { surface, diagnostics } = one({ type: "string", pattern: "(?i)a" });
    expect(diagnostics).toMatchObject([{ code: "unusable-pattern", severity: "warning", line: 3, column: 14 }]);
    expect(surface.merged.definitions.get("Root")?.schema).toEqual({ type: "string" });
  });

  it("reports a version without files, and where they belong", () => {
    const { surface, diagnostics } = attempt({ "9": {} });
    expect(surface).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "missing-schemas", hint: "Put its files there, as schemas/README.md describes." }]);
  });

  it("says so once if there is a keyword that it does not know", () => {
    const { diagnostics } = one({ type: "object", nullable: true, properties: { a: { type: "string", nullable: true, "x-method": "a" } } });
    expect(diagnostics).toMatchObject([{ code: "unknown-keyword", severity: "warning", line: 3 }]);
  });
});

describe("codex 0.107.0", () => {
  const { surface, diagnostics } = read({ "0.107.0": codex107 });

  it("has nothing to report", () => {
    expect(diagnostics).toEqual([]);
  });

  it("keeps plain names for the app-server and qualifies what EventMsg says otherwise", () => {
    const qualified = [...surface.merged.definitions.keys()].filter((name) => name.startsWith("EventMsg") && name !== "EventMsg");
    expect(qualified.sort()).toEqual(
      ["AskForApproval", "CodexErrorInfo", "CreditsSnapshot", "McpAuthStatus", "ModelRerouteReason", "NetworkApprovalContext", "NetworkApprovalProtocol", "PatchApplyStatus", "RateLimitSnapshot", "RateLimitWindow", "ReadOnlyAccess", "SandboxPolicy", "SkillInterface", "SkillMetadata", "SkillsListEntry", "TextElement", "UserInput", "WebSearchAction"].map((name) => `EventMsg${name}`),
    );
    expect(shapeText(surface.merged.definitions.get("PatchApplyStatus")!.shape)).toBe('"inProgress" | "completed" | "failed" | "declined"');
    expect(shapeText(surface.merged.definitions.get("EventMsgPatchApplyStatus")!.shape)).toBe('"completed" | "failed" | "declined"');
  });

  it("refers to nothing that it does not have", () => {
    for (const { schema } of surface.merged.definitions.values()) {
      for (const [, name] of JSON.stringify(schema).matchAll(/"\$ref":"#\/definitions\/([^"]+)"/g)) expect(surface.merged.definitions.has(name!)).toBe(true);
    }
  });
});
