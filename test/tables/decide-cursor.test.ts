import { describe, expect, it } from "vitest";
import { createSession, type Decision } from "../../src/index.js";
import { cursor, laterCursor } from "../agents/cursor.js";

/** Every request of an ACP agent, answered with every decision: the frame to write, and what it is told as. */
const sessionId = "s1";
const options = [
  { optionId: "o", name: "Allow", kind: "allow_once" },
  { optionId: "a", name: "Always", kind: "allow_always" },
  { optionId: "n", name: "Reject", kind: "reject_once" },
];
const requests: { readonly [method: string]: object } = {
  "session/request_permission": { sessionId, toolCall: { toolCallId: "c" }, options },
  "fs/read_text_file": { sessionId, path: "/w/a" },
  "fs/write_text_file": { sessionId, path: "/w/a", content: "x" },
  "terminal/create": { sessionId, command: "ls" },
  "terminal/output": { sessionId, terminalId: "t" },
  "terminal/wait_for_exit": { sessionId, terminalId: "t" },
  "terminal/release": { sessionId, terminalId: "t" },
  "terminal/kill": { sessionId, terminalId: "t" },
  "elicitation/create": { sessionId, mode: "form", message: "Sure?", requestedSchema: {} },
  "cursor/ask_question": { questions: [{ id: "q", prompt: "Well?", options: [{ id: "yes", label: "Yes" }] }] },
  "cursor/create_plan": { plan: "# Plan" },
  "cursor/update_todos": { todos: [{ content: "a", status: "pending" }] },
  "cursor/task": { description: "Look around" },
  "cursor/generate_image": { description: "A cat" },
};

const selected = (optionId: string) => ({ outcome: { outcome: "selected", optionId } });
const cancelled = { outcome: { outcome: "cancelled" } };
const refused = { decline: "error", cancel: "error" };
const acknowledged = { accept: { outcome: { outcome: "accepted" } }, ...refused };
const replies: { readonly [method: string]: { readonly [decision in Decision]?: unknown } } = {
  "session/request_permission": { accept: selected("o"), acceptForSession: selected("a"), decline: selected("n"), cancel: cancelled },
  "fs/read_text_file": { accept: { content: "42" }, ...refused },
  "fs/write_text_file": { accept: {}, ...refused },
  "terminal/create": refused,
  "terminal/output": refused,
  "terminal/wait_for_exit": refused,
  "terminal/release": { accept: {}, ...refused },
  "terminal/kill": { accept: {}, ...refused },
  "elicitation/create": { accept: { action: "accept", content: { q: "yes" } }, decline: { action: "decline" }, cancel: { action: "cancel" } },
  "cursor/ask_question": {
    accept: { outcome: { outcome: "answered", answers: [{ questionId: "q", selectedOptionIds: ["yes"] }] } },
    decline: { outcome: { outcome: "skipped", reason: "42" } },
    cancel: cancelled,
  },
  "cursor/create_plan": { accept: { outcome: { outcome: "accepted" } }, decline: { outcome: { outcome: "rejected", reason: "42" } }, cancel: cancelled },
  "cursor/update_todos": acknowledged,
  "cursor/task": acknowledged,
  "cursor/generate_image": acknowledged,
};

function open(method: string) {
  const session = createSession({ provider: "cursor", sessionId: "s" });
  const opened = session.receive({ jsonrpc: "2.0", id: 7, method, params: requests[method] }).find((event) => event.type === "request.opened");
  return { session, requestId: opened?.requestId ?? "" };
}

describe.each(Object.keys(requests))("%s", (method) => {
  it.each([cursor, laterCursor])("is a request of the schemas", (agent) => {
    expect(agent.problems("agent", { id: 7, method, params: requests[method] }, undefined)).toEqual([]);
  });

  it.each(["accept", "acceptForSession", "decline", "cancel"] as const)("is answered with %s in its own words", (decision) => {
    const { session, requestId } = open(method);
    const decided = session.decide(requestId, decision, { answers: { q: "yes" }, message: "42" });
    const wanted = replies[method]?.[decision];
    if (wanted === undefined) {
      expect(decided.reply).toBeUndefined();
      expect(decided.error?.allowed).toEqual(Object.keys(replies[method] ?? {}));
      expect(decided.events).toEqual([]);
      return;
    }
    const reply = decided.reply as { readonly [field: string]: unknown };
    expect(reply).toMatchObject({ jsonrpc: "2.0", id: 7 });
    if (wanted === "error") expect(reply["error"]).toBeDefined();
    else expect(reply["result"]).toEqual(wanted);
    for (const agent of [cursor, laterCursor]) expect(agent.problems("host", reply, method)).toEqual([]);
    expect(decided.events.filter((event) => event.type === "request.resolved").map((event) => event.payload.decision)).toEqual([decision]);
    expect(session.send(reply)).toEqual([]);
  });

  it("counts an error answer as cancelled", () => {
    const { session } = open(method);
    const error = { code: -32000, message: "no" };
    expect(session.send({ jsonrpc: "2.0", id: 7, error }).at(-1)).toMatchObject({ type: "request.resolved", payload: { decision: "cancel", resolution: error } });
  });
});

it("the text of a file is not invented", () => {
  const { session, requestId } = open("fs/read_text_file");
  expect(session.decide(requestId, "accept").error?.allowed).toContain("accept");
});
