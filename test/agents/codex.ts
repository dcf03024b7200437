import { createValidate } from "../../codegen/schema/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

// Together, as the overlay is for all of them.
const versions = ["0.107.0", "0.171.0"];
const files = Object.fromEntries(versions.map((version) => [version, filesBelow(`schemas/codex-app-server/${version}`)]));
const { surface } = read(files, textOf("schemas/codex-app-server/overlay.yaml"));

/** `codex app-server` 0.107.0, and EventMsg beside it or alone. */
export const codex: Agent = agentOf("0.107.0", ["codex/event/warning", "error", "turn/steer", "warning"]);

/** `codex app-server` 0.171.0, which has no EventMsg any more. */
export const codex171: Agent = agentOf("0.171.0", ["error", "guardianWarning", "warning"]);

function agentOf(version: string, warns: Agent["warns"]): Agent {
  const validate = createValidate(surface, version);
  return {
    provider: "codex",
    version,
    warns,
    problems(from, message, question) {
      const { method, id, msg, params, error, result } = message;
      if (msg !== undefined) return isToolOutput(msg) ? [] : validate("Event", message);
      if (error !== undefined) return validate("JSONRPCError", message);
      if (typeof method !== "string") {
        const response = surface.responses.get(String(question));
        return response === undefined ? validate("JSONRPCResponse", message) : validate(response, result);
      }
      if (method.startsWith("codex/event/")) return validate("Event", params);
      if (from === "host") return validate(id === undefined ? "ClientNotification" : "ClientRequest", message);
      return validate(id === undefined ? "ServerNotification" : "ServerRequest", message);
    },
  };
}

/** The one untruth of these schemas: they say that a tool's output is an object, and it is written as its text. */
function isToolOutput(msg: unknown): boolean {
  return (msg as { item?: { type?: unknown } }).item?.type === "function_call_output";
}
