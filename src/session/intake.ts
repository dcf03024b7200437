import type { ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";
import type { Table, Unvalidated } from "../contract.js";
import { advise } from "./advise.js";
import { takeAnswer } from "./answers.js";
import { applyDrafts } from "./apply.js";
import { markChildren } from "./children.js";
import type { Core } from "./core.js";
import { rpcId, rpcMethod } from "./jsonrpc.js";
import { threadOf } from "./locate.js";
import { begin, end, isObject, mapped, setRaw } from "./message.js";
import type { Route } from "./provider.js";
import { reportUnknown } from "./report.js";
import { takeQuestion } from "./questions.js";
import { currentState, stateChanged } from "./states.js";
import { yieldsToSeen } from "./yields.js";

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
  switch (route.kind) {
    case "message":
      return takeMessage(core, frame, route);
    case "request":
      return takeRequest(core, frame, route);
    case "answer":
      return takeAnswer(core, frame);
    case "repeat":
      core.stats.repeats += 1;
  }
}

function takeMessage(core: Core, frame: Unvalidated, route: MessageRoute): void {
  const { table, source, within } = route;
  const message = within === undefined ? frame : (frame[within] ?? NOTHING);
  const key = table.key(message);
  if (route.alone && yieldsToSeen(core, table, key)) {
    core.stats.repeats += 1;
    return;
  }
  setRaw(core, frame, source, rpcMethod(frame), route.typed ? key : undefined);
  markChildren(core, frame);
  core.table = table;
  core.message = message;
  core.key = key;
  const drafts = mapped(core, table, message, undefined);
  if (drafts === undefined) {
    if (table.ensure !== undefined) applyDrafts(core, table.ensure(message, core.memory));
    return reportUnknown(core, source, key, table.refs(message, core.memory));
  }
  applyDrafts(core, drafts);
  if (core.warns) advise(core, table, key, message);
  if (core.out !== undefined) return;
  if (core.repeated) core.stats.repeats += 1;
  else giveState(core, table, message, key);
}

function takeRequest(core: Core, frame: Unvalidated, route: RequestRoute): void {
  const { table, source } = route;
  const method = rpcMethod(frame) ?? "";
  setRaw(core, frame, source, method, undefined);
  takeQuestion(core, { frame, table, id: rpcId(frame) ?? "", method });
}

/** A row may guard all its events; its message still says that the agent is alive. */
function giveState(core: Core, table: Table, message: Unvalidated, key: string): void {
  const refs = table.refs(message);
  const thread = threadOf(core, refs);
  stateChanged(core, { state: currentState(core, thread), reason: key }, thread, undefined, refs);
}
