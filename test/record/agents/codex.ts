import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Offered } from "../model/wire.js";
import type { Place } from "../place.js";
import { firstOffered, type Agent, type Call } from "./agent.js";

/** Codex, by itself or behind ACP, with this model: its name decides which tools Codex offers. */
export function codexWith(model: string): Agent {
  return {
    env: (place) => ({ CODEX_HOME: codexHome(place), OPENAI_API_KEY: "none", CODEX_API_KEY: "none", NO_BROWSER: "1" }),
    prepare: (place, port) => {
      mkdirSync(codexHome(place), { recursive: true });
      writeFileSync(path.join(codexHome(place), "config.toml"), settings(model, port, place));
    },
    call: (tool, offered, _folder) => {
      switch (tool.does) {
        case "run":
          return [run(tool.command, offered)];
        case "write":
          return [patch(`*** Add File: ${tool.file}\n${tool.content.replace(/^(?=.)/gm, "+")}`, offered)];
        case "plan":
          return [{ name: "update_plan", input: { plan: tool.steps.map(({ text, status }) => ({ step: text, status })) } }];
        case "call":
          return [call(tool.tool, tool.input, offered)];
      }
    },
  };
}

function codexHome(place: Place): string {
  return path.join(place.home, ".codex");
}

function settings(model: string, port: number, place: Place): string {
  return `model = ${JSON.stringify(model)}
model_provider = "scripted"
model_reasoning_summary = "detailed"
model_supports_reasoning_summaries = true
approval_policy = "untrusted"
check_for_update_on_startup = false

[model_providers.scripted]
name = "Scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "OPENAI_API_KEY"
requires_openai_auth = false
request_max_retries = 0
stream_max_retries = 1

[analytics]
enabled = false

[projects.${JSON.stringify(place.folder)}]
trust_level = "trusted"
`;
}

function run(command: string, offered: readonly Offered[]): Call {
  const name = firstOffered(["exec_command", "shell_command", "shell"], offered);
  if (name === "shell") return { name, input: { command: ["bash", "-lc", command] } };
  return { name, input: name === "exec_command" ? { cmd: command } : { command } };
}

function patch(hunk: string, offered: readonly Offered[]): Call {
  const text = `*** Begin Patch\n${hunk.trimEnd()}\n*** End Patch`;
  const tool = offered.find(({ name }) => name === "apply_patch");
  if (tool === undefined) return run(`apply_patch <<'PATCH'\n${text}\nPATCH`, offered);
  return { name: "apply_patch", input: tool.free === true ? text : { input: text } };
}

function call(tool: string, input: object, offered: readonly Offered[]): Call {
  const grouped = offered.find(({ name, namespace }) => name === tool && namespace !== undefined && namespace.includes("demo"));
  return grouped?.namespace === undefined ? { name: `mcp__demo__${tool}`, input } : { name: tool, namespace: grouped.namespace, input };
}
