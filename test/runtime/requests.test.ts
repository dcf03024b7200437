import { describe, expect, it } from "vitest";
import { approval, ask, itemStarted, note, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

const resolvedOnWire = (id: unknown): object => note("serverRequest/resolved", { threadId: "th1", requestId: id });

describe("requests (EVENTS.md rules 5, 9, 12)", () => {
  it("resolve once, by the host's answer, with their own type, item and turn", () => {
    const s = session();
    const [started] = s.receive(turnStarted("t1"));
    const [opened] = s.receive(approval(0));
    const [resolved] = s.send({ id: 0, result: { decision: "accept" } });
    expect(resolved).toMatchObject({
      type: "request.resolved",
      requestId: opened?.requestId,
      itemId: opened?.itemId,
      turnId: started?.turnId,
      payload: { requestType: "command_execution_approval", decision: "accept", resolution: { decision: "accept" } },
      providerRefs: { providerThreadId: "th1", providerTurnId: "t1", providerItemId: "c1", providerRequestId: "0" },
      raw: { source: "codex.app-server.request", method: "item/commandExecution/requestApproval", payload: { id: 0, result: { decision: "accept" } } },
    });
    expect(s.receive(resolvedOnWire(0))).toEqual([]);
    expect(s.send({ id: 0, result: { decision: "accept" } })).toEqual([]);
    expect(s.stats.repeats).toBe(2);
  });

  it("resolve by the agent's word, without a decision; the answer after it is a repeat", () => {
    const s = session();
    s.receive(approval(7));
    const [resolved] = s.receive(resolvedOnWire(7));
    expect(resolved?.payload).toEqual({ requestType: "command_execution_approval" });
    expect(resolved?.providerRefs).toMatchObject({ providerItemId: "c1", providerTurnId: "t1", providerRequestId: "7" });
    expect(s.send({ id: 7, result: { decision: "accept" } })).toEqual([]);
  });

  it("a host's error answer cancels", () => {
    const s = session();
    s.receive(approval(1));
    const error = { code: -32000, message: "no" };
    expect(s.send({ id: 1, error })).toMatchObject([{ type: "request.resolved", payload: { decision: "cancel", resolution: error } }]);
  });

  it("an error answer to a question gives empty answers", () => {
    const s = session();
    s.receive(ask(1, "item/tool/requestUserInput", { questions: [] }));
    const events = s.send({ id: 1, error: { code: 1, message: "no" } });
    expect(shorts(events)).toEqual(["user-input.resolved", "request.resolved tool_user_input cancel"]);
    expect(events[0]?.payload).toEqual({ answers: {} });
  });

  it("a question and its request share one id and resolve together", () => {
    const s = session();
    const opened = s.receive(ask(1, "item/tool/requestUserInput", { threadId: "th1", questions: [{ id: "q" }] }));
    expect(shorts(opened)).toEqual(["user-input.requested", "request.opened tool_user_input"]);
    expect(opened[0]?.requestId).toBe(opened[1]?.requestId);
    const events = s.send({ id: 1, result: { answers: { q: [] } } });
    expect(shorts(events)).toEqual(["user-input.resolved", "request.resolved tool_user_input accept"]);
    expect(events[0]?.payload).toEqual({ answers: { q: [] } });
  });

  it("a request sent again while it is open is an exact repeat", () => {
    const s = session();
    s.receive(approval(0));
    expect(s.receive(approval(0))).toEqual([]);
    expect(s.stats.repeats).toBe(1);
    expect(s.send({ id: 0, result: { decision: "accept" } })).toHaveLength(1);
  });

  it("an id that is used anew is another request", () => {
    const s = session();
    const [first] = s.receive(approval(0));
    s.send({ id: 0, result: { decision: "accept" } });
    const [second] = s.receive(approval(0));
    expect(second?.type).toBe("request.opened");
    expect(second?.requestId).not.toBe(first?.requestId);
    expect(shorts(s.receive(ask(0, "item/fileChange/requestApproval")))).toEqual(["request.resolved command_execution_approval cancel", "request.opened file_change_approval"]);
  });

  it.each([0, 1, "1", -1, "", "9007199254740993", "__proto__"])("the id %j is one of its own, in either direction", (id) => {
    const s = session();
    for (const other of [0, 1, "1", -1, "", "9007199254740993", "__proto__"]) s.receive(approval(other, `item ${JSON.stringify(other)}`));
    s.send(ask(id, "model/list"));
    expect(s.receive({ id, result: {} })).toEqual([]);
    const events = s.send({ id, result: { decision: "accept" } });
    expect(events).toHaveLength(1);
    expect(events[0]?.providerRefs?.providerItemId).toBe(`item ${JSON.stringify(id)}`);
    if (id === "") expect(events[0]?.providerRefs).not.toHaveProperty("providerRequestId");
    else expect(events[0]?.providerRefs?.providerRequestId).toBe(String(id));
  });

  it("whatever has a method and an id is a request", () => {
    const s = session();
    const [opened] = s.receive(ask(41, "attestation/generate", { threadId: "th1" }));
    expect(opened).toMatchObject({
      type: "request.opened",
      payload: { requestType: "unknown", detail: "attestation/generate", args: { threadId: "th1" } },
      providerRefs: { providerRequestId: "41", providerThreadId: "th1" },
    });
    expect(s.send({ id: 41, result: { token: 1 } })).toMatchObject([{ type: "request.resolved", payload: { requestType: "unknown", resolution: { token: 1 } } }]);
  });

  it("two requests on one item are two", () => {
    const s = session();
    s.receive(itemStarted({ type: "commandExecution", id: "i1" }));
    s.receive(approval(20, "i1"));
    s.receive(approval(21, "i1"));
    expect(shorts([...s.send({ id: 21, result: { decision: "accept" } }), ...s.send({ id: 20, result: { decision: "decline" } })])).toEqual([
      "request.resolved command_execution_approval accept",
      "request.resolved command_execution_approval decline",
    ]);
  });

  it("a settled request that was never seen is told, but not resolved", () => {
    const events = session().receive(resolvedOnWire(5));
    expect(shorts(events)).toEqual(["runtime.warning"]);
    expect(events[0]?.payload).toMatchObject({ detail: { requestId: "5" } });
  });

  it("the end of the turn settles it first; what comes after is a repeat", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(approval(0));
    s.receive(turnCompleted("t1", "interrupted"));
    expect(s.receive(resolvedOnWire(0))).toEqual([]);
    expect(s.send({ id: 0, result: { decision: "accept" } })).toEqual([]);
  });

  it("a settlement of nothing that is open is a warning with what it names", () => {
    const s = session();
    expect(s.receive(resolvedOnWire(99))).toMatchObject([{ type: "runtime.warning", payload: { detail: { requestId: "99" } } }]);
    expect(s.receive(note("serverRequest/resolved", { threadId: "th1" }))[0]?.payload).toEqual({ message: expect.any(String), detail: {} });
  });

  it("an error that is no object is told in its own words", () => {
    expect(session().receive({ id: 4, error: "too late" })[0]?.payload).toMatchObject({ message: "An error that answers no request: too late" });
  });
});

describe("decide", () => {
  it.each([[null], [7], ["x"], [[]], [{ message: null, answers: { toString: 1 } }], [{ message: { toString: 1 } }], [{ message: " " }]])("takes no harm from %j in place of what the host has to add", (extra) => {
    const s = session();
    const [asked] = s.receive(ask(1, "item/tool/requestUserInput", { threadId: "th1" })).filter(({ type }) => type === "request.opened");
    const { reply } = s.decide(asked?.requestId ?? "", "cancel", extra as never);
    expect(reply).toEqual({ id: 1, error: { code: -32000, message: "The host answered item/tool/requestUserInput with cancel." } });
  });

  const open = (s: ReturnType<typeof session>, frame: object): string => s.receive(frame).find((event) => event.type === "request.opened")?.requestId ?? "";

  it("gives the frame to write and the events; the same frame sent is a repeat", () => {
    const s = session();
    const id = open(s, approval(12));
    const { reply, events, error } = s.decide(id, "acceptForSession");
    expect(error).toBeUndefined();
    expect(reply).toEqual({ id: 12, result: { decision: "acceptForSession" } });
    expect(shorts(events)).toEqual(["request.resolved command_execution_approval acceptForSession"]);
    expect(events[0]?.raw).toMatchObject({ source: "codex.app-server.request", payload: reply });
    expect(s.send(reply)).toEqual([]);
    expect(s.receive(resolvedOnWire(12))).toEqual([]);
  });

  it("keeps the id as it came", () => {
    const s = session();
    expect(s.decide(open(s, approval("1")), "accept").reply).toEqual({ id: "1", result: { decision: "accept" } });
    expect(s.decide(open(s, approval("")), "accept").reply).toEqual({ id: "", result: { decision: "accept" } });
    const tooLarge = open(s, JSON.parse('{"id":9007199254740993,"method":"item/fileChange/requestApproval","params":{}}') as object);
    expect(s.decide(tooLarge, "accept").error?.message).toContain("too large");
  });

  it("carries what else the host says", () => {
    const s = session();
    const id = open(s, ask(5, "item/tool/requestUserInput", { questions: [{ id: "q" }] }));
    const { reply, events } = s.decide(id, "accept", { answers: { q: ["a"] } });
    expect(reply).toEqual({ id: 5, result: { answers: { q: ["a"] } } });
    expect(events[0]).toMatchObject({ type: "user-input.resolved", payload: { answers: { q: ["a"] } } });
  });

  it("reports the decision that was made, not what its answer looks like", () => {
    const s = session();
    const id = open(s, ask(5, "item/tool/requestUserInput", { questions: [] }));
    const { reply, events } = s.decide(id, "cancel", { message: "not now" });
    expect(reply).toEqual({ id: 5, error: { code: -32000, message: "not now" } });
    expect(shorts(events)).toEqual(["user-input.resolved", "request.resolved tool_user_input cancel"]);
  });

  it("never guesses what the provider cannot express, and leaves the request open", () => {
    const s = session();
    const id = open(s, ask(5, "item/tool/requestUserInput", { questions: [] }));
    expect(s.decide(id, "acceptForSession")).toEqual({ error: { message: "item/tool/requestUserInput cannot be answered with acceptForSession.", allowed: ["accept", "cancel"] }, events: [] });
    expect(s.decide(id, "accept").reply).toBeDefined();
  });

  it("refuses a method that nobody knows with -32601, and cannot accept it", () => {
    const s = session();
    const id = open(s, ask(9, "attestation/generate"));
    expect(s.decide(id, "accept").error?.allowed).toEqual(["decline", "cancel"]);
    const { reply, events } = s.decide(id, "decline");
    expect(reply).toMatchObject({ id: 9, error: { code: -32601 } });
    expect(shorts(events)).toEqual(["request.resolved unknown decline"]);
  });

  it("an id that is not open, and a word that is no decision, are errors and never throw", () => {
    const s = session();
    const id = open(s, approval(1));
    for (const other of [{ toString: 1 }, [{ toString: 1 }], null, 7]) {
      expect(s.decide(id, other as never).error?.message).toContain("No decision is called");
      expect(s.decide(other as never, "accept").error?.message).toContain("No open request has the id");
    }
    expect(s.decide(id, "maybe" as never).error?.allowed).toEqual(["accept", "acceptForSession", "decline", "cancel"]);
    s.decide(id, "accept");
    for (const gone of [id, "request_0", "", undefined as never]) expect(s.decide(gone, "accept")).toMatchObject({ error: { allowed: [] }, events: [] });
  });
});
