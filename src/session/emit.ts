import type {
  CanonicalRuntimeEventType,
  EventId,
  IsoDateTime,
  ProviderItemId,
  ProviderRuntimeEventV2,
  ProviderSessionId,
  ProviderThreadId,
  ProviderTurnId,
  RuntimeEventBase,
  RuntimeEventPayloadByType,
  RuntimeItemId,
  RuntimeRequestId,
  RuntimeSessionId,
  ThreadId,
  TrimmedNonEmptyString,
  TurnId,
} from "../../generated/canonical/events.js";
import type { Refs } from "../contract.js";
import type { Core } from "./core.js";
import type { Item, Request, Thread, Turn } from "./entities.js";
import { nameOf } from "./ids.js";

type AnyEvent = RuntimeEventBase<CanonicalRuntimeEventType, unknown>;
type ProviderRefs = NonNullable<AnyEvent["providerRefs"]>;

/** What an event is about. Its canonical ids and provider refs come from here. */
export interface Place {
  readonly thread?: Thread | undefined;
  readonly turn?: Turn | undefined;
  readonly item?: Item | undefined;
  readonly request?: Request | undefined;
  /** As the message has them: the provider's session, and the name it gave the turn. */
  readonly refs?: Refs | undefined;
}

/** Gives one event of a known payload. */
export function give<T extends CanonicalRuntimeEventType>(core: Core, type: T, payload: RuntimeEventPayloadByType[T], place: Place): void {
  emit(core, type, payload, place.refs, place.thread, place.turn, place.item, place.request);
}

/**
 * Appends one event to those of the message at hand. On the path of every token, so the shapes that make up nearly all of a
 * stream are whole literals: a field that is added later is kept outside its object, and costs an allocation.
 */
export function emit(
  core: Core,
  type: CanonicalRuntimeEventType,
  payload: unknown,
  refs: Refs | undefined,
  thread: Thread | undefined,
  turn: Turn | undefined,
  item: Item | undefined,
  request: Request | undefined,
): void {
  const event = eventOf(core, type, payload, providerRefs(refs, thread, turn, item, request), thread?.id, turn?.id, item?.id, request?.id);
  if (core.out === undefined) core.out = [event as ProviderRuntimeEventV2];
  else core.out.push(event as ProviderRuntimeEventV2);
  core.stats.events += 1;
}

function eventOf(
  core: Core,
  type: CanonicalRuntimeEventType,
  payload: unknown,
  providerRefs: ProviderRefs | undefined,
  thread: string | undefined,
  turn: string | undefined,
  item: string | undefined,
  request: string | undefined,
): AnyEvent {
  const eventId = nextEventId(core);
  const provider = core.provider.kind;
  const sessionId = core.sessionId as RuntimeSessionId;
  const createdAt = timeOf(core);
  const raw = core.attachRaw ? core.raw : undefined;
  const threadId = thread as ThreadId;
  if (raw !== undefined && providerRefs !== undefined && thread !== undefined && request === undefined) {
    const turnId = turn as TurnId;
    if (item !== undefined && turn !== undefined) {
      return { eventId, provider, sessionId, createdAt, type, payload, threadId, turnId, itemId: item as RuntimeItemId, providerRefs, raw };
    }
    if (item === undefined && turn !== undefined) return { eventId, provider, sessionId, createdAt, type, payload, threadId, turnId, providerRefs, raw };
    if (item === undefined) return { eventId, provider, sessionId, createdAt, type, payload, threadId, providerRefs, raw };
  }
  const event: AnyEvent = { eventId, provider, sessionId, createdAt, type, payload };
  if (thread !== undefined) event.threadId = threadId;
  if (turn !== undefined) event.turnId = turn as TurnId;
  if (item !== undefined) event.itemId = item as RuntimeItemId;
  if (request !== undefined) event.requestId = request as RuntimeRequestId;
  if (providerRefs !== undefined) event.providerRefs = providerRefs;
  if (raw !== undefined) event.raw = raw;
  return event;
}

/** The clock is read once per message; its events have one time. */
function timeOf(core: Core): IsoDateTime {
  if (core.time === "") core.time = core.now();
  return core.time as IsoDateTime;
}

function providerRefs(
  refs: Refs | undefined,
  thread: Thread | undefined,
  turn: Turn | undefined,
  item: Item | undefined,
  request: Request | undefined,
): ProviderRefs | undefined {
  const session = refs === undefined || refs.session === undefined ? undefined : nameOf(refs.session);
  const providerThreadId = thread?.provider as ProviderThreadId | undefined;
  // A turn may have two names; the message's own is what its reader will look for in the agent's log.
  const named = turn === undefined || refs === undefined || refs.turn === undefined ? undefined : nameOf(refs.turn);
  const providerTurnId = (named ?? turn?.provider) as ProviderTurnId | undefined;
  const providerItemId = item?.provider as ProviderItemId | undefined;
  if (session === undefined && request === undefined && providerThreadId !== undefined) {
    if (providerTurnId === undefined && providerItemId === undefined) return { providerThreadId };
    if (providerTurnId !== undefined) return providerItemId === undefined ? { providerThreadId, providerTurnId } : { providerThreadId, providerTurnId, providerItemId };
  }
  if (session !== undefined && request === undefined && providerThreadId !== undefined && providerTurnId === undefined) {
    const providerSessionId = session as ProviderSessionId;
    return providerItemId === undefined ? { providerSessionId, providerThreadId } : { providerSessionId, providerThreadId, providerItemId };
  }
  let found: ProviderRefs | undefined;
  if (session !== undefined) found = { providerSessionId: session as ProviderSessionId };
  if (providerThreadId !== undefined) (found ??= {}).providerThreadId = providerThreadId;
  if (providerTurnId !== undefined) (found ??= {}).providerTurnId = providerTurnId;
  if (providerItemId !== undefined) (found ??= {}).providerItemId = providerItemId;
  if (request?.provider !== undefined) (found ??= {}).providerRequestId = request.provider as TrimmedNonEmptyString;
  return found;
}

const LOW_DIGITS = 3;
const LOW = Array.from({ length: 16 ** LOW_DIGITS }, (_, low) => low.toString(16).padStart(LOW_DIGITS, "0"));

/** Hexadecimal and of fixed width, so that the ids of a session sort as its events came. */
function nextEventId(core: Core): EventId {
  const sequence = core.sequence;
  core.sequence = sequence + 1;
  const low = sequence % LOW.length;
  if (low === 0 || core.idPrefix === "") core.idPrefix = `${core.sessionId}:${Math.floor(sequence / LOW.length).toString(16).padStart(10, "0")}`;
  return (core.idPrefix + LOW[low]) as EventId;
}
