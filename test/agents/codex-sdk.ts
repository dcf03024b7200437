import { createValidate } from "../../codegen/schema/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

/** `codex exec --json` 0.107.0. */
export const codexSdk: Agent = agentOf("0.107.0");

/** `codex exec --json` 0.171.0, against the newest types of its SDK. */
export const codexSdk163: Agent = agentOf("0.163.0");

function agentOf(version: string): Agent {
  const { surface } = read({ [version]: filesBelow(`schemas/codex-sdk/${version}`) }, textOf("schemas/codex-sdk/overlay.yaml"));
  const validate = createValidate(surface, version);
  return { provider: "codex-sdk", version, warns: [], problems: (_, message) => validate("ThreadEvent", withoutNulls(message)) };
}

/** The program writes null where the types of its SDK say that the field may be missing; what may be anything may be null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === null && key !== "structured_content" ? [] : [[key, withoutNulls(one)]])));
}
