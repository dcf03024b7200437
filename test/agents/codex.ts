import { createValidate } from "../../codegen/schema/index.js";
import { codex107, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

const { surface } = read({ "0.107.0": codex107 }, textOf("schemas/codex-app-server/overlay.yaml"));
const validate = createValidate(surface, "0.107.0");

/** `codex app-server` 0.107.0, and EventMsg beside it or alone. */
export const codex: Agent = {
  provider: "codex",
  warns: ["codex/event/warning", "error", "turn/steer", "warning"],
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

/** The one untruth of these schemas: they say that a tool's output is an object, and it is written as its text. */
function isToolOutput(msg: unknown): boolean {
  return (msg as { item?: { type?: unknown } }).item?.type === "function_call_output";
}
