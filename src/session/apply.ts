import { lifecycle, type Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { Draft } from "../contract.js";
import { applyAddedItem, applyAddedRequest, emitAt, learnAdded } from "./added.js";
import { exitSession } from "./close.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Thread } from "./entities.js";
import { applyDelta, applyItem, closeSegment } from "./items.js";
import { limits, makeRoom } from "./limits.js";
import { belongsSomewhere, namedItem, placeOf, threadOf, turnOf } from "./locate.js";
import { openRequest, resolveRequest } from "./requests.js";
import { repeatedForm } from "./repeats.js";
import { stateChanged } from "./states.js";
import { completeTurn, startTurn } from "./turns.js";

/** Where turns have no ids of their agent's, these belong to the one that runs. */
const OF_TURNS: ReadonlySet<string> = new Set(["runtime.error", "runtime.warning", "tool.summary", "model.rerouted"]);

/** Turns what a table says of one message into events: finds what each draft is about, and applies its lifecycle. */
export function applyDrafts(core: Core, drafts: readonly Draft[]): void {
  for (let index = 0; index < drafts.length; index += 1) applyDraft(core, drafts[index] as Draft);
}

function applyDraft(core: Core, draft: Draft): void {
  if (draft.type === "content.delta") return applyDelta(core, draft);
  const rule = lifecycle[draft.type];
  if (rule === undefined) {
    const added = core.provider.addedEvents[draft.type];
    if (added !== undefined) return applyAdded(core, draft, added);
    return passOn(core, draft, OF_TURNS.has(draft.type) && belongsSomewhere(core));
  }
  switch (rule.entity) {
    case "item":
      return draft.type === "tool.progress" ? passOn(core, draft, true) : applyItem(core, draft, rule);
    case "turn":
      return applyTurn(core, draft, rule);
    case "request":
    case "input":
      return rule.does === "opens" ? openRequest(core, draft) : resolveRequest(core, draft);
    case "thread":
      return applyThread(core, draft, rule);
    case "session":
      return applySession(core, draft, rule);
    case "task":
      return applyTracked(core, draft, rule, core.tasks, "taskId");
    case "hook":
      return applyTracked(core, draft, rule, core.hooks, "hookId");
  }
}

/** An event of a project's own: it has no say in how sessions, threads and turns begin and end. */
function applyAdded(core: Core, draft: Draft, rule: Lifecycle): void {
  if (rule.entity === "task") return applyTracked(core, draft, rule, core.tasks, "taskId");
  if (rule.entity === "hook") return applyTracked(core, draft, rule, core.hooks, "hookId");
  if (rule.does === "updates") {
    const request = learnAdded(core, draft, rule);
    if (request !== undefined) return emitAt(core, draft, request);
    return passOn(core, draft, rule.entity !== "session" && rule.entity !== "thread");
  }
  if (rule.entity === "item") return applyAddedItem(core, draft, rule);
  return applyAddedRequest(core, draft, rule);
}

/** An event that opens and closes nothing. */
function passOn(core: Core, draft: Draft, bound: boolean): void {
  const thread = threadOf(core, draft.refs);
  const turn = turnOf(core, thread, draft.refs, bound);
  const item = namedItem(core, thread, turn, draft.refs);
  const within = turn ?? item?.turn;
  emit(core, draft.type, draft.payload, draft.refs, placeOf(thread, within), within, item, undefined);
}

function applyTurn(core: Core, draft: Draft, rule: Lifecycle): void {
  switch (draft.type) {
    case "turn.started":
      return startTurn(core, draft, rule);
    case "turn.completed":
      return completeTurn(core, draft, rule);
    case "turn.plan.updated":
      if (core.segments !== undefined) endSaid(core, draft);
      return passOn(core, draft, true);
    default:
      return passOn(core, draft, true);
  }
}

/** A plan is made between two texts. */
function endSaid(core: Core, draft: Draft): void {
  const thread = threadOf(core, draft.refs);
  closeSegment(core, turnOf(core, thread, draft.refs, true) ?? thread.outside);
}

function applyThread(core: Core, draft: Draft, rule: Lifecycle): void {
  // Usage is counted by turns even where the message does not say of which.
  if (rule.does !== "opens") return passOn(core, draft, draft.type === "thread.token-usage.updated");
  const named = threadOf(core, draft.refs);
  // A lane runs in its thread; it is none (rule 20).
  const thread = named.parent ?? named;
  if (!thread.started && !core.exited) {
    thread.started = true;
    // The row may be about an item, whose turn is yet to start.
    return emit(core, draft.type, draft.payload, draft.refs, thread, undefined, undefined, undefined);
  }
  if (!draft.ensure) giveRepeated(core, draft, rule, thread);
}

function applySession(core: Core, draft: Draft, rule: Lifecycle): void {
  if (draft.type === "session.exited") return exitSession(core, draft.payload);
  if (rule.does === "opens") {
    if (core.started || core.exited) return;
    core.started = true;
    return passOn(core, draft, false);
  }
  if (draft.type !== "session.state.changed") return passOn(core, draft, false);
  const thread = threadOf(core, draft.refs);
  const turn = turnOf(core, thread, draft.refs, false);
  stateChanged(core, draft.payload, thread, turn, draft.refs);
}

/** Tasks and hooks: known by the id in their payload, which is the agent's own name for them. */
function applyTracked(core: Core, draft: Draft, rule: Lifecycle, known: Map<string, "running" | "done">, field: string): void {
  const given = (draft.payload as { readonly [name: string]: unknown })[field];
  // An event of a project's own may be about none.
  if (given === undefined) return passOn(core, draft, true);
  const id = String(given);
  const state = known.get(id);
  // Codex names a hook by where it is configured: it runs again under the same id.
  const again = rule.entity === "hook" && state === "done" && !draft.ensure;
  const repeated = core.exited || (rule.does === "opens" ? state !== undefined && !again : state === "done");
  if (rule.does === "updates") return passOn(core, draft, true);
  if (repeated) return draft.ensure ? undefined : giveRepeated(core, draft, rule, threadOf(core, draft.refs));
  if (state === undefined) makeRoom(known, limits.tracked, (old) => old === "done");
  known.set(id, rule.does === "opens" ? "running" : "done");
  passOn(core, draft, true);
}

/** What was open already, or over, is told again in the form that the canonical model names for it. */
function giveRepeated(core: Core, draft: Draft, rule: Lifecycle, thread: Thread): void {
  if (rule.repeated === undefined) return;
  emit(core, rule.repeated, repeatedForm(rule, draft.payload), draft.refs, thread, undefined, undefined, undefined);
}
