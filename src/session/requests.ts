import type { CanonicalItemType, CanonicalRequestType, RuntimeEventPayloadByType } from "../../generated/canonical/events.js";
import type { Decision, Draft, Refs, Table, Unvalidated } from "../contract.js";
import type { Core } from "./core.js";
import { emit, give, type Place } from "./emit.js";
import type { Request } from "./entities.js";
import { hashKey, nameOf, requestKeyOf, type Key } from "./ids.js";
import { closeSegment } from "./items.js";
import { limits, makeRoom } from "./limits.js";
import { namedItem, placeOf, threadOf, turnOf } from "./locate.js";

type Resolved = { requestType?: CanonicalRequestType; decision?: string; resolution?: unknown };

/** `request.opened` and `user-input.requested`: one message may give both, for one request. */
export function openRequest(core: Core, draft: Draft): void {
  const { refs } = draft;
  const request = requestMade(core, refs);
  if (request === undefined) return;
  if (draft.type === "request.opened") {
    if (request.opened) return;
    request.opened = true;
    request.type = (draft.payload as { requestType?: CanonicalRequestType }).requestType ?? requestTypeOf(request.item?.type);
    emit(core, draft.type, { ...draft.payload, requestType: request.type }, refs, request.thread, request.turn, request.item, request);
  } else {
    if (request.asked) return;
    request.asked = true;
    emit(core, draft.type, draft.payload, refs, request.thread, request.turn, request.item, request);
  }
}

/** The request that the message at hand makes; `undefined` if it is open already, or if nothing opens any more. */
export function requestMade(core: Core, refs: Refs): Request | undefined {
  if (core.request !== undefined) return core.request;
  const key = requestKeyOf(refs.request) ?? `\u0000${core.opened}`;
  const open = core.requests.get(key);
  if (open?.method === core.key) {
    core.repeated = true;
    return undefined;
  }
  if (core.table === undefined || core.message === undefined) return undefined;
  core.request = addRequest(core, { key, wireId: undefined, method: core.key, message: core.message, table: core.table, refs });
  return core.request;
}

/** What a request is about, where it does not say so: agents send the kind with the tool call alone (rule 13). */
export function requestTypeOf(itemType: CanonicalItemType | undefined): CanonicalRequestType {
  switch (itemType) {
    case "command_execution":
      return "command_execution_approval";
    case "file_change":
      return "file_change_approval";
    default:
      return "unknown";
  }
}

export interface NewRequest {
  readonly key: Key;
  readonly wireId: Key | undefined;
  readonly method: string;
  readonly message: Unvalidated;
  readonly table: Table;
  readonly refs: Refs;
}

/** A request that the agent makes now. After the end of the session nothing opens any more: that gives a warning. */
export function addRequest(core: Core, ask: NewRequest): Request | undefined {
  const { key, refs } = ask;
  const thread = threadOf(core, refs);
  const turn = turnOf(core, thread, refs, true);
  const item = namedItem(core, thread, turn, refs);
  // A side chain at work in the background asks in no turn: the end of one does not answer for it (rule 20).
  const within = item !== undefined && item.turn === item.turn.thread.outside && item.turn.thread.parent !== undefined ? item.turn : (turn ?? item?.turn);
  if (core.exited) {
    give(core, "runtime.warning", { message: "The agent asks, but its session is over.", detail: { method: ask.method } }, { thread, turn, item, refs });
    return undefined;
  }
  // Who asks has said what there was to say (rule 26).
  closeSegment(core, within ?? thread.outside);
  const open = core.requests.get(key);
  if (open !== undefined) settleRequest(core, open, "cancel", "id_reused");
  const oldest = core.requests.size < limits.openRequests ? undefined : core.requests.values().next().value;
  if (oldest !== undefined) settleRequest(core, oldest, "cancel", undefined);

  const provider = typeof key === "string" && key.startsWith("\u0000") ? undefined : nameOf(key);
  const nth = nthUse(core, key);
  const request: Request = {
    key,
    id: core.ids.mint("request", core.ids.root, hashKey(key, core.ids.seed + nth), provider, () => [key, nth]),
    provider,
    method: ask.method,
    message: ask.message,
    table: ask.table,
    wireId: ask.wireId,
    thread: placeOf(thread, within),
    turn: within,
    item,
    listed: true,
    type: "unknown",
    opened: false,
    asked: false,
  };
  core.requests.set(key, request);
  core.requestsById.set(request.id, request);
  core.settled.delete(key);
  return request;
}

/** `request.resolved` and `user-input.resolved`: of the request that the message answers, else of the one it names. */
export function resolveRequest(core: Core, draft: Draft): void {
  if (draft.type === "user-input.resolved") {
    const asked = openNamed(core, draft.refs);
    return asked === undefined ? undefined : closeInput(core, asked, draft.payload.answers);
  }
  const request = requestMeant(core, draft.refs);
  if (request === undefined) return;
  const { decision, resolution } = draft.payload as Resolved;
  markItem(request, decision);
  settleRequest(core, request, decision, resolution);
}

/** The open request that the message at hand settles. It is said if there is none, but for one that was settled already. */
export function requestMeant(core: Core, refs: Refs): Request | undefined {
  const request = openNamed(core, refs);
  if (request !== undefined) return request;
  const key = requestKeyOf(refs.request);
  if (key !== undefined && core.settled.has(key)) core.repeated = true;
  else warnOfStray(core, refs);
  return undefined;
}

/** The open request that the message at hand is about, or else the one it names. */
export function openNamed(core: Core, refs: Refs): Request | undefined {
  const key = requestKeyOf(refs.request);
  return core.request ?? (key === undefined ? undefined : core.requests.get(key));
}

/** Resolves what is still open of a request. A question to the user that nobody answered has empty answers. */
export function settleRequest(core: Core, request: Request, decision: string | undefined, resolution: unknown): void {
  closeInput(core, request, {});
  giveResolved(core, request, decision, resolution);
  forget(core, request);
}

/** `request.resolved`, once. The request itself is still to be settled. */
export function giveResolved(core: Core, request: Request, decision: string | undefined, resolution: unknown): void {
  if (!request.opened) return;
  request.opened = false;
  const payload: RuntimeEventPayloadByType["request.resolved"] = { requestType: request.type };
  if (decision !== undefined) payload.decision = decision;
  if (resolution !== undefined) payload.resolution = resolution;
  give(core, "request.resolved", payload, whereIs(request));
}

/** What the host decided about an item stays with it until it closes (EVENTS.md rule 17). */
export function markItem(request: Request, decision: string | undefined): void {
  if (request.item === undefined || decision === undefined) return;
  request.item.rejected = decision === ("decline" satisfies Decision) || decision === ("cancel" satisfies Decision);
}

function closeInput(core: Core, request: Request, answers: unknown): void {
  if (request.asked) {
    request.asked = false;
    give(core, "user-input.resolved", { answers }, whereIs(request));
  }
  if (!request.opened) forget(core, request);
}

export function forget(core: Core, request: Request): void {
  if (core.requests.get(request.key) !== request) return;
  core.requests.delete(request.key);
  core.requestsById.delete(request.id);
  makeRoom(core.settled, limits.settledRequests);
  core.settled.set(request.key, request.method);
}

function whereIs(request: Request): Place {
  return { thread: request.thread, turn: request.turn, item: request.item, request };
}

function warnOfStray(core: Core, refs: Refs): void {
  const thread = threadOf(core, refs);
  const requestId = nameOf(refs.request);
  const detail = requestId === undefined ? {} : { requestId };
  give(core, "runtime.warning", { message: "The agent settled a request that was not open.", detail }, { thread, refs });
}

/**
 * Ids start anew with each connection, so the same id may come again. Where the count of an id was dropped, counting goes on
 * from the number of all requests, which no count has reached yet.
 */
function nthUse(core: Core, key: Key): number {
  const nth = core.uses.get(key) ?? (core.usesDropped ? core.opened : 0);
  core.uses.delete(key);
  if (makeRoom(core.uses, limits.settledRequests) !== undefined) core.usesDropped = true;
  core.uses.set(key, nth + 1);
  core.opened += 1;
  return nth;
}
