import type { Frame } from "./drive.js";

/** Frames of the Agent Client Protocol, in the session `s1` unless a test says otherwise. */
const here = "s1";

export const prompt = (id: number | string, text = "go", sessionId = here): Frame => ({ jsonrpc: "2.0", id, method: "session/prompt", params: { sessionId, prompt: [{ type: "text", text }] } });
export const answer = (id: number | string, result: object): Frame => ({ jsonrpc: "2.0", id, result });
export const failure = (id: number | string, code: number, message: string, data?: unknown): Frame => ({ jsonrpc: "2.0", id, error: { code, message, ...(data !== undefined && { data }) } });
export const ended = (id: number | string, stopReason = "end_turn"): Frame => answer(id, { stopReason });

export const update = (sessionUpdate: string, fields: object, sessionId = here): Frame => ({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update: { sessionUpdate, ...fields } } });
const chunk = (kind: string) => (text: string, fields: object = {}, sessionId = here): Frame => update(kind, { content: { type: "text", text }, ...fields }, sessionId);
export const said = chunk("agent_message_chunk");
export const thought = chunk("agent_thought_chunk");
export const asked = chunk("user_message_chunk");

export const tool = (toolCallId: string, fields: object = {}): Frame => update("tool_call", { toolCallId, title: "Terminal", kind: "execute", status: "pending", ...fields });
export const toolUpdate = (toolCallId: string, fields: object): Frame => update("tool_call_update", { toolCallId, ...fields });

/** The options of a well-behaved agent, under ids of its own. */
export const options = [
  { optionId: "once", name: "Allow", kind: "allow_once" },
  { optionId: "always", name: "Always allow", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];
export const permission = (id: number | string, toolCall: object, offered: readonly object[] = options): Frame => ({
  jsonrpc: "2.0", id, method: "session/request_permission", params: { sessionId: here, toolCall, options: offered },
});
export const chose = (id: number | string, optionId: string): Frame => answer(id, { outcome: { outcome: "selected", optionId } });

export const request = (id: number | string, method: string, params: object): Frame => ({ jsonrpc: "2.0", id, method, params });
export const notice = (method: string, params: object): Frame => ({ jsonrpc: "2.0", method, params });
