import { describe, expect, it } from "vitest";
import { answer, ask, assistant, blockDelta, blockStart, blockStop, laterRunning, messageStart, other, stream, system, text, textDelta, tool, toolResult, user } from "./claude.js";
import type { Frame } from "./drive.js";
import { types } from "./told.js";

/** What a message tells, without the thread that it starts. */
const told = (message: Frame) => laterRunning().receive(message).slice(1).map(({ type, payload }) => ({ type, payload }));
const state = (payload: object): object => ({ type: "session.state.changed", payload });
const refusal = { original_model: "a", request_id: null, content: "a declined", api_refusal_category: "bio" };
const retry = { attempt: 3, max_retries: 10, retry_delay_ms: 500 };

describe("what a later Claude tells beside the conversation (EVENTS.md rules 3, 21, 25)", () => {
  it.each<[string, Frame, object[]]>([
    ["it runs", system("session_state_changed", { state: "running" }), [state({ state: "running" })]],
    ["it waits for somebody", system("session_state_changed", { state: "requires_action" }), [state({ state: "waiting" })]],
    ["it is idle", system("session_state_changed", { state: "idle" }), [state({ state: "ready" })]],
    ["it asks the model", system("status", { status: "requesting" }), [state({ state: "running", reason: "requesting" })]],
    ["it tries again", system("api_retry", { ...retry, error_status: 502, error: "server_error" }), [state({ state: "running", reason: "api_retry", detail: "server_error" })]],
    ["a compaction failed", system("status", { status: null, compact_result: "failed", compact_error: "no room" }), [state({ state: "running", reason: "compaction failed", detail: "no room" })]],
    ["its worker goes", system("worker_shutting_down", { reason: "host_exit" }), [state({ state: "stopped", reason: "host_exit" })]],
    ["it thinks, and nothing is streamed", system("thinking_tokens", { estimated_tokens: 8, estimated_tokens_delta: 4 }), [state({ state: "running", reason: "thinking" })]],
    ["a task changed", system("task_updated", { task_id: "t", patch: { is_backgrounded: true } }), [{ type: "task.progress", payload: { taskId: "t", description: "updated" } }]],
    ["a task failed", system("task_updated", { task_id: "t", patch: { status: "failed", error: "no model" } }), [{ type: "task.progress", payload: { taskId: "t", description: "no model" } }]],
    [
      "which tasks there are", system("background_tasks_changed", { tasks: [{ task_id: "t", task_type: "local_bash", description: "d" }] }),
      [{ type: "thread.metadata.updated", payload: { metadata: { backgroundTasks: [{ task_id: "t", task_type: "local_bash", description: "d" }] } } }],
    ],
    ["a question on the side goes on", system("control_request_progress", { request_id: "r", status: "api_retry", ...retry }), [{ type: "task.progress", payload: { taskId: "r", description: "api_retry" } }]],
    ["another model answers", system("model_refusal_fallback", { ...refusal, trigger: "refusal", direction: "retry", fallback_model: "b" }), [{ type: "model.rerouted", payload: { fromModel: "a", toModel: "b", reason: "refusal" } }]],
    ["no other model answers", system("model_refusal_no_fallback", refusal), [{ type: "runtime.warning", payload: { message: "a declined", detail: { model: "a", category: "bio" } } }]],
    ["a store failed", system("mirror_error", { error: "timed out", key: { projectKey: "p", sessionId: "s" } }), [{ type: "runtime.warning", payload: { message: "timed out", detail: { store: { projectKey: "p", sessionId: "s" } } } }]],
    [
      "the disk was full", system("session_writes_lost", { error_code: "ENOSPC", lost: ["transcript"], transcript_session_ids: ["s"] }),
      [{ type: "runtime.warning", payload: { message: "Claude could not save the session.", detail: { errorCode: "ENOSPC", lost: ["transcript"], sessionIds: ["s"] } } }],
    ],
    ["a warning", system("informational", { content: "blocked by a hook", level: "warning", prevent_continuation: true }), [{ type: "runtime.warning", payload: { message: "blocked by a hook", detail: { level: "warning", preventContinuation: true } } }]],
    ["a line about a tool", system("informational", { content: "half done", level: "info", tool_use_id: "t1" }), [{ type: "tool.progress", payload: { toolUseId: "t1", summary: "half done" } }]],
    ["commands", system("commands_changed", { commands: [{ name: "fix", description: "d", argumentHint: "" }] }), [{ type: "session.configured", payload: { config: { commands: [{ name: "fix", description: "d", argumentHint: "" }] } } }]],
    ["a plugin", system("plugin_install", { status: "installed", name: "p" }), [{ type: "session.configured", payload: { config: { pluginInstall: { status: "installed", name: "p" } } } }]],
    [
      "a plugin that failed", system("plugin_install", { status: "failed", name: "p", error: "404" }),
      [{ type: "session.configured", payload: { config: { pluginInstall: { status: "failed", name: "p", error: "404" } } } }, { type: "config.warning", payload: { summary: "A plugin could not be installed.", details: "404" } }],
    ],
    [
      "a form that is filled in", system("elicitation_complete", { mcp_server_name: "m", elicitation_id: "e" }),
      [{ type: "mcp.status.updated", payload: { status: { server: "m", elicitationId: "e", elicitation: "complete" } } }],
    ],
    [
      "a conversation that is over", other("conversation_reset", { new_conversation_id: "n", trigger: "clear" }),
      [{ type: "thread.state.changed", payload: { state: "closed", detail: { trigger: "clear", newConversationId: "n" } } }],
    ],
  ])("%s", (_, message, events) => {
    expect(told(message)).toStrictEqual(events);
  });

  it.each<[string, Frame, object[]]>([
    ["a notice", system("informational", { content: "went on once", level: "notice" }), [{ type: "item.updated", payload: { itemType: "unknown", title: "Notice", detail: "went on once" } }]],
    ["a notification", system("notification", { key: "k", text: "look here", priority: "low" }), [{ type: "item.updated", payload: { itemType: "unknown", title: "Notification", detail: "look here" } }]],
    [
      "memories", system("memory_recall", { mode: "select", memories: [{ path: "/m/one.md", scope: "personal" }] }),
      [{ type: "item.started", payload: { title: "Recalled memory" } }, { type: "item.completed", payload: { itemType: "unknown", status: "completed", title: "Recalled memory", detail: "/m/one.md" } }],
    ],
    [
      "what a command of its own says", system("local_command_output", { content: "10 tokens" }),
      [{ type: "item.started", payload: { itemType: "assistant_message" } }, { type: "item.completed", payload: { itemType: "assistant_message", status: "completed", detail: "10 tokens" } }],
    ],
  ])("shows %s in the turn that runs", (_, message, events) => {
    const { receive, act } = laterRunning();
    const [, ...rest] = receive(message);
    expect(rest).toMatchObject(events);
    expect(rest).toHaveLength(events.length);
    const [steered] = act({ kind: "turn.start", input: "more" });
    for (const { turnId } of rest) expect(turnId).toBe(steered?.turnId);
  });

  it("counts the tokens of the block that is being thought", () => {
    const { receive } = laterRunning();
    receive(messageStart("m1"));
    const [started] = receive(blockStart(0, { type: "thinking", thinking: "", signature: "" }));
    expect(receive(system("thinking_tokens", { estimated_tokens: 8, estimated_tokens_delta: 4 }))).toMatchObject([{ type: "item.updated", itemId: started?.itemId, payload: { itemType: "reasoning", data: { estimatedTokens: 8 } } }]);
  });

  it("refuses a tool without asking: the item says so, and its result ends it", () => {
    const { receive } = laterRunning();
    receive(assistant("m1", [tool("t1", "Bash", { command: "rm a" })]));
    const [denied] = receive(system("permission_denied", { tool_name: "Bash", tool_use_id: "t1", message: "no" }));
    expect(denied).toMatchObject({ type: "item.updated", payload: { itemType: "command_execution", status: "declined" } });
    expect(receive(toolResult("t1", { is_error: true }))).toMatchObject([{ type: "item.completed", itemId: denied?.itemId, payload: { status: "failed", detail: "rm a" } }]);
  });

  it("a task ends with its notification, whatever was said before", () => {
    const { receive } = laterRunning();
    const task = { task_id: "t", tool_use_id: "t1", output_file: "" };
    receive(system("task_started", { ...task, description: "d" }));
    expect(types(receive(system("task_updated", { task_id: "t", patch: { status: "killed" } })))).toEqual(["task.progress"]);
    expect(receive(system("task_notification", { ...task, status: "stopped", summary: "s" }))).toMatchObject([{ type: "task.completed", payload: { taskId: "t", status: "stopped", summary: "s" } }]);
  });
});

describe("what a later Claude answers (EVENTS.md rule 22)", () => {
  const fallback = { type: "fallback", from: { model: "a" }, to: { model: "b" }, trigger: { type: "refusal", category: null } };
  const listing = { type: "mcp_tool_listing", mcp_server_name: "m", tools: [] };

  it.each<[string, object, object]>([
    ["another model goes on", fallback, { type: "model.rerouted", payload: { fromModel: "a", toModel: "b", reason: "refusal" } }],
    ["a server lists its tools", listing, { type: "mcp.status.updated", payload: { status: listing } }],
  ])("%s, told once, whether it is streamed or comes whole", (_, block, event) => {
    const { receive } = laterRunning();
    receive(messageStart("m1"));
    expect(receive(blockStart(0, block))).toMatchObject([event]);
    expect(types(receive(assistant("m1", [block])))).toEqual(["session.state.changed"]);
    expect(types(receive(blockStop(0)))).toEqual(["session.state.changed"]);
    expect(receive(assistant("m2", [block]))).toMatchObject([event]);
  });

  it("what an interrupt cuts short has failed, and stays so when its block stops", () => {
    const { receive } = laterRunning();
    receive(messageStart("m1"));
    receive(blockStart(0, text("")));
    receive(blockDelta(0, textDelta("Once")));
    expect(receive(assistant("m1", [text("Once")], { aborted: true }))).toMatchObject([{ type: "item.completed", payload: { status: "failed", detail: "Once" } }]);
    receive(user([text("[Request interrupted by user]")]));
    expect(receive(blockStop(0))).toMatchObject([{ type: "item.updated", payload: { status: "failed" } }]);
    receive(messageStart("m2"));
    receive(blockStart(0, text("")));
    expect(receive(blockStop(0))).toMatchObject([{ type: "item.completed", payload: { status: "completed" } }]);
  });

  it("says which messages no longer count", () => {
    const [, , completed] = laterRunning().receive(assistant("m1", [text("x")], { supersedes: ["u0"] }));
    expect(completed).toMatchObject({ type: "item.completed", payload: { data: { uuid: "u", supersedes: ["u0"] } } });
  });

  it("what a stream leaves behind when it breaks off does not count", () => {
    const { receive } = laterRunning();
    const stop = (index: number): Frame => ({ ...stream({ type: "message_stop" }), abandoned_blocks: { api_message_id: "m1", from_block_index: index } });
    receive(messageStart("m1"));
    const [said] = receive(blockStart(0, text("")));
    receive(blockStop(0));
    const [called] = receive(blockStart(1, tool("t1", "Bash")));
    expect(receive(stop(0))).toMatchObject([{ type: "item.updated", itemId: said?.itemId, payload: { itemType: "assistant_message", status: "failed" } }]);
    expect(receive(stop(1))).toMatchObject([{ type: "item.completed", itemId: called?.itemId, payload: { status: "failed" } }]);
    expect(receive(stop(2))).toMatchObject([{ type: "session.state.changed", payload: { state: "running" } }]);
  });
});

describe("what a later Claude asks (EVENTS.md rule 14)", () => {
  const bash = { command: "ls" };

  it.each([
    ["accept", { decisionClassification: "user_temporary", updatedPermissions: [] }],
    ["acceptForSession", { decisionClassification: "user_permanent" }],
    ["acceptForSession", { updatedPermissions: [] }],
    ["accept", {}],
  ])("its host's word for the decision makes it %s", (decision, fields) => {
    const { act } = laterRunning();
    const [opened] = act(ask("t1", "Bash", bash, { requestId: "r", displayName: "Bash", mcpServer: { name: "m", source: "sdk" }, matchedAskRule: { source: "user", toolName: "Bash" } }));
    expect(opened).toMatchObject({ type: "request.opened", payload: { requestType: "command_execution_approval", detail: "ls" }, providerRefs: { providerRequestId: "t1" } });
    expect(act(answer("t1", { behavior: "allow", updatedInput: bash, ...fields }))).toMatchObject([{ type: "request.resolved", payload: { decision } }]);
  });
});
