import { cells } from "../../generated/codex/memory.js";
import { threadEvents } from "../../generated/codex/thread-events.js";
import { codexSdkProvider } from "./codex-sdk.js";

/** The Codex SDK with its table of `mappings/codex/`. */
export const codexSdk = codexSdkProvider({ threadEvents, cells });
