import type { ProviderRuntimeEventV2, RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Draft, Table, Unvalidated } from "../contract.js";
import { advise } from "./advise.js";
import { takeAnswer } from "./answers.js";
import { applyDrafts } from "./apply.js";
import { closeDropped } from "./close.js";
import type { Core } from "./core.js";
import type { Thread } from "./entities.js";
import { keyOf } from "./ids.js";
import { limits } from "./limits.js";
import { threadNamed, threadOf } from "./locate.js";
import type { Route } from "./provider.js";
import { reportUnknown, warn } from "./report.js";
import { rpcId, rpcMethod } from "./jsonrpc.js";
import { addRequest } from "./requests.js";
import { currentState, stateChanged } from "./states.js";

type MessageRoute = Extract<Route, { readonly kind: "message" }>;
type RequestRoute = Extract<Route, { readonly kind: "request" }>;

const NOTHING: Unvalidated = Object.freeze({});

/** Takes one message of the agent. Gives at least one event, but for an exact repeat and an answer that no row maps (rule 1). */
export function receive(core: Core, frame: unknown): ProviderRuntimeEventV2[] {
  core.stats.messages += 1;
  begin(core);
  takeFrame(core, frame);
  return end(core);
}

/** Begins one message, act or decision; `end` gives its events. */
export function begin(core: Core): void {
  core.out = undefined;
  core.time = "";
  core.repeated = false;
  core.request = undefined;
}

export function end(core: Core): ProviderRuntimeEventV2[] {
  if (core.dropped.turns.length > 0 || core.dropped.items.length > 0) closeDropped(core);
  core.raw = undefined;
  core.message = undefined;
  core.table = undefined;
  const { out } = core;
  core.out = undefined;
  return out ?? [];
}

function takeFrame(core: Core, frame: unknown): void {
  if (!isObject(frame)) {
    setRaw(core, frame ?? null, core.provider.source, undefined, undefined);
    return reportUnknown(core, core.provider.source, `(${frame === null ? "null" : Array.isArray(frame) ? "list" : typeof frame})`);
  }
  const route = core.provider.route(frame);
  if (route === undefined) {
    setRaw(core, frame, core.provider.source, undefined, undefined);
    return reportUnknown(core, core.provider.source, "(none)");
  }
  if (route.kind === "message") return takeMessage(core, frame, route);
  if (route.kind === "request") return takeRequest(core, frame, route);
  takeAnswer(core, frame);
}

function takeMessage(core: Core, frame: Unvalidated, route: MessageRoute): void {
  const { table, source, within } = route;
  const message = within === undefined ? frame : (frame[within] ?? NOTHING);
  const key = table.key(message);
  setRaw(core, frame, source, rpcMethod(frame), route.typed ? key : undefined);
  if (route.lane !== "main" && isTwin(core, table, key, route.lane)) {
    core.stats.repeats += 1;
    return;
  }
  markChildren(core, frame);
  core.table = table;
  core.message = message;
  core.key = key;
  const drafts = mapped(core, table, message, undefined);
  if (drafts === undefined) return reportUnknown(core, source, key, table.refs(message));
  applyDrafts(core, drafts);
  if (core.warns) advise(core, table, key, message);
  if (core.out !== undefined) return;
  if (core.repeated) core.stats.repeats += 1;
  else giveState(core, table, message, key);
}

function takeRequest(core: Core, frame: Unvalidated, route: RequestRoute): void {
  const { table, source } = route;
  const method = rpcMethod(frame) ?? "";
  const id = rpcId(frame) ?? "";
  setRaw(core, frame, source, method, undefined);
  // Codex sends a request again, under its id, to a host that resumes its thread (rule 12).
  if (core.requests.get(id)?.method === method) {
    core.stats.repeats += 1;
    return;
  }
  core.table = table;
  core.message = frame;
  core.key = method;
  const refs = table.refs(frame);
  const request = addRequest(core, { key: id, wireId: id, method, message: frame, table, refs });
  if (request === undefined) return;
  core.request = request;
  const drafts = mapped(core, table, frame, undefined);
  if (drafts === undefined) {
    request.listed = false;
    core.stats.unknowns += 1;
  } else applyDrafts(core, drafts);
  // Whatever its row says, and if it has none: what asks stays answerable (rule 5).
  if (!request.opened && !request.asked) applyDrafts(core, [unknownRequest(frame, method, refs)]);
  if (core.warns && drafts !== undefined) advise(core, table, table.key(frame), frame);
}

function unknownRequest(frame: Unvalidated, method: string, refs: Draft["refs"]): Draft {
  const args: unknown = frame["params"];
  const payload = { requestType: "unknown" as const, detail: method };
  return { type: "request.opened", payload: args === undefined ? payload : { ...payload, args }, refs, ensure: false };
}

/** Rule 28: on a connection of two lanes the other one tells it; in a single lane, the message that has an id. */
function isTwin(core: Core, table: Table, key: string, lane: MessageRoute["lane"]): boolean {
  if (lane === "beside") return table.twins !== undefined && Object.hasOwn(table.twins, key);
  const yields = table.yields !== undefined && Object.hasOwn(table.yields, key) ? table.yields[key] : undefined;
  if (yields?.some((other) => core.seen.has(other))) return true;
  if (!core.seen.has(key) && yieldedTo(table).has(key)) core.seen.add(key);
  return false;
}

const yieldedToByTable = new WeakMap<Table, ReadonlySet<string>>();

/** Only keys that another yields to have to be remembered. */
function yieldedTo(table: Table): ReadonlySet<string> {
  let keys = yieldedToByTable.get(table);
  if (keys === undefined) {
    keys = new Set(Object.values(table.yields ?? {}).flat());
    yieldedToByTable.set(table, keys);
  }
  return keys;
}

/** What the table makes of it. A mapper never throws; should a transform of the host's own do, the message is not lost for it. */
export function mapped(core: Core, table: Table, message: Unvalidated, request: Unvalidated | undefined): readonly Draft[] | undefined {
  try {
    return table.map(message, core.memory, request);
  } catch (error) {
    warn(core, "The mapper of this message failed.", { error: String(error) });
    return [];
  }
}

export function setRaw(core: Core, payload: unknown, source: RuntimeEventSource, method: string | undefined, messageType: string | undefined): void {
  if (!core.attachRaw) return;
  if (messageType === undefined) core.raw = method === undefined ? { source, payload } : { source, method, payload };
  else core.raw = method === undefined ? { source, messageType, payload } : { source, method, messageType, payload };
}

/** A row may guard all its events; its message still says that the agent is alive. */
function giveState(core: Core, table: Table, message: Unvalidated, key: string): void {
  const refs = table.refs(message);
  const thread = threadOf(core, refs);
  stateChanged(core, { state: currentState(core, thread), reason: key }, thread, undefined, refs);
}

/** Child traffic may come before the message that tells whose child it is (rule 20). */
function markChildren(core: Core, frame: Unvalidated): void {
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

export function isObject(value: unknown): value is Unvalidated {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
