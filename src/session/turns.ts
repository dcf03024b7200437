import type { Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { RuntimeEventPayloadByType } from "../../generated/canonical/events.js";
import type { Draft, Refs } from "../contract.js";
import { endTurn } from "./close.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Thread, Turn } from "./entities.js";
import { keyOf } from "./ids.js";
import { closeSegment } from "./items.js";
import { addNamelessTurn, isPrimary, onlyRunning, renameTurn, threadOf, turnOf } from "./locate.js";
import { repeatedForm } from "./repeats.js";
import { warn } from "./report.js";
import { waitingReview } from "./reviews.js";
import { currentState, stateChanged } from "./states.js";

type DraftOf<T extends Draft["type"]> = Extract<Draft, { readonly type: T }>;
type StateChange = RuntimeEventPayloadByType["session.state.changed"];

/** `turn.started`: once per turn. Where starts carry no id, one more while a turn runs goes on with that turn (EVENTS.md rule 16). */
export function startTurn(core: Core, draft: DraftOf<"turn.started">, rule: Lifecycle): void {
  const refs = turnRefs(core, draft);
  const thread = threadOf(core, refs);
  // What a side chain says is part of the turn that it runs for (rule 20).
  if (draft.ensure && thread.parent !== undefined) return;
  const named = turnOf(core, thread, refs, false);
  const turn = named ?? thread.running[0];
  if (turn !== undefined && draft.ensure && turn.state !== "seen") return;
  if (core.exited || (turn !== undefined && turn.state !== "seen")) return giveStateAgain(core, draft, rule, thread, turn);

  const started = turn ?? addNamelessTurn(core, thread);
  const review = waitingReview(core, started);
  if (review !== undefined && started.key !== undefined) renameTurn(review, started.key);
  openTurn(core, draft, review ?? started, refs);
}

/** `turn.completed`: closes the turn that it names and what is open in it. The end of a turn that nobody saw start stands alone. */
export function completeTurn(core: Core, draft: DraftOf<"turn.completed">, rule: Lifecycle): void {
  const refs = turnRefs(core, draft);
  const thread = threadOf(core, refs);
  const named = turnOf(core, thread, refs, false);
  const running = named ?? onlyRunning(core, thread);
  if (running === undefined && core.provider.hostStarts && !core.exited) return completeNone(core, draft, thread);
  const turn = running ?? addNamelessTurn(core, thread);
  if (draft.ensure && turn.state === "done") return;
  if (core.exited || turn.state === "done") return giveStateAgain(core, draft, rule, thread, turn);
  endTurn(core, turn, draft.payload, refs);
}

/** A result where no turn runs belongs to the one that ended last; without one it stands alone, which is odd enough to say (rule 21). */
function completeNone(core: Core, draft: DraftOf<"turn.completed">, thread: Thread): void {
  let last: Turn | undefined;
  for (const turn of thread.turns.values()) if (turn.state === "done") last = turn;
  if (last !== undefined) return emit(core, "turn.completed", draft.payload, draft.refs, last.thread, last, undefined, undefined);
  warn(core, "A result came, but no turn had started.", {});
  endTurn(core, addNamelessTurn(core, thread), draft.payload, draft.refs);
}

/** Codex 0.107 starts a turn for what the host sends while another runs, merges it into that one, and never ends it. */
export function mergeTurn(turn: Turn): void {
  const running = turn.thread.running[0];
  if (running !== undefined && running !== turn && turn.state !== "done" && turn.items.size === 0) turn.mergedInto = running;
}

/**
 * A row reads ids where its message's schema has them. For the start and the end of a turn that is not enough: an id that
 * stands elsewhere must not be overlooked, or the wrong turn would end.
 */
function turnRefs(core: Core, draft: Draft): Refs {
  const { refs } = draft;
  // Where only the host starts turns, no message names one.
  if (keyOf(refs.turn) !== undefined || core.provider.hostStarts || core.table === undefined || core.message === undefined) return refs;
  const { turn } = core.table.refs(core.message, core.memory);
  return keyOf(turn) === undefined ? refs : { ...refs, turn };
}

function openTurn(core: Core, draft: DraftOf<"turn.started">, turn: Turn, refs: Refs): void {
  // What was said outside of turns is over.
  closeSegment(core, turn.thread.outside);
  turn.state = "running";
  turn.thread.running.push(turn);
  const payload = draft.payload as { model?: string; effort?: string };
  if (core.nextTurn !== undefined && isPrimary(core, turn.thread)) {
    const { model, effort } = core.nextTurn;
    if (model !== undefined) payload.model ??= model;
    if (effort !== undefined) payload.effort ??= effort;
    core.nextTurn = undefined;
  }
  emit(core, "turn.started", payload, refs, turn.thread, turn, undefined, undefined);
}

function giveStateAgain(core: Core, draft: Draft, rule: Lifecycle, thread: Thread, turn: Turn | undefined): void {
  const change = repeatedForm(rule, draft.payload) as StateChange;
  const place = turn?.thread ?? thread;
  stateChanged(core, { ...change, state: currentState(core, place) }, place, turn, draft.refs);
}
