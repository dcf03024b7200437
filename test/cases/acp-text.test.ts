import { describe, expect, it } from "vitest";
import type { ProviderRuntimeEventV2 } from "../../src/index.js";
import { cursor } from "../agents/cursor.js";
import { answer, asked, chose, ended, permission, prompt, request, said, thought, tool, toolUpdate, update } from "./acp-messages.js";
import { drive } from "./drive.js";
import { types } from "./told.js";

const acp = () => {
  const driven = drive({ agent: cursor });
  driven.send(prompt(1));
  return driven;
};
const details = (events: readonly ProviderRuntimeEventV2[]): unknown[] =>
  events.flatMap((event) => (event.type === "item.completed" && event.payload.itemType === "assistant_message" ? [event.payload.detail] : []));

describe("what an ACP agent says (EVENTS.md rule 26)", () => {
  it("comes in pieces of one item, which begins with the first, even if that is empty", () => {
    const { receive } = acp();
    const first = receive(said(""));
    expect(first).toMatchObject([
      { type: "item.started", payload: { itemType: "assistant_message", status: "inProgress" } },
      { type: "content.delta", payload: { streamKind: "assistant_text", delta: "" } },
    ]);
    expect(receive(said("hello"))).toMatchObject([{ type: "content.delta", itemId: first[0]?.itemId, payload: { delta: "hello" } }]);
    expect(details(receive(ended(1)))).toEqual(["hello"]);
  });

  it("is an item for each kind of text", () => {
    const { receive } = acp();
    const [reasoning] = receive(thought("hm"));
    expect(reasoning).toMatchObject({ type: "item.started", payload: { itemType: "reasoning" } });
    expect(receive(said("so"))).toMatchObject([
      { type: "item.completed", itemId: reasoning?.itemId, payload: { itemType: "reasoning", status: "completed" } },
      { type: "item.started", payload: { itemType: "assistant_message" } },
      { type: "content.delta" },
    ]);
  });

  it.each([
    ["a tool call", tool("k")],
    ["a question", permission(0, { toolCallId: "k" })],
    ["a plan", update("plan", { entries: [{ content: "A", priority: "high", status: "pending" }] })],
    ["the end of an unknown call", toolUpdate("k", { status: "failed" })],
  ])("ends where %s comes", (_, frame) => {
    const { receive } = acp();
    receive(said("before"));
    expect(details(receive(frame))).toEqual(["before"]);
    receive(said("after"));
    expect(details(receive(ended(1)))).toEqual(["after"]);
  });

  it.each([
    ["usage", update("usage_update", { used: 1, size: 2 })],
    ["a mode", update("current_mode_update", { currentModeId: "plan" })],
    ["commands", update("available_commands_update", { availableCommands: [] })],
    ["news of a call that runs", toolUpdate("running", { _meta: {} })],
  ])("goes on after %s", (_, frame) => {
    const { receive } = acp();
    receive(tool("running"));
    receive(said("one "));
    receive(frame);
    receive(said("item"));
    expect(details(receive(ended(1)))).toEqual(["one item"]);
  });

  it("under the id of its message is the item of that id, one for each kind of text", () => {
    const { receive } = acp();
    const [reasoning] = receive(thought("hm", { messageId: "m1" }));
    const [message] = receive(said("so", { messageId: "m1" })).filter(({ type }) => type === "item.started");
    const [other] = receive(said("more", { messageId: "m2" })).filter(({ type }) => type === "item.started");
    expect(new Set([reasoning?.itemId, message?.itemId, other?.itemId]).size).toBe(3);
    expect([reasoning, message, other].map((event) => event?.providerRefs?.providerItemId)).toEqual(["m1", "m1", "m2"]);
  });

  it("under the id of a message that was over is one more item", () => {
    const { send, receive } = acp();
    const [first] = receive(said("I will. ", { messageId: "m1" }));
    receive(tool("k"));
    receive(permission(0, { toolCallId: "k" }));
    send(chose(0, "once"));
    receive(toolUpdate("k", { status: "completed" }));
    const again = receive(said("I did.", { messageId: "m1" }));
    expect(types(again)).toEqual(["item.started", "content.delta"]);
    expect(again[0]?.itemId).not.toBe(first?.itemId);
    expect(again[0]?.providerRefs?.providerItemId).toBe("m1");
    expect(receive(said(" Yes.", { messageId: "m1" })).map(({ itemId }) => itemId)).toEqual([again[0]?.itemId]);
    expect(details(receive(ended(1)))).toEqual(["I did. Yes."]);
  });

  it("late, after the end of its turn, is said of its item, and never lands in the next turn", () => {
    const { send, receive } = acp();
    const [item] = receive(said("ab", { messageId: "m1" }));
    receive(ended(1));
    const late = receive(said("cd", { messageId: "m1" }));
    expect(late).toMatchObject([{ type: "content.delta", itemId: item?.itemId, turnId: item?.turnId, payload: { delta: "cd" } }]);
    const [next] = send(prompt(2));
    expect(receive(said("next", { messageId: "m2" }))).toMatchObject([{ type: "item.started", turnId: next?.turnId }, { type: "content.delta" }]);
    expect(receive(said("ef", { messageId: "m1" }))).toMatchObject([{ type: "content.delta", itemId: item?.itemId, turnId: item?.turnId }]);
  });

  it("that is a picture is kept whole", () => {
    const { receive } = acp();
    const picture = { type: "image", mimeType: "image/png", data: "AA==" };
    expect(receive(update("agent_message_chunk", { content: picture }))).toMatchObject([{ type: "item.started" }, { type: "item.updated", payload: { itemType: "assistant_message", data: picture } }]);
    expect(receive(update("agent_thought_chunk", { content: picture })).at(-1)).toMatchObject({ type: "item.updated", payload: { itemType: "reasoning", data: picture } });
  });

  it("outside of turns ends with the answer to what the host asked, and where a turn starts", () => {
    const { send, receive } = drive({ agent: cursor });
    send(request(1, "session/new", { cwd: "/w", mcpServers: [] }));
    receive(answer(1, { sessionId: "s1" }));
    send(request(2, "session/set_mode", { sessionId: "s1", modeId: "plan" }));
    receive(said("now in plan mode"));
    expect(details(receive(answer(2, {})))).toEqual(["now in plan mode"]);
    receive(said("a notice"));
    expect(details(send(prompt(3)))).toEqual(["a notice"]);
  });
});

it("what the user said before has all of its text in every event of it", () => {
  const { receive } = drive({ agent: cursor });
  const picture = { type: "image", mimeType: "image/png", data: "AA==" };
  const events = [asked("Look "), asked("here."), update("user_message_chunk", { content: picture }), said("Nice.")].flatMap((frame) => receive(frame));
  const own = events.filter((event) => (event.payload as { itemType?: string }).itemType === "user_message");
  expect(own.map(({ type, payload }) => [type, (payload as { detail?: string }).detail])).toEqual([
    ["item.started", "Look "],
    ["item.updated", "Look here."],
    ["item.updated", undefined],
    ["item.completed", "Look here."],
  ]);
  expect(own[2]?.payload).toMatchObject({ data: picture });
});

it("texts, thoughts, prompts and tool calls under one id are four items, each by that id", () => {
  const { send, receive } = acp();
  send(prompt(1));
  const events = [said("a", { messageId: "x" }), thought("b", { messageId: "x" }), asked("c", { messageId: "x" }), tool("x"), said("d", { messageId: "x" })].flatMap((frame) => receive(frame));
  const started = events.filter(({ type }) => type === "item.started");
  expect(started.map(({ payload }) => (payload as { itemType: string }).itemType)).toEqual(["assistant_message", "reasoning", "user_message", "command_execution", "assistant_message"]);
  expect(new Set(started.map(({ itemId }) => itemId)).size).toBe(5);
  expect(started.map(({ providerRefs }) => providerRefs?.providerItemId)).toEqual(["x", "x", "x", "x", "x"]);
});
