import path from "node:path";
import type { PlanStep } from "../scenario.js";
import type { Offered } from "../model/wire.js";
import { firstOffered, type Agent, type Call } from "./agent.js";

/** Claude Code, under the SDK or behind ACP. */
export const claude: Agent = {
  env: (_place, port) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: "none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "1",
    // Newer versions have TodoWrite only so.
    CLAUDE_CODE_ENABLE_TASKS: "0",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
  }),
  prepare: () => {},
  call: (tool, offered, folder) => {
    switch (tool.does) {
      case "run":
        return [{ name: firstOffered(["Bash", "mcp__acp__Bash"], offered), input: { command: tool.command, description: "Run a command" } }];
      case "write":
        return [
          { name: firstOffered(["Write", "mcp__acp__Write"], offered), input: { file_path: path.join(folder, tool.file), content: tool.content } },
        ];
      case "plan":
        return planOf(tool.steps, offered);
      case "call":
        return [{ name: `mcp__demo__${tool.tool}`, input: tool.input }];
    }
  },
};

function planOf(steps: readonly PlanStep[], offered: readonly Offered[]): Call[] {
  if (firstOffered(["TodoWrite", "TaskCreate"], offered) === "TaskCreate") {
    return steps.map(({ text }) => ({ name: "TaskCreate", input: { subject: text, description: text, activeForm: text } }));
  }
  return [{ name: "TodoWrite", input: { todos: steps.map(({ text, status }) => ({ content: text, status, activeForm: text })) } }];
}
