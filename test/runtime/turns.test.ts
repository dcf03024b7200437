import { describe, expect, it } from "vitest";
import { approval, command, delta, itemCompleted, itemStarted, message, note, shorts, turnCompleted, turnStarted, ask } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

describe("turns (EVENTS.md rules 16 and 17)", () => {
  it("start once and complete once; repeats are states of the session", () => {
    const s = session();
    expect(shorts(s.receive(turnStarted("t1")))).toEqual(["turn.started"]);
    expect(shorts(s.receive(turnStarted("t1")))).toEqual(["session.state.changed running"]);
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["turn.completed completed"]);
    expect(shorts(s.receive(turnCompleted("t1", "failed")))).toEqual(["session.state.changed ready"]);
    expect(shorts(s.receive(turnStarted("t1")))).toEqual(["session.state.changed ready"]);
  });

  it("a completion of another turn never closes the running one, and stands alone", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t3"));
    const [stranger] = s.receive(turnCompleted("t2"));
    expect(stranger).toMatchObject({ type: "turn.completed", providerRefs: { providerTurnId: "t2" } });
    expect(stranger?.turnId).not.toBe(started?.turnId);
    expect(shorts(s.receive(turnCompleted("t3")))).toEqual(["turn.completed completed"]);
  });

  it("an id that stands where its row does not look is not overlooked", () => {
    const s = session();
    s.receive(turnStarted("t3"));
    const [stranger] = s.receive(note("narrow/turn/completed", { threadId: "th1", turnId: "t2" }));
    expect(stranger).toMatchObject({ type: "turn.completed", providerRefs: { providerTurnId: "t2" } });
    expect(shorts(s.receive(note("narrow/turn/completed", { threadId: "th1", turn: { id: "t3" } })))).toEqual(["turn.completed completed"]);
  });

  it("a completion that names no turn closes the only running one, and carries its id", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    const [completed] = s.receive(note("turn/completed", { threadId: "th1" }));
    expect(completed).toMatchObject({ type: "turn.completed", turnId: started?.turnId, providerRefs: { providerTurnId: "t1" } });
    const [alone] = s.receive(note("turn/completed", { threadId: "th1" }));
    expect(alone?.type).toBe("turn.completed");
    expect(alone?.turnId).toBeDefined();
    expect(alone?.turnId).not.toBe(started?.turnId);
  });

  it("a completion that names no turn closes none of two", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(turnStarted("t2"));
    s.receive(note("turn/completed", { threadId: "th1" }));
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["turn.completed completed"]);
    expect(shorts(s.receive(turnCompleted("t2")))).toEqual(["turn.completed completed"]);
  });

  it("starts without ids: a further one while a turn runs opens none, the next one does", () => {
    const s = session();
    const start = note("turn/started", { threadId: "th1" });
    const [first] = s.receive(start);
    expect(shorts(s.receive(start))).toEqual(["session.state.changed running"]);
    s.receive(note("turn/completed", { threadId: "th1" }));
    const [second] = s.receive(start);
    expect(second?.type).toBe("turn.started");
    expect(second?.turnId).not.toBe(first?.turnId);
  });

  it("turns of different threads never touch each other, even under one id", () => {
    const s = session();
    const [a] = s.receive(turnStarted("1", "th1"));
    const [b] = s.receive(turnStarted("1", "th2"));
    expect(a?.turnId).not.toBe(b?.turnId);
    expect(s.receive(turnCompleted("1", "completed", "th2"))).toMatchObject([{ turnId: b?.turnId, providerRefs: { providerThreadId: "th2" } }]);
    expect(s.receive(delta("i1", "x", "1", "th1"))).toMatchObject([{ turnId: a?.turnId }]);
  });

  it("what names no turn belongs to its thread's running turn", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    for (const frame of [note("turn/diff", { threadId: "th1" }), note("usage", { threadId: "th1" }), note("item/started", { threadId: "th1", item: message("i1") })]) {
      expect(s.receive(frame)).toMatchObject([{ turnId: started?.turnId, providerRefs: { providerTurnId: "t1" } }]);
    }
    expect(s.receive(note("thread/name", { threadId: "th1" }))[0]).not.toHaveProperty("turnId");
    expect(s.receive(note("usage", { threadId: "th2" }))[0]).not.toHaveProperty("turnId");
  });

  it("the end resolves open requests, closes open items, and comes last; all carry its raw", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(itemStarted(message("i1")));
    s.receive(itemStarted(command("c1")));
    s.receive(approval(3));
    const end = turnCompleted("t1", "failed");
    const events = s.receive(end);
    expect(shorts(events)).toEqual([
      "request.resolved command_execution_approval",
      "item.completed assistant_message failed",
      "item.completed command_execution failed",
      "turn.completed failed",
    ]);
    expect(events[0]).toMatchObject({ payload: { resolution: "turn_ended" }, providerRefs: { providerRequestId: "3", providerItemId: "c1", providerTurnId: "t1" } });
    expect(events[0]?.payload).not.toHaveProperty("decision");
    expect(events[2]).toMatchObject({ payload: { title: "make" }, providerRefs: { providerItemId: "c1" } });
    for (const event of events) expect(event.raw?.payload).toBe(end);
  });

  it("an unanswered question ends with empty answers before its request", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(ask(3, "item/tool/requestUserInput", { threadId: "th1", turnId: "t1", questions: [] }));
    const events = s.receive(turnCompleted("t1", "interrupted"));
    expect(shorts(events)).toEqual(["user-input.resolved", "request.resolved tool_user_input", "turn.completed interrupted"]);
    expect(events[0]?.payload).toEqual({ answers: {} });
  });

  it("a running command outlives a turn that completed, keeps its turn, and closes by itself", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    s.receive(itemStarted(command("c1")));
    s.receive(itemStarted(message("i1")));
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["item.completed assistant_message completed", "turn.completed completed"]);
    s.receive(turnStarted("t2"));
    const output = s.receive(note("item/commandExecution/outputDelta", { threadId: "th1", turnId: "t1", itemId: "c1", delta: "ok" }));
    expect(output).toMatchObject([{ type: "content.delta", turnId: started?.turnId }]);
    expect(shorts(s.receive(itemCompleted({ type: "commandExecution", id: "c1", status: "completed" })))).toEqual(["item.completed command_execution completed"]);
  });

  it("a running command does not outlive an interrupted turn, and closes at exit at the latest", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(itemStarted(command("c1")));
    expect(shorts(s.receive(turnCompleted("t1", "interrupted")))).toContain("item.completed command_execution failed");
    s.receive(turnStarted("t2"));
    s.receive(itemStarted(command("c2"), "t2"));
    s.receive(turnCompleted("t2"));
    expect(shorts(s.act({ kind: "session.exit" }))).toEqual(["item.completed command_execution failed", "session.exited graceful"]);
  });

  it("a late item event without a turn finds its item in the turn that is over", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    s.receive(itemStarted(command("c1")));
    s.receive(turnCompleted("t1"));
    s.receive(turnStarted("t2"));
    expect(s.receive(note("item/commandExecution/outputDelta", { threadId: "th1", itemId: "c1", delta: "x" }))).toMatchObject([{ turnId: started?.turnId }]);
  });

  it("a completion that names neither turn nor thread ends the only one that runs, and none where several do", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(turnStarted("c1", "th2"));
    const [alone] = s.receive(note("turn/completed"));
    expect(alone).toMatchObject({ type: "turn.completed" });
    expect(alone).not.toHaveProperty("providerRefs");
    s.receive(turnCompleted("c1", "completed", "th2"));
    expect(s.receive(note("turn/completed"))).toMatchObject([{ type: "turn.completed", providerRefs: { providerTurnId: "t1" } }]);
  });
});

describe("a turn that Codex merges into the running one (0.107)", () => {
  const answered = (s: ReturnType<typeof session>, id: number, turn: string): void => {
    s.send(ask(id, "turn/start", { threadId: "th1" }));
    s.receive({ id, result: { turn: { id: turn } } });
  };

  it("completes with that one, since it is never completed by itself", () => {
    const s = session();
    answered(s, 1, "t1");
    s.receive(turnStarted("t1"));
    answered(s, 2, "t2");
    expect(shorts(s.receive(turnStarted("t2")))).toEqual(["turn.started"]);
    const events = s.receive(turnCompleted("t1"));
    expect(events.map((event) => [event.type, event.providerRefs?.providerTurnId])).toEqual([
      ["turn.completed", "t1"],
      ["turn.completed", "t2"],
    ]);
  });

  it("is a turn of its own as soon as something happens in it, and where the host did not ask for it", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    answered(s, 2, "t2");
    s.receive(turnStarted("t2"));
    s.receive(itemStarted(message("i1"), "t2"));
    s.receive(turnStarted("t3"));
    expect(shorts(s.receive(turnCompleted("t1")))).toEqual(["turn.completed completed"]);
    expect(shorts(s.act({ kind: "session.exit" }))).toEqual([
      "item.completed assistant_message failed",
      "turn.completed interrupted",
      "turn.completed interrupted",
      "session.exited graceful",
    ]);
  });

  it("an answer that comes after its turn is over changes nothing", () => {
    const s = session();
    s.send(ask(5, "turn/start", { threadId: "th1" }));
    s.receive(turnStarted("t1"));
    s.receive(turnCompleted("t1"));
    expect(s.receive({ id: 5, result: { turn: { id: "t1" } } })).toEqual([]);
    s.receive(turnStarted("t2"));
    expect(shorts(s.receive(turnCompleted("t2")))).toEqual(["turn.completed completed"]);
  });
});

describe("a review turn under two ids (Codex 0.110 on)", () => {
  const entered = itemStarted({ type: "enteredReviewMode", id: "r1" }, "outer");

  it("is one turn, in whichever order its names come", () => {
    for (const frames of [
      [entered, turnStarted("inner")],
      [turnStarted("inner"), entered],
    ]) {
      const s = session();
      const events = [...frames, itemStarted(message("i1"), "outer"), itemCompleted(message("i1"), "outer"), turnCompleted("outer"), turnCompleted("inner")].flatMap((frame) => s.receive(frame));
      expect(new Set(events.map((event) => event.turnId)).size).toBe(1);
      expect(events.filter((event) => event.type === "turn.started")).toHaveLength(1);
      expect(events.filter((event) => event.type === "turn.completed")).toHaveLength(1);
    }
  });

  it("takes over what the agent asked under the other name", () => {
    const s = session();
    s.receive(turnStarted("inner"));
    s.receive(approval(1, "c1", "outer"));
    s.receive(entered);
    expect(shorts(s.receive(turnCompleted("inner")))).toContain("request.resolved command_execution_approval");
  });

  it("does not swallow a turn that has items of its own", () => {
    const s = session();
    s.receive(turnStarted("inner"));
    s.receive(itemStarted(message("i1"), "inner"));
    s.receive(entered);
    expect(shorts(s.receive(turnCompleted("outer")))).toEqual(["item.completed review_entered completed", "turn.completed completed"]);
    expect(shorts(s.receive(turnCompleted("inner")))).toEqual(["item.completed assistant_message completed", "turn.completed completed"]);
  });
});
