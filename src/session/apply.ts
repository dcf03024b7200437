import { lifecycle, type Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { Draft } from "../contract.js";
import { exitSession } from "./close.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Thread } from "./entities.js";
import { applyDelta, applyItem } from "./items.js";
import { limits, makeRoom } from "./limits.js";
import { namedItem, placeOf, threadOf, turnOf } from "./locate.js";
import { openRequest, resolveRequest } from "./requests.js";
import { repeatedForm } from "./repeats.js";
import { stateChanged } from "./states.js";
import { completeTurn, startTurn } from "./turns.js";

/** Turns what a table says of one message into events: finds what each draft is about, and applies its lifecycle. */
export function applyDrafts(core: Core, drafts: readonly Draft[]): void {
  for (let index = 0; index < drafts.length; index += 1) applyDraft(core, drafts[index] as Draft);
}

function applyDraft(core: Core, draft: Draft): void {
  if (draft.type === "content.delta") return applyDelta(core, draft);
  const rule = lifecycle[draft.type];
  if (rule === undefined) return passOn(core, draft, false);
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
    default:
      return passOn(core, draft, true);
  }
}

function applyThread(core: Core, draft: Draft, rule: Lifecycle): void {
  // Usage is counted by turns even where the message does not say of which.
  if (rule.does !== "opens") return passOn(core, draft, draft.type === "thread.token-usage.updated");
  const thread = threadOf(core, draft.refs);
  if (!thread.started && !core.exited) {
    thread.started = true;
    return passOn(core, draft, false);
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
  const id = String((draft.payload as { readonly [name: string]: unknown })[field]);
  const state = known.get(id);
  const repeated = core.exited || (rule.does === "opens" ? state !== undefined : state === "done");
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
