import { startProgram, type Program } from "../program.js";
import { connect, Refused, type Asked, type Fields } from "../rpc.js";
import type { Host, Situation } from "./host.js";

export interface AcpCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The mode that a new session is put into. */
  readonly mode?: string;
}

/** Speaks to an agent over ACP. */
export function acpHost({ command, args, mode }: AcpCommand, { scenario, place, port, agent, recording, pause, mcp, complain }: Situation): Host {
  let program: Program;
  let sessionId: unknown;
  let open: unknown[] = [];
  const answer = scenario.answer ?? "accept";
  const mcpServers = mcp === undefined ? [] : [{ name: "demo", ...mcp, env: [] }];

  function asked({ id, method, params }: Asked): void {
    if (method !== "session/request_permission") return connection.refuse(id, `This host has no ${method}.`);
    if (answer === "leave open") open.push(id);
    else connection.answer(id, { outcome: outcomeOf(params, answer) });
  }

  const connection = connect({ recording, program: () => program, asked, envelope: { jsonrpc: "2.0" } });

  return {
    asks: (line) => line.from === "agent" && "message" in line && (line.message as Fields)["method"] === "session/request_permission",
    start: async () => {
      program = startProgram({ command, args, place, env: agent.env(place, port), heard: connection.heard });
      void program.ended.then((how) => connection.closed(`the agent ended: ${how}`));
      await connection.request("initialize", {
        protocolVersion: 1,
        clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
        clientInfo: { name: "mapwright", title: "Mapwright", version: "0" },
      });
      if (sessionId === undefined) ({ sessionId } = await connection.request("session/new", { cwd: place.folder, mcpServers }));
      else await connection.request("session/load", { sessionId, cwd: place.folder, mcpServers });
      if (mode !== undefined) await connection.request("session/set_mode", { sessionId, modeId: mode });
      // Lists of commands and the like follow when they are ready.
      await recording.quiet(pause);
    },
    prompt: async (text) => {
      try {
        await connection.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
      } catch (error) {
        // An error is how some agents say that the model failed.
        if (!(error instanceof Refused)) throw error;
      }
    },
    interrupt: async () => {
      connection.notify("session/cancel", { sessionId });
      for (const id of open) connection.answer(id, { outcome: { outcome: "cancelled" } });
      open = [];
    },
    stop: async () => {
      await program.stop();
      complain(program.complaint);
    },
  };
}

function outcomeOf({ options }: Fields, answer: "accept" | "decline"): object {
  const kinds = answer === "accept" ? ["allow_once", "allow_always"] : ["reject_once", "reject_always"];
  const offered = (options ?? []) as readonly { readonly optionId: string; readonly kind: string }[];
  const option = kinds.map((kind) => offered.find((option) => option.kind === kind)).find((found) => found !== undefined);
  return option === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: option.optionId };
}
