import { describe, expect, it } from "vitest";
import { cursor } from "../agents/cursor.js";
import { answer, failure, notice, prompt, request, update } from "./acp-messages.js";
import { drive } from "./drive.js";
import { types } from "./told.js";

const session = { cwd: "/w", mcpServers: [] };
const acp = () => drive({ agent: cursor });

describe("what an ACP agent answers", () => {
  it("to the first request is how it is set up", () => {
    const { send, receive } = acp();
    send(request(0, "initialize", { protocolVersion: 1 }));
    const result = { protocolVersion: 1, agentCapabilities: { loadSession: true }, authMethods: [] };
    expect(receive(answer(0, result))).toMatchObject([{ type: "session.configured", payload: { config: result }, raw: { source: "cursor.acp.response", method: "initialize" } }]);
    expect(receive(answer(0, result))).toEqual([]);
  });

  it("to a new session starts it, and a thread for each further one", () => {
    const { send, receive } = acp();
    send(request(1, "session/new", session));
    const modes = { currentModeId: "ask", availableModes: [{ id: "ask", name: "Ask" }] };
    expect(receive(answer(1, { sessionId: "s1", modes }))).toMatchObject([
      { type: "session.started", providerRefs: { providerSessionId: "s1" } },
      { type: "session.configured", payload: { config: { modes } } },
      { type: "thread.started", payload: { providerThreadId: "s1" } },
      { type: "session.state.changed", payload: { state: "ready" } },
    ]);
    send(request(2, "session/fork", { sessionId: "s1", cwd: "/w" }));
    const events = receive(answer(2, { sessionId: "s2" }));
    expect(types(events)).toContain("thread.started");
    expect(types(events)).not.toContain("session.started");
  });

  it.each([
    ["session/set_mode", { modeId: "plan" }, {}, { currentModeId: "plan" }],
    ["session/set_model", { modelId: "m" }, {}, { currentModelId: "m" }],
    ["session/set_config_option", { configId: "c", value: "v" }, { configOptions: [] }, { configOptions: [] }],
  ])("to %s is what it is set to", (method, params, result, config) => {
    const { send, receive } = acp();
    send(request(1, method, { sessionId: "s1", ...params }));
    expect(receive(answer(1, result))).toMatchObject([{ type: "session.configured", payload: { config } }]);
  });

  it("to a login is that it is done, or that it is refused, whatever the code", () => {
    const { send, receive } = acp();
    send(request(1, "authenticate", { methodId: "m" }));
    expect(receive(answer(1, {}))).toMatchObject([{ type: "auth.status", payload: { isAuthenticating: false } }]);
    send(request(2, "authenticate", { methodId: "m" }));
    expect(receive(failure(2, -32602, "No such method"))).toMatchObject([{ type: "runtime.error", payload: { class: "permission_error", message: "No such method" } }]);
  });

  it.each([
    ["initialize", { protocolVersion: 1 }, -32602, "runtime.error", "validation_error"],
    ["session/new", session, -32602, "runtime.error", "validation_error"],
    ["session/new", session, -32000, "runtime.error", "permission_error"],
    ["session/load", { sessionId: "s1", ...session }, -32002, "runtime.error", "provider_error"],
    ["session/resume", { sessionId: "s1", cwd: "/w" }, -32601, "runtime.warning", undefined],
    ["session/list", {}, -32601, "runtime.warning", undefined],
    ["session/set_mode", { sessionId: "s1", modeId: "m" }, -32602, "runtime.warning", undefined],
    ["session/set_mode", { sessionId: "s1", modeId: "m" }, -32603, "runtime.error", "provider_error"],
    ["session/close", { sessionId: "s1" }, -32603, "runtime.error", "provider_error"],
    ["session/cancel", { sessionId: "s1" }, -32601, "runtime.warning", undefined],
  ])("to %s may be an error: %#", (method, params, code, type, errorClass) => {
    const { send, receive } = acp();
    send(request(1, method, params));
    const frame = failure(1, code, "No");
    const [event, ...others] = receive(frame);
    expect(event).toMatchObject({ type, payload: { message: "No", detail: frame["error"] }, raw: { method } });
    expect((event?.payload as { class?: string } | undefined)?.class).toBe(errorClass);
    expect(others).toEqual([]);
  });

  it("to what names no session is about none", () => {
    const { send, receive } = acp();
    receive(update("current_mode_update", { currentModeId: "plan" }));
    send(request(1, "session/new", session));
    const [event] = receive(failure(1, -32603, "No"));
    expect(event).toMatchObject({ type: "runtime.error" });
    expect(event).not.toHaveProperty("threadId");
  });

  it("to nothing that was asked is a warning, or an error if it could not read what it got", () => {
    const { send, receive } = acp();
    send(prompt(0));
    expect(receive({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } })).toMatchObject([{ type: "runtime.error", payload: { class: "transport_error" } }]);
    expect(types(receive({ jsonrpc: "2.0", error: { code: -32601, message: "Method not found" } }))).toEqual(["runtime.warning"]);
  });
});

it.each([
  ["available_commands_update", { availableCommands: [{ name: "c", description: "d" }] }, "session.configured", { config: { availableCommands: [{ name: "c", description: "d" }] } }],
  ["current_mode_update", { currentModeId: "plan" }, "session.configured", { config: { currentModeId: "plan" } }],
  ["config_option_update", { configOptions: [] }, "session.configured", { config: { configOptions: [] } }],
  ["session_info_update", { title: " Tests ", updatedAt: "2026-01-01T00:00:00Z" }, "thread.metadata.updated", { name: "Tests" }],
  ["usage_update", { used: 1, size: 2, cost: { amount: 0.1, currency: "USD" } }, "thread.token-usage.updated", { usage: { used: 1, size: 2, cost: { amount: 0.1, currency: "USD" } } }],
  ["plan", { entries: [{ content: "A", priority: "high", status: "in_progress" }] }, "turn.plan.updated", { plan: [{ step: "A", status: "inProgress" }] }],
  ["plan", { entries: [{ content: "A", priority: "high", status: "completed" }, { content: " ", priority: "low", status: "pending" }] }, "turn.plan.updated", { plan: [{ step: "A", status: "completed" }, { step: "Step 2", status: "pending" }] }],
])("%s is told of the thread", (kind, fields, type, payload) => {
  const [event] = acp().receive(update(kind, fields));
  expect(event).toMatchObject({ type, payload, providerRefs: { providerSessionId: "s1", providerThreadId: "s1" } });
});

it("how the agent is signed in is told with the account, if it says which", () => {
  const { receive } = acp();
  const authStatus = { kind: "api-key", label: "Signed in", detail: "by key", account: { name: "a" } };
  expect(receive(notice("_auth/status_update", { authStatus }))).toMatchObject([
    { type: "auth.status", payload: { isAuthenticating: false, output: ["Signed in", "by key"] } },
    { type: "account.updated", payload: { account: { name: "a" } } },
  ]);
  const [unnamed, ...others] = receive(notice("_auth/status_update", { authStatus: { kind: "none" } }));
  expect(unnamed).toMatchObject({ type: "auth.status", payload: { isAuthenticating: false } });
  expect(unnamed?.payload).not.toHaveProperty("output");
  expect(others).toEqual([]);
});

it("usage without its number has none, and with validation that is worth a warning", () => {
  const { receive } = drive({ agent: cursor, validate: "warn" });
  const [usage, warning] = receive(update("usage_update", { used: null, size: 200000 }), { foreign: true });
  expect(usage?.payload).toEqual({ usage: { size: 200000 } });
  expect(warning?.type).toBe("runtime.warning");
});
