import { describe, expect, it } from "vitest";
import { branches, field, shapeText, unanswered } from "../../codegen/schema/index.js";
import { attempt, codex107, named, read, textOf } from "./helpers.js";

const message = (method: string): unknown => ({ type: "object", required: ["method"], properties: { method: { enum: [method] }, params: { $ref: "#/definitions/P" } } });
const plain = { "Message.json": { oneOf: [message("a"), message("b")], definitions: { P: { type: "object", properties: { x: { type: "string" } } } } } };

/** What an overlay over `plain` gives rise to: code, line and column of each diagnostic. */
function problems(overlay: string): unknown[] {
  return attempt({ "1": plain }, overlay).diagnostics.map(({ code, severity, line, column, file }) => {
    expect(file).toBe("schemas/proto/overlay.yaml");
    return [code, severity, line, column];
  });
}

describe("an overlay", () => {
  const overlay = `
definitions:
  Event: { note: the frame, schema: { type: object, required: [msg], properties: { msg: { $ref: "#/definitions/Message" }, extra: { $ref: "#/definitions/Extra" } } } }
  Extra: { schema: { enum: [one, two] } }
variants:
  Message:
    - note: seen
      schema: { type: object, required: [method, params], properties: { method: { const: c }, params: { $ref: "#/definitions/Extra" } } }
properties:
  P: { y: { schema: { type: array, items: { $ref: "#/definitions/Extra" } } } }
`;
  const { surface, diagnostics } = read({ "1": plain, "2": plain }, overlay);

  it("adds definitions, variants and properties to every version, and says so", () => {
    expect(diagnostics).toEqual([]);
    expect([...surface.overlaid].sort()).toEqual(["Event", "Extra", "Message/c", "P.y"]);
    for (const set of [surface.merged, ...surface.byVersion.values()]) {
      expect(branches(set, named("Message"), ["method"]).values.map(({ value }) => value)).toEqual(["a", "b", "c"]);
      expect(shapeText(field(set, named("Event"), "extra")!.shape)).toBe("Extra");
      expect(field(set, named("P"), "y")).toMatchObject({ optional: true, shape: { kind: "list" } });
    }
  });

  it("adds to a union of one member", () => {
    const { surface: lone } = read({ "1": { "Message.json": { title: "Message", description: "all of them", oneOf: [{ title: "Only", type: "object", required: ["method"], properties: { method: { const: "a" } } }] } } }, "variants: { Message: [{ schema: { required: [method], properties: { method: { const: b } } } }] }");
    expect(branches(lone.merged, named("Message"), ["method"]).values.map(({ value, title, description }) => [value, title, description])).toEqual([["a", "Only", undefined], ["b", undefined, undefined]]);
  });

  it("is left out of a version that lacks what it refers to", () => {
    const lone = { "Other.json": { type: "string" } };
    const { surface: both } = read({ "1": plain, "2": lone }, `definitions:\n  Event: { schema: { type: object, properties: { msg: { $ref: "#/definitions/Message" } } } }\n`);
    expect([...both.byVersion].map(([version, set]) => [version, set.definitions.has("Event")])).toEqual([["1", true], ["2", false]]);
  });

  it("is left out of a version that has what it says", () => {
    const later = { "Message.json": { ...plain["Message.json"], oneOf: [message("a"), message("b"), message("c")] } };
    const { surface: both, diagnostics: none } = read({ "1": plain, "2": later }, `variants:\n  Message:\n    - schema: { type: object, required: [method], properties: { method: { const: c } } }\n`);
    expect(none).toEqual([]);
    for (const set of both.byVersion.values()) expect(branches(set, named("Message"), ["method"]).values).toHaveLength(3);
  });

  it("is superseded once every version has what it says", () => {
    expect(problems(`definitions:\n  P: { schema: {} }\nvariants:\n  Message:\n    - schema: { type: object, required: [method], properties: { method: { const: b } } }\nproperties:\n  P:\n    x: { schema: true }\n`)).toEqual([
      ["overlay-superseded", "warning", 2, 6],
      ["overlay-superseded", "warning", 5, 7],
      ["overlay-superseded", "warning", 8, 8],
    ]);
  });

  it("is superseded by a member that the union refers to, itself or through a union among its members", () => {
    const nested = { definitions: { Message: { anyOf: [{ $ref: "#/definitions/B" }, { $ref: "#/definitions/Others" }] }, Others: { anyOf: [{ $ref: "#/definitions/C" }, { $ref: "#/definitions/Message" }] }, B: message("b"), C: message("c"), P: { type: "object" } } };
    const entry = (tag: string): string => `variants:\n  Message:\n    - schema: { type: object, required: [method], properties: { method: { const: ${tag} } } }\n`;
    const codes = (tag: string): string[] => attempt({ "1": { "all.json": nested } }, entry(tag)).diagnostics.map(({ code }) => code);
    expect(codes("b")).toEqual(["overlay-superseded"]);
    expect(codes("c")).toEqual(["overlay-superseded"]);
    expect(codes("d")).toEqual([]);
  });

  it("says what the responses are", () => {
    const { diagnostics: found } = attempt({ "1": plain }, "responses:\n  a: P\n  b: Q\n  c: [P]\n");
    expect(found).toMatchObject([
      { code: "overlay-entry", line: 4, column: 6 },
      { code: "unknown-definition", line: 3, column: 6, hint: 'Did you mean "P"?' },
    ]);
    expect(read({ "1": plain }, "responses: { a: P }").surface.responses).toEqual(new Map([["a", "P"]]));
  });

  it.each([
    ["a syntax error", "definitions: {\n", "yaml-syntax", 1, 14],
    ["a key twice", "definitions: {}\ndefinitions: {}\n", "yaml-duplicate-key", 2, 1],
    ["an anchor", "definitions: &d {}\n", "yaml-anchor", 1, 14],
    ["a tag", "definitions: !x {}\n", "yaml-tag", 1, 14],
    ["a merge", "definitions:\n  <<: { schema: {} }\n", "yaml-merge-key", 2, 3],
    ["lists in lists without end", `definitions: ${"[".repeat(5000)}\n`, "yaml-too-deep", 1, 77],
    ["a NUL", "definitions: \0\n", "yaml-character", 1, 14],
    ["a reference without quotes", "definitions:\n  X: { schema: { $ref: #/definitions/P } }\n", "yaml-comment", 2, 24],
    ["an entry that is not written", "definitions:\n  X:\n", "empty-value", 2, 5],
    ["a schema that is not written", "definitions:\n  X: { schema: }\n", "empty-value", 2, 16],
    ["a name that TypeScript keeps", "definitions:\n  class: { schema: {} }\n", "overlay-key", 2, 3],
    ["one mistake for several variants", "variants:\n  Mesage:\n    - schema: { required: [m], properties: { m: { const: a } } }\n    - schema: { required: [m], properties: { m: { const: b } } }\n", "unknown-definition", 2, 3],
    ["a keyword of the wrong form", "definitions:\n  X: { schema: { type: object, required: a } }\n", "invalid-schema", 2, 42],
    ["another root", "- a\n", "overlay-entry", 1, 1],
    ["an unknown section", "variant: {}\n", "overlay-key", 1, 1],
    ["an unknown key of an entry", "definitions:\n  X: { schema: {}, notes: x }\n", "overlay-key", 2, 20],
    ["a name that is none", "definitions:\n  1: { schema: {} }\n", "overlay-key", 2, 3],
    ["a key that is no text", "definitions:\n  true: { schema: {} }\n", "yaml-key-type", 2, 3],
    ["an entry without a schema", "definitions:\n  X: { note: x }\n", "overlay-entry", 2, 6],
    ["a schema that is none", "definitions:\n  X: { schema: string }\n", "overlay-entry", 2, 16],
    ["variants that are no list", "variants:\n  Message: {}\n", "overlay-entry", 2, 12],
    ["a variant without a tag", "variants:\n  Message:\n    - schema: { type: object }\n", "overlay-untagged", 3, 7],
    ["an unknown union", "variants:\n  Mesage:\n    - schema: { required: [m], properties: { m: { const: a } } }\n", "unknown-definition", 2, 3],
    ["a variant of what is no union", "variants:\n  P:\n    - schema: { required: [m], properties: { m: { const: a } } }\n", "overlay-not-a-union", 2, 3],
    ["an unknown definition", "properties:\n  Q: { y: { schema: {} } }\n", "unknown-definition", 2, 3],
    ["a property of what is no object", "properties:\n  Message: { y: { schema: {} } }\n", "overlay-not-an-object", 2, 3],
    ["a reference to nothing", 'definitions:\n  X: { schema: { $ref: "#/definitions/Mesage" } }\n', "dangling-ref", 2, 24],
    ["a misspelt section, and not what it defines", 'definitons: { X: { schema: true } }\nproperties:\n  P: { y: { schema: { $ref: "#/definitions/X" } } }\n', "overlay-key", 1, 1],
    ["an unknown section, which may define anything", 'other: { X: { schema: true } }\nproperties:\n  P: { y: { schema: { $ref: "#/definitions/X" } } }\n', "overlay-key", 1, 1],
    ["definitions that are a list, which may define anything", 'definitions: [X]\nproperties:\n  P: { y: { schema: { $ref: "#/definitions/X" } } }\n', "overlay-entry", 1, 14],
    ["a misspelt schema, and not that there is none", 'definitions:\n  X: { shema: true }\nproperties:\n  P: { y: { schema: { $ref: "#/definitions/X" } } }\n', "overlay-key", 2, 8],
    ["an entry without a schema, and not what refers to it", 'definitions:\n  X: { note: x }\n  Y: { schema: { $ref: "#/definitions/X" } }\nproperties:\n  P: { y: { schema: { $ref: "#/definitions/Y" } } }\n', "overlay-entry", 2, 6],
    ["a reference to nothing, and not what refers to it in turn", 'definitions:\n  X: { schema: { $ref: "#/definitions/Missing" } }\n  Y: { schema: { $ref: "#/definitions/X" } }\nproperties:\n  P: { y: { schema: { $ref: "#/definitions/Y" } } }\n', "dangling-ref", 2, 24],
    ["a variant that another of the overlay is not told apart from", "variants:\n  Message:\n    - schema: { required: [method], properties: { method: { const: c } } }\n    - schema: { required: [method, kind], properties: { method: { const: c }, kind: { const: d } } }\n", "overlay-conflict", 4, 7],
    ["a variant that one of the schemas is not told apart from", "variants:\n  Message:\n    - schema: { required: [method, kind], properties: { method: { const: a }, kind: { const: d } } }\n", "overlay-conflict", 3, 7],
    ["a property that is required and not there", "definitions:\n  X: { schema: { type: object, required: [a, b], properties: { a: true } } }\n", "invalid-schema", 2, 46],
    ["such a property inside another", "definitions:\n  X: { schema: { type: object, properties: { a: { type: array, items: { required: [b] } } } } }\n", "invalid-schema", 2, 84],
    ["a value of an enum twice", "definitions:\n  X: { schema: { enum: [a, b, a] } }\n", "invalid-schema", 2, 31],
    ["a required property twice", "definitions:\n  X: { schema: { type: object, required: [a, a], properties: { a: true } } }\n", "invalid-schema", 2, 46],
    ["a schema of no type", "definitions:\n  X: { schema: { type: text } }\n", "invalid-schema", 2, 24],
  ])("reports %s", (_, text, code, line, column) => {
    expect(problems(text)).toEqual([[code, "error", line, column]]);
  });

  it("may require what stands in another part of the same schema", () => {
    expect(problems("definitions:\n  X: { schema: { type: object, properties: { a: true, b: true }, oneOf: [{ required: [a] }, { required: [b] }] } }\n  Y: { schema: { type: object, required: [a], additionalProperties: { type: string } } }\n  Z: { schema: { type: object, properties: { required: { enum: [required] } } } }\n")).toEqual([]);
  });

  it("tells its variants from those that a member of the union stands for", () => {
    const named = { "Message.json": { anyOf: [{ $ref: "#/definitions/A" }, { $ref: "#/definitions/More" }], definitions: { A: message("a"), More: { anyOf: [message("b"), { $ref: "#/definitions/More" }] }, P: { type: "object" } } } };
    const variant = (tags: string, required = "method"): string => `variants: { Message: [{ schema: { required: [${required}], properties: { ${tags} } } }] }\n`;
    const codes = (overlay: string) => attempt({ "1": named }, overlay).diagnostics.map(({ code, severity }) => `${code} ${severity}`);
    expect(codes(variant("method: { const: c }"))).toEqual([]);
    expect(codes(variant("method: { const: b }"))).toEqual(["overlay-superseded warning"]);
    expect(codes(variant("method: { const: a }, kind: { const: x }", "method, kind"))).toEqual(["overlay-conflict error"]);
  });

  it("is not blamed for what a broken file does not define", () => {
    const { diagnostics: found } = attempt({ "1": { ...plain, "Other.json": "{" } }, "variants:\n  Another:\n    - schema: { required: [m], properties: { m: { const: a } } }\n");
    expect(found.map(({ code, file }) => [code, file])).toEqual([["invalid-json", "schemas/proto/1/Other.json"]]);
  });

  it("reports an entry that no version can hold", () => {
    const { diagnostics: found } = attempt({ "1": { "A.json": { type: "string" } }, "2": { "B.json": { type: "string" } } }, 'definitions:\n  X: { schema: { anyOf: [{ $ref: "#/definitions/A" }, { $ref: "#/definitions/B" }] } }\n');
    expect(found).toMatchObject([{ code: "overlay-unfit", severity: "error", line: 2 }]);
  });
});

describe("the overlay of codex", () => {
  const { surface, diagnostics } = read({ "0.107.0": codex107 }, textOf("schemas/codex-app-server/overlay.yaml"));

  it("fits 0.107.0", () => {
    expect(diagnostics).toEqual([]);
    for (const name of ["Event", "ServerNotification/rawResponseItem/completed", "CommandExecutionRequestApprovalParams.availableDecisions"]) expect(surface.overlaid).toContain(name);
    const raw = branches(surface.merged, named("ServerNotification"), ["method"]).values.find(({ value }) => value === "rawResponseItem/completed");
    expect(shapeText(field(surface.merged, raw!.shape, "params")!.shape)).toBe("RawResponseItemCompletedNotification");
    expect(shapeText(field(surface.merged, named("Event"), "msg")!.shape)).toBe("EventMsg");
  });

  it("leaves no request without its response", () => {
    expect(unanswered(surface)).toEqual([]);
  });
});

describe("responses", () => {
  it("are found by the name of the params, or by the words of the method", () => {
    const { surface } = read({ "0.107.0": codex107 });
    const of = (method: string): string | undefined => surface.responses.get(method);
    expect(["initialize", "thread/start", "skills/remote/list", "account/logout", "configRequirements/read", "item/tool/call", "applyPatchApproval"].map(of)).toEqual([
      "InitializeResponse",
      "ThreadStartResponse",
      "SkillsRemoteReadResponse",
      "LogoutAccountResponse",
      "ConfigRequirementsReadResponse",
      "DynamicToolCallResponse",
      "ApplyPatchApprovalResponse",
    ]);
    for (const name of surface.responses.values()) expect(surface.merged.definitions.has(name)).toBe(true);
  });

  it("that the names do not tell are a fact, not an error", () => {
    expect(unanswered(read({ "0.107.0": codex107 }).surface)).toEqual(["config/mcpServer/reload", "account/rateLimits/read", "config/value/write", "config/batchWrite"]);
  });
});
