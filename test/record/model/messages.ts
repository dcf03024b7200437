import { pieces, type Body, type Frame, type Said, type Stream, type Wire } from "./wire.js";

/** Anthropic's Messages API, as Claude Code speaks it. */
export const messages: Wire = {
  path: /\/v1\/messages$/,
  streams: (_path, body) => body["stream"] === true,
  offered: (body) => (Array.isArray(body["tools"]) ? body["tools"] : []).map((tool: Body) => ({ name: String(tool["name"]) })),
  stream: (said, id, body) => {
    const message = { ...envelope(id("msg"), body), content: [], stop_reason: null, usage };
    const blocks = said.map((block, index) => blockOf(contentOf(block, id), index));
    const stop = frame("message_delta", { delta: { stop_reason: stopReason(said), stop_sequence: null }, usage: { output_tokens: 20 } });
    return { begin: [frame("message_start", { message })], blocks, end: [stop, frame("message_stop", {})] };
  },
  whole: (said, id, body) => ({
    ...envelope(id("msg"), body),
    content: said.map((block) => contentOf(block, id)),
    stop_reason: stopReason(said),
    usage: { ...usage, output_tokens: 20 },
  }),
  refusal: (status, message) => ({ type: "error", error: { type: status < 500 ? "invalid_request_error" : "api_error", message } }),
  asides: [{ path: /\/count_tokens$/, answer: { input_tokens: 100 } }],
};

const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 };

type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: object };

function envelope(id: string, body: Body) {
  return { id, type: "message", role: "assistant", model: body["model"], stop_sequence: null };
}

function stopReason(said: readonly Said[]): string {
  return said.some(({ kind }) => kind === "call") ? "tool_use" : "end_turn";
}

function contentOf(said: Said, id: (prefix: string) => string): Content {
  if (said.kind === "text") return { type: "text", text: said.text };
  if (said.kind === "thinking") return { type: "thinking", thinking: said.text, signature: "c2NyaXB0ZWQ=" };
  const { name, input } = said.call;
  return { type: "tool_use", id: id("toolu"), name, input: typeof input === "string" ? { input } : input };
}

function blockOf(content: Content, index: number): Stream["blocks"][number] {
  const open = frame("content_block_start", { index, content_block: emptied(content) });
  const deltas = deltasOf(content).map((delta) => frame("content_block_delta", { index, delta }));
  return { open: [open, ...deltas], close: [frame("content_block_stop", { index })] };
}

function emptied(content: Content): Content {
  if (content.type === "text") return { ...content, text: "" };
  return content.type === "thinking" ? { ...content, thinking: "", signature: "" } : { ...content, input: {} };
}

function deltasOf(content: Content): object[] {
  switch (content.type) {
    case "text":
      return pieces(content.text).map((text) => ({ type: "text_delta", text }));
    case "thinking":
      return [
        ...pieces(content.thinking).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: content.signature },
      ];
    case "tool_use":
      return pieces(JSON.stringify(content.input)).map((json) => ({ type: "input_json_delta", partial_json: json }));
  }
}

function frame(type: string, rest: object): Frame {
  return { event: type, data: { type, ...rest } };
}
