import { describe, expect, it } from "vitest";
import type { Session } from "../../src/session/types.js";
import { note, shorts } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

/** An agent that does not say itself that a session or a turn starts (EVENTS.md rule 21). */
const hosted = (): Session => session({}, { hostStarts: true, soleThread: true, lastThread: true });
const result = note("turn/completed", { threadId: "th1", turn: { status: "completed" } });

describe("session.start", () => {
  it("is all there is: the session has started, is set up, and is ready", () => {
    const s = hosted();
    expect(s.act({ kind: "session.start", model: "m", resume: "r" })).toMatchObject([
      { type: "session.started", payload: { resume: "r" } },
      { type: "session.configured", payload: { config: { model: "m" } } },
      { type: "session.state.changed", payload: { state: "ready" } },
    ]);
    expect(s.act({ kind: "session.start" })).toEqual([]);
  });
});

describe("turn.start", () => {
  it("starts a turn, with what the host knows of it", () => {
    const [event] = hosted().act({ kind: "turn.start", model: "m", effort: "high" });
    expect(event).toMatchObject({ type: "turn.started", payload: { model: "m", effort: "high" }, raw: { messageType: "turn.start" } });
  });

  it("after the end is nothing", () => {
    const s = hosted();
    s.act({ kind: "session.exit" });
    expect(s.act({ kind: "turn.start" })).toEqual([]);
  });

  it("goes on with the turn that runs", () => {
    const s = hosted();
    s.act({ kind: "turn.start" });
    expect(shorts(s.act({ kind: "turn.start" }))).toEqual(["session.state.changed running"]);
    expect(shorts(s.receive(result))).toEqual(["turn.completed completed"]);
    expect(shorts(s.act({ kind: "turn.start" }))).toEqual(["turn.started"]);
  });
});

describe("a result", () => {
  it("ends the turn that the host started, in whatever thread it comes", () => {
    const s = hosted();
    const [started] = s.act({ kind: "turn.start" });
    expect(s.receive(result)).toMatchObject([{ type: "turn.completed", turnId: started?.turnId }]);
  });

  it("where no turn runs belongs to the one that ended last", () => {
    const s = hosted();
    const [started] = s.act({ kind: "turn.start" });
    s.receive(result);
    expect(s.receive(result)).toMatchObject([{ type: "turn.completed", turnId: started?.turnId }]);
  });

  it("without any turn stands alone, with a warning", () => {
    expect(shorts(hosted().receive(result))).toEqual(["runtime.warning", "turn.completed completed"]);
  });

  it("after the end opens nothing any more", () => {
    const s = hosted();
    s.act({ kind: "session.exit" });
    expect(shorts(s.receive(result))).toEqual(["session.state.changed stopped"]);
  });
});

describe("another thread (EVENTS.md rule 21)", () => {
  it("takes over what runs, and what names none from then on", () => {
    const s = hosted();
    s.receive(note("thread/started", { threadId: "th1" }));
    const [first] = s.act({ kind: "turn.start" });
    const [other] = s.receive(note("thread/started", { threadId: "th2" }));
    expect(other).toMatchObject({ type: "thread.started" });
    expect(s.receive(note("turn/completed", { threadId: "th2", turn: { status: "completed" } }))).toMatchObject([{ type: "turn.completed", turnId: first?.turnId, threadId: other?.threadId }]);
    const [second] = s.act({ kind: "turn.start" });
    expect(second).toMatchObject({ type: "turn.started", threadId: other?.threadId });
    expect(second?.turnId).not.toBe(first?.turnId);
    expect(shorts(s.receive(note("session/state", { threadId: "th2", state: "waiting" })))).toEqual(["session.state.changed waiting"]);
  });
});

describe("a thread that was left and is named again", () => {
  it("takes over what runs just as well, and ids go on", () => {
    const s = hosted();
    const turns = ["th1", "th2", "th1", "th2"].map((threadId, nth) => {
      const [started] = s.act({ kind: "turn.start" });
      const [moved] = s.receive(note("item/agentMessage/delta", { threadId, itemId: `m${nth}`, delta: "x" }));
      expect(moved?.turnId).toBe(started?.turnId);
      expect(s.receive(note("turn/completed", { threadId, turn: { status: "completed" } }))).toMatchObject([{ type: "turn.completed", turnId: started?.turnId }]);
      return started?.turnId;
    });
    expect(new Set(turns).size).toBe(4);
    const [running] = s.act({ kind: "turn.start" });
    s.receive(note("thread/started", { threadId: "th1" }));
    expect(shorts(s.receive(note("item/ensured", { threadId: "th1", itemId: "n", item: { type: "agentMessage" }, delta: "y" })))).toEqual(["item.started assistant_message", "content.delta y"]);
    expect(s.act({ kind: "session.exit" }).find(({ type }) => type === "turn.completed")?.turnId).toBe(running?.turnId);
  });
});

describe("an error", () => {
  it("that names no turn belongs to the one that runs", () => {
    const s = hosted();
    const [started] = s.act({ kind: "turn.start" });
    expect(s.receive(note("error", { threadId: "th1", message: "no" }))).toMatchObject([{ type: "runtime.error", turnId: started?.turnId }]);
    s.receive(result);
    expect(s.receive(note("error", { threadId: "th1", message: "no" }))[0]).not.toHaveProperty("turnId");
  });
});
