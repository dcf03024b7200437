import { describe, expect, test } from "vitest";
import { camelCase, rowNames } from "../../codegen/emit/names.js";
import type { Draft, Memory, Table, Unvalidated } from "../../src/contract.js";
import { programOf } from "../check/checking.js";
import { definitions, demo, notification, object } from "../check/protocol.js";
import { emitted } from "./demo.js";
import { load } from "./load.js";

describe("names of functions", () => {
  const names = (...keys: string[]): string[] => [...rowNames(keys, new Set(["delete"])).values()];

  test("say what the message is", () => {
    expect(["item/agentMessage/delta", "event-msg", "agent_reasoning_delta", "$/cancel_request", "MCPServer"].map(camelCase)).toEqual(["itemAgentMessageDelta", "eventMsg", "agentReasoningDelta", "cancelRequest", "mCPServer"]);
    expect(names("result:error_*", "system:status:(none)", "a:(other)", "stream:{text,thinking}", "*:error", "-32601")).toEqual(["resultErrorAny", "systemStatusNone", "aOther", "streamTextEtc", "anyError", "_32601"]);
  });

  test("do not depend on their order, nor on what else there is", () => {
    const few = rowNames(["a/b", "c"], new Set());
    const many = rowNames(["z", "c", "a/b", "y"], new Set());
    for (const [key, name] of few) expect(many.get(key)).toBe(name);
    expect(new Map([...rowNames(["a_b", "a/b"], new Set())].reverse())).toEqual(rowNames(["a/b", "a_b"], new Set()));
  });

  test("never clash", () => {
    const clashing = names("a/b", "a_b", "a:b", "delete");
    expect(new Set(clashing).size).toBe(4);
    expect(clashing[3]).toMatch(/^delete_\w{6}$/);
  });
});

/** Words that mean something to JavaScript, to the generated module or to its helpers. */
const words = ["delete", "default", "string", "any", "m", "memory", "message", "refsOf", "keyOf", "reads", "payload", "refs", "drafts", "notifications", "mapNotifications", "a/b", "a_b", "1st", "constructor", "__proto__", "Table", "Draft", "undefined", "type", "attempt"];

describe("a module", () => {
  test("runs, whatever messages, value tables and fields are called", async () => {
    const fields = object({ "type?": { type: "string" }, "constructor?": { type: "string" }, "default?": { type: "string" }, "x-y?": { type: "string" }, "kind?": { type: "string" } });
    const union = { oneOf: words.map((method) => notification(method, { it: fields })) };
    const surface = demo({ "1.0": { ...definitions, Notification: union } });
    const tables = ["string", "default", "refs", "detail", "payload", "item", "delete", "any", "type", "Table", "name"];
    const rows = words.map((word, index) => {
      const values = tables[index % tables.length];
      return `  ${JSON.stringify(word)}: { item.updated: { detail: $.params.it.kind | ${values} ?? $.params.it.default, title: $.params.it.type, data: { name: $.params.it.kind | ${values}, constructor: $.params.it.constructor, "x-y": $.params.it.x-y, valueOf: $.params.it.kind, __proto__: ${index} } } }`;
    });
    const used = tables.slice(0, words.length).map((name) => `  ${name}: { of: string, map: { constructor: C, __proto__: P, "t*": T }, unlisted: U }`);
    const text = `source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n${rows.join("\n")}\nvalues:\n${used.join("\n")}\n`;
    const files = await emitted(await programOf({ "mappings/demo/notifications.yaml": text }, [surface]));
    const table = load(files.get("test/emit/golden/demo/notifications.ts")!).table();

    for (const [index, method] of words.entries()) {
      const it = JSON.parse('{"kind":"__proto__","type":"t","x-y":"xy"}') as object;
      const [draft] = mapped(table, { method, params: { it } }) ?? [];
      expect(draft, method).toMatchObject({ type: "item.updated", payload: { detail: "P", title: "t", data: { name: "P", "x-y": "xy" } } });
      const data = (draft!.payload as { data: object }).data;
      expect(Object.getOwnPropertyDescriptor(data, "__proto__")?.value, method).toBe(index);
      expect(Object.getOwnPropertyDescriptor(data, "valueOf")?.value, method).toBe("__proto__");
      expect(Object.hasOwn(data, "constructor"), method).toBe(false);
      expect(table.key({ method } as never)).toBe(method);
    }
    expect(Object.hasOwn(table.reads, "__proto__")).toBe(true);
    expect(mapped(table, { method: "valueOf", params: {} })).toBeUndefined();
  });
});

function mapped(table: Table, message: unknown): readonly Draft[] | undefined {
  const memory: Memory = { recall: () => ({}), remember: () => undefined };
  return table.map(message as Unvalidated, memory);
}
