import { beforeEach, describe, expect, test } from "vitest";
import type { Draft, Memory, Table, Unvalidated } from "../../src/contract.js";
import { keyOf, nameOf } from "../../src/session/ids.js";
import { createMemory } from "../../src/session/memory.js";
import { demoProgram, emitted, tables } from "./demo.js";
import { asks } from "./golden/agent/asks.js";
import { cells as agentCells } from "./golden/agent/memory.js";
import { outcomes } from "./golden/agent/outcomes.js";
import { updates } from "./golden/agent/updates.js";
import { chat } from "./golden/chat/chat.js";
import { cells as chatCells } from "./golden/chat/memory.js";
import { load } from "./load.js";

/** What golden modules do over several messages, with the memory of the runtime. */

const as = (message: unknown): Unvalidated => message as Unvalidated;
const types = (drafts: readonly Draft[] | undefined): unknown => drafts?.map(({ type, ensure }) => (ensure ? `${type}?` : type));
const payloads = (drafts: readonly Draft[] | undefined): unknown => drafts?.filter(({ ensure }) => !ensure).map(({ payload }) => payload);
const item = (drafts: readonly Draft[] | undefined): unknown => keyOf(drafts?.at(-1)?.refs.item);
let memory: Memory;
const map = (table: Table, message: unknown, request?: unknown): readonly Draft[] | undefined => table.map(as(message), memory, as(request));

describe("a chat", () => {
  beforeEach(() => {
    memory = createMemory(chatCells, () => undefined);
  });
  const say = (message: object): readonly Draft[] | undefined => map(chat, { session: "s1", parent: null, uuid: "u1", ...message });
  const stream = (event: object): readonly Draft[] | undefined => say({ type: "stream", event });
  const start = (index: number, block: object): readonly Draft[] | undefined => stream({ type: "block_start", index, block });

  test("gives first what its table ensures, unless the row says otherwise", () => {
    expect(types(stream({ type: "message_start", message: { id: "m1" } }))).toEqual(["thread.started?", "turn.started?", "session.state.changed"]);
    expect(say({ type: "outcome", subtype: "done" })?.[0]).toMatchObject({ type: "thread.started", payload: { providerThreadId: "s1" }, refs: { thread: "s1" } });
    expect(types(say({ type: "hook", hookId: "h", name: "n" }))).toEqual(["hook.started"]);
    // The row's own `turn.started` takes the place of the table's, which has a condition.
    expect(types(stream({ type: "block_delta", index: 0, delta: { type: "text_delta", text: "x" } }))).toEqual(["thread.started?", "turn.started?", "item.started?", "content.delta"]);
  });

  test("looks for the condition of what is ensured after the row has remembered", () => {
    expect(types(say({ type: "user", content: [{ type: "text", text: "[interrupted]" }] }))).toEqual(["thread.started?", "item.completed"]);
    expect(types(say({ type: "user", content: "go on" }))).toEqual(["thread.started?", "item.completed"]);
    expect(types(say({ type: "outcome", subtype: "error_limit" }))).toEqual(["turn.completed"]);
    expect(types(say({ type: "outcome", subtype: "error_else" }))).toEqual(["thread.started?", "runtime.warning"]);
  });

  test("knows a block by what was counted, streamed or whole", () => {
    stream({ type: "message_start", message: { id: "m1" } });
    const first = start(0, { type: "text", text: "" });
    expect(first?.at(-1)?.refs.item).toEqual({ identity: ["m1", "text", 1] });
    expect(item(stream({ type: "block_delta", index: 0, delta: { type: "text_delta", text: "x" } }))).toBe(item(first));
    const second = start(2, { type: "text", text: "" });
    expect(item(second)).not.toBe(item(first));
    expect(types(stream({ type: "block_stop", index: 2 }))).toEqual(["thread.started?", "turn.started?", "item.completed"]);
    expect(item(stream({ type: "block_stop", index: 2 }))).toBe(item(second));
    const whole = say({ type: "reply", message: { id: "m1", content: [{ type: "text", text: "a" }, { type: "thinking", thinking: "b" }, { type: "text", text: "c" }] } });
    const completed = whole?.filter(({ type }) => type === "item.completed").map(({ refs }) => keyOf(refs.item));
    expect(completed).toEqual([item(first), "u1", item(second)]);
    // The lane has a count of its own.
    expect(say({ type: "reply", parent: "p", message: { id: "m1", content: [{ type: "text", text: "d" }] } })?.at(-1)?.refs).toMatchObject({ lane: "p", item: { identity: ["m1", "text", 1] } });
  });

  test("reads JSON once it is whole, and makes a list of what it finds there", () => {
    stream({ type: "message_start", message: { id: "m1" } });
    start(1, { type: "tool_use", id: "t1", name: "Todo", input: {} });
    const delta = (json: string): readonly Draft[] | undefined => stream({ type: "block_delta", index: 1, delta: { type: "json_delta", json } });
    expect(payloads(delta('{"todos":[{"content":"a","status":"done"},5,'))).toEqual([{}]);
    const todos = [{ content: "a", status: "done" }, 5, { status: 7 }];
    expect(payloads(delta('{"status":7}]}'))).toEqual([
      { data: { todos } },
      { plan: [{ step: "a", status: "completed" }, { step: "Step", status: "pending" }] },
    ]);
    expect(types(stream({ type: "block_stop", index: 1 }))).toEqual(["thread.started?", "turn.started?", "item.updated"]);
    expect(item(stream({ type: "block_stop", index: 1 }))).toBe("t1");
    expect(payloads(say({ type: "reply", message: { id: "m1", content: [{ type: "tool_use", id: "t1", name: "Todo", input: { todos } }] } }))).toMatchObject([{ data: { id: "t1" } }, { plan: [{ step: "a" }, { step: "Step" }] }]);
  });

  test("may have a text where it has a list of parts", () => {
    expect(payloads(say({ type: "user", content: "plain" }))).toEqual([{ itemType: "user_message", data: "plain" }]);
    expect(payloads(say({ type: "user", content: [] }))).toEqual([{ itemType: "user_message", data: [] }]);
    expect(payloads(say({ type: "user", content: [{ type: "hologram" }] }))).toEqual([{ itemType: "user_message", data: { type: "hologram" } }]);
  });
});

describe("an agent", () => {
  beforeEach(() => {
    memory = createMemory(agentCells, () => undefined);
  });
  const update = (body: object): readonly Draft[] | undefined => map(updates, { method: "update", params: { session: "s1", update: body } });
  const chunk = (text: string): readonly Draft[] | undefined => update({ kind: "chunk", text });

  test("without ids has items by their number", () => {
    const first = chunk("a");
    expect(types(first)).toEqual(["item.started", "content.delta"]);
    expect([item(first), nameOf(first?.[0]?.refs.item)]).toEqual(['\u0000[null,"chunk",1]', undefined]);
    expect(types(chunk("b"))).toEqual(["content.delta"]);
    update({ kind: "call", id: "c1" });
    expect(item(chunk("c"))).toBe('\u0000[null,"chunk",2]');
    // The host's prompt shares the memory.
    asks.sent?.(as({ id: 1, method: "prompt", params: { session: "s1", text: "go" } }), memory);
    expect(item(chunk("d"))).toBe('\u0000[null,"chunk",3]');
  });

  test("has calls whose status may be absent or new, and whose type is inherited", () => {
    expect(payloads(update({ kind: "call", id: "c1", status: "paused" }))).toEqual([{ data: { kind: "call", id: "c1", status: "paused" } }]);
    expect(payloads(update({ kind: "call", id: "c1", name: "shell", status: "done" }))).toEqual([{ itemType: "command_execution", status: "completed" }]);
    expect(map(updates, { method: "$/cancel", params: { requestId: 7 } })?.[0]).toMatchObject({ type: "request.resolved", refs: { request: 7 } });
  });

  test("is told things by the host, which have a turn by the host's id", () => {
    const prompt = (id: unknown): Draft | undefined => asks.sent?.(as({ id, method: "prompt", params: { session: "s1", text: "go" } }), memory)?.[0];
    expect(prompt(1)).toMatchObject({ type: "turn.started", refs: { turn: { identity: [undefined, 1] } } });
    expect(keyOf(prompt(1)?.refs.turn)).not.toBe(keyOf(prompt("1")?.refs.turn));
    expect(nameOf(prompt(1)?.refs.turn)).toBeUndefined();
    expect(keyOf(prompt(undefined)?.refs.turn)).toBeUndefined();
    expect(types(updates.sent?.(as({ method: "stop", params: { session: "s1" } }), memory))).toEqual(["turn.aborted"]);
    expect(updates.sent?.(as({ method: "update", params: {} }), memory)).toBeUndefined();
  });

  test("answers by method, else by what all methods have", () => {
    const answer = (method: string, frame: object): unknown => types(map(outcomes, { id: 1, ...frame }, { id: 1, method, params: { session: "s1" } }));
    expect(answer("prompt", { result: { stop: "end" } })).toEqual(["session.started?", "turn.completed"]);
    expect(answer("prompt", { result: { stop: "anew" } })).toEqual(["session.started?", "turn.completed", "runtime.warning"]);
    expect(answer("prompt", { result: {} })).toEqual(["session.started?", "turn.completed", "runtime.warning"]);
    expect(answer("prompt", { error: { code: -32602, message: "no" } })).toEqual(["session.started?", "runtime.error", "turn.completed"]);
    expect(answer("prompt", { error: { code: 1, message: "no" } })).toEqual(["session.started?", "runtime.error"]);
    expect(answer("mode", { error: { code: -32602, message: "no" } })).toEqual(["session.started?", "runtime.error"]);
    expect(answer("else", { error: { code: -32602, message: "no" } })).toEqual(["session.started?", "runtime.error"]);
    expect(answer("open", { result: { session: "s1" } })).toEqual(["session.started?", "thread.started"]);
    expect(answer("mode", { result: {} })).toBeUndefined();
  });

  describe("decided", () => {
    const options = (...kinds: string[]): unknown => kinds.map((kind) => ({ kind, optionId: kind }));
    const decide = (list: unknown, ...[decision, extra = {}]: [Parameters<NonNullable<Table["decide"]>>[1], object?]): unknown =>
      asks.decide?.(as({ id: 1, method: "permit", params: { options: list } }), decision, extra);
    const selected = (optionId: string): object => ({ outcome: { outcome: "selected", optionId } });

    test("as asked, where that can be said", () => {
      expect(decide(options("allow_always", "allow_once"), "acceptForSession")).toEqual({ result: selected("allow_always") });
      expect(decide(options(), "cancel", { message: "stop" })).toEqual({ result: { outcome: { outcome: "cancelled", why: "stop" } } });
    });

    test("by what comes next, which is told", () => {
      expect(decide(options("allow_once"), "acceptForSession")).toEqual({ result: selected("allow_once"), instead: "accept" });
      expect(decide(options("reject_once"), "acceptForSession", { message: "stop" })).toEqual({ result: { outcome: { outcome: "cancelled", why: "stop" } }, instead: "cancel" });
      expect(decide(options("allow_always"), "accept", { message: "stop" })).toMatchObject({ instead: "cancel" });
    });

    test("by an error, which refuses whatever was asked", () => {
      expect(decide(options(), "acceptForSession")).toEqual({ error: true, instead: "cancel" });
      expect(decide(options(), "decline")).toEqual({ error: true });
    });
  });
});

test("what the host writes may be told apart further than what the agent writes", async () => {
  const file = "mappings/agent/asks.yaml";
  const text = tables[file]!
    .replace("key: $.method", "key: { $.method: { permit: $.params.callId, prompt: $.params.text } }")
    .replace("  permit:\n", '  "permit:{now,(other)}":\n')
    .replace("  prompt:\n", '  "prompt:stop": { turn.aborted: { reason: stop } }\n  "prompt:(other)":\n');
  const files = await emitted(await demoProgram({ ...tables, [file]: text }));
  const { sent, map } = load(files.get("test/emit/golden/agent/asks.ts")!).table();
  const written = (text: unknown): unknown => types(sent?.(as({ id: 1, method: "prompt", params: { text } }), memory));
  expect(["stop", "go", undefined].map(written)).toEqual([["turn.aborted"], ["turn.started"], ["turn.started"]]);
  expect(types(map(as({ id: 1, method: "permit", params: { callId: "now" } }), memory))).toEqual(["request.opened"]);
  expect(files.get("test/emit/golden/tests/agent/asks.test.ts")).toContain('"prompt:stop": { message: { method: "prompt", "params.text": "stop" } }');
});
