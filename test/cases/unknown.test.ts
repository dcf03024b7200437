import { describe, expect, it } from "vitest";
import { drive } from "./drive.js";
import { itemCompleted, turnCompleted, turnStarted } from "./messages.js";
import { told, types } from "./told.js";

const refs = { thread: "th", turn: "tu" };
const foreign = { foreign: true } as const;

describe("a message that no schema has (EVENTS.md rules 2, 5)", () => {
  it("is a warning, and says of each repeat that it is one", () => {
    const { session, receive } = drive();
    const frame = { method: "thread/somethingBrandNew", params: { threadId: "th" } };
    const [first, second] = [receive(frame, foreign), receive(frame, foreign)];
    const detail = { source: "codex.app-server.notification", key: "thread/somethingBrandNew" };
    const message = "Unknown message: thread/somethingBrandNew";
    expect(told([...first, ...second])).toStrictEqual([
      { type: "runtime.warning", payload: { message, detail: { ...detail, repeat: 1 } }, refs: { thread: "th" } },
      { type: "runtime.warning", payload: { message, detail: { ...detail, repeat: 2 } }, refs: { thread: "th" } },
    ]);
    expect(session.stats).toMatchObject({ messages: 2, unknowns: 2, repeats: 0 });
  });

  it.each(["decline", "cancel"] as const)("and wants an answer is a request: %s says that there is no such method", (decision) => {
    const { receive, send, decide } = drive();
    const opened = receive({ id: 41, method: "future/request", params: { threadId: "th" } }, foreign);
    expect(told(opened)).toStrictEqual([
      { type: "request.opened", payload: { requestType: "unknown", detail: "future/request", args: { threadId: "th" } }, refs: { thread: "th", request: "41" } },
    ]);
    expect(decide(opened[0], "accept")).toMatchObject({ error: { allowed: ["decline", "cancel"] }, events: [] });
    const { reply, events } = decide(opened[0], decision);
    const error = { code: -32601, message: expect.any(String) };
    expect(reply).toStrictEqual({ id: 41, error });
    expect(told(events)).toStrictEqual([{ type: "request.resolved", payload: { requestType: "unknown", decision, resolution: error }, refs: { thread: "th", request: "41" } }]);
    expect(send(reply as { readonly id: number })).toEqual([]);
  });

  it("and wants an answer can be given one by the host itself", () => {
    const { receive, send } = drive();
    const [opened] = receive({ id: 41, method: "future/request", params: { threadId: "th" } }, foreign);
    expect(send({ id: 41, result: { token: "x" } })).toMatchObject([{ type: "request.resolved", requestId: opened?.requestId, payload: { requestType: "unknown", resolution: { token: "x" } } }]);
  });
});

describe("a known message with something new in it (EVENTS.md rule 4)", () => {
  it.each(["hologram", "brandNewItem"])("loses nothing: an item of an unknown type (%s) is kept whole, and the turn completes", (type) => {
    const { session, receive } = drive();
    const item = { type, id: "a", kind: "started", agentPath: "/root/a" };
    const events = [...receive(itemCompleted(item), foreign), ...receive(turnCompleted())];
    expect(told(events)).toStrictEqual([
      { type: "item.completed", payload: { itemType: "unknown", status: "completed", data: item }, refs: { ...refs, item: "a" } },
      { type: "turn.completed", payload: { state: "completed" }, refs },
    ]);
    expect(session.stats.unknowns).toBe(0);
  });

  it("loses nothing: an item that does something new is what its type says", () => {
    const { session, receive } = drive();
    const item = { type: "subAgentActivity", id: "a", kind: "resurrected", agentPath: "/root/a", agentThreadId: "th2" };
    expect(told(receive(itemCompleted(item), foreign))).toStrictEqual([
      {
        type: "item.completed",
        payload: { itemType: "collab_agent_tool_call", status: "completed", title: "resurrected", detail: "/root/a", data: item },
        refs: { ...refs, item: "a" },
      },
    ]);
    expect(session.stats.unknowns).toBe(0);
  });

  it("completes its turn, whatever is listed in it", () => {
    const { receive } = drive();
    const [started] = receive(turnStarted());
    const turn = { id: "tu", items: [{ type: "hologram", id: "h" }], status: "completed", error: null, futureRequired: 1 };
    const ended = receive({ method: "turn/completed", params: { threadId: "th", turn } }, foreign);
    expect(told(ended)).toStrictEqual([{ type: "turn.completed", payload: { state: "completed" }, refs }]);
    expect(ended[0]?.turnId).toBe(started?.turnId);
  });
});

it("a resumed thread with an unknown item in its history is a thread all the same, the history kept as it came", () => {
  const { receive, send } = drive();
  const items = [{ type: "agentMessage", id: "i1", text: "ok" }, { type: "contextCompaction", id: "i2" }, { type: "futureItem", id: "i3", zz: 1 }];
  const result = { thread: { id: "th", turns: [{ id: "t1", status: "completed", items }] }, model: "m", cwd: "/w" };
  expect(send({ id: 4, method: "thread/resume", params: { threadId: "th" } })).toEqual([]);
  const events = receive({ id: 4, result }, foreign);
  expect(types(events)).not.toContain("runtime.error");
  expect(told(events)).toStrictEqual([
    { type: "session.started", payload: { resume: { threadId: "th" } }, refs: { thread: "th" } },
    { type: "session.configured", payload: { config: result }, refs: { thread: "th" } },
    { type: "thread.started", payload: { providerThreadId: "th" }, refs: { thread: "th" } },
    { type: "session.state.changed", payload: { state: "ready" }, refs: { thread: "th" } },
  ]);
  expect(events.map(({ raw }) => [raw?.source, raw?.method])).toEqual(events.map(() => ["codex.app-server.response", "thread/resume"]));
});

it.each(["", " "])("a request whose method is %j is a request, and has no detail", (method) => {
  const { receive, decide } = drive();
  const [opened] = receive({ id: 7, method, params: {} }, foreign);
  expect(opened?.payload).toStrictEqual({ requestType: "unknown", args: {} });
  expect(decide(opened, "decline").reply).toMatchObject({ id: 7, error: { code: -32601 } });
});
