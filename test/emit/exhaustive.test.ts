import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { draftsOf, exhaustive, shippedSchemas, type Subject } from "../../codegen/testing.js";
import type { Draft, Table } from "../../src/contract.js";
import { noRefs } from "../../src/contract.js";
import { programOf } from "../check/checking.js";
import { definitions, demo, notification } from "../check/protocol.js";
import { emitted, tables } from "./demo.js";
import { messages } from "./golden/demo/messages.js";
import { notifications } from "./golden/demo/notifications.js";
import { responses } from "./golden/demo/responses.js";

/** What generated tests find wrong, and that they look at every message of every version. */

const schemas = new URL("schemas/demo/", import.meta.url);
const subject = (more: Partial<Subject>): Subject => ({ table: notifications, schemas, protocol: "demo", versions: ["1.0"], union: "Notification", messages: { it: { message: { method: "item/delta" } } }, ...more });
const gives = (...drafts: readonly { type: string; payload: object }[]): Table => ({ ...notifications, map: () => drafts.map((draft) => ({ ...draft, refs: noRefs, ensure: false }) as unknown as Draft) });

async function problems(more: Partial<Subject>): Promise<readonly string[]> {
  return (await exhaustive(subject(more))).problems("1.0", "it");
}

describe("a message", () => {
  test("of a good table has no problems", async () => {
    expect(await problems({})).toEqual([]);
  });

  test("must have a row", async () => {
    expect(await problems({ table: { ...notifications, map: () => undefined } })).toEqual(["no row takes it"]);
    expect(await problems({ sent: true })).toEqual(["no row takes it"]);
  });

  test("must become valid events", async () => {
    const table = gives({ type: "turn.completed", payload: { state: "finished" } }, { type: "content.delta", payload: { streamKind: "assistant_text" } }, { type: "item.updated", payload: {} });
    expect(await problems({ table })).toEqual([
      "turn.completed/payload/state: must be one of completed, failed, interrupted, cancelled",
      "content.delta/payload/delta: is missing",
    ]);
  });

  test("must be one of the schema's", async () => {
    expect(await problems({ messages: { it: { message: { method: "item/vanished" } } } })).toEqual(["Notification has no such message"]);
    expect(await problems({ union: "Nothing" })).toEqual(["there is no definition Nothing"]);
  });

  test("is told from others by what lies deep, in lists, and in memory", async () => {
    const seen: unknown[] = [];
    const table: Table = {
      ...messages,
      map: (message, memory) => {
        seen.push(message, memory.recall("block", []));
        return [];
      },
    };
    await problems({ table, union: "Message", messages: { it: { message: { type: "assistant", "message.content.0.type": "thinking" }, memory: { block: { kind: "said" } } } } });
    expect(seen).toEqual([expect.objectContaining({ message: { id: "text", content: [{ type: "thinking", thinking: "text" }] } }), { kind: "said" }]);
    await problems({ table, union: "Message", messages: { it: { message: { type: "system", subtype: "status", status: null } } } });
    expect(seen[2]).toEqual({ type: "system", subtype: "status", status: null });
  });

  test("that answers comes with its request", async () => {
    const seen: unknown[] = [];
    const table: Table = {
      ...responses,
      map: (message, _memory, request) => {
        seen.push(request, message);
        return [];
      },
    };
    for (const has of ["result", "error"]) await problems({ table, union: "ClientRequest", messages: { it: { request: { method: "start" }, has } } });
    const request = expect.objectContaining({ method: "start", params: {} });
    expect(seen).toEqual([request, { id: "text", result: { thread: { id: "text" }, mode: "fast" } }, request, { id: "text", error: { code: -32600, message: "text" } }]);
  });
});

test("schemas that cannot be read are an error", async () => {
  await expect(exhaustive(subject({ versions: ["2.0"] }))).rejects.toThrow("2.0");
});

describe("schemas in several folders", () => {
  const shipped = shippedSchemas("codex-sdk");

  test("are taken from the first that has the version", async () => {
    const none = new URL("schemas/", import.meta.url);
    expect(await problems({ schemas: [none, schemas] })).toEqual([]);
    expect(await problems({ schemas: [schemas, none] })).toEqual([]);
    await expect(exhaustive(subject({ schemas: [schemas, shipped], versions: ["2.0"] }))).rejects.toThrow(/no version 2\.0 in .*demo.* or .*codex-sdk/);
  });

  test("are those of Mapwright, by protocol", () => {
    expect(shipped.pathname).toMatch(/\/schemas\/codex-sdk\/$/);
    expect(existsSync(new URL("0.107.0", shipped))).toBe(true);
    for (const name of ["canonical", "nothing", "../schemas", ""]) expect(() => shippedSchemas(name)).toThrow("it has those of acp, claude-agent-sdk, codex-app-server, codex-sdk.");
  });
});

test("a project's own check of events takes the place of the shipped one", async () => {
  const table = gives({ type: "review.requested", payload: {} });
  expect(await problems({ table })).toEqual(['review.requested/type: there is no event "review.requested"']);
  expect(await problems({ table, validate: () => [] })).toEqual([]);
});

test("examples are what a message becomes by itself", () => {
  expect(draftsOf(notifications, { method: "turn/started", params: {} })).toEqual([{ type: "turn.started", payload: {} }]);
  expect(draftsOf(notifications, "nonsense")).toEqual([]);
});

describe("a generated test", () => {
  test("lists each message with the versions that have it", async () => {
    const [latest, ...others] = [...(definitions.Notification as { oneOf: object[] }).oneOf].reverse();
    const versions = { "1.0": { ...definitions, Notification: { oneOf: others } }, "2.0": { ...definitions, Notification: { oneOf: [...others, latest!, notification("news/came", {})] } } };
    const file = "mappings/demo/notifications.yaml";
    const text = tables[file]!.replace(/^rows:$/m, "rows:\n  news/came:\n    session.state.changed: { state: ready }\n    examples:\n      - message: { method: news/came, params: {} }\n        events: [{ type: session.state.changed, payload: { state: ready } }]\n");
    const files = await emitted(await programOf({ ...tables, [file]: text }, [demo(versions)]));
    const generated = files.get("test/emit/golden/tests/demo/notifications.test.ts")!;
    expect(generated).toContain('versions: ["1.0", "2.0"]');
    expect(generated).toContain('"turn/started": { message: { method: "turn/started" } }');
    expect(generated).toContain('"log/written": { message: { method: "log/written" }, versions: ["2.0"] }');
    expect(generated).toContain('"news/came": { message: { method: "news/came" }, versions: ["2.0"] }');
    expect(generated).toContain('[["news/came", { method: "news/came", params: {} }, [{ type: "session.state.changed", payload: { state: "ready" } }]]]');
    expect(generated).toContain("expectTypeOf(mapNotifications).parameter(0).toEqualTypeOf<Notification>()");
  });

  test("tries a message only in the versions that have it", async () => {
    const suite = await exhaustive(subject({ messages: { old: {}, fresh: { versions: ["2.0"] } } }));
    expect(suite.keys("1.0")).toEqual(["old"]);
    expect(suite.keys("2.0")).toEqual(["old", "fresh"]);
  });

  test("leaves out a version that has none of the messages", async () => {
    expect((await exhaustive(subject({ messages: { fresh: { versions: ["2.0"] } } }))).versions).toEqual([]);
    expect((await exhaustive(subject({ messages: { old: { versions: ["1.0"] } } }))).versions).toEqual(["1.0"]);
  });
});
