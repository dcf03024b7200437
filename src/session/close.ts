import type { RuntimeEventPayloadByType, RuntimeTaskId, TurnState } from "../../generated/canonical/events.js";
import type { Refs } from "../contract.js";
import type { Core } from "./core.js";
import { emit, give } from "./emit.js";
import type { Item, Thread, Turn } from "./entities.js";
import { closeItem, giveLeftovers } from "./items.js";
import { allThreads, turnsOf } from "./locate.js";
import { giveResolved, settleRequest } from "./requests.js";

type Completed = RuntimeEventPayloadByType["turn.completed"];
type Exited = RuntimeEventPayloadByType["session.exited"];

/**
 * Ends a turn (EVENTS.md rules 15 and 17): its open requests resolve, its open items close, then `turn.completed`.
 * Commands that may outlive a completed turn stay open.
 */
export function endTurn(core: Core, turn: Turn, payload: Completed, refs: Refs | undefined): void {
  settleAll(core, turn, undefined, "turn_ended");
  closeItems(core, turn, payload.state, true);
  markDone(core, turn);
  emit(core, "turn.completed", payload, refs, turn.thread, turn, undefined, undefined);
  if (turn.thread.running.length === 0) return;
  for (const merged of turn.thread.running.filter((other) => other.mergedInto === turn)) {
    endTurn(core, merged, { state: payload.state }, undefined);
  }
}

/** Closes all that is open, every lane too, in the order that rule 15 gives, and says that the session is over. Once. */
export function exitSession(core: Core, payload: Exited): void {
  if (core.exited) return;
  const failed = payload.exitKind === "error";
  // All requests before all questions to the user.
  for (const request of core.requests.values()) giveResolved(core, request, "cancel", undefined);
  settleAll(core, undefined, "cancel", undefined);
  const threads = [...allThreads(core)];
  for (const thread of threads) for (const turn of turnsOf(thread)) closeItems(core, turn, undefined, false);
  if (failed) give(core, "runtime.error", { message: payload.reason ?? "The agent ended unexpectedly.", class: "transport_error" }, {});
  for (const thread of threads) {
    for (const turn of [...thread.running]) {
      markDone(core, turn);
      const state: TurnState = failed ? "failed" : "interrupted";
      const completed = failed && payload.reason !== undefined ? { state, errorMessage: payload.reason } : { state };
      give(core, "turn.completed", completed, { thread: turn.thread, turn });
    }
  }
  endTracked(core);
  core.exited = true;
  give(core, "session.exited", payload, {});
}

/** Closes what had to make room for others. */
export function closeDropped(core: Core): void {
  for (const item of core.dropped.items.splice(0)) closeItem(core, item, "failed");
  for (const turn of core.dropped.turns.splice(0)) {
    if (turn.state === "running") endTurn(core, turn, { state: "interrupted" }, undefined);
    settleAll(core, turn, "cancel", undefined);
    closeItems(core, turn, undefined, false);
    core.memory.endTurn(turn);
  }
}

/** Ends what stands in no turn, as what went well or as what broke off. */
export function closeOutside(core: Core, thread: Thread, completed: boolean): void {
  settleAll(core, thread.outside, "cancel", undefined);
  closeItems(core, thread.outside, completed ? "completed" : "failed", false);
}

/** Of one turn, or of all. */
function settleAll(core: Core, turn: Turn | undefined, decision: string | undefined, resolution: unknown): void {
  if (core.requests.size === 0) return;
  for (const request of [...core.requests.values()]) if (turn === undefined || request.turn === turn) settleRequest(core, request, decision, resolution);
}

function closeItems(core: Core, turn: Turn, state: TurnState | undefined, mayOutlive: boolean): void {
  const completed = state === "completed";
  for (const item of turn.items.values()) {
    closeOne(core, item, completed, mayOutlive);
    if (item.twins !== undefined) for (const twin of item.twins) closeOne(core, twin, completed, mayOutlive);
  }
}

function closeOne(core: Core, item: Item, completed: boolean, mayOutlive: boolean): void {
  if (item.state === "open") {
    if (completed && mayOutlive && item.type !== undefined && core.outlives.has(item.type)) return;
    closeItem(core, item, completed ? "completed" : "failed");
  } else if (item.held !== undefined) giveLeftovers(core, item);
}

function markDone(core: Core, turn: Turn): void {
  turn.state = "done";
  const at = turn.thread.running.indexOf(turn);
  if (at >= 0) turn.thread.running.splice(at, 1);
  core.memory.endTurn(turn);
}

/** Background work and hooks end with the session that ran them. */
function endTracked(core: Core): void {
  for (const [taskId, state] of core.tasks) if (state === "running") give(core, "task.completed", { taskId: taskId as RuntimeTaskId, status: "stopped" }, {});
  for (const [hookId, state] of core.hooks) if (state === "running") give(core, "hook.completed", { hookId, outcome: "cancelled" }, {});
  core.tasks.clear();
  core.hooks.clear();
}
