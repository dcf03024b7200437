import type { RuntimeEventPayloadByType, SessionState, ThreadState } from "../../generated/canonical/events.js";
import type { Refs } from "../contract.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Thread, Turn } from "./entities.js";
import { isPrimary } from "./locate.js";

type StateChange = RuntimeEventPayloadByType["session.state.changed"];

const THREAD_STATES: { readonly [S in SessionState]: ThreadState } = {
  starting: "active",
  ready: "idle",
  running: "active",
  waiting: "active",
  stopped: "closed",
  error: "error",
};

/** The state of the session changes only by its primary thread: elsewhere it is the state of that thread (EVENTS.md rule 20). */
export function stateChanged(core: Core, change: StateChange, thread: Thread, turn: Turn | undefined, refs: Refs | undefined): void {
  const place = turn?.thread ?? thread;
  if (core.exited) return emit(core, "session.state.changed", { ...change, state: "stopped" }, refs, place, turn, undefined, undefined);
  if (isPrimary(core, place)) return emit(core, "session.state.changed", change, refs, place, turn, undefined, undefined);
  const detail = change.reason === undefined ? undefined : { reason: change.reason, detail: change.detail };
  const state = THREAD_STATES[change.state] ?? "active";
  emit(core, "thread.state.changed", detail === undefined ? { state } : { state, detail }, refs, place, turn, undefined, undefined);
}

/** Whether anything runs, for events that have to say how things stand. */
export function currentState(core: Core, thread: Thread): "running" | "ready" | "stopped" {
  if (core.exited) return "stopped";
  return thread.running.length > 0 ? "running" : "ready";
}
