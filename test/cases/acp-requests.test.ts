import { describe, expect, it } from "vitest";
import { cursor } from "../agents/cursor.js";
import { answer, chose, ended, failure, notice, options, permission, prompt, request, said, tool } from "./acp-messages.js";
import { drive } from "./drive.js";
import { types } from "./told.js";

const acp = () => {
  const driven = drive({ agent: cursor });
  driven.send(prompt(1));
  return driven;
};

describe("a permission that an ACP agent asks for (EVENTS.md rules 9, 12 and 13)", () => {
  it.each([
    ["execute", "command_execution_approval"],
    ["edit", "file_change_approval"],
    ["delete", "file_change_approval"],
    ["move", "file_change_approval"],
    ["read", "unknown"],
    ["other", "unknown"],
    [undefined, "unknown"],
  ])("for a call of the kind %s is %s", (kind, requestType) => {
    const frame = permission(0, { toolCallId: "c", title: "`x y`", kind });
    const opened = acp().receive(frame).at(-1);
    expect(opened).toMatchObject({ type: "request.opened", payload: { requestType, detail: "x y", args: frame["params"] }, providerRefs: { providerRequestId: "0", providerItemId: "c" } });
  });

  it("goes by the kind of the call, where it says none itself", () => {
    const { receive } = acp();
    receive(tool("c", { kind: "edit" }));
    expect(receive(permission(0, { toolCallId: "c" })).at(-1)).toMatchObject({ payload: { requestType: "file_change_approval" } });
    expect(receive(permission(1, { toolCallId: "c", kind: "execute" })).at(-1)).toMatchObject({ payload: { requestType: "command_execution_approval" } });
  });

  it.each([
    ["once", "accept"],
    ["always", "acceptForSession"],
    ["no", "decline"],
    ["no such option", "cancel"],
  ])("is told by the kind of the option that was chosen: %s", (optionId, decision) => {
    const { send, receive } = acp();
    receive(permission(0, { toolCallId: "c" }));
    expect(send(chose(0, optionId))).toMatchObject([{ type: "request.resolved", payload: { decision, resolution: { outcome: { outcome: "selected", optionId } } } }]);
    expect(send(chose(0, optionId))).toEqual([]);
  });

  it("is known by its own id and its direction, not by its tool call", () => {
    const { send, receive } = acp();
    const [one, two] = [permission(1, { toolCallId: "shell" }), permission("1", { toolCallId: "shell" })].map((frame) => receive(frame).at(-1));
    expect(two?.requestId).not.toBe(one?.requestId);
    expect(send(chose("1", "no"))).toMatchObject([{ requestId: two?.requestId }]);
    expect(send(chose(1, "once"))).toMatchObject([{ requestId: one?.requestId }]);
    expect(types(receive(ended(1)))).toEqual(["turn.completed"]);
  });

  it("that the agent takes back resolves, and the host's answer after it is a repeat", () => {
    const { session, send, receive } = acp();
    const opened = receive(permission(0, { toolCallId: "c" })).at(-1);
    receive(permission("0", { toolCallId: "c" }));
    expect(receive(notice("$/cancel_request", { requestId: 0 }))).toMatchObject([{ type: "request.resolved", requestId: opened?.requestId, payload: { decision: "cancel" } }]);
    expect(send(chose(0, "once"))).toEqual([]);
    expect(session.stats.repeats).toBe(1);
  });

  it("that the host answers with an error is cancelled", () => {
    const { send, receive } = acp();
    receive(permission(0, { toolCallId: "c" }));
    const error = { code: -32603, message: "no" };
    expect(send(failure(0, error.code, error.message))).toMatchObject([{ payload: { decision: "cancel", resolution: error } }]);
  });
});

describe("the decision about a permission (EVENTS.md rule 14)", () => {
  const [once, always, no] = options as [object, object, object];
  const decided = (decision: "accept" | "acceptForSession" | "decline" | "cancel", offered: readonly object[], extra = {}) => {
    const { receive, decide } = acp();
    const opened = receive(permission(7, { toolCallId: "c" }, offered), { foreign: offered.some((option) => !("kind" in option) || String(option.kind) === "allow_persistent") }).at(-1);
    const { reply, events } = decide(opened, decision, extra);
    const { outcome } = (reply as { result: { outcome: { optionId?: string; outcome: string } } }).result;
    return { chosen: outcome.optionId ?? outcome.outcome, told: events.map(({ type, payload }) => [type, (payload as { decision?: string }).decision]) };
  };
  const plainly = (decision: string) => [["request.resolved", decision]];
  const instead = (decision: string) => [["runtime.warning", undefined], ["request.resolved", decision]];

  it("is written as the agent's own option", () => {
    expect(decided("accept", options)).toEqual({ chosen: "once", told: plainly("accept") });
    expect(decided("acceptForSession", options)).toEqual({ chosen: "always", told: plainly("acceptForSession") });
    expect(decided("decline", options)).toEqual({ chosen: "no", told: plainly("decline") });
    expect(decided("cancel", options)).toEqual({ chosen: "cancelled", told: plainly("cancel") });
  });

  it("for the session falls back to this once, with a warning", () => {
    expect(decided("acceptForSession", [once, no])).toEqual({ chosen: "once", told: instead("accept") });
  });

  it("that no option says is a cancellation, with a warning", () => {
    expect(decided("accept", [])).toEqual({ chosen: "cancelled", told: instead("cancel") });
    expect(decided("accept", [always, no])).toEqual({ chosen: "cancelled", told: instead("cancel") });
    expect(decided("acceptForSession", [no])).toEqual({ chosen: "cancelled", told: instead("cancel") });
    expect(decided("decline", [once])).toEqual({ chosen: "cancelled", told: instead("cancel") });
  });

  it("may pick an option, but none that says the opposite or is not offered", () => {
    expect(decided("accept", options, { optionId: "always" })).toEqual({ chosen: "always", told: plainly("accept") });
    expect(decided("accept", options, { optionId: "no" })).toEqual({ chosen: "cancelled", told: instead("cancel") });
    expect(decided("accept", options, { optionId: "not offered" })).toEqual({ chosen: "cancelled", told: instead("cancel") });
    expect(decided("accept", [once, { optionId: "odd", name: "Odd", kind: "allow_persistent" }], { optionId: "odd" })).toEqual({ chosen: "odd", told: plainly("accept") });
  });

  it("goes by the specification's ids where the agent sends no kinds", () => {
    const plain = ["allow-once", "allow-always", "reject-once"].map((optionId) => ({ optionId, name: optionId }));
    expect([decided("accept", plain), decided("acceptForSession", plain), decided("decline", plain)].map(({ chosen }) => chosen)).toEqual(["allow-once", "allow-always", "reject-once"]);
  });
});

describe("what Cursor asks and tells by methods of its own", () => {
  const todos = [{ id: "1", content: "a", status: "pending" }, { id: "2", content: " ", status: "cancelled" }];
  const plan = [{ step: "a", status: "pending" }, { step: "Step 2", status: "completed" }];

  it("belongs to the only turn that runs, though it names no session", () => {
    const { send, receive } = drive({ agent: cursor });
    send(prompt(1, "go", "s0"));
    receive(ended(1));
    const [turn] = send(prompt(2, "go", "s1"));
    for (const frame of [request(8, "cursor/update_todos", { todos }), request(9, "cursor/ask_question", { questions: [] }), notice("cursor/update_todos", { todos })]) {
      expect(receive(frame).map(({ threadId, turnId }) => [threadId, turnId])).toContainEqual([turn?.threadId, turn?.turnId]);
    }
  });

  it("is a plan, with an answer to give or without", () => {
    const { receive, decide } = acp();
    expect(receive(notice("cursor/update_todos", { todos }))).toMatchObject([{ type: "turn.plan.updated", payload: { plan } }]);
    const events = receive(request(8, "cursor/update_todos", { toolCallId: "k", todos }));
    expect(events).toMatchObject([{ type: "turn.plan.updated", payload: { plan } }, { type: "request.opened", payload: { requestType: "unknown", detail: "cursor/update_todos" } }]);
    expect(decide(events[1], "accept").reply).toMatchObject({ id: 8, result: { outcome: { outcome: "accepted" } } });
  });

  it.each([
    ["cursor/task", { toolCallId: "k", description: "Look around", prompt: "Find it" }, { itemType: "collab_agent_tool_call", title: "Look around", detail: "Find it" }],
    ["cursor/generate_image", { toolCallId: "k", description: "A cat", filePath: "/w/cat.png" }, { itemType: "image_view", title: "A cat", detail: "/w/cat.png" }],
  ])("is news of an item: %s", (method, params, payload) => {
    const { receive } = acp();
    expect(receive(notice(method, params))).toMatchObject([{ type: "item.updated", payload: { ...payload, data: params }, providerRefs: { providerItemId: "k" } }]);
    expect(receive(request(8, method, params)).at(-1)).toMatchObject({ type: "request.opened", payload: { requestType: "unknown", detail: method } });
  });

  it("is a question to the user, answered by question", () => {
    const { receive, send } = acp();
    const questions = [{ id: "color", prompt: "Which color?", options: [{ id: "red", label: "Red" }] }];
    expect(receive(request(9, "cursor/ask_question", { toolCallId: "k", questions }))).toMatchObject([
      { type: "user-input.requested", payload: { questions } },
      { type: "request.opened", payload: { requestType: "tool_user_input", detail: "Which color?" } },
    ]);
    expect(send(answer(9, { outcome: { outcome: "answered", answers: [{ questionId: "color", selectedOptionIds: ["red"] }] } }))).toMatchObject([
      { type: "user-input.resolved", payload: { answers: { color: ["red"] } } },
      { type: "request.resolved", payload: { decision: "accept" } },
    ]);
  });

  it.each([
    ["accept", "completed"],
    ["decline", "declined"],
  ] as const)("is a plan to accept, whose text is an item: %s means %s", (decision, status) => {
    const { receive, decide } = acp();
    receive(said("I have a plan."));
    const params = { toolCallId: "p", name: "Tests", overview: "All of them", plan: "# Tests", todos };
    const events = receive(request(9, "cursor/create_plan", params));
    expect(events).toMatchObject([
      { type: "item.completed" },
      { type: "item.started", payload: { itemType: "plan", title: "Tests", detail: "All of them" } },
      { type: "content.delta", payload: { streamKind: "plan_text", delta: "# Tests" } },
      { type: "turn.plan.updated", payload: { explanation: "All of them", plan } },
      { type: "request.opened", payload: { requestType: "unknown", detail: "cursor/create_plan", args: params } },
    ]);
    decide(events[4], decision);
    expect(receive(ended(1))).toMatchObject([{ type: "item.completed", payload: { itemType: "plan", status } }, { type: "turn.completed" }]);
  });
});

it("an elicitation is a question to the user, too", () => {
  const { receive, send } = acp();
  const params = { sessionId: "s1", mode: "form", message: "Sure?", requestedSchema: { type: "object" } };
  expect(receive(request(5, "elicitation/create", params))).toMatchObject([
    { type: "user-input.requested", payload: { questions: [{ question: "Sure?", schema: { type: "object" } }] } },
    { type: "request.opened", payload: { requestType: "tool_user_input", detail: "Sure?", args: params } },
  ]);
  expect(send(answer(5, { action: "accept", content: { sure: true } }))).toMatchObject([
    { type: "user-input.resolved", payload: { answers: { sure: true } } },
    { type: "request.resolved", payload: { decision: "accept" } },
  ]);
});

it("a request that no schema knows can be refused", () => {
  const { receive, decide } = drive({ agent: cursor });
  const [opened] = receive(request(3, "x/unheard_of", { sessionId: "s1" }), { foreign: true });
  expect(opened).toMatchObject({ type: "request.opened", payload: { requestType: "unknown", detail: "x/unheard_of" } });
  expect(decide(opened, "decline").reply).toMatchObject({ jsonrpc: "2.0", id: 3, error: { code: -32601 } });
});
