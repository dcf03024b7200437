/** What the demo server offers, and what it answers. */

const number = { type: "number" };
const tools = [
  { name: "add", description: "Adds two numbers.", inputSchema: { type: "object", properties: { a: number, b: number }, required: ["a", "b"] } },
  { name: "fail", description: "Fails.", inputSchema: { type: "object", properties: {} } },
];

export interface Request {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string; readonly arguments?: { readonly a: number; readonly b: number } };
}

/** The answer to a request; none to a notification. */
export function answerTo(request: Request): object | undefined {
  if (request.id === undefined) return undefined;
  const result = resultOf(request);
  const answer = result === undefined ? { error: { code: -32601, message: `There is no ${request.method} here.` } } : { result };
  return { jsonrpc: "2.0", id: request.id, ...answer };
}

function resultOf({ method, params }: Request): object | undefined {
  if (method === "initialize") {
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "demo", version: "1" } };
  }
  if (method === "tools/list") return { tools };
  if (method === "ping") return {};
  if (method !== "tools/call") return undefined;
  const { a, b } = params?.arguments ?? { a: 0, b: 0 };
  return params?.name === "add" ? content(String(a + b), false) : content("It failed, as it should.", true);
}

function content(text: string, isError: boolean): object {
  return { content: [{ type: "text", text }], isError };
}
