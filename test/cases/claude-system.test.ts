import { describe, expect, it } from "vitest";
import { claudeDrive, other, running, system } from "./claude.js";
import type { Frame } from "./drive.js";
import { types } from "./told.js";

const init: Frame = system("init", {
  apiKeySource: "user", claude_code_version: "2", cwd: "/w", tools: ["Bash"], mcp_servers: [], model: "m", permissionMode: "default", slash_commands: [], output_style: "default", skills: [], plugins: [],
});
const compacted = (metadata: object): Frame => system("compact_boundary", { compact_metadata: { trigger: "auto", pre_tokens: 900, ...metadata } });
const hook = { hook_id: "h", hook_name: "PreToolUse:Bash", hook_event: "PreToolUse", session_id: "of the hook" };

describe("what Claude tells beside the conversation (EVENTS.md rules 3, 21, 25, 31)", () => {
  it("is in the thread that the first message names, which starts once", () => {
    const { receive } = claudeDrive();
    expect(types(receive(init))).toEqual(["thread.started", "session.configured"]);
    const [configured] = receive(init);
    expect(configured).toMatchObject({ type: "session.configured", payload: { config: { model: "m", tools: ["Bash"] } }, providerRefs: { providerSessionId: "s", providerThreadId: "s" } });
  });

  it.each<[string, Frame, object[]]>([
    ["compacting", system("status", { status: "compacting" }), [{ type: "session.state.changed", payload: { state: "waiting", reason: "compacting" } }]],
    ["no status", system("status", { status: null }), [{ type: "session.state.changed", payload: { state: "running" } }]],
    ["a permission mode", system("status", { status: null, permissionMode: "plan" }), [{ type: "session.state.changed", payload: { state: "running" } }, { type: "session.configured", payload: { config: { permissionMode: "plan" } } }]],
    ["a compaction", compacted({}), [{ type: "thread.state.changed", payload: { state: "compacted", detail: { trigger: "auto", pre_tokens: 900 } } }]],
    [
      "a compaction that says what is left", compacted({ post_tokens: 100 }),
      [{ type: "thread.token-usage.updated", payload: { usage: { trigger: "auto", pre_tokens: 900, post_tokens: 100 } } }, { type: "thread.state.changed", payload: { state: "compacted" } }],
    ],
    [
      "persisted files", system("files_persisted", { files: [{ filename: "a", file_id: "f" }], failed: [{ filename: "b", error: "e" }], processed_at: "now" }),
      [{ type: "files.persisted", payload: { files: [{ filename: "a", fileId: "f" }], failed: [{ filename: "b", error: "e" }] } }],
    ],
    ["progress of a tool", other("tool_progress", { tool_use_id: "t1", tool_name: "Bash", parent_tool_use_id: null, elapsed_time_seconds: 3 }), [{ type: "tool.progress", payload: { toolUseId: "t1", toolName: "Bash", elapsedSeconds: 3 } }]],
    [
      "progress of a tool by its real id", other("tool_progress", { tool_use_id: "bash-progress-0", tool_name: "Bash", parent_tool_use_id: "t1", elapsed_time_seconds: 3 }),
      [{ type: "tool.progress", payload: { toolUseId: "t1", toolName: "Bash", elapsedSeconds: 3 }, providerRefs: { providerItemId: "t1" } }],
    ],
    ["a summary of tools", other("tool_use_summary", { summary: "did", preceding_tool_use_ids: ["t1"] }), [{ type: "tool.summary", payload: { summary: "did", precedingToolUseIds: ["t1"] } }]],
    ["a login", other("auth_status", { isAuthenticating: true, output: ["x"], error: "no" }), [{ type: "auth.status", payload: { isAuthenticating: true, output: ["x"], error: "no" } }]],
    ["rate limits", other("rate_limit_event", { rate_limit_info: { status: "allowed" } }), [{ type: "account.rate-limits.updated", payload: { rateLimits: { rate_limit_info: { status: "allowed" } } } }]],
    ["a suggestion", other("prompt_suggestion", { suggestion: "run the tests" }), [{ type: "item.updated", payload: { itemType: "unknown", title: "Prompt suggestion", detail: "run the tests" } }]],
    ["another model", system("model_fallback", { original_model: "a", fallback_model: "b", trigger: "overloaded" }), [{ type: "model.rerouted", payload: { fromModel: "a", toModel: "b", reason: "overloaded" } }]],
    ["what became of a prompt", other("command_lifecycle", { command_uuid: "p", state: "queued" }), [{ type: "thread.metadata.updated", payload: { metadata: { commandUuid: "p", commandState: "queued" } } }]],
    ["no goal", other("active_goal", { value: null }), [{ type: "thread.metadata.updated", payload: { metadata: {} } }]],
    ["the state of compaction", other("autocompact_state", { value: { enabled: true } }), [{ type: "session.configured", payload: { config: { autocompact: { enabled: true } } } }]],
  ])("%s", (_, message, events) => {
    const [started, ...rest] = running().receive(message);
    expect(started?.type).toBe("thread.started");
    expect(rest).toMatchObject(events);
    expect(rest).toHaveLength(events.length);
  });

  it("a status that no schema lists is one at which Claude runs", () => {
    expect(running().receive(system("status", { status: "requesting" }), { foreign: true }).at(-1)).toMatchObject({ type: "session.state.changed", payload: { state: "running", reason: "requesting" } });
  });

  it("hooks have a session id of their own, which starts no thread", () => {
    const { receive } = running();
    const events = [
      system("hook_started", hook),
      system("hook_progress", { ...hook, stdout: "out", stderr: "", output: "" }),
      system("hook_response", { ...hook, stdout: "", stderr: "err", output: "both", exit_code: 2, outcome: "error" }),
    ].flatMap((frame) => receive(frame));
    expect(events.map(({ type, payload }) => ({ type, payload }))).toStrictEqual([
      { type: "hook.started", payload: { hookId: "h", hookName: "PreToolUse:Bash", hookEvent: "PreToolUse" } },
      { type: "hook.progress", payload: { hookId: "h", stdout: "out" } },
      { type: "hook.completed", payload: { hookId: "h", outcome: "error", output: "both", stderr: "err", exitCode: 2 } },
    ]);
  });

  it("a type that nobody knows is a warning, folded by its key", () => {
    const { receive } = running();
    receive(init);
    for (const repeat of [1, 2]) {
      expect(receive(system("of_tomorrow"), { foreign: true })).toMatchObject([{ type: "runtime.warning", payload: { detail: { source: "claude.sdk.message", key: "system:of_tomorrow", repeat } } }]);
    }
    expect(types(receive({ type: "brand_new" }, { foreign: true }))).toEqual(["runtime.warning"]);
  });
});
