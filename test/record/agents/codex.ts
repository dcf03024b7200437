import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Tool } from "../scenario.js";
import type { Offered } from "../model/wire.js";
import type { Place } from "../place.js";
import { firstOffered, type Agent, type Call } from "./agent.js";

export interface CodexSettings {
  /** Its name decides which tools Codex offers; its own default if there is none. */
  readonly model: string | undefined;
  /** Its commands want out of the sandbox, so that the user is asked. */
  readonly asks: boolean;
}

/** Codex, by itself or behind ACP. */
export function codexWith({ model, asks }: CodexSettings): Agent {
  return {
    env: (place) => ({ CODEX_HOME: codexHome(place), OPENAI_API_KEY: "none", CODEX_API_KEY: "none", NO_BROWSER: "1" }),
    prepare: (place, port) => {
      mkdirSync(codexHome(place), { recursive: true });
      writeFileSync(path.join(codexHome(place), "config.toml"), settings(model, port, place));
    },
    call: (tool, offered) => {
      const call = callOf(tool, asks, offered);
      return [offered.some(({ name }) => name === call.name) || !offered.some(({ name }) => name === "exec") ? call : inScript(call)];
    },
  };
}

function codexHome(place: Place): string {
  return path.join(place.home, ".codex");
}

function settings(model: string | undefined, port: number, place: Place): string {
  return `${model === undefined ? "" : `model = ${JSON.stringify(model)}\n`}model_provider = "scripted"
model_reasoning_summary = "detailed"
approval_policy = "on-request"
sandbox_mode = "read-only"
check_for_update_on_startup = false

[model_providers.scripted]
name = "Scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 1

[tools.update_plan]
enabled = true

[analytics]
enabled = false

[projects.${JSON.stringify(place.folder)}]
trust_level = "trusted"
`;
}

function callOf(tool: Tool, asks: boolean, offered: readonly Offered[]): Call {
  switch (tool.does) {
    case "run":
      return run(tool.command, asks, offered);
    case "write":
      return patch([`*** Add File: ${tool.file}`, ...linesOf(tool.content).map((line) => `+${line}`)], asks, offered);
    case "plan":
      return { name: "update_plan", input: { plan: tool.steps.map(({ text, status }) => ({ step: text, status })) } };
    case "call":
      return mcpCall(tool.tool, tool.input, offered);
  }
}

function run(command: string, asks: boolean, offered: readonly Offered[]): Call {
  const name = firstOffered(["exec_command", "shell_command", "shell"], offered);
  const words = name === "shell" ? { command: ["bash", "-lc", command] } : name === "exec_command" ? { cmd: command } : { command };
  return { name, input: { ...words, ...(asks ? { sandbox_permissions: "require_escalated", justification: "May it run?" } : {}) } };
}

function linesOf(content: string): string[] {
  return content.replace(/\n$/, "").split("\n");
}

function patch(hunk: readonly string[], asks: boolean, offered: readonly Offered[]): Call {
  const text = ["*** Begin Patch", ...hunk, "*** End Patch"].join("\n");
  const tool = offered.find(({ name }) => name === "apply_patch" || name === "exec");
  if (tool === undefined) return run(`apply_patch <<'PATCH'\n${text}\nPATCH`, asks, offered);
  return { name: "apply_patch", input: tool.free === true ? text : { input: text } };
}

function mcpCall(tool: string, input: object, offered: readonly Offered[]): Call {
  const grouped = offered.find(({ name, namespace }) => name === tool && namespace !== undefined && namespace.includes("demo"));
  return grouped?.namespace === undefined ? { name: `mcp__demo__${tool}`, input } : { name: tool, namespace: grouped.namespace, input };
}

/** To some models Codex offers one tool only, a script that calls the others. */
function inScript({ name, input }: Call): Call {
  return { name: "exec", input: `const result = await tools.${name}(${JSON.stringify(input)});\ntext(JSON.stringify(result));\n` };
}
