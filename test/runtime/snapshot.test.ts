import { describe, expect, it } from "vitest";
import { createProviderSession } from "../../src/session/session.js";
import type { Act, Session, Snapshot } from "../../src/session/types.js";
import { approval, ask, command, delta, itemCompleted, itemStarted, message, note, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session, tables } from "./fixtures/tables.js";
import { codexProvider } from "../../src/providers/codex.js";

type Step = (s: Session) => unknown;
const receive = (frame: unknown): Step => (s) => s.receive(frame);
const send = (frame: unknown): Step => (s) => s.send(frame);
const act = (given: Act): Step => (s) => s.act(given);
const bare = (id: string, msg: object): Step => receive({ id, msg });

const story: readonly Step[] = [
  act({ kind: "session.start" }),
  (s) => s.ids.bind("item", "bound", "my item"),
  send(ask(0, "thread/start")),
  send(ask(1, "initialize")),
  receive({ id: 0, result: { thread: { id: "th1" } } }),
  act({ kind: "turn.start", model: "m" }),
  receive(turnStarted("t1")),
  send(ask(2, "turn/start", { threadId: "th1" })),
  receive({ id: 2, result: { turn: { id: "t2" } } }),
  receive(turnStarted("t2")),
  receive(itemStarted(command("c1"))),
  receive(approval(0)),
  receive(approval("0", "c2")),
  receive(ask(5, "item/tool/requestUserInput", { threadId: "th1", turnId: "t1" })),
  receive(note("unknown")),
  receive(note("unknown")),
  receive(itemStarted({ type: "reasoning", id: "" })),
  receive(delta("i1", "half \ud83d")),
  receive(itemStarted({ type: "enteredReviewMode", id: "x" })),
  receive(itemStarted({ type: "exitedReviewMode", id: "x" })),
  receive(turnStarted("k1", "child")),
  receive(itemStarted({ type: "collabAgentToolCall", id: "k", receiverThreadIds: ["child"] })),
  bare("t9", { type: "agent_message_content_delta", item_id: "m", delta: "a" }),
  bare("t9", { type: "exec_output", call_id: "c", chunk: "54w=" }),
  receive(note("task/started", { taskId: "job" })),
  send({ id: "0", result: { decision: "decline" } }),
  receive(itemStarted({ type: "fileChange", id: "c2" })),
  receive(delta("i1", "\ude00 whole")),
  bare("t9", { type: "exec_output", call_id: "c", chunk: "qwo=" }),
  bare("t9", { type: "agent_message_delta", delta: "a" }),
  receive(itemStarted(message("bound"))),
  receive({ id: 1, result: {} }),
  receive({ id: 1, result: {} }),
  receive(itemCompleted({ type: "reasoning", id: "" })),
  receive(itemStarted({ type: "reasoning", id: "" })),
  receive(note("unknown")),
  receive(note("serverRequest/resolved", { threadId: "th1", requestId: 0 })),
  receive(note("turn/started", { threadId: "child", lane: "l" })),
  receive(turnCompleted("t1", "interrupted")),
  receive(approval(0)),
  receive(turnStarted("k1", "child")),
  receive(note("turn/started", { threadId: "th1" })),
  receive(note("item/started", { threadId: "th1", item: message("z") })),
  act({ kind: "session.exit", exitKind: "error" }),
  receive(turnStarted("t1")),
];

const asJson = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot)) as Snapshot;

describe("snapshot", () => {
  it("is plain JSON, and a session that goes on from it does exactly what the first one does", () => {
    for (let cut = 0; cut <= story.length; cut += 1) {
      const whole = session();
      story.slice(0, cut).forEach((step) => step(whole));
      const saved = whole.snapshot();
      expect(asJson(saved)).toEqual(saved);
      const resumed = session({ snapshot: asJson(saved) });
      expect(resumed.snapshot()).toEqual(saved);
      for (const step of story.slice(cut)) expect(step(resumed)).toEqual(step(whole));
      expect(resumed.stats).toEqual(whole.stats);
    }
  });

  it("is not changed by what happens after it", () => {
    const s = session();
    story.slice(0, 24).forEach((step) => step(s));
    const saved = s.snapshot();
    const before = JSON.stringify(saved);
    story.slice(24).forEach((step) => step(s));
    expect(JSON.stringify(saved)).toBe(before);
  });

  it("keeps the session id", () => {
    const first = createProviderSession(codexProvider(tables), {});
    expect(createProviderSession(codexProvider(tables), { snapshot: first.snapshot() }).sessionId).toBe(first.sessionId);
  });

  it("of another version or provider is a TypeError", () => {
    const saved = session().snapshot();
    expect(() => session({ snapshot: { ...saved, version: 2 as never } })).toThrow(TypeError);
    expect(() => session({ snapshot: { ...saved, provider: "claude" } })).toThrow(/claude/);
    expect(() => session({ snapshot: { ...saved, turns: [] } })).toThrow("damaged");
  });
});
