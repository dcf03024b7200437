import { describe, expect, it } from "vitest";
import type { ProviderRuntimeEventV2 } from "../../src/index.js";
import { laterCursor } from "../agents/cursor.js";
import { answer, asked, chose, ended, failure, notice, options, permission, prompt, request, said, thought, tool, toolUpdate, update } from "./acp-messages.js";
import { drive } from "./drive.js";
import { types } from "./told.js";

/** What agents of 2.4.0 do and older ones do not; every message is one of that version. */
const fresh = () => drive({ agent: laterCursor });
const acp = () => {
  const driven = fresh();
  driven.send(prompt(0));
  return driven;
};
const details = (events: readonly ProviderRuntimeEventV2[]): unknown[] =>
  events.flatMap((event) => (event.type === "item.completed" && event.payload.itemType === "assistant_message" ? [event.payload.detail] : []));

describe("messages with an id (EVENTS.md rule 26)", () => {
  it("are an item each: what a retry says again is another", () => {
    const { receive } = acp();
    const [first] = receive(said("par", { messageId: "m1" }));
    expect(first).toMatchObject({ type: "item.started", providerRefs: { providerItemId: "m1" } });
    expect(types(receive(said("tial", { messageId: "m1" })))).toEqual(["content.delta"]);
    const again = receive(said("whole", { messageId: "m2" }));
    expect(again).toMatchObject([
      { type: "item.completed", itemId: first?.itemId, payload: { itemType: "assistant_message", status: "completed", detail: "partial" } },
      { type: "item.started", providerRefs: { providerItemId: "m2" } },
      { type: "content.delta" },
    ]);
    expect(details(receive(ended(0)))).toEqual(["whole"]);
  });

  it("are told from the agent's own notices, which have none", () => {
    const { receive } = acp();
    receive(said("Warning: model not known"));
    expect(details(receive(said("hello", { messageId: "m1" })))).toEqual(["Warning: model not known"]);
    const usage = update("usage_update", { used: 1, size: 2 });
    expect(types(receive(usage))).toEqual(["thread.token-usage.updated"]);
    expect(types(receive(said("!", { messageId: "m1" })))).toEqual(["content.delta"]);
    expect(details(receive(tool("c", { status: "in_progress" })))).toEqual(["hello!"]);
    receive(said("a notice amid a call"));
    expect(details(receive(toolUpdate("c", { status: "completed" })))).toEqual(["a notice amid a call"]);
  });

  it("may share it with a thought", () => {
    const { receive } = acp();
    const [reasoning] = receive(thought("hm", { messageId: "m" }));
    const [ended, message] = receive(said("so", { messageId: "m" }));
    expect(ended).toMatchObject({ type: "item.completed", itemId: reasoning?.itemId, payload: { itemType: "reasoning" } });
    expect(message).toMatchObject({ type: "item.started", payload: { itemType: "assistant_message" } });
    expect(message?.itemId).not.toBe(reasoning?.itemId);
  });

  it("stand in no turn where they come after the answer of `session/load`", () => {
    const { send, receive } = fresh();
    send(request(0, "session/load", { sessionId: "s1", cwd: "/w", mcpServers: [] }));
    expect(types(receive(update("available_commands_update", { availableCommands: [] })))).toEqual(["session.configured"]);
    receive(asked("hi", { messageId: "u1" }));
    const [told] = receive(said("hello", { messageId: "a1" })).filter(({ type }) => type === "item.started");
    receive(tool("c1", { status: "completed" }));
    receive(answer(0, { modes: null }));
    const [late] = receive(said("late", { messageId: "a1" }));
    expect(late).toMatchObject({ type: "item.started", providerRefs: { providerItemId: "a1" } });
    expect(late).not.toHaveProperty("turnId");
    expect(late?.itemId).not.toBe(told?.itemId);
    expect(types(send(prompt(1)))).toEqual(["item.completed", "turn.started"]);
  });
});

describe("tool calls (EVENTS.md rules 13, 17 and 26)", () => {
  it("are one item, though what comes again is an update without a status, even after the end", () => {
    const { receive } = acp();
    const meta = { _meta: { claudeCode: { toolName: "Bash" } } };
    const [started] = receive(tool("t", { title: "Terminal", rawInput: {}, ...meta }));
    const itemId = started?.itemId;
    expect(receive(toolUpdate("t", { title: "ls", kind: "execute", rawInput: { command: "ls" }, ...meta }))).toMatchObject([{ type: "item.updated", itemId, payload: { title: "ls", detail: "ls" } }]);
    expect(receive(toolUpdate("t", { status: "failed" }))).toMatchObject([{ type: "item.completed", itemId, payload: { itemType: "command_execution", status: "failed" } }]);
    const [late] = receive(toolUpdate("t", { _meta: { claudeCode: { toolName: "Bash", toolResponse: "x" } } }));
    expect(late).toMatchObject({ type: "item.updated", itemId });
    expect(late?.payload).not.toHaveProperty("status");
    expect(types(receive(ended(0)))).toEqual(["turn.completed"]);
  });

  it("keep the name that only their first message has", () => {
    const { receive } = acp();
    receive(tool("c", { name: "exec_command", status: "in_progress" }));
    expect(receive(toolUpdate("c", { status: "completed" }))).toMatchObject([{ payload: { itemType: "command_execution", data: { name: "exec_command" } } }]);
  });

  it.each([
    ["mcp__server__add", "mcp_tool_call"],
    ["Task", "collab_agent_tool_call"],
    ["exec_command", "command_execution"],
    [null, "command_execution"],
  ])("of the name %s are %s", (name, itemType) => {
    expect(acp().receive(tool("c", { name }))).toMatchObject([{ type: "item.started", payload: { itemType } }]);
  });

  it("are an MCP server's by their input, whatever they are called", () => {
    expect(acp().receive(tool("c", { name: "add", rawInput: { server: "s", tool: "add" } }))).toMatchObject([{ payload: { itemType: "mcp_tool_call" } }]);
  });

  it.each(["terminal_output", "terminal_output_delta"])("say what they print in `%s`, with a status or without", (field) => {
    const { receive } = acp();
    const printed = (data: string, fields = {}) => receive(toolUpdate("c", { ...fields, _meta: { [field]: { terminal_id: "c", data } } }));
    receive(tool("c", { status: "in_progress" }));
    const delta = (data: string) => ({ type: "content.delta", payload: { streamKind: "command_output", delta: data } });
    expect(printed("1\n")).toMatchObject([{ type: "item.updated" }, delta("1\n")]);
    expect(printed("2\n", { status: "in_progress" })).toMatchObject([{ type: "item.updated" }, delta("2\n")]);
    expect(printed("3\n", { status: "completed" })).toMatchObject([delta("3\n"), { type: "item.completed", payload: { status: "completed", detail: "3" } }]);
  });

  it("go by the output itself, where there is one beside what was printed", () => {
    const fields = { status: "completed", rawOutput: { formatted_output: "all" }, _meta: { terminal_output_delta: { terminal_id: "c", data: "last" } } };
    expect(acp().receive(toolUpdate("c", fields)).at(-1)).toMatchObject({ type: "item.completed", payload: { detail: "all" } });
  });

  it("that an agent makes to review itself are calls like others", () => {
    const { receive } = acp();
    receive(tool("guardian_assessment:1", { kind: "think", title: "Guardian Review", status: "in_progress" }));
    const content = [{ type: "content", content: { type: "text", text: "Denied" } }];
    expect(receive(toolUpdate("guardian_assessment:1", { status: "failed", content }))).toMatchObject([{ type: "item.completed", payload: { itemType: "dynamic_tool_call", status: "failed", detail: "Denied" } }]);
  });

  it("are declined where the rejection ends the prompt, and nothing else is heard of them", () => {
    const { send, receive } = acp();
    receive(tool("c", { kind: "edit", status: "in_progress" }));
    expect(receive(permission(0, { toolCallId: "c" })).at(-1)).toMatchObject({ payload: { requestType: "file_change_approval" } });
    send(chose(0, "no"));
    expect(receive(ended(0, "cancelled"))).toMatchObject([
      { type: "item.completed", payload: { itemType: "file_change", status: "declined" } },
      { type: "turn.completed", payload: { state: "cancelled" } },
    ]);
  });
});

describe("permissions (EVENTS.md rules 12 to 14)", () => {
  it("that say little of their call are told with what is known of it", () => {
    const { receive } = acp();
    receive(tool("c", { kind: "execute", title: "mcp.calc.add", rawInput: { server: "calc", tool: "add" } }));
    expect(receive(permission(0, { toolCallId: "c", kind: "execute", status: "pending" }))).toMatchObject([
      { type: "item.updated", payload: { itemType: "mcp_tool_call", title: "mcp.calc.add" } },
      { type: "request.opened", payload: { requestType: "command_execution_approval", detail: "mcp.calc.add" } },
    ]);
  });

  const more = [{ optionId: "session", name: "Allow for this session", kind: "allow_always" }, ...options];

  it("choose the first of two options of a kind", () => {
    const { receive, decide } = acp();
    const opened = receive(permission(0, { toolCallId: "c" }, more)).at(-1);
    expect(decide(opened, "acceptForSession").reply).toMatchObject({ result: { outcome: { optionId: "session" } } });
  });

  it("fall back to once where nothing is offered for always", () => {
    const { receive, decide } = acp();
    const opened = receive(permission(0, { toolCallId: "c" }, options.filter(({ kind }) => kind !== "allow_always"))).at(-1);
    expect(decide(opened, "acceptForSession").reply).toMatchObject({ result: { outcome: { optionId: "once" } } });
  });

  it("that agent and host both take back are resolved once", () => {
    const { session, send, receive } = acp();
    receive(permission(0, { toolCallId: "c" }));
    expect(send(notice("session/cancel", { sessionId: "s1" }))).toMatchObject([{ type: "request.resolved", payload: { decision: "cancel" } }]);
    expect(receive(notice("$/cancel_request", { requestId: 0 }))).toEqual([]);
    expect(send(answer(0, { outcome: { outcome: "cancelled" } }))).toEqual([]);
    expect(session.stats.repeats).toBe(2);
    expect(types(receive(ended(0, "cancelled")))).toEqual(["turn.completed"]);
  });
});

describe("elicitations (EVENTS.md rules 12 and 13)", () => {
  const form = { sessionId: "s1", mode: "form", message: "Which?", requestedSchema: { type: "object", properties: { q0: { type: "string", oneOf: [{ const: "a", title: "A" }] } } } };
  const url = { mode: "url", message: "Sign in", url: "https://example.com/", elicitationId: "e" };
  const complete = notice("elicitation/complete", { elicitationId: "e" });

  it("by a form are questions about the call that asks", () => {
    const { send, receive } = acp();
    const [call] = receive(tool("q", { title: "AskUserQuestion", kind: "other" }));
    const { requestedSchema: schema } = form;
    expect(receive(request(0, "elicitation/create", { ...form, toolCallId: "q" }))).toMatchObject([
      { type: "user-input.requested", itemId: call?.itemId, payload: { questions: [{ question: "Which?", schema }] } },
      { type: "request.opened", itemId: call?.itemId, payload: { requestType: "tool_user_input", detail: "Which?" } },
    ]);
    expect(send(answer(0, { action: "accept", content: { q0: "a" } }))).toMatchObject([
      { type: "user-input.resolved", payload: { answers: { q0: "a" } } },
      { type: "request.resolved", payload: { decision: "accept" } },
    ]);
  });

  it.each([
    ["accept", "accept"],
    ["decline", "decline"],
    ["cancel", "cancel"],
    ["_later", "cancel"],
  ])("that are answered with %s are %s", (action, decision) => {
    const { send, receive } = acp();
    receive(request(0, "elicitation/create", form));
    expect(send(answer(0, { action })).at(-1)).toMatchObject({ type: "request.resolved", payload: { decision, resolution: { action } } });
  });

  it("of a mode that no schema knows are questions all the same", () => {
    const opened = acp().receive(request(0, "elicitation/create", { sessionId: "s1", mode: "_voice", message: "Say it" }));
    expect(types(opened)).toEqual(["user-input.requested", "request.opened"]);
  });

  it("at a URL are over where the host answers; that the user is done there is news of the session", () => {
    const { send, receive } = acp();
    const [opened] = receive(request(0, "elicitation/create", { sessionId: "s1", ...url }));
    expect(opened).toMatchObject({ payload: { questions: [{ id: "e", question: "Sign in", url: url.url }] } });
    expect(types(send(answer(0, { action: "accept" })))).toEqual(["user-input.resolved", "request.resolved"]);
    expect(receive(complete)).toMatchObject([{ type: "session.state.changed", threadId: opened?.threadId, payload: { state: "running", reason: "elicitation/complete" } }]);
  });

  it("at a URL are answered by the user, and the agent waits for the host all the same", () => {
    const { receive, decide } = acp();
    const [asks, opened] = receive(request(0, "elicitation/create", { requestId: 0, ...url }));
    expect(receive(complete)).toMatchObject([{ type: "user-input.resolved", requestId: asks?.requestId, payload: { answers: {} } }]);
    const { reply, events } = decide(opened, "accept");
    expect(reply).toMatchObject({ id: 0, result: { action: "accept" } });
    expect(types(events)).toEqual(["request.resolved"]);
  });

  it("that nobody asked for are news of the session, too", () => {
    expect(fresh().receive(complete)).toMatchObject([{ type: "session.state.changed", payload: { state: "ready" } }]);
  });
});

describe("notices (EVENTS.md rule 3)", () => {
  it.each([
    ["info", "tool.progress"],
    ["warning", "runtime.warning"],
    ["error", "runtime.error"],
    ["_debug", "tool.progress"],
  ])("of severity %s are %s, and end no text", (severity, type) => {
    const { receive } = acp();
    receive(said("one "));
    expect(receive(update("notice", { severity, title: "Disk is full" }))).toMatchObject([{ type, payload: type === "tool.progress" ? { summary: "Disk is full" } : { message: "Disk is full" } }]);
    receive(said("two"));
    expect(details(receive(ended(0)))).toEqual(["one two"]);
  });
});

describe("compactions (EVENTS.md rules 17 and 26)", () => {
  const compaction = (status: string, fields = {}) => update("compaction_update", { compactionId: "k", status, ...fields });
  const summary = [{ type: "text", text: "we met" }];

  it("are an item, whose end makes the thread compacted", () => {
    const { receive } = acp();
    receive(said("text"));
    const [, started] = receive(compaction("in_progress"));
    expect(started).toMatchObject({ type: "item.started", payload: { itemType: "context_compaction", status: "inProgress" }, providerRefs: { providerItemId: "k" } });
    expect(receive(update("compaction_summary_chunk", { compactionId: "k", content: summary[0] }))).toMatchObject([{ type: "content.delta", itemId: started?.itemId, payload: { delta: "we met" } }]);
    expect(receive(compaction("in_progress"))).toMatchObject([{ type: "item.updated", itemId: started?.itemId }]);
    expect(receive(compaction("completed", { summary }))).toMatchObject([
      { type: "item.completed", itemId: started?.itemId, payload: { itemType: "context_compaction", status: "completed", detail: "we met" } },
      { type: "thread.state.changed", payload: { state: "compacted" } },
    ]);
  });

  it.each(["failed", "cancelled"])("that are %s change nothing", (status) => {
    const { receive } = acp();
    const image = { type: "image", data: "", mimeType: "image/png" };
    expect(receive(update("compaction_summary_chunk", { compactionId: "k", content: image }))).toMatchObject([{ type: "item.started" }, { type: "item.updated", payload: { data: image } }]);
    expect(receive(compaction(status, { error: "no model" }))).toMatchObject([{ type: "item.completed", payload: { status: "failed", detail: "no model", data: { status } } }]);
  });

  it("are no tool call of their id", () => {
    const { receive } = acp();
    const [call] = receive(tool("k", { status: "in_progress" }));
    const [started] = receive(compaction("_queued"));
    expect(started?.type).toBe("item.started");
    expect(started?.itemId).not.toBe(call?.itemId);
  });
});

describe("the connection (EVENTS.md rules 9, 16 and 27)", () => {
  it("begins with `initialize`; a session before it is an error", () => {
    const { send, receive } = fresh();
    send(request(0, "session/new", { cwd: "/w", mcpServers: [] }));
    expect(receive(failure(0, -32600, "Not initialized"))).toMatchObject([{ type: "runtime.error", payload: { class: "validation_error" } }]);
  });

  it("tells what the agent can, even in the words of the next version of the protocol", () => {
    const { send, receive } = fresh();
    send(request(0, "initialize", { protocolVersion: 99, clientCapabilities: {} }));
    const result = { protocolVersion: 2, info: { name: "codex-acp", version: "2.6.0" }, capabilities: { session: {} }, authMethods: [{ type: "agent", methodId: "chatgpt", name: "ChatGPT" }] };
    expect(receive(answer(0, result), { foreign: true })).toMatchObject([{ type: "session.configured", payload: { config: result } }]);
  });

  it("says who is signed in before there is a session, and when nobody is any more", () => {
    const { send, receive } = fresh();
    expect(receive(notice("_auth/status_update", { authStatus: { kind: "account", label: "Max", account: { plan: "max" } } }))).toMatchObject([
      { type: "auth.status", payload: { isAuthenticating: false, output: ["Max"] } },
      { type: "account.updated", payload: { account: { plan: "max" } } },
    ]);
    send(request(0, "logout", {}));
    expect(receive(answer(0, {}))).toMatchObject([{ type: "auth.status", payload: { isAuthenticating: false } }, { type: "account.updated", payload: { account: {} } }]);
    send(request(1, "logout", {}));
    expect(types(receive(failure(1, -32601, "Method not found")))).toEqual(["runtime.warning"]);
  });

  it("is not broken by a line that the agent could not read", () => {
    const { receive } = acp();
    expect(receive({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } })).toMatchObject([{ type: "runtime.error", payload: { class: "transport_error" } }]);
    expect(types(receive(ended(0)))).toEqual(["turn.completed"]);
  });

  it("changes options of every type", () => {
    const { send, receive } = acp();
    send(request(1, "session/set_config_option", { sessionId: "s1", configId: "fast", type: "boolean", value: true }));
    const configOptions = [{ id: "fast", name: "Fast", type: "boolean", currentValue: true }];
    const configured = [{ type: "session.configured", payload: { config: { configOptions } } }];
    expect(receive(update("config_option_update", { configOptions }))).toMatchObject(configured);
    expect(receive(answer(1, { configOptions }))).toMatchObject(configured);
  });

  it.each([
    ["before", [ended(0, "cancelled"), answer(1, {})], ["turn.completed", "thread.state.changed"]],
    ["after", [answer(1, {}), ended(0, "cancelled")], ["thread.state.changed", "turn.completed"]],
  ])("closes a session whose prompt is answered %s that", (_, answers, wanted) => {
    const { send, receive } = acp();
    send(request(1, "session/close", { sessionId: "s1" }));
    expect(answers.flatMap((frame) => types(receive(frame)))).toEqual(wanted);
  });

  it("ends a prompt that the host cancels by its request", () => {
    const { send, receive } = acp();
    expect(send(notice("$/cancel_request", { requestId: 0 }))).toEqual([]);
    expect(receive(ended(0, "cancelled"))).toMatchObject([{ type: "turn.completed", payload: { state: "cancelled" } }]);
  });

  it("queues prompts: what is said belongs to the oldest, and the title may come after the answer", () => {
    const { send, receive } = acp();
    send(prompt(1));
    const [, delta] = receive(said("first", { messageId: "m1" }));
    const first = receive(answer(0, { stopReason: "end_turn", usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } })).at(-1);
    expect(first).toMatchObject({ type: "turn.completed", turnId: delta?.turnId, payload: { usage: { totalTokens: 3 } } });
    expect(receive(said("second", { messageId: "m2" })).at(-1)?.turnId).not.toBe(delta?.turnId);
    receive(ended(1));
    expect(receive(update("session_info_update", { title: "Talk" }))).toMatchObject([{ type: "thread.metadata.updated", payload: { name: "Talk" } }]);
  });

  it("fails where nobody is signed in", () => {
    expect(acp().receive(failure(0, -32000, "Authentication required"))).toMatchObject([
      { type: "runtime.error", payload: { class: "permission_error" } },
      { type: "turn.completed", payload: { state: "failed" } },
    ]);
  });
});

it("warns of nothing that a schema allows", () => {
  const { receive } = drive({ agent: laterCursor, validate: "warn" });
  const frames = [said("a", { messageId: "m" }), tool("c", { name: "x" }), update("notice", { severity: "info", title: "t" }), update("compaction_update", { compactionId: "k", status: "completed", summary: null })];
  for (const frame of frames) expect(types(receive(frame))).not.toContain("runtime.warning");
});
