import { pieces, type Body, type Frame, type Offered, type Said, type Stream, type Wire } from "./wire.js";

/** OpenAI's Responses API, as Codex speaks it. */
export const responses: Wire = {
  path: /\/responses$/,
  streams: (_path, body) => body["stream"] !== false,
  offered: (body) => [body, ...listOf(body["input"])].flatMap((part) => listOf(part["tools"])).flatMap(offered),
  stream: (said, id) => {
    const response = { id: id("resp"), object: "response" };
    const blocks = said.map((block, index) => blockOf(block, index, id));
    const end = frame("response.completed", { response: { ...response, status: "completed", usage, output: blocks.map(({ item }) => item) } });
    return { begin: [frame("response.created", { response: { ...response, status: "in_progress", output: [] } })], blocks, end: [end] };
  },
  whole: (said, id) => ({
    id: id("resp"),
    object: "response",
    status: "completed",
    usage,
    output: said.map((block, index) => blockOf(block, index, id).item),
  }),
  refusal: (_status, message) => ({ error: { message, type: "invalid_request_error", code: null, param: null } }),
  asides: [],
};

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

function listOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as readonly Body[]) : [];
}

function offered(tool: Body): Offered[] {
  if (tool["type"] === "namespace") {
    return listOf(tool["tools"])
      .flatMap(offered)
      .map((inner) => ({ ...inner, namespace: String(tool["name"]) }));
  }
  return typeof tool["name"] === "string" ? [{ name: tool["name"], free: tool["type"] === "custom" }] : [];
}

function blockOf(said: Said, index: number, id: (prefix: string) => string): Stream["blocks"][number] & { readonly item: object } {
  if (said.kind === "text") return textBlock(said.text, id("msg"), index);
  if (said.kind === "thinking") return thinkingBlock(said.text, id("rs"), index);
  const { name, input, namespace } = said.call;
  const free = typeof input === "string";
  const item = {
    id: id(free ? "ctc" : "fc"),
    type: free ? "custom_tool_call" : "function_call",
    call_id: id("call"),
    name,
    ...(namespace === undefined ? {} : { namespace }),
  };
  const text = free ? input : JSON.stringify(input);
  const [key, kind] = free ? ["input", "custom_tool_call_input"] : ["arguments", "function_call_arguments"];
  return block(item.id, index, { ...item, [key]: "" }, { ...item, [key]: text }, [
    ...pieces(text).map((delta) => frame(`response.${kind}.delta`, { item_id: item.id, output_index: index, delta })),
    frame(`response.${kind}.done`, { item_id: item.id, output_index: index, [key]: text }),
  ]);
}

function textBlock(text: string, id: string, index: number) {
  const item = { id, type: "message", role: "assistant" };
  const place = { item_id: id, output_index: index, content_index: 0 };
  const part = { type: "output_text", annotations: [] };
  return block(id, index, { ...item, content: [] }, { ...item, content: [{ ...part, text }] }, [
    frame("response.content_part.added", { ...place, part: { ...part, text: "" } }),
    ...pieces(text).map((delta) => frame("response.output_text.delta", { ...place, delta })),
  ]);
}

function thinkingBlock(text: string, id: string, index: number) {
  const item = { id, type: "reasoning" };
  const place = { item_id: id, output_index: index, summary_index: 0 };
  const summary = [{ type: "summary_text", text }];
  return block(id, index, { ...item, summary: [] }, { ...item, summary, encrypted_content: "c2NyaXB0ZWQ=" }, [
    frame("response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } }),
    ...pieces(text).map((delta) => frame("response.reasoning_summary_text.delta", { ...place, delta })),
    frame("response.reasoning_summary_text.done", { ...place, text }),
    frame("response.reasoning_summary_part.done", { ...place, part: summary[0] }),
  ]);
}

function block(id: string, index: number, begun: object, done: object, between: readonly Frame[]) {
  const item = { ...done, status: "completed" };
  return {
    item,
    open: [frame("response.output_item.added", { output_index: index, item: { ...begun, id, status: "in_progress" } }), ...between],
    close: [frame("response.output_item.done", { output_index: index, item })],
  };
}

function frame(type: string, rest: object): Frame {
  return { event: type, data: { type, ...rest } };
}
