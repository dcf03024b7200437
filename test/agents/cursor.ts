import { createValidate } from "../../codegen/schema/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

/** Agents of the Agent Client Protocol 0.14.1. */
export const cursor = agentOf("0.14.1", ["_ext/unknown", "no/such_method", "session/delete", "session/set_config_option", undefined]);

/** Agents of 2.4.0. */
export const laterCursor = agentOf("2.4.0", []);

function agentOf(version: string, warns: Agent["warns"]): Agent {
  // Of this version alone, since later ones may call an answer otherwise.
  const { surface } = read({ [version]: filesBelow(`schemas/acp/${version}`) }, textOf("schemas/acp/overlay.yaml"));
  const validate = createValidate(surface, version);
  return {
    provider: "cursor",
    warns,
    problems(from, message, question) {
      const { method, id, error, result } = message;
      if (error !== undefined) return validate("Error", error);
      if (typeof method !== "string") {
        const response = surface.responses.get(String(question));
        return response === undefined ? [`${String(question)} has no response`] : validate(response, result);
      }
      if (from === "host") return validate(id === undefined ? "ClientNotification" : "ClientRequest", message);
      return validate(id === undefined ? "AgentNotification" : "AgentRequest", message);
    },
  };
}
