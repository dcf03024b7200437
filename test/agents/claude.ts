import { createValidate } from "../../codegen/schema/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

const versions = ["0.2.62", "0.3.332"];
const { surface } = read(Object.fromEntries(versions.map((version) => [version, filesBelow(`schemas/claude-agent-sdk/${version}`)])), textOf("schemas/claude-agent-sdk/overlay.yaml"));

/** The Claude Agent SDK 0.2.62. */
export const claude = agentOf("0.2.62", []);

/** The Claude Agent SDK 0.3.332. */
export const laterClaude = agentOf("0.3.332", ["system:informational"]);

function agentOf(version: string, warns: Agent["warns"]): Agent {
  const validate = createValidate(surface, version);
  return {
    provider: "claude",
    warns,
    problems(from, message) {
      if (from === "agent") return validate("SDKMessage", withNulls(message));
      return validate(message["behavior"] === undefined ? "SDKUserMessage" : "PermissionResult", message);
    },
  };
}

/** What the program leaves out where the types of its SDK say that it is there, and may be null; by what tells its object. */
const leftOut: readonly (readonly [tells: (value: object) => boolean, nulls: readonly string[]])[] = [
  [({ type }: { type?: unknown }) => type === "message", ["container", "context_management", "diagnostics", "stop_details"]],
  [({ type }: { type?: unknown }) => type === "message_delta", ["context_management"]],
  [(value) => "stop_reason" in value && "stop_sequence" in value, ["container", "stop_details"]],
  [({ type }: { type?: unknown }) => type === "text", ["citations"]],
  [({ type }: { type?: unknown }) => type === "thinking_delta", ["estimated_tokens"]],
  [(value) => "input_tokens" in value, ["cache_creation", "cache_creation_input_tokens", "cache_read_input_tokens", "inference_geo", "iterations", "server_tool_use", "service_tier", "speed", "fallback_credit", "output_tokens_details"]],
];

/** Beside that, `apiKeySource` is the name of a variable, and no value of its enum. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== "object" || value === null) return value;
  const nulls = leftOut.flatMap(([tells, names]) => (tells(value) ? names.map((name) => [name, null] as const) : []));
  const fields = Object.entries(value).map(([key, one]) => [key, key === "apiKeySource" ? "user" : withNulls(one)] as const);
  return Object.fromEntries([...nulls, ...fields]);
}
