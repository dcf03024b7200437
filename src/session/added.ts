import type { Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { Draft } from "../contract.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Item, Request } from "./entities.js";
import { close, endSegment, giveLeftovers, inherit } from "./items.js";
import { itemOf, namedItem, placeOf, threadOf, turnOf } from "./locate.js";
import { repeatedForm } from "./repeats.js";
import { forget, markItem, openNamed, requestMade, requestMeant, requestTypeOf } from "./requests.js";

type Payload = { [field: string]: unknown };

/** An event of a project's own that says more about something open: what it has from that, and the request that it is about. */
export function learnAdded(core: Core, draft: Draft, rule: Lifecycle): Request | undefined {
  const { refs } = draft;
  const thread = threadOf(core, refs);
  const item = namedItem(core, thread, turnOf(core, thread, refs, true), refs);
  const request = rule.entity === "request" || rule.entity === "input" ? openNamed(core, refs) : undefined;
  inheritAdded(draft, rule, item, request);
  return request;
}

/** An event of a project's own that opens or closes an item. Its payload is the project's: nothing is put into it but what it inherits. */
export function applyAddedItem(core: Core, draft: Draft, rule: Lifecycle): void {
  const { refs } = draft;
  const thread = threadOf(core, refs);
  const opens = rule.does === "opens";
  const item = itemOf(core, thread, turnOf(core, thread, refs, true), refs, undefined, opens);
  item.turn.mergedInto = undefined;
  if (core.segments !== undefined && item.state !== "done") endSegment(core, item);
  if (core.exited || (opens ? item.state !== "seen" : item.state === "done")) return giveAgain(core, draft, rule, item);
  if (opens) item.state = "open";
  else {
    giveLeftovers(core, item);
    close(item, {});
  }
  inheritAdded(draft, rule, item, undefined);
  emit(core, draft.type, draft.payload, refs, placeOf(thread, item.turn), item.turn, item, undefined);
}

/** An event of a project's own that opens or closes a request, or a question to the user. */
export function applyAddedRequest(core: Core, draft: Draft, rule: Lifecycle): void {
  const half = rule.entity === "input" ? "asked" : "opened";
  if (rule.does === "opens") {
    const request = requestMade(core, draft.refs);
    if (request === undefined || request[half]) return;
    request[half] = true;
    if (half === "opened") request.type = requestTypeOf(request.item?.type);
    return emitAt(core, draft, request);
  }
  const request = requestMeant(core, draft.refs);
  if (request === undefined) return;
  request[half] = false;
  const { decision } = draft.payload as Payload;
  if (typeof decision === "string") markItem(request, decision);
  inheritAdded(draft, rule, request.item, request);
  emitAt(core, draft, request);
  if (!request.opened && !request.asked) forget(core, request);
}

function inheritAdded(draft: Draft, { inherits = [] }: Lifecycle, item: Item | undefined, request: Request | undefined): void {
  const payload = draft.payload as Payload;
  if (item !== undefined) inherit(item, payload, inherits);
  if (request !== undefined && inherits.includes("requestType")) payload["requestType"] ??= request.type;
}

/** Told again, or after the end of the session. */
function giveAgain(core: Core, draft: Draft, rule: Lifecycle, item: Item): void {
  if (draft.ensure) return;
  if (rule.repeated === undefined) core.repeated = true;
  else emit(core, rule.repeated, repeatedForm(rule, draft.payload), draft.refs, item.turn.thread, item.turn, item, undefined);
}

/** Tells it with the place of its request. */
export function emitAt(core: Core, draft: Draft, request: Request): void {
  emit(core, draft.type, draft.payload, draft.refs, request.thread, request.turn, request.item, request);
}
