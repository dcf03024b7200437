import { describe, expect, it } from "vitest";
import type { ProviderRuntimeEventV2 } from "../../src/index.js";
import { cursor } from "../agents/cursor.js";
import { answer, ended, failure, notice, permission, prompt, said, tool } from "./acp-messages.js";
import { drive, type Frame } from "./drive.js";
import { types } from "./told.js";

const acp = () => drive({ agent: cursor });
const endings = (events: readonly ProviderRuntimeEventV2[]): object[] => events.filter(({ type }) => type === "turn.completed").map(({ turnId, payload }) => ({ turnId, ...payload }));

describe("a prompt of an ACP agent (EVENTS.md rules 16 and 27)", () => {
  it("is a turn without an id of the agent's, from the host's message to the agent's answer", () => {
    const { send, receive } = acp();
    const [started] = send(prompt(3));
    expect(started).toMatchObject({ type: "turn.started", providerRefs: { providerSessionId: "s1", providerThreadId: "s1" }, raw: { source: "cursor.acp.request", method: "session/prompt" } });
    expect(started?.providerRefs).not.toHaveProperty("providerTurnId");
    const usage = { inputTokens: 10, outputTokens: 2, totalTokens: 12 };
    const [completed] = receive(answer(3, { stopReason: "end_turn", usage }));
    expect(completed).toMatchObject({ type: "turn.completed", turnId: started?.turnId, payload: { state: "completed", stopReason: "end_turn", usage }, providerRefs: { providerSessionId: "s1" }, raw: { source: "cursor.acp.response" } });
  });

  it.each([
    ["end_turn", "completed"],
    ["max_tokens", "completed"],
    ["max_turn_requests", "completed"],
    ["refusal", "completed"],
    ["cancelled", "cancelled"],
  ])("that stops with %s is %s", (stopReason, state) => {
    const { send, receive } = acp();
    send(prompt(1));
    const events = receive(ended(1, stopReason));
    expect(events).toMatchObject([{ type: "turn.completed", payload: { state, stopReason } }]);
  });

  it.each([["max_steps"], [undefined]])("that stops with the unlisted reason %s is completed, and that is worth a warning", (stopReason) => {
    const { send, receive } = acp();
    send(prompt(1));
    const events = receive(answer(1, { stopReason }), { foreign: true });
    expect(types(events)).toEqual(["turn.completed", "runtime.warning"]);
    expect(events[0]?.payload).toEqual({ state: "completed", ...(stopReason !== undefined && { stopReason }) });
  });

  it.each([
    [-32603, { details: "Session not found: s1" }, "provider_error", "Internal error: Session not found: s1"],
    [-32603, "Terminal not found", "provider_error", "Internal error: Terminal not found"],
    [-32602, undefined, "validation_error", "Internal error"],
    [-32601, undefined, "validation_error", "Internal error"],
    [-32002, undefined, "provider_error", "Internal error"],
    [-32000, undefined, "permission_error", "Internal error"],
    [401, undefined, "permission_error", "Internal error"],
  ])("that fails with the code %j and the data %j has failed, once", (code, data, errorClass, message) => {
    const { send, receive } = acp();
    send(prompt(1));
    const frame = failure(1, code, "Internal error", data);
    expect(receive(frame)).toMatchObject([
      { type: "runtime.error", payload: { message, class: errorClass, detail: frame["error"] } },
      { type: "turn.completed", payload: { state: "failed", errorMessage: message } },
    ]);
    expect(receive(frame)).toEqual([]);
  });

  it("that waits behind another is a turn of its own: text belongs to the oldest one without an answer", () => {
    const { send, receive } = acp();
    const [first, second] = [...send(prompt(1)), ...send(prompt(2))];
    expect(second?.turnId).not.toBe(first?.turnId);
    expect(receive(said("one")).map(({ turnId }) => turnId)).toEqual([first?.turnId, first?.turnId]);
    expect(endings(receive(ended(1)))).toMatchObject([{ turnId: first?.turnId, state: "completed" }]);
    expect(receive(said("two")).map(({ turnId }) => turnId)).toEqual([second?.turnId, second?.turnId]);
    expect(endings(receive(ended(2)))).toMatchObject([{ turnId: second?.turnId }]);
  });

  it("ends with its own answer, whatever order the answers come in", () => {
    const { send, receive } = acp();
    const [first, second] = [...send(prompt(2)), ...send(prompt("2"))];
    expect(endings(receive(ended("2")))).toMatchObject([{ turnId: second?.turnId, state: "completed" }]);
    expect(endings(receive(ended(2, "cancelled")))).toMatchObject([{ turnId: first?.turnId, state: "cancelled" }]);
  });

  it("under the id of an earlier one is another turn", () => {
    const { send, receive } = acp();
    const [first] = send(prompt(1));
    receive(ended(1));
    const [second] = send(prompt(1));
    expect(second).toMatchObject({ type: "turn.started" });
    expect(second?.turnId).not.toBe(first?.turnId);
    expect(endings(receive(ended(1)))).toMatchObject([{ turnId: second?.turnId }]);
  });

  it("that is never answered ends with the session", () => {
    const { send, act } = acp();
    const [first, second] = [...send(prompt(1)), ...send(prompt(2))];
    expect(endings(act({ kind: "session.exit" }))).toEqual([
      { turnId: first?.turnId, state: "interrupted" },
      { turnId: second?.turnId, state: "interrupted" },
    ]);
  });

  it("keeps what was said in it when it is cancelled", () => {
    const { send, receive } = acp();
    send(prompt(1));
    receive(said("hello"));
    expect(receive(ended(1, "cancelled"))).toMatchObject([
      { type: "item.completed", payload: { itemType: "assistant_message", detail: "hello" } },
      { type: "turn.completed", payload: { state: "cancelled" } },
    ]);
  });

  it("that the host cancels has no question open any more, and the host's own answer to it is a repeat", () => {
    const { session, send, receive } = acp();
    send(prompt(1));
    send(prompt(2, "go", "s2"));
    receive(tool("c1"));
    const [, opened] = receive(permission(0, { toolCallId: "c1" }));
    expect(send(notice("session/cancel", { sessionId: "s2" }))).toEqual([]);
    expect(send(notice("session/cancel", { sessionId: "s1" }))).toMatchObject([{ type: "request.resolved", requestId: opened?.requestId, payload: { decision: "cancel" } }]);
    expect(send(answer(0, { outcome: { outcome: "cancelled" } }))).toEqual([]);
    expect(session.stats.repeats).toBe(1);
    expect(types(receive(ended(1, "cancelled")))).toEqual(["item.completed", "turn.completed"]);
  });
});

describe("the id of a prompt that the host uses again", () => {
  it("is another turn, however many there were between", () => {
    const { send, receive } = acp();
    const turns = new Set<string | undefined>();
    const take = (id: number): void => {
      const [started] = send(prompt(id));
      turns.add(started?.turnId);
      expect(receive(ended(id))).toMatchObject([{ type: "turn.completed", turnId: started?.turnId }]);
    };
    for (let round = 0; round < 2; round += 1) for (let id = 0; id < 1_100; id += 1) take(id);
    expect(turns.size).toBe(2_200);
  });

  it("while it waits ends the earlier turn, with a warning: no answer can be its own any more", () => {
    const { send, receive } = acp();
    const [first] = send(prompt(1));
    receive(tool("c1"));
    const again = send(prompt(1));
    expect(types(again)).toEqual(["runtime.warning", "item.completed", "turn.completed", "turn.started"]);
    expect(again[2]).toMatchObject({ turnId: first?.turnId, payload: { state: "interrupted" } });
    expect(receive(ended(1))).toMatchObject([{ type: "turn.completed", turnId: again[3]?.turnId, payload: { state: "completed" } }]);
    expect(types(receive(ended(1)))).toEqual([]);
  });

  it("is no concern of a prompt of another type of id", () => {
    const { send } = acp();
    send(prompt(1));
    expect(types(send(prompt("1")))).toEqual(["turn.started"]);
  });
});

it("two sessions on one connection have nothing to do with each other", () => {
  const apart = (sessionId: string): Frame[] => [said("a", {}, sessionId), said("b", {}, sessionId)];
  const { send, receive } = acp();
  send(prompt(1, "go", "s1"));
  send(prompt(2, "go", "s2"));
  const [one, two] = [apart("s1"), apart("s2")];
  const events = [one[0], two[0], one[1], two[1]].flatMap((frame) => receive(frame as Frame));
  const deltas = events.filter(({ type }) => type === "content.delta").map(({ threadId, turnId, itemId }) => ({ threadId, turnId, itemId }));
  expect(deltas[0]).toEqual(deltas[2]);
  expect(deltas[1]).toEqual(deltas[3]);
  for (const id of ["threadId", "turnId", "itemId"] as const) expect(deltas[0]?.[id]).not.toBe(deltas[1]?.[id]);
  const details = [...receive(ended(2)), ...receive(ended(1))].filter(({ type }) => type === "item.completed").map(({ threadId, payload }) => [threadId, (payload as { detail?: string }).detail]);
  expect(details).toEqual([
    [deltas[1]?.threadId, "ab"],
    [deltas[0]?.threadId, "ab"],
  ]);
});
