import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { branches, createValidate, discriminate, field, sample, samples, shapeText, unanswered } from "../../codegen/schema/index.js";
import { attempt, filesBelow, named, one, read, textOf, type Read } from "./helpers.js";

const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Params and results by definition, envelopes that hold one of many. */
const defs = {
  Id: { anyOf: [{ type: "integer" }, { type: "string" }] },
  AskRequest: { type: "object", required: ["question"], properties: { question: { type: "string" } }, "x-method": "user/ask", "x-side": "client" },
  AskResponse: { type: "object", required: ["answer"], properties: { answer: { type: "string" } }, "x-method": "user/ask", "x-side": "client" },
  ListRequest: { type: "object", properties: { cursor: { type: "string" } }, "x-method": "file/list", "x-side": "client" },
  ListResponse: { type: "object", required: ["files"], properties: { files: { type: "array" } }, "x-method": "file/list", "x-side": "client" },
  ExtRequest: { description: "anything" },
  Request: {
    type: "object",
    required: ["id", "method"],
    "x-docs-ignore": true,
    properties: {
      id: ref("Id"),
      method: { type: "string" },
      params: {
        description: "what is asked",
        anyOf: [
          {
            anyOf: [
              { title: "AskRequest", description: "Asks the user.", allOf: [ref("AskRequest")] },
              { title: "ListRequest", allOf: [ref("ListRequest")] },
              { title: "ExtRequest", allOf: [ref("ExtRequest")] },
            ],
          },
          { type: "null" },
        ],
      },
    },
  },
};

const methodsOf = ({ surface }: Read, union: string): string[] => branches(surface.merged, named(union), ["method"]).values.map(({ value }) => value);

describe("an envelope whose params name their method", () => {
  const known = one({ $schema: dialect, $defs: defs });
  const { surface } = known;

  it("is the union of its messages, told apart by method", () => {
    expect(surface.merged.definitions.get("Request")?.schema).toEqual({
      "x-docs-ignore": true,
      oneOf: [
        {
          type: "object",
          description: "Asks the user.",
          required: ["id", "method", "params"],
          properties: { id: { $ref: "#/definitions/Id" }, method: { type: "string", const: "user/ask" }, params: { $ref: "#/definitions/AskRequest" } },
        },
        {
          type: "object",
          required: ["id", "method"],
          properties: {
            id: { $ref: "#/definitions/Id" },
            method: { type: "string", const: "file/list" },
            params: { anyOf: [{ $ref: "#/definitions/ListRequest" }, { type: "null" }] },
          },
        },
      ],
    });
    expect(discriminate(surface.merged, "Request")).toMatchObject({ path: ["method"], catchAll: false });
  });

  it("lets params that require nothing be left out or null, and no others", () => {
    const validate = createValidate(surface, "1");
    expect(validate("Request", { id: 1, method: "file/list" })).toEqual([]);
    expect(validate("Request", { id: 1, method: "file/list", params: null })).toEqual([]);
    expect(validate("Request", { id: 1, method: "user/ask", params: { question: "?" } })).toEqual([]);
    expect(validate("Request", { id: 1, method: "user/ask" })).toEqual(["(root) must have required property 'params'"]);
    const [ask] = branches(surface.merged, named("Request"), ["method"]).values;
    expect(field(surface.merged, ask!.shape, "params")).toEqual({ shape: named("AskRequest"), optional: false });
  });

  it("knows what answers each message", () => {
    expect(Object.fromEntries(surface.responses)).toEqual({ "file/list": "ListResponse", "user/ask": "AskResponse" });
    expect(unanswered(surface)).toEqual([]);
  });

  it("takes more messages from an overlay", () => {
    const overlay = `
definitions:
  PlanRequest: { schema: { type: object, properties: { plan: { type: string } } } }
  PlanResponse: { schema: { type: object } }
variants:
  Request:
    - schema: { type: object, required: [id, method, params], properties: { id: {}, method: { const: vendor/plan }, params: { $ref: "#/definitions/PlanRequest" } } }
`;
    const more = read({ "1": { "Root.json": { $schema: dialect, $defs: defs } } }, overlay);
    expect(methodsOf(more, "Request")).toEqual(["user/ask", "file/list", "vendor/plan"]);
    expect(more.surface.responses.get("vendor/plan")).toBe("PlanResponse");
    expect(more.diagnostics).toEqual([]);
  });

  it("is united across versions by method", () => {
    const newer = { ...defs, AskRequest: { ...defs.AskRequest, "x-method": "user/question" } };
    const both = read({ "1": { "Root.json": { $schema: dialect, $defs: defs } }, "2": { "Root.json": { $schema: dialect, $defs: newer } } });
    expect(methodsOf(both, "Request")).toEqual(["user/ask", "file/list", "user/question"]);
  });

  it("says nothing new where the method is listed, or no params name theirs", () => {
    const tagged = { type: "object", properties: { method: { const: "user/ask", type: "string" }, params: ref("AskRequest") } };
    const plain = { type: "object", properties: { method: { type: "string" }, params: { anyOf: [ref("ExtRequest"), { type: "null" }] } } };
    const read = one({ $schema: dialect, $defs: { ...defs, Tagged: tagged, Plain: plain } }).surface.merged.definitions;
    expect(read.get("Tagged")?.schema).not.toHaveProperty("oneOf");
    expect(read.get("Plain")?.schema).not.toHaveProperty("oneOf");
  });

  it("looks through unions and wrappers for what params require, and stops in a circle", () => {
    const method = (name: string) => ({ "x-method": name, "x-side": "client" });
    const envelope = (...names: string[]) => ({ type: "object", properties: { method: { type: "string" }, params: { oneOf: names.map(ref) } } });
    const { surface: circular } = one({
      $schema: dialect,
      $defs: {
        Either: { anyOf: [{ type: "object", required: ["a"] }, { type: "object", required: ["b"] }], ...method("either") },
        Loose: { anyOf: [{ type: "object", required: ["a"] }, { type: "object" }], ...method("loose") },
        Based: { allOf: [ref("Base"), { type: "object", properties: { x: {} } }], ...method("based") },
        Base: { type: "object", required: ["a"] },
        Round: { allOf: [ref("Round"), { type: "object" }], ...method("round") },
        Twin: { type: "object", required: ["c"], ...method("either") },
        Note: envelope("Either", "Loose", "Based", "Round", "Twin"),
      },
    });
    const { values } = branches(circular.merged, named("Note"), ["method"]);
    const optional = values.map(({ value, shape }) => [value, field(circular.merged, shape, "params")!.optional]);
    expect(optional).toEqual([["either", false], ["loose", true], ["based", false], ["round", true]]);
    expect(shapeText(field(circular.merged, values[0]!.shape, "params")!.shape)).toBe("Either | Twin");
  });
});

describe("acp", () => {
  const overlay = textOf("schemas/acp/overlay.yaml");
  const filesOf = (version: string) => filesBelow(`schemas/acp/${version}`);
  const acp = read({ "0.14.1": filesOf("0.14.1"), "2.4.0": filesOf("2.4.0") }, overlay);

  it("has nothing to report, with its overlay or without", () => {
    expect(acp.diagnostics).toEqual([]);
    for (const version of acp.surface.versions) expect(attempt({ [version]: filesOf(version) }).diagnostics).toEqual([]);
  });

  it("has the messages of each side, those of Cursor among them", () => {
    const notifications = ["session/update", "$/cancel_request", "_auth/status_update", "cursor/update_todos", "cursor/task", "cursor/generate_image", "elicitation/complete"];
    expect(methodsOf(acp, "AgentNotification").sort()).toEqual(notifications.sort());
    expect(methodsOf(acp, "AgentRequest").sort()).toEqual([
      ...["cursor/ask_question", "cursor/create_plan", "cursor/generate_image", "cursor/task", "cursor/update_todos", "elicitation/create"],
      ...["fs/read_text_file", "fs/write_text_file", "session/request_permission"],
      ...["terminal/create", "terminal/kill", "terminal/output", "terminal/release", "terminal/wait_for_exit"],
    ]);
    expect(methodsOf(acp, "ClientRequest")).toHaveLength(15);
    expect(methodsOf(acp, "ClientNotification")).toEqual(["session/cancel", "$/cancel_request"]);
  });

  it("knows the answer to every request but the one that is none", () => {
    expect(unanswered(acp.surface)).toEqual(["session/cancel"]);
    expect(acp.surface.responses.get("session/request_permission")).toBe("RequestPermissionResponse");
    expect(acp.surface.responses.get("terminal/kill")).toBe("KillTerminalCommandResponse");
  });

  it.each(acp.surface.versions)("checks a message of %s by its method, and what an update holds by its tag", (version) => {
    const validate = createValidate(acp.surface, version);
    const update = (update: object) => validate("AgentNotification", { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } });
    expect(update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "hi" } })).toEqual([]);
    expect(update({ sessionUpdate: "tool_call", toolCallId: "t", title: "ls", kind: "execute" })).toEqual([]);
    expect(update({ sessionUpdate: "tool_call", title: "ls" })).toContain("params.update must have required property 'toolCallId'");
    expect(validate("AgentRequest", { id: 1, method: "cursor/ask_question", params: { questions: [] } })).toEqual([]);
    expect(validate("AgentRequest", { id: 1, method: "cursor/create_plan", params: {} })).toEqual(["params must have required property 'plan'"]);
  });

  it.each([
    ["0.14.1", "AgentNotification", 1],
    ["0.14.1", "AgentRequest", 8],
    ["0.14.1", "ClientRequest", 11],
    ["0.14.1", "ClientNotification", 1],
    ["2.4.0", "AgentNotification", 2],
    ["2.4.0", "AgentRequest", 9],
    ["2.4.0", "ClientRequest", 12],
    ["2.4.0", "ClientNotification", 1],
  ])("has in %s a sample of each message of %s, which the vendored file allows, too", (version, union, listed) => {
    const alone = read({ [version]: filesOf(version) }, overlay);
    const found = samples(alone.surface, version, union);
    expect(found.map(({ value }) => value).sort()).toEqual(methodsOf(alone, union).sort());
    const validate = createValidate(alone.surface, version);
    const file = JSON.parse(filesOf(version).get("schema.json")!) as { $defs: object };
    const vendored = new Ajv2020({ strict: false, validateFormats: false }).compile({ $defs: file.$defs, ...ref(union) });
    for (const { value, message } of found) expect([value, validate(union, message), vendored(message)]).toEqual([value, [], true]);
    expect(found.filter(({ value }) => !alone.surface.overlaid.has(`${union}/${value}`))).toHaveLength(listed);
  });

  it.each(acp.surface.versions)("has a sample of every definition of %s", (version) => {
    const set = acp.surface.byVersion.get(version)!;
    const validate = createValidate(acp.surface, version);
    for (const { name, schema } of set.definitions.values()) {
      const value = sample(set, schema);
      expect([name, value === undefined ? "none" : validate(name, value)]).toEqual([name, []]);
    }
  });
});
