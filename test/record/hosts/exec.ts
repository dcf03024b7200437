import { startProgram, type Program } from "../program.js";
import type { Fields } from "../rpc.js";
import type { Host, Situation } from "./host.js";
import { mcpOverrides } from "./mcp-overrides.js";

/** Runs `codex exec --json` for each prompt, as the Codex SDK does. */
export function execHost(binary: string, { place, port, agent, recording, mcp, complain }: Situation): Host {
  let program: Program | undefined;
  let threadId: string | undefined;

  function heard(line: string): void {
    let message: Fields;
    try {
      message = JSON.parse(line) as Fields;
    } catch {
      recording.add({ from: "agent", text: line });
      return;
    }
    recording.add({ from: "agent", message });
    if (message["type"] === "thread.started") threadId = String(message["thread_id"]);
  }

  return {
    asks: () => false,
    start: async () => {},
    prompt: async (text) => {
      const resume = threadId === undefined ? [] : ["resume", threadId];
      program = startProgram({
        command: binary,
        args: ["exec", "--json", "--skip-git-repo-check", "--sandbox", "danger-full-access", ...mcpOverrides(mcp), ...resume, text],
        place,
        env: agent.env(place, port),
        heard,
      });
      program.end();
      await program.ended;
      complain(program.complaint);
    },
    interrupt: async () => {},
    stop: async () => {
      await program?.stop();
    },
  };
}
