import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Agent } from "../agents/agent.js";
import type { Block, Reply } from "../scenario.js";
import { gemini } from "./gemini.js";
import { messages } from "./messages.js";
import { responses } from "./responses.js";
import { framesOf, type Body, type Offered, type Said, type Wire } from "./wire.js";

/** A model service on loopback that says what it is told to say. */
export interface ModelServer {
  readonly port: number;
  /** What it says from now on: a reply for each call; the last one is repeated. */
  script(replies: readonly Reply[]): void;
  close(): Promise<void>;
}

const wires: readonly Wire[] = [responses, messages, gemini];

/** Starts one on a free port; `folder` is where the agent works. */
export async function serveModel(agent: Pick<Agent, "call">, folder: string): Promise<ModelServer> {
  let replies: readonly Reply[] = [];
  let next = 0;
  const id = counter("");
  const asideId = counter("aside_");

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const body = parse(await textOf(request));
    const aside = wires.flatMap(({ asides }) => asides).find((aside) => aside.path.test(path));
    if (aside !== undefined) return sendJson(response, 200, aside.answer);
    const wire = wires.find((wire) => wire.path.test(path));
    if (wire === undefined || request.method !== "POST")
      return sendJson(response, 404, { error: { message: `There is no ${path} here.`, code: 404 } });

    const offered = wire.offered(body);
    // A call that offers no tools is not the conversation: agents ask for titles and the like beside it.
    const scripted = offered.length > 0;
    const reply: Reply = (scripted ? replies[Math.min(next++, replies.length - 1)] : undefined) ?? { blocks: [{ kind: "text", text: "A title" }] };
    if ("status" in reply) return sendJson(response, reply.status, wire.refusal(reply.status, reply.message));

    const said = reply.blocks.flatMap((block) => saidOf(block, offered));
    const ids = scripted ? id : asideId;
    if (!wire.streams(path, body)) return sendJson(response, 200, wire.whole(said, ids, body));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const { event, data } of framesOf(wire.stream(said, ids, body), reply.unfinished === true)) {
      if (response.destroyed) return;
      response.write(`${event === undefined ? "" : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
      // Frames that arrive together are told together by some agents.
      await new Promise((resolve) => setTimeout(resolve, reply.gap ?? 5));
    }
    if (reply.unfinished !== true) response.end();
  }

  function saidOf(block: Block, offered: readonly Offered[]): Said[] {
    return block.kind === "tool" ? agent.call(block.tool, offered, folder).map((call) => ({ kind: "call", call })) : [block];
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    script: (said) => {
      replies = said;
      next = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function counter(before: string): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}_${before}${String(++count).padStart(6, "0")}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return {};
  }
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
