import { noRefs } from "../contract.js";
import type { Core } from "./core.js";
import type { Thread } from "./entities.js";
import { allThreads, isPrimary, ownerOf } from "./locate.js";
import { settleRequest } from "./requests.js";

/** The host interrupts what its agent does (EVENTS.md rule 15). */
export function interrupt(core: Core): void {
  for (const thread of [...allThreads(core)]) if (isPrimary(core, thread)) interruptThread(core, thread);
  const cell = core.provider.interruptCell;
  // Where no turn runs there is nothing that its result would have to explain.
  if (cell !== undefined && ownerOf(core, noRefs) !== undefined) core.memory.remember(cell, [], { interrupted: true }, noRefs);
}

/** What an interrupted turn asked has no one to answer it. A turn that asks runs, even if nobody saw it start. */
export function interruptThread(core: Core, thread: Thread): void {
  for (const request of [...core.requests.values()]) {
    const { turn } = request;
    if (turn !== undefined && turn.state !== "done" && turn.thread === thread) settleRequest(core, request, "cancel", "interrupted");
  }
}
