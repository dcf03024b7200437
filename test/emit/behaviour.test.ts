import { describe, expect, test } from "vitest";
import type { Draft, Memory, Table, Unvalidated } from "../../src/contract.js";
import { messages } from "./golden/demo/messages.js";
import { notifications } from "./golden/demo/notifications.js";
import { requests } from "./golden/demo/requests.js";
import { responses } from "./golden/demo/responses.js";

/** What the golden modules do when they run. */

const as = (message: unknown): Unvalidated => message as Unvalidated;
const nothing: Memory = { recall: () => ({}), remember: () => undefined };
const map = (table: Table, message: unknown, request?: unknown, memory = nothing): readonly Draft[] | undefined => table.map(as(message), memory, as(request));
const short = (drafts: readonly Draft[] | undefined): unknown => drafts?.map(({ type, payload }) => ({ type, payload }));
const notification = (method: string, params: unknown): readonly Draft[] | undefined => map(notifications, { method, params });

describe("a row", () => {
  test("takes the first alternative whose conditions hold", () => {
    const failed = { threadId: "th", turn: { id: "tn", status: "failed" }, error: { message: "  boom  ", code: 7 } };
    expect(short(notification("turn/completed", { ...failed, reason: { http: { status: 500 } } }))).toEqual([
      { type: "runtime.error", payload: { message: "  boom  ", class: "provider_error", detail: { code: 7, reason: { http: { status: 500 } } } } },
      { type: "turn.completed", payload: { state: "failed", errorMessage: "  boom  " } },
    ]);
    expect(short(notification("turn/completed", { ...failed, error: null, usage: 0 }))).toEqual([{ type: "turn.completed", payload: { state: "failed", usage: 0 } }]);
    expect(short(notification("turn/completed", { ...failed, reason: "stopped" }))).toEqual([{ type: "turn.completed", payload: { state: "failed" } }]);
  });

  test("gives guarded events only where their condition holds", () => {
    expect(short(notification("log/written", { level: "warn_low", tags: ["a", 1, "b"] }))).toEqual([
      { type: "runtime.warning", payload: { message: "no text", detail: { tags: ["a", 1, "b"], first: "a" } } },
      { type: "tool.summary", payload: { summary: "", precedingToolUseIds: ["a", "b"] } },
    ]);
    expect(short(notification("log/written", { level: "info", text: null }))).toEqual([{ type: "session.state.changed", payload: { state: "running", reason: "info" } }]);
  });

  test("leaves out what is absent, null, of the wrong type or an empty text", () => {
    const started = (item: unknown): unknown => notification("item/started", { item })?.[0]?.payload;
    expect(started({ type: "command", command: "", status: "completed" })).toEqual({ itemType: "command_execution", status: "inProgress", title: "untitled", data: expect.anything() });
    expect(started({ type: "message", text: ["no", "text"] })).toEqual({ itemType: "assistant_message", status: "inProgress", title: "untitled", data: expect.anything() });
    expect(started(null)).toEqual({ itemType: "unknown", status: "inProgress", title: "untitled" });
    expect(notification("item/delta", { delta: 1, index: "2" })?.[0]?.payload).toEqual({ streamKind: "assistant_text", delta: "" });
    expect(notification("item/delta", { delta: "", index: 2 })?.[0]?.payload).toEqual({ streamKind: "assistant_text", delta: "", contentIndex: 2 });
  });

  test("tries the next operand of `??` when the first has the wrong type", () => {
    expect(notification("item/started", { item: { type: "tool", server: 5, command: "ls" } })?.[0]?.payload).toMatchObject({ title: "ls", detail: "ls" });
  });

  test("goes through lists, past what is no object", () => {
    expect(notification("plan/updated", { plan: [{ step: "a", status: "done" }, null, "b", { step: " ", status: 3 }, {}], explanation: "why" })?.[0]?.payload).toEqual({
      plan: [
        { step: "a", status: "completed" },
        { step: "nameless", status: "pending" },
        { step: "nameless", status: "pending" },
      ],
      explanation: "why",
    });
    expect(notification("plan/updated", { plan: { length: 3 } })?.[0]?.payload).toEqual({ plan: [] });
  });

  test("names the ids that its messages declare, or its own", () => {
    expect(notification("item/delta", { threadId: "th", turnId: "tn", itemId: "it" })?.[0]?.refs).toEqual({ thread: "th", turn: "tn", item: "it" });
    expect(notification("turn/completed", { threadId: "th", turn: { id: "tn" }, error: {} })?.[0]?.refs).toEqual({ thread: "th", item: { identity: ["th", "end", "tn"] } });
    expect(notifications.refs(as({ method: "not/listed", params: { threadId: "th", item: { id: "it" } } }))).toEqual({ thread: "th", item: "it" });
  });

  test("says which events only open what is not open", () => {
    expect(notification("item/delta", { willRetry: true, kind: "thought", delta: "d" })?.map(({ type, ensure }) => [type, ensure])).toEqual([
      ["item.started", true],
      ["content.delta", false],
    ]);
  });

  test("is unknown where no schema lists it", () => {
    expect(notification("turn/vanished", {})).toBeUndefined();
    expect(notification("__proto__", {})).toBeUndefined();
    expect(notifications.key(as({ method: "turn/vanished" }))).toBe("turn/vanished");
    expect([{}, { method: null }, { method: {} }, { method: 5 }].map((message) => notifications.key(as(message)))).toEqual(["(none)", "(none)", "(other)", "5"]);
  });
});

describe("a tree of tags", () => {
  const types = (message: unknown, memory?: Memory): unknown => map(messages, message, undefined, memory)?.map(({ type }) => type);

  test("asks one after the other", () => {
    expect(types({ type: "system", subtype: "init", model: "m" })).toEqual(["session.configured"]);
    expect(["compacting", null, "dreaming", 5].map((status) => types({ type: "system", subtype: "status", status }))).toEqual(Array.from({ length: 4 }, () => ["session.state.changed"]));
    expect(types({ type: "system" })).toBeUndefined();
  });

  test("takes unlisted values by the row's pattern, then by `(other)`", () => {
    const state = (subtype: unknown): unknown => map(messages, { type: "result", subtype, errors: ["e"] })?.[0]?.payload;
    expect(state("error_tool")).toEqual({ state: "failed", errorMessage: "e" });
    expect(state("error_unheard_of")).toEqual({ state: "failed", errorMessage: "e" });
    expect(state("miracle")).toEqual({ state: "failed" });
    expect(state("success")).toEqual({ state: "completed" });
  });

  test("goes through the elements of a list", () => {
    const said = (content: unknown): unknown => short(map(messages, { type: "assistant", message: { id: "me", content } }));
    expect(said([{ type: "text", text: "a" }, 5, { type: "tool_use", id: "b", name: "mcp__x", input: { y: 1 } }])).toEqual([
      { type: "item.completed", payload: { detail: "a", data: { type: "text", text: "a" } } },
      { type: "item.started", payload: { itemType: "mcp_tool_call", title: "mcp__x" } },
      { type: "item.updated", payload: { data: { y: 1 } } },
    ]);
    expect(said([])).toEqual([{ type: "item.updated", payload: { data: { id: "me", content: [] } } }]);
    expect(said("plain")).toEqual([{ type: "item.updated", payload: { data: { id: "me", content: "plain" } } }]);
    expect(said([{ type: "hologram" }])).toBeUndefined();
    expect(said([{ type: "hologram" }, { type: "text", text: "a" }])).toHaveLength(1);
  });

  test("says its key as rows write it", () => {
    const keys = [
      { type: "result", subtype: "success" },
      { type: "system", subtype: "status", status: null },
      { type: "assistant", message: { content: [{ type: "text" }] } },
      { type: "assistant", message: {} },
      { type: "stream_event", event: { type: "block_start", block: { type: "text" } } },
      { type: "stream_event", event: { type: "block_stop" } },
      {},
    ];
    expect(keys.map((message) => messages.key(as(message)))).toEqual([
      "result:success",
      "system:status:(none)",
      "assistant:text",
      "assistant:(none)",
      "stream_event:block_start:text",
      "stream_event:block_stop",
      "(none)",
    ]);
  });
});

describe("memory", () => {
  function recording(cells: { readonly [cell: string]: unknown } = {}): Memory & { readonly calls: unknown[] } {
    const calls: unknown[] = [];
    return {
      calls,
      recall: (cell, key) => {
        calls.push(["recall", cell, key]);
        return (cells[cell] ?? {}) as Unvalidated;
      },
      remember: (cell, key, values) => void calls.push(["remember", cell, key, values]),
    };
  }

  test("is written before the events are made, under the key of the message", () => {
    const memory = recording({ message: { id: "me" }, block: { input: { path: "a.ts", todos: [{ content: "x", status: "in_work" }] }, item: "tool-1" } });
    const drafts = map(messages, { type: "stream_event", parent: "lane", event: { type: "block_delta", index: 3, delta: { type: "json_delta", json: '{"p' } } }, undefined, memory);
    expect(memory.calls.find(([call]: any) => call === "remember")).toEqual(["remember", "block", ["lane", "me", 3], { input: '{"p' }]);
    expect(memory.calls.at(-1)).toEqual(["recall", "block", ["lane", "me", 3]]);
    expect(short(drafts)).toEqual([
      { type: "item.updated", payload: { detail: "a.ts", data: { path: "a.ts", todos: [{ content: "x", status: "in_work" }] } } },
      { type: "turn.plan.updated", payload: { plan: [{ step: "x", status: "inProgress" }] } },
    ]);
    expect(drafts?.[0]?.refs).toEqual({ item: "tool-1", lane: "lane" });
  });

  test("may decide which row it is", () => {
    const stop = (kind: unknown): unknown => map(messages, { type: "stream_event", event: { type: "block_stop" } }, undefined, recording({ block: { kind, nth: 2 } }))?.map(({ type }) => type);
    expect(["said", "thought", "tool", undefined].map(stop)).toEqual([["item.completed"], ["item.completed"], ["item.updated"], ["item.updated"]]);
    expect(stop("something else")).toBeUndefined();
  });
});

describe("requests", () => {
  const options = (...kinds: string[]): unknown => kinds.map((kind, index) => ({ kind, optionId: `o${index}` }));
  const approve = (list: unknown): Unvalidated => as({ id: 0, method: "approve", params: { itemId: "it", options: list } });

  test("know what a decision writes", () => {
    expect(requests.decide?.(approve(options("reject_once", "allow_once")), "accept", {})).toEqual({ result: { decision: { amend: { rule: "o1" } } } });
    expect(requests.decide?.(approve(options("allow_once")), "acceptForSession", {})).toEqual({ result: { decision: { amend: { rule: "o0" } } } });
    expect(requests.decide?.(approve([]), "decline", { message: "no" })).toEqual({ result: { decision: "decline", remark: "no" } });
    expect(requests.decide?.(approve([]), "cancel", {})).toEqual({ error: true });
  });

  test("write something else where a result would lack what it needs", () => {
    expect(requests.decide?.(approve(options("allow_once", "allow_once")), "accept", {})).toEqual({ result: { decision: "decline" }, instead: "decline" });
    const ask = as({ id: 1, method: "ask" });
    expect(requests.decide?.(ask, "accept", { answers: { q: [" a "] } })).toEqual({ result: { answers: { q: ["a"] } } });
    // The transform throws on this one.
    expect(requests.decide?.(ask, "accept", { answers: { q: 5 } })).toEqual({ result: { answers: {} }, instead: "decline" });
    expect(requests.decide?.(ask, "cancel", {})).toBeUndefined();
    expect(requests.decisions?.(ask)).toEqual(["accept", "decline"]);
    expect(requests.decisions?.(as({ method: "other" }))).toEqual([]);
  });

  test("know what an answer becomes, by the ids of the request", () => {
    const request = approve([]);
    const resolved = (answer: unknown): readonly Draft[] | undefined => requests.answer?.(request, as(answer), nothing);
    expect(short(resolved({ id: 0, result: { decision: { amend: {} } } }))).toEqual([{ type: "request.resolved", payload: { decision: "accept", resolution: { decision: { amend: {} } } } }]);
    expect(resolved({ id: 0, result: { decision: "decline" } })?.[0]?.refs).toEqual({ request: 0, item: { identity: ["it", "answered"] } });
    expect(resolved({ id: 0, error: { code: 1 } })?.[0]).toMatchObject({ payload: { decision: "cancel", resolution: { code: 1 } }, refs: { request: 0, item: "it" } });
  });

  test("of the host may become events, too", () => {
    const run = (threadId: unknown): unknown => requests.sent?.(as({ id: 4, method: "run", params: { threadId, text: "" } }), nothing);
    const refs = { turn: { identity: [4] } };
    expect(run("th")).toEqual([
      { type: "turn.started", payload: {}, refs, ensure: false },
      { type: "task.started", payload: { taskId: "th" }, refs, ensure: false },
    ]);
    // An id is never empty.
    expect(run("")).toMatchObject([{}, { payload: { taskId: "unknown" } }]);
    expect(requests.sent?.(as({ id: 4, method: "start" }), nothing)).toEqual([]);
    expect(requests.sent?.(as({ id: 4, method: "stop" }), nothing)).toBeUndefined();
  });

  test("have their twins", () => {
    expect(requests.twins).toEqual({ ask: ["item/started"] });
  });
});

describe("answers to the host's requests", () => {
  const answer = (method: unknown, frame: unknown): unknown => short(map(responses, frame, { id: 1, method, params: { threadId: "th", cwd: "/w" } }));

  test("are mapped by their request", () => {
    expect(answer("start", { id: 1, result: { thread: { id: "new" } } })).toEqual([
      { type: "thread.started", payload: { providerThreadId: "new" } },
      { type: "session.configured", payload: { config: { cwd: "/w" } } },
    ]);
    expect(answer("run", { id: 1, result: {} })).toBeUndefined();
    // An answer without content is an answer.
    expect(answer("start", { id: 1, result: null })).toHaveLength(2);
  });

  test("give an event for any error, of any request", () => {
    expect(["start", "run", "unheard/of"].map((method) => answer(method, { error: { code: -32601, message: "no" } }))).toEqual(
      Array.from({ length: 3 }, () => [{ type: "runtime.warning", payload: { message: "no", detail: { code: -32601, message: "no" } } }]),
    );
    expect(answer("run", { error: { code: "-32601" } })).toMatchObject([{ type: "runtime.warning" }]);
    expect(answer("run", { error: {} })).toEqual([{ type: "runtime.error", payload: { message: "Unknown error" } }]);
  });

  test("say their key with the help of the request", () => {
    expect(responses.key(as({ result: 1 }), as({ method: "start" }))).toBe("start:result");
    expect(responses.key(as({ error: { code: -1 } }), as({ method: "start" }))).toBe("start:error:-1");
    expect(responses.key(as({ result: 1 }))).toBe("(none)");
  });
});
