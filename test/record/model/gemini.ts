import { pieces, type Body, type Frame, type Said, type Wire } from "./wire.js";

/** Google's Gemini API, as the Gemini CLI speaks it. */
export const gemini: Wire = {
  path: /:(?:stream)?[gG]enerateContent$/,
  streams: (path) => path.endsWith(":streamGenerateContent"),
  offered: (body) =>
    (Array.isArray(body["tools"]) ? body["tools"] : [])
      .flatMap((tool: Body) => (Array.isArray(tool["functionDeclarations"]) ? tool["functionDeclarations"] : []))
      .map((tool: Body) => ({ name: String(tool["name"]) })),
  stream: (said, id) => {
    const responseId = id("resp");
    const frames = (parts: readonly object[]): Frame[] => parts.map((part) => ({ data: answer(responseId, [part]) }));
    return {
      begin: [],
      blocks: said.map((block) => ({ open: frames(partsOf(block, id)), close: [] })),
      end: [{ data: answer(responseId, [{ text: "" }], "STOP") }],
    };
  },
  whole: (said, id) =>
    answer(
      id("resp"),
      said.flatMap((block) => partsOf(block, id)),
      "STOP",
    ),
  refusal: (status, message) => ({ error: { code: status, message, status: status < 500 ? "INVALID_ARGUMENT" : "INTERNAL" } }),
  asides: [{ path: /:countTokens$/, answer: { totalTokens: 100 } }],
};

function answer(responseId: string, parts: readonly object[], finishReason?: string) {
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason === undefined ? {} : { finishReason }) }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    modelVersion: "scripted",
    responseId,
  };
}

function partsOf(said: Said, id: (prefix: string) => string): object[] {
  if (said.kind === "call") return [{ functionCall: { id: id("call"), name: said.call.name, args: said.call.input } }];
  return pieces(said.text).map((text) => ({ text, ...(said.kind === "thinking" ? { thought: true } : {}) }));
}
