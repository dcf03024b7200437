import { cells } from "../../generated/claude/memory.js";
import { messages } from "../../generated/claude/messages.js";
import { permissions } from "../../generated/claude/permissions.js";
import { claudeProvider } from "./claude.js";

/** Claude with the tables of `mappings/claude/`. */
export const claude = claudeProvider({ messages, permissions, cells });
