import type { RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Draft, Ref, Unvalidated } from "../contract.js";
import { applyDrafts } from "./apply.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Request } from "./entities.js";
import { keyOf } from "./ids.js";
import { closeSegment } from "./items.js";
import { rpcId, rpcMethod } from "./jsonrpc.js";
import { limits, makeRoom } from "./limits.js";
import { threadNamed, turnNamed } from "./locate.js";
import { mapped, setRaw } from "./message.js";
import { warn } from "./report.js";
import { endReplay } from "./replays.js";
import { markItem, settleRequest } from "./requests.js";
import { mergeTurn } from "./turns.js";

const PARSE_ERROR = -32700;

/** An answer of the agent to a request of the host's. */
export function takeAnswer(core: Core, answer: Unvalidated): void {
  const id = rpcId(answer);
  const table = core.provider.answers;
  if (table === undefined) return;
  const source = table.source as RuntimeEventSource;
  const outcome = hasError(answer) ? "error" : "result";
  const request = id === undefined ? undefined : core.asked.get(id);
  if (id === undefined || request === undefined) {
    setRaw(core, answer, source, undefined, undefined);
    if (id !== undefined && core.answered.get(id) === outcome) core.stats.repeats += 1;
    else giveStray(core, answer);
    return;
  }
  core.asked.delete(id);
  makeRoom(core.answered, limits.settledRequests);
  core.answered.set(id, outcome);

  const method = rpcMethod(request) ?? "";
  setRaw(core, answer, source, method, undefined);
  core.table = table;
  core.message = answer;
  core.key = table.key(answer, request);
  if (core.segments !== undefined) endSaid(core, table.refs(answer, core.memory, request).thread);
  endReplay(core, request, answer, outcome === "result");
  if (outcome === "result") learn(core, request, answer);
  const drafts = mapped(core, table, answer, request);
  if (drafts !== undefined) applyDrafts(core, drafts);
  if (core.out !== undefined) return;
  if (core.repeated) core.stats.repeats += 1;
  else if (outcome === "error") warn(core, `${method} failed: ${messageOf(answer)}`, { method, error: answer["error"] });
  else core.stats.unmapped += 1;
}

/** The host's answer to a request of the agent's, written by itself or by `decide`, which knows what was decided. */
export function settleByAnswer(core: Core, request: Request, answer: Unvalidated, decided: string | undefined): void {
  core.table = request.table;
  core.message = answer;
  core.request = request;
  const failed = hasError(answer);
  const resolution: unknown = failed ? answer["error"] : answer["result"];
  let decision = decided ?? (failed ? "cancel" : undefined);
  const drafts = request.table.answer?.(request.message, answer, core.memory) ?? [];
  for (const draft of drafts) decision = tell(draft, decision, failed, resolution);
  applyDrafts(core, drafts);
  // An answer settles the request even if no row says so.
  if (!request.opened && !request.asked) return;
  markItem(request, decision);
  settleRequest(core, request, decision, resolution);
}

/** What is known better than a row can know it: what `decide` was told, and that an error answer refuses (EVENTS.md rule 12). */
function tell(draft: Draft, decision: string | undefined, failed: boolean, resolution: unknown): string | undefined {
  if (draft.type !== "request.resolved") return decision;
  const payload = draft.payload as { decision?: string; resolution?: unknown };
  if (decision !== undefined) payload.decision = decision;
  if (failed) payload.resolution = resolution;
  return payload.decision;
}

/** What the agent said before it answered, and in no turn, is over. */
function endSaid(core: Core, ref: Ref): void {
  const key = keyOf(ref);
  const thread = key === undefined ? undefined : core.threads.get(key);
  if (thread !== undefined) closeSegment(core, thread.outside);
}

/** Nobody waits for it: it resolves nothing (rules 9 and 31). */
function giveStray(core: Core, answer: Unvalidated): void {
  const error = answer["error"];
  const detail = { id: answer["id"] ?? null, error };
  if (error?.["code"] as unknown === PARSE_ERROR) {
    emit(core, "runtime.error", { message: messageOf(answer), class: "transport_error", detail }, undefined, undefined, undefined, undefined, undefined);
  } else if (hasError(answer)) warn(core, `An error that answers no request: ${messageOf(answer)}`, detail);
  else warn(core, "An answer to no request.", { id: detail.id });
}

/** What an answer names is the host's own: the first such thread is the primary one (rule 20). */
function learn(core: Core, request: Unvalidated, answer: Unvalidated): void {
  const announced = core.provider.announces(request, answer);
  if (announced === undefined) return;
  const thread = threadNamed(core, announced.thread);
  if (keyOf(announced.turn) !== undefined) mergeTurn(turnNamed(core, thread, announced.turn));
  else if (thread !== core.nowhere) core.hosted ??= thread;
}

function hasError(answer: Unvalidated): boolean {
  const error: unknown = answer["error"];
  return error !== undefined && error !== null;
}

function messageOf(answer: Unvalidated): string {
  const error: unknown = answer["error"];
  const message: unknown = typeof error === "string" ? error : (error as Unvalidated | undefined)?.["message"];
  return typeof message === "string" && message !== "" ? message : "Unknown error";
}
