import { describe, expect, it } from "vitest";
import { validateEvent } from "../../src/canonical.js";
import type { Act } from "../../src/session/types.js";
import { approval, ask, command, delta, itemStarted, message, note, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

describe("acts", () => {
  it("carry the provider's main source, their kind, and all that the host gave", () => {
    const given: Act = { kind: "session.start", resume: { threadId: "th1" }, agentID: "a" };
    const [event] = session().act(given);
    expect(event).toMatchObject({ type: "session.started", payload: { resume: { threadId: "th1" } }, raw: { source: "codex.app-server.notification", messageType: "session.start", payload: given } });
    expect(event?.raw).not.toHaveProperty("method");
  });

  it("a session starts once, by act or by message", () => {
    const s = session();
    expect(shorts(s.act({ kind: "session.start" }))).toEqual(["session.started"]);
    expect(s.act({ kind: "session.start" })).toEqual([]);
    expect(shorts(s.receive(note("session/hello")))).toEqual(["session.configured"]);
    const t = session();
    expect(shorts(t.receive(note("session/hello")))).toEqual(["session.started", "session.configured"]);
    expect(t.act({ kind: "session.start" })).toEqual([]);
  });

  it.each([[null], [undefined], ["session.exit"], [{}], [{ kind: 5 }]])("%j is none: a warning, and nothing else", (given) => {
    expect(shorts(session().act(given as never))).toEqual(["runtime.warning"]);
  });

  it.each([[{ toString: 1 }], [[{ toString: 1 }]], [["session.exit"]], [true]])("a kind that is %j is none", (kind) => {
    expect(shorts(session().act({ kind } as never))).toEqual(["runtime.warning"]);
  });

  it("turn.start is remembered for the turn that follows, once", () => {
    const s = session();
    expect(s.act({ kind: "turn.start", model: "m", effort: "high" })).toEqual([]);
    expect(s.receive(turnStarted("t1"))[0]?.payload).toEqual({ model: "m", effort: "high" });
    s.receive(turnCompleted("t1"));
    expect(s.receive(turnStarted("t2"))[0]?.payload).toEqual({});
  });

  it("turn.interrupt cancels what the running turn asks, and is nothing without one", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(approval(1));
    s.receive(ask(2, "item/tool/requestUserInput", { threadId: "th1", turnId: "t1" }));
    s.receive(approval(3, "c9", "c1", "child"));
    expect(shorts(s.act({ kind: "turn.interrupt" }))).toEqual(["request.resolved command_execution_approval cancel", "user-input.resolved", "request.resolved tool_user_input cancel"]);
    s.receive(turnCompleted("t1", "interrupted"));
    expect(s.act({ kind: "turn.interrupt" })).toEqual([]);
    s.receive(approval(4, "c2", "nobody saw it start"));
    expect(shorts(s.act({ kind: "turn.interrupt" }))).toEqual(["request.resolved command_execution_approval cancel"]);
  });

  it("turn.interrupt cancels what names no turn, too, and what stands in no thread", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(ask(1, "item/fileChange/requestApproval", { threadId: "th1" }));
    s.receive(turnCompleted("t1"));
    s.receive(ask(2, "item/fileChange/requestApproval", { threadId: "th1" }));
    s.receive(ask(3, "item/fileChange/requestApproval", { threadId: "th1", lane: "l" }));
    s.receive(ask(4, "item/fileChange/requestApproval"));
    s.receive(ask(5, "item/fileChange/requestApproval", { threadId: "child" }));
    const events = s.act({ kind: "turn.interrupt" });
    expect(events).toMatchObject(["4", "2", "3"].map((providerRequestId) => ({ type: "request.resolved", payload: { decision: "cancel" }, providerRefs: { providerRequestId } })));
    expect(events).toHaveLength(3);
  });

  it.each([{ kind: "permission.request" }, { kind: "whatever" }, {}])("%j is of no use here, and a warning says so", (given) => {
    const [event] = session().act(given as never);
    expect(event?.type).toBe("runtime.warning");
    expect(validateEvent(event)).toEqual([]);
  });
});

describe("the end of a session (EVENTS.md rule 15)", () => {
  const busy = (): ReturnType<typeof session> => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(itemStarted(command("c1")));
    s.receive(approval(1));
    s.receive(ask(2, "item/tool/requestUserInput", { threadId: "th1", turnId: "t1" }));
    s.receive(turnStarted("k1", "child"));
    s.receive(itemStarted(message("m1"), "k1", "child"));
    s.receive(note("task/started", { taskId: "job" }));
    return s;
  };

  it("closes everything in order, every lane too, and comes last", () => {
    expect(shorts(busy().act({ kind: "session.exit", reason: "done" }))).toEqual([
      "request.resolved command_execution_approval cancel",
      "request.resolved tool_user_input cancel",
      "user-input.resolved",
      "item.completed command_execution failed",
      "item.completed assistant_message failed",
      "turn.completed interrupted",
      "turn.completed interrupted",
      "task.completed stopped",
      "session.exited graceful",
    ]);
  });

  it("an error is told once, before the turns fail", () => {
    const events = busy().act({ kind: "session.exit", exitKind: "error", reason: "exit 1", recoverable: true });
    expect(shorts(events).slice(3)).toEqual([
      "item.completed command_execution failed",
      "item.completed assistant_message failed",
      "runtime.error transport_error",
      "turn.completed failed",
      "turn.completed failed",
      "task.completed stopped",
      "session.exited error",
    ]);
    expect(events.at(-1)?.payload).toEqual({ reason: "exit 1", exitKind: "error", recoverable: true });
    expect(events.at(-2)?.raw).toBe(events[0]?.raw);
  });

  it("a stream's end is graceful unless a turn runs, and a second exit gives nothing", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(turnCompleted("t1"));
    expect(shorts(s.act({ kind: "stream.end" }))).toEqual(["session.exited graceful"]);
    expect(s.act({ kind: "session.exit" })).toEqual([]);
    const t = session();
    t.receive(turnStarted("t1"));
    expect(shorts(t.act({ kind: "stream.end" }))).toEqual(["runtime.error transport_error", "turn.completed failed", "session.exited error"]);
    expect(t.act({ kind: "stream.end" })).toEqual([]);
  });

  it("tasks are told apart by the agent's names, start once and end once", () => {
    const s = session();
    const task = (method: string): string[] => shorts(s.receive(note(method, { taskId: "job" })));
    expect(task("task/started")).toEqual(["task.started"]);
    expect(task("task/started")).toEqual(["task.progress"]);
    expect(task("task/ended")).toEqual(["task.completed completed"]);
    expect(task("task/ended")).toEqual(["task.progress"]);
    expect(task("task/started")).toEqual(["task.progress"]);
    expect(shorts(s.act({ kind: "session.exit" }))).toEqual(["session.exited graceful"]);
  });

  it("nothing opens or closes after it, and nothing is lost", () => {
    const s = busy();
    s.act({ kind: "session.exit" });
    const after = [
      turnStarted("t9"),
      turnCompleted("t1"),
      turnCompleted("t8"),
      itemStarted(message("i9"), "t9"),
      delta("i9", "x", "t9"),
      approval(9),
      note("thread/started", { threadId: "th9" }),
      note("task/started", { taskId: "late" }),
      note("account"),
    ].flatMap((frame) => s.receive(frame));
    expect(shorts(after)).toEqual([
      "session.state.changed stopped",
      "session.state.changed stopped",
      "session.state.changed stopped",
      "item.updated assistant_message",
      "content.delta x",
      "runtime.warning",
      "thread.metadata.updated",
      "task.progress",
      "account.updated",
    ]);
    for (const event of after) expect(validateEvent(event)).toEqual([]);
  });
});
