import { describe, expect, it } from "vitest";
import { validateEvent } from "../../src/canonical.js";
import { ask, note, short, shorts, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

describe("every message (EVENTS.md rules 1 to 6)", () => {
  it("an unknown message is one warning with source, key, the number of its repeats, raw and refs", () => {
    const s = session();
    const frame = note("thread/somethingNew", { threadId: "th1" });
    const [first] = s.receive(frame);
    const [second] = s.receive(frame);
    const [other] = s.receive(note("thread/other"));
    expect(first).toMatchObject({
      type: "runtime.warning",
      payload: { detail: { source: "codex.app-server.notification", key: "thread/somethingNew", repeat: 1 } },
      providerRefs: { providerThreadId: "th1" },
      raw: { source: "codex.app-server.notification", method: "thread/somethingNew", payload: frame },
    });
    expect(first?.threadId).toBeDefined();
    expect(second).toMatchObject({ payload: { detail: { repeat: 2 } } });
    expect(other).toMatchObject({ payload: { detail: { key: "thread/other", repeat: 1 } } });
    expect(s.stats).toEqual({ messages: 3, events: 3, repeats: 0, unknowns: 3, unmapped: 0 });
  });

  const noMessages = [undefined, null, 0, "text", true, [], [{ method: "turn/started" }], {}, { id: 3 }, { method: 5 }, { msg: {} }, { id: 3, level: "info" }, { error: "x" }];
  it.each(noMessages.map((frame) => ({ frame })))(
    "$frame is one valid warning and never throws",
    ({ frame }) => {
      const events = session().receive(frame);
      expect(shorts(events)).toEqual(["runtime.warning"]);
      expect(validateEvent(events[0])).toEqual([]);
    },
  );

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty"])("a message called %s is unknown like any other", (name) => {
    const s = session();
    expect(shorts(s.receive(note(name)))).toEqual(["runtime.warning"]);
    expect(shorts(s.receive({ id: "0", msg: { type: name } }))).toEqual(["runtime.warning"]);
    expect(shorts(s.receive(note(`codex/event/${name}`, { msg: { type: name } })))).toEqual(["runtime.warning"]);
    expect(shorts(s.receive(ask(1, name)))).toEqual(["request.opened unknown"]);
  });

  it("quotes no more than a bounded part of a very long key", () => {
    const [event] = session().receive(note("x".repeat(100_000)));
    expect(JSON.stringify(event?.payload).length).toBeLessThan(2_000);
  });

  it("a message whose row gives nothing still says how things stand", () => {
    const s = session();
    expect(s.receive(note("quiet"))).toMatchObject([{ type: "session.state.changed", payload: { state: "ready", reason: "quiet" } }]);
    s.receive(turnStarted("t1"));
    expect(s.receive(note("quiet", { threadId: "th1" }))).toMatchObject([{ type: "session.state.changed", payload: { state: "running" } }]);
  });

  it("a mapper that throws loses no message", () => {
    const [event] = session().receive(note("breaks", { x: 1 }));
    expect(event).toMatchObject({ type: "runtime.warning", payload: { detail: { error: "Error: a transform of somebody's own" } }, raw: { payload: note("breaks", { x: 1 }) } });
  });

  it("events of one message share one raw, and attachRaw: false leaves it out", () => {
    const [first, second] = session().receive(note("session/hello"));
    expect(first?.raw).toBeDefined();
    expect(second?.raw).toBe(first?.raw);
    expect(session({ attachRaw: false }).receive(note("account", { plan: null }))[0]).not.toHaveProperty("raw");
  });

  it("forwards what came exactly, null and absent kept apart", () => {
    const [event] = session().receive(note("account", { plan: null }));
    expect(event?.payload).toEqual({ account: { plan: null } });
  });

  it("an event has no field that is undefined", () => {
    const s = session();
    const events = [...s.receive(note("account")), ...s.receive(turnStarted("t1")), ...s.act({ kind: "session.exit" })];
    for (const event of events) expect(Object.values(event).includes(undefined), short(event)).toBe(false);
  });
});

describe("answers to the host's own requests (rules 9 and 31)", () => {
  it("meet their request by direction, type and value of the id", () => {
    const s = session();
    s.send(ask(0, "initialize"));
    s.send(ask("0", "thread/start"));
    const [configured] = s.receive({ id: 0, result: { userAgent: "x" } });
    expect(configured).toMatchObject({ type: "session.configured", raw: { source: "codex.app-server.response", method: "initialize" } });
    expect(shorts(s.receive({ id: "0", result: { thread: { id: "th1" } } }))).toEqual(["thread.started"]);
  });

  it("give no event where no row maps them, and are counted", () => {
    const s = session();
    s.send(ask(7, "model/list"));
    expect(s.receive({ id: 7, result: {} })).toEqual([]);
    expect(s.stats).toMatchObject({ unmapped: 1, repeats: 0 });
  });

  it("always give an event where they are errors", () => {
    const s = session();
    s.send(ask(7, "model/list"));
    expect(s.receive({ id: 7, error: { code: -32600, message: "no" } })).toMatchObject([{ type: "runtime.error", payload: { message: "no" } }]);
  });

  it("a second answer is an exact repeat, another outcome is not", () => {
    const s = session();
    s.send(ask(7, "model/list"));
    s.receive({ id: 7, result: {} });
    expect(s.receive({ id: 7, result: {} })).toEqual([]);
    expect(s.stats.repeats).toBe(1);
    expect(shorts(s.receive({ id: 7, error: { code: 1, message: "no" } }))).toEqual(["runtime.warning"]);
  });

  it.each([
    [{ id: null, error: { code: -32700, message: "Parse error" } }, "runtime.error transport_error"],
    [{ error: { code: -32700, message: "Parse error" } }, "runtime.error transport_error"],
    [{ error: { code: -32600, message: "Invalid" } }, "runtime.warning"],
    [{ id: 99, error: { code: -32600, message: "Invalid" } }, "runtime.warning"],
    [{ id: 99, result: {} }, "runtime.warning"],
    [{ id: null, result: {} }, "runtime.warning"],
  ])("%j resolves nothing", (answer, expected) => {
    const s = session();
    s.send(ask(0, "initialize"));
    const events = s.receive(answer);
    expect(shorts(events)).toEqual([expected]);
    expect(events[0]?.payload).not.toHaveProperty("detail.key");
    expect(shorts(s.receive({ id: 0, result: {} }))).toEqual(["session.configured"]);
  });
});

describe("what the host writes", () => {
  it("gives events only where a table says so", () => {
    const s = session();
    expect(s.send(ask(1, "turn/steer", { threadId: "th1" }))).toMatchObject([
      { type: "session.state.changed", payload: { reason: "steered" }, raw: { source: "codex.app-server.request", method: "turn/steer" } },
    ]);
    expect(s.send(ask(2, "model/list"))).toEqual([]);
    expect(s.send(note("initialized"))).toEqual([]);
  });

  const nothing = [undefined, null, 5, "x", [], {}, { id: 1 }, { id: 5, result: {} }, { id: null, result: {} }];
  it.each(nothing.map((frame) => ({ frame })))("$frame gives nothing and never throws", ({ frame }) => {
    expect(session().send(frame)).toEqual([]);
  });
});

describe('validate: "warn" (rule 4)', () => {
  it("tells once per key and path, and maps all the same", () => {
    const s = session({ validate: "warn" });
    const bad = note("turn/completed", { threadId: "th1", turn: { id: "t1", status: 5 } });
    const events = s.receive(bad);
    expect(shorts(events)).toEqual(["turn.completed completed", "runtime.warning"]);
    expect(events[1]).toMatchObject({ payload: { detail: { method: "turn/completed", path: "params.turn.status", expected: "string", found: "number" } } });
    expect(shorts(s.receive(bad))).toEqual(["session.state.changed ready"]);
    expect(shorts(s.receive(note("turn/completed", { threadId: "th1", turn: { status: "failed" } })))).toEqual(["turn.completed failed", "runtime.warning"]);
  });

  it("is silent about what may be absent, about good messages, and when off", () => {
    const good = note("turn/completed", { threadId: "th1", turn: { id: "t1", status: "completed", error: null } });
    expect(shorts(session({ validate: "warn" }).receive(good))).toEqual(["turn.completed completed"]);
    expect(shorts(session().receive(note("turn/completed")))).toEqual(["turn.completed completed"]);
  });
});
