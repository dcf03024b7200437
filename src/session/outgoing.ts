import type { ProviderRuntimeEventV2, RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Unvalidated } from "../contract.js";
import { settleByAnswer } from "./answers.js";
import { applyDrafts } from "./apply.js";
import { endTurn } from "./close.js";
import type { Core } from "./core.js";
import { keyOf, type Key } from "./ids.js";
import { interruptThread } from "./interrupt.js";
import { rpcId, rpcMethod } from "./jsonrpc.js";
import { limits, makeRoom } from "./limits.js";
import { threadNamed, threadOf, turnOf } from "./locate.js";
import { begin, end, isObject, mapped, setRaw } from "./message.js";
import type { Route } from "./provider.js";
import { beginReplay } from "./replays.js";
import { warn } from "./report.js";

/** Takes one message that the host wrote. It gives events where it answers a request, and where a table says so (rule 1). */
export function send(core: Core, frame: unknown): ProviderRuntimeEventV2[] {
  core.stats.messages += 1;
  begin(core);
  const route = isObject(frame) ? core.provider.routeSent(frame) : undefined;
  if (isObject(frame) && route !== undefined) {
    if (route.kind === "answer") takeHostAnswer(core, frame);
    else if (route.kind === "repeat") core.stats.repeats += 1;
    else takeHostMessage(core, frame, route);
  }
  return end(core);
}

function takeHostAnswer(core: Core, answer: Unvalidated): void {
  const id = rpcId(answer);
  if (id === undefined) return;
  const request = core.requests.get(id);
  if (request !== undefined && request.wireId !== undefined) {
    setRaw(core, answer, request.table.source as RuntimeEventSource, request.method, undefined);
    settleByAnswer(core, request, answer, undefined);
  } else if (core.settled.has(id)) core.stats.repeats += 1;
}

function takeHostMessage(core: Core, frame: Unvalidated, route: Extract<Route, { readonly kind: "message" | "request" }>): void {
  const id = rpcId(frame);
  const { table } = route;
  setRaw(core, frame, route.source, rpcMethod(frame), route.kind === "message" && route.typed ? table.key(frame) : undefined);
  if (route.kind === "request" && id !== undefined) {
    const waiting = core.asked.get(id);
    if (waiting !== undefined) endWaiting(core, id, waiting);
    core.asked.delete(id);
    makeRoom(core.asked, limits.hostRequests);
    core.asked.set(id, frame);
    core.answered.delete(id);
  }
  const drafts = table.sent?.(frame, core.memory);
  if (drafts !== undefined) {
    core.table = table;
    core.message = frame;
    core.key = table.key(frame);
    applyDrafts(core, drafts);
  }
  if (route.kind === "request") beginReplay(core, frame);
  const interrupted = core.provider.interrupts(frame);
  if (keyOf(interrupted) !== undefined) interruptThread(core, threadNamed(core, interrupted));
}

/** The host uses the id of a request that still waits: an answer can no longer be its, so the turn that the answer would have ended ends. */
function endWaiting(core: Core, id: Key, request: Unvalidated): void {
  const { answers } = core.provider;
  if (answers === undefined || core.exited) return;
  const answer = { id, result: {} } as unknown as Unvalidated;
  const end = mapped(core, answers, answer, request)?.find(({ type }) => type === "turn.completed");
  const turn = end === undefined ? undefined : turnOf(core, threadOf(core, end.refs), end.refs, false);
  if (turn?.state !== "running") return;
  warn(core, "The host used the id of a request again that still waits for its answer.", { id, method: rpcMethod(request) });
  endTurn(core, turn, { state: "interrupted" }, undefined);
}
