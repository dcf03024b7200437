import { describe, expect, it } from "vitest";
import { ask, delta, itemStarted, message, note, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

describe("child threads (EVENTS.md rule 20)", () => {
  it("have turns of their own, and their states are never the session's", () => {
    const s = session();
    s.receive(note("thread/started", { threadId: "th1" }));
    s.receive(turnStarted("t1"));
    expect(shorts(s.receive(turnStarted("c1", "th2")))).toEqual(["turn.started"]);
    expect(shorts(s.receive(turnStarted("c1", "th2")))).toEqual(["thread.state.changed active"]);
    expect(s.receive(note("session/state", { threadId: "th2", state: "waiting" }))).toMatchObject([{ type: "thread.state.changed", payload: { state: "active" }, providerRefs: { providerThreadId: "th2" } }]);
    expect(shorts(s.receive(turnCompleted("c1", "completed", "th2")))).toEqual(["turn.completed completed"]);
    expect(shorts(s.receive(turnStarted("t1")))).toEqual(["session.state.changed running"]);
    expect(shorts(s.receive(note("session/state", { state: "waiting" })))).toEqual(["session.state.changed waiting"]);
  });

  it("may be heard of before anybody says whose they are", () => {
    const s = session();
    s.receive(turnStarted("c1", "child"));
    s.receive(turnStarted("t1", "root"));
    s.receive(itemStarted({ type: "collabAgentToolCall", id: "k", receiverThreadIds: ["child"] }, "t1", "root"));
    expect(shorts(s.receive(turnStarted("c1", "child")))).toEqual(["thread.state.changed active"]);
    expect(shorts(s.receive(turnStarted("t1", "root")))).toEqual(["session.state.changed running"]);
  });

  it("a root is never its own child, nor the child of its children", () => {
    const s = session();
    s.receive(itemStarted({ type: "collabAgentToolCall", id: "k", receiverThreadIds: ["root", "child"] }, "t1", "root"));
    s.receive(itemStarted({ type: "collabAgentToolCall", id: "k", receiverThreadIds: ["root"] }, "c1", "child"));
    s.receive(turnStarted("t1", "root"));
    expect(shorts(s.receive(turnStarted("t1", "root")))).toEqual(["session.state.changed running"]);
  });

  it("may be told of by an item of their own", () => {
    const s = session();
    s.receive(turnStarted("c1", "child"));
    s.receive(itemStarted({ type: "subAgentActivity", id: "k", agentThreadId: "child" }, "t1", "root"));
    expect(shorts(s.receive(turnStarted("c1", "child")))).toEqual(["thread.state.changed active"]);
  });

  it.each([
    ["by its source", { source: { subAgent: { thread_spawn: { parent_thread_id: "root" } } } }],
    ["by its source, without a parent", { source: { subAgent: "review" } }],
    ["by its parent", { source: "appServer", parentThreadId: "root" }],
  ])("a thread that was started for a sub-agent is one: %s", (_, told) => {
    const s = session();
    s.receive(note("thread/started", { thread: { id: "child", ...told } }));
    s.receive(turnStarted("c1", "child"));
    expect(shorts(s.receive(turnStarted("c1", "child")))).toEqual(["thread.state.changed active"]);
  });

  it("a thread without a parent is none", () => {
    const s = session();
    s.receive(note("thread/started", { thread: { id: "own", source: "appServer", parentThreadId: null } }));
    s.receive(turnStarted("t1", "own"));
    expect(shorts(s.receive(turnStarted("t1", "own")))).toEqual(["session.state.changed running"]);
  });

  it("the primary thread is the one that the host started, whatever was heard first", () => {
    const s = session();
    s.receive(note("thread/name", { threadId: "other" }));
    s.send(ask(1, "thread/start"));
    s.receive({ id: 1, result: { thread: { id: "mine" } } });
    s.receive(turnStarted("t1", "mine"));
    expect(shorts(s.receive(turnStarted("t1", "mine")))).toEqual(["session.state.changed running"]);
  });
});

describe("lanes inside a thread", () => {
  const inLane = (method: string, params: object): object => note(method, { threadId: "th1", lane: "task-1", ...params });

  it("show their thread and the turn that they run in", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    expect(s.receive(inLane("item/started", { item: message("m1") }))).toMatchObject([{ type: "item.started", threadId: started?.threadId, turnId: started?.turnId }]);
  });

  it("never start, end or change the primary turn", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    expect(shorts(s.receive(inLane("turn/started", {})))).toEqual(["turn.started"]);
    expect(shorts(s.receive(inLane("turn/started", {})))).toEqual(["thread.state.changed active"]);
    expect(shorts(s.receive(inLane("turn/completed", {})))).toEqual(["turn.completed completed"]);
    expect(shorts(s.receive(inLane("session/state", { state: "waiting" })))).toEqual(["thread.state.changed active"]);
    expect(shorts(s.receive(delta("i1", "x")))).toEqual(["content.delta x"]);
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["turn.completed completed"]);
  });

  it("start no thread: they run in one", () => {
    const s = session();
    expect(shorts(s.receive(inLane("thread/started", {})))).toEqual(["thread.started"]);
    expect(shorts(s.receive(inLane("thread/started", { lane: "task-2" })))).toEqual(["thread.metadata.updated"]);
    expect(shorts(s.receive(note("thread/started", { threadId: "th1" })))).toEqual(["thread.metadata.updated"]);
  });

  it("know their items again when the turn is over, and their thread knows those that stand outside", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    const [started] = s.receive(inLane("item/started", { item: message("m1") }));
    s.receive(turnCompleted("t1"));
    expect(s.receive(inLane("item/updated", { item: message("m1") }))).toMatchObject([{ type: "item.updated", itemId: started?.itemId }]);
    const [outside] = s.receive(inLane("item/started", { item: message("m2") }));
    expect(outside).not.toHaveProperty("turnId");
    expect(s.receive(note("item/updated", { threadId: "th1", item: message("m2") }))).toMatchObject([{ type: "item.updated", itemId: outside?.itemId }]);
  });
});
