import { eventMsg } from "../../generated/codex/event-msg.js";
import { cells } from "../../generated/codex/memory.js";
import { notifications } from "../../generated/codex/notifications.js";
import { requests } from "../../generated/codex/requests.js";
import { responses } from "../../generated/codex/responses.js";
import { codexProvider } from "./codex.js";

/** Codex with the tables of `mappings/codex/`. */
export const codex = codexProvider({ notifications, requests, responses, eventMsg, cells });
