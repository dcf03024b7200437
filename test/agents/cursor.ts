import { createValidate } from "../../codegen/schema/index.js";
import { filesBelow, read, textOf } from "../schema/helpers.js";
import type { Agent } from "./agent.js";

const { surface } = read({ "0.14.1": filesBelow("schemas/acp/0.14.1") }, textOf("schemas/acp/overlay.yaml"));
const validate = createValidate(surface, "0.14.1");

/** Agents of the Agent Client Protocol 0.14.1. */
export const cursor: Agent = {
  provider: "cursor",
  warns: ["_ext/unknown", "no/such_method", "session/delete", "session/set_config_option", undefined],
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
