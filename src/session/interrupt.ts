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

/** Whatever an interrupted thread asked, and its lanes, whether or not the question names a turn: nobody waits for the answer. */
export function interruptThread(core: Core, thread: Thread): void {
  for (const request of [...core.requests.values()]) {
    const asking = request.turn?.thread ?? request.thread;
    if (asking === thread || asking.parent === thread) settleRequest(core, request, "cancel", "interrupted");
  }
}
