import { createValidate } from "../../codegen/schema/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

const { surface } = read({ "0.107.0": filesBelow("schemas/codex-sdk/0.107.0") }, textOf("schemas/codex-sdk/overlay.yaml"));
const validate = createValidate(surface, "0.107.0");

/** `codex exec --json` 0.107.0. */
export const codexSdk: Agent = {
  provider: "codex-sdk",
  warns: [],
  problems: (_, message) => validate("ThreadEvent", withoutNulls(message)),
};

/** The program writes null where the types of its SDK say that the field may be missing; what may be anything may be null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === null && key !== "structured_content" ? [] : [[key, withoutNulls(one)]])));
}
