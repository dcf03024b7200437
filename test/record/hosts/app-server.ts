import { startProgram, type Program } from "../program.js";
import { connect, type Asked, type Fields } from "../rpc.js";
import type { Host, Situation } from "./host.js";
import { mcpOverrides } from "./mcp-overrides.js";

/** Speaks to `codex app-server`. */
export function appServerHost(binary: string, { scenario, place, port, agent, recording, pause, mcp, complain }: Situation): Host {
  let program: Program;
  let threadId: unknown;
  let turnId: unknown;
  const answer = scenario.answer ?? "accept";

  function asked({ id, method, params }: Asked): void {
    if (answer === "leave open") return;
    if (method.endsWith("/requestApproval")) return connection.answer(id, { decision: answer });
    if (method === "mcpServer/elicitation/request") return connection.answer(id, { action: answer, content: answer === "accept" ? {} : null });
    if (method === "item/tool/requestUserInput") return connection.answer(id, { answers: firstOptions(params, answer) });
    connection.refuse(id, `This host has no ${method}.`);
  }

  const connection = connect({ recording, program: () => program, asked });

  return {
    asks: (line) => line.from === "agent" && "message" in line && String((line.message as Fields)["method"]).endsWith("/requestApproval"),
    start: async () => {
      program = startProgram({
        command: binary,
        args: ["app-server", ...mcpOverrides(mcp)],
        place,
        env: agent.env(place, port),
        heard: connection.heard,
      });
      void program.ended.then((how) => connection.closed(`codex ended: ${how}`));
      await connection.request("initialize", {
        clientInfo: { name: "mapwright", title: "Mapwright", version: "0" },
        capabilities: { experimentalApi: true },
      });
      connection.notify("initialized");
      if (threadId === undefined) {
        const { thread } = await connection.request("thread/start", { cwd: place.folder });
        threadId = (thread as Fields)["id"];
      } else {
        await connection.request("thread/resume", { threadId });
      }
      // Codex tells what it starts when it is ready, and does not wait for its MCP servers: all that would come amid the turn.
      await recording.quiet(mcp === undefined ? pause : 5 * pause);
    },
    prompt: async (text) => {
      const from = recording.lines.length;
      const { turn } = await connection.request("turn/start", { threadId, input: [{ type: "text", text }] });
      turnId = (turn as Fields)["id"];
      await recording.when((line) => line.from === "agent" && "message" in line && (line.message as Fields)["method"] === "turn/completed", from);
    },
    interrupt: async () => {
      await connection.request("turn/interrupt", { threadId, turnId });
    },
    stop: async () => {
      await program.stop();
      complain(program.complaint);
    },
  };
}

function firstOptions({ questions }: Fields, answer: "accept" | "decline"): object {
  if (answer === "decline" || !Array.isArray(questions)) return {};
  return Object.fromEntries(
    questions.map(({ id, options }: { id: string; options?: { label: string }[] | null }) => [id, { answers: [options?.[0]?.label ?? "yes"] }]),
  );
}
