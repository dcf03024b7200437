import type { Unvalidated } from "../contract.js";
import { closeOutside } from "./close.js";
import type { Core } from "./core.js";
import type { Thread } from "./entities.js";
import { keyOf } from "./ids.js";
import { renewOutside } from "./locate.js";

/**
 * The agent will tell the history of a thread again. Its items stand in a place of their own, so that an id in it never means the
 * item that was told live under it, and none of it lands in a turn (rule 26). A thread that is new has nothing to keep apart yet.
 */
export function beginReplay(core: Core, request: Unvalidated): void {
  const thread = replayed(core, request, undefined);
  if (thread === undefined) return;
  closeOutside(core, thread, true);
  renewOutside(thread, true);
}

/** The history is told, or cannot be: what it left open is over, and its ids are free. */
export function endReplay(core: Core, request: Unvalidated, answer: Unvalidated, told: boolean): void {
  const thread = replayed(core, request, answer);
  if (thread === undefined) return;
  closeOutside(core, thread, told);
  renewOutside(thread, false);
}

function replayed(core: Core, request: Unvalidated, answer: Unvalidated | undefined): Thread | undefined {
  const key = keyOf(core.provider.replays(request, answer));
  return key === undefined ? undefined : core.threads.get(key);
}
