import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claude } from "./agents/claude.js";
import { serveModel, type ModelServer } from "./model/server.js";
import type { Reply } from "./scenario.js";

const tools = [{ name: "Bash" }];
let server: ModelServer;

beforeAll(async () => {
  server = await serveModel(claude, "/somewhere");
});

afterAll(() => server.close());

describe("the scripted model service", () => {
  test("says its replies in order, and the last one for ever", async () => {
    server.script([text("One."), text("Two.")]);
    expect([await ask(), await ask(), await ask()]).toEqual(["One.", "Two.", "Two."]);
  });

  test("keeps its replies for calls that offer tools", async () => {
    server.script([text("One.")]);
    expect([await ask([]), await ask()]).toEqual(["A title", "One."]);
  });

  test("turns a tool of a scenario into one that the agent offers", async () => {
    server.script([{ blocks: [{ kind: "tool", tool: { does: "write", file: "a.txt", content: "a" } }] }]);
    const { content } = (await (await post("/v1/messages", { tools })).json()) as { content: unknown[] };
    expect(content).toMatchObject([{ type: "tool_use", name: "Write", input: { file_path: "/somewhere/a.txt", content: "a" } }]);
  });

  test("refuses in the words of the service that was asked", async () => {
    server.script([{ status: 400, message: "No." }]);
    const [messages, responses] = [await post("/v1/messages", { tools }), await post("/v1/responses", { tools })];
    expect([messages.status, responses.status]).toEqual([400, 400]);
    expect(await messages.json()).toEqual({ type: "error", error: { type: "invalid_request_error", message: "No." } });
    expect(await responses.json()).toMatchObject({ error: { message: "No." } });
  });

  test("streams, and stops amid an unfinished reply until the agent hangs up", async () => {
    server.script([{ ...text("Once there was"), unfinished: true }]);
    const response = await post("/v1/messages", { tools, stream: true });
    const reader = response.body!.getReader();
    let heard = "";
    while (!heard.includes(" was")) heard += new TextDecoder().decode((await reader.read()).value);
    expect(heard).toContain("event: content_block_delta\ndata: {");
    expect(heard).not.toContain("content_block_stop");
    await reader.cancel();
  });

  test("knows what else its clients ask for, and says so when it does not", async () => {
    expect(await (await post("/v1/messages/count_tokens", {})).json()).toEqual({ input_tokens: 100 });
    expect((await post("/v1/elsewhere", {})).status).toBe(404);
  });
});

function text(text: string): Extract<Reply, { blocks: unknown }> {
  return { blocks: [{ kind: "text", text }] };
}

async function ask(offered: readonly object[] = tools): Promise<unknown> {
  const { content } = (await (await post("/v1/messages", { tools: offered })).json()) as { content: { text: string }[] };
  return content[0]?.text;
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method: "POST", body: JSON.stringify(body) });
}
