import { cells } from "../../generated/cursor/memory.js";
import { notifications } from "../../generated/cursor/notifications.js";
import { requests } from "../../generated/cursor/requests.js";
import { responses } from "../../generated/cursor/responses.js";
import { cursorProvider } from "./cursor.js";

/** Cursor with the tables of `mappings/cursor/`. */
export const cursor = cursorProvider({ notifications, requests, responses, cells });
