import type { Core } from "./core.js";
import type { Turn } from "./entities.js";
import { renameTurn } from "./locate.js";

/**
 * Codex names a review turn by one id where it starts and by another everywhere else (0.110 on): that is one turn
 * (EVENTS.md rule 16). The first item of a review shows it, which comes before the start or after it.
 */

/** The first item of a review stands in this turn. If another turn has just started and shown nothing, both are one. */
export function nameReview(core: Core, turn: Turn): void {
  turn.review = true;
  // Without a thread there is no telling whose turn an unnamed one is.
  if (turn.state !== "seen" || turn.key === undefined || turn.thread === core.nowhere || core.exited) return;
  const started = turn.thread.running.find((running) => running.items.size === 0 && !running.review);
  if (started === undefined) return;
  for (const [key, item] of turn.items) {
    item.turn = started;
    started.items.set(key, item);
  }
  started.nameless = turn.nameless;
  for (const request of core.requests.values()) if (request.turn === turn) request.turn = started;
  started.review = true;
  renameTurn(started, turn.key);
}

/** The review that waits for its start, where the turn that starts now has shown nothing of its own. */
export function waitingReview(core: Core, starting: Turn): Turn | undefined {
  if (starting.items.size > 0 || starting.thread === core.nowhere) return undefined;
  for (const turn of starting.thread.turns.values()) if (turn !== starting && turn.review && turn.state === "seen") return turn;
  return undefined;
}
