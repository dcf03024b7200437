import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Agent } from "./agent.js";

/** The Gemini CLI. */
export const gemini: Agent = {
  env: (_place, port) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_NO_RELAUNCH: "true",
    GEMINI_TELEMETRY_ENABLED: "false",
  }),
  prepare: (place) => {
    const folder = path.join(place.home, ".gemini");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, "settings.json"), JSON.stringify(settings));
  },
  call: (tool, _offered, folder) => {
    switch (tool.does) {
      case "run":
        return [{ name: "run_shell_command", input: { command: tool.command, description: "Run a command" } }];
      case "write":
        return [{ name: "write_file", input: { file_path: path.join(folder, tool.file), content: tool.content } }];
      case "plan":
        return [{ name: "write_todos", input: { todos: tool.steps.map(({ text, status }) => ({ description: text, status })) } }];
      case "call":
        return [{ name: `mcp_demo_${tool.tool}`, input: tool.input }];
    }
  },
};

const settings = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { enableAutoUpdate: false },
};
