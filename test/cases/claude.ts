import { claude, laterClaude } from "../agents/claude.js";
import { drive, type Drive, type Frame } from "./drive.js";

/** Messages of the Claude Agent SDK, as its schemas want them. */
const own = { uuid: "u", session_id: "s" };
const usage = {
  input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 }, service_tier: "standard", inference_geo: "", iterations: [], speed: "standard",
};

export const claudeDrive = (): Drive => drive({ agent: claude });

/** A session in which a turn runs. */
export const running = (): Drive => start(claudeDrive());

/** One with a Claude of 0.3.332. */
export const laterRunning = (): Drive => start(drive({ agent: laterClaude }));

function start(started: Drive): Drive {
  started.act({ kind: "session.start" });
  started.act({ kind: "turn.start", input: "hi" });
  return started;
}

export const stream = (event: object, parent: string | null = null): Frame => ({ type: "stream_event", event, parent_tool_use_id: parent, ...own });

export const messageStart = (id: string, parent: string | null = null): Frame =>
  stream({ type: "message_start", message: { id, type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null, usage } }, parent);
export const blockStart = (index: number, block: object, parent: string | null = null): Frame => stream({ type: "content_block_start", index, content_block: block }, parent);
export const blockDelta = (index: number, delta: object, parent: string | null = null): Frame => stream({ type: "content_block_delta", index, delta }, parent);
export const blockStop = (index: number, parent: string | null = null): Frame => stream({ type: "content_block_stop", index }, parent);
export const messageDelta = (stopReason: string | null, parent: string | null = null): Frame =>
  stream({ type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage: { ...usage, input_tokens: 3 } }, parent);

export const text = (value: string): object => ({ type: "text", text: value });
export const textDelta = (value: string): object => ({ type: "text_delta", text: value });
export const jsonDelta = (value: string): object => ({ type: "input_json_delta", partial_json: value });
export const tool = (id: string, name: string, input: object = {}): object => ({ type: "tool_use", id, name, input });

export const assistant = (id: string, content: readonly object[], fields: object = {}): Frame => ({
  type: "assistant",
  message: { id, type: "message", role: "assistant", model: "m", content, stop_reason: null, stop_sequence: null, usage },
  parent_tool_use_id: null,
  ...own,
  ...fields,
});
export const user = (content: unknown, fields: object = {}): Frame => ({ type: "user", message: { role: "user", content }, parent_tool_use_id: null, ...own, ...fields });
export const toolResult = (id: string, fields: object = {}, outer: object = {}): Frame => user([{ type: "tool_result", tool_use_id: id, content: "done", ...fields }], outer);

const ended = { duration_ms: 9, duration_api_ms: 8, is_error: false, num_turns: 1, stop_reason: null, total_cost_usd: 0.5, usage, modelUsage: {}, permission_denials: [], ...own };
export const success = (fields: object = {}): Frame => ({ type: "result", subtype: "success", result: "ok", ...ended, ...fields });
export const failure = (subtype: string, fields: object = {}): Frame => ({ type: "result", subtype, errors: [], ...ended, ...fields });
export const system = (subtype: string, fields: object = {}): Frame => ({ type: "system", subtype, ...own, ...fields });
export const other = (type: string, fields: object = {}): Frame => ({ type, ...own, ...fields });

/** The act by which the host says that Claude asks. */
export const ask = (toolUseID: string, toolName: string, input: object, fields: object = {}) => ({ kind: "permission.request", toolName, input, toolUseID, ...fields }) as const;
export const answer = (toolUseID: string, result: object) => ({ kind: "permission.result", toolUseID, result }) as const;
