import type { Unvalidated } from "../contract.js";
import type { Core } from "./core.js";
import type { Thread } from "./entities.js";
import { keyOf } from "./ids.js";
import { limits } from "./limits.js";
import { threadNamed } from "./locate.js";

/** Learns which threads are sub-agents'. Their traffic may come before the message that tells so (EVENTS.md rule 20). */
export function markChildren(core: Core, frame: Unvalidated): void {
  const told = core.provider.children(frame);
  if (told === undefined) return;
  const spawner = keyOf(told.parent) === undefined ? undefined : threadNamed(core, told.parent);
  for (const ref of told.children) {
    if (keyOf(ref) === undefined) continue;
    const thread = threadNamed(core, ref);
    // A sub-agent that writes to the thread it works for does not make that its child.
    if (thread === core.hosted || isAncestor(thread, spawner)) continue;
    thread.child = true;
    thread.spawner ??= spawner;
  }
}

function isAncestor(thread: Thread, of: Thread | undefined): boolean {
  for (let at = of, steps = 0; at !== undefined && steps < limits.threads; at = at.spawner, steps += 1) if (at === thread) return true;
  return false;
}
