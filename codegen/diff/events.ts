import { isObject } from "../schema/json.js";

/** Which canonical events two states of the project give for the same recorded session. */

/** As much of an event as comparing needs. */
export interface ComparedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A line of a transcript with what it became. */
export interface ComparedStep {
  readonly line: number;
  readonly message: string;
  readonly events: readonly ComparedEvent[];
}

/** Both absent fields and fields of another value; `was` or `is` is missing where the field is. */
export interface FieldDifference {
  /** `payload.stopReason`, `payload.plan.0.status`. */
  readonly path: string;
  readonly was?: unknown;
  readonly is?: unknown;
}

export interface EventDifference {
  readonly kind: "added" | "removed" | "changed";
  /** The line that gave the event, and what it was. */
  readonly line: number;
  readonly message: string;
  readonly type: string;
  /** Of a changed event. */
  readonly fields: readonly FieldDifference[];
  /** Of one that was added or removed: all of it but its id and `raw`. */
  readonly event?: ComparedEvent;
}

/**
 * Compares line by line, so that one event more does not make others of those that follow. Within a line, events go together by
 * type and by what they are about, in order. Event ids count through and are not compared.
 */
export function compareEvents(before: readonly ComparedStep[], after: readonly ComparedStep[]): EventDifference[] {
  const later = new Map(after.map((step) => [step.line, step]));
  const lines = new Map([...before, ...after].map((step) => [step.line, step.message]));
  const earlier = new Map(before.map((step) => [step.line, step]));
  return [...lines]
    .sort(([a], [b]) => a - b)
    .flatMap(([line, message]) => compareLine(earlier.get(line)?.events ?? [], later.get(line)?.events ?? []).map((difference) => ({ ...difference, line, message })));
}

type Difference = Omit<EventDifference, "line" | "message">;

function compareLine(was: readonly ComparedEvent[], is: readonly ComparedEvent[]): Difference[] {
  const pairs = alignedBy(was, is, (event) => `${event.type} ${JSON.stringify(event["providerRefs"] ?? null)}`);
  // What is left over on both sides is the same event with other refs, if the type is the same.
  const left = was.filter((event) => !pairs.has(event));
  const taken = new Set(pairs.values());
  for (const [one, other] of alignedBy(left, is.filter((event) => !taken.has(event)), ({ type }) => type)) pairs.set(one, other);
  const removed = was.filter((event) => !pairs.has(event)).map((event): Difference => ({ kind: "removed", type: event.type, fields: [], event: without(event, "eventId", "raw") }));
  const partners = new Map([...pairs].map(([one, other]) => [other, one]));
  const rest = is.flatMap((event): Difference[] => {
    const partner = partners.get(event);
    if (partner === undefined) return [{ kind: "added", type: event.type, fields: [], event: without(event, "eventId", "raw") }];
    const fields = differences(without(partner, "eventId"), without(event, "eventId"));
    return fields.length === 0 ? [] : [{ kind: "changed", type: event.type, fields }];
  });
  return [...removed, ...rest];
}

/** Pairs of the longest common subsequence; what is alike at the beginning needs no table. */
function alignedBy(was: readonly ComparedEvent[], is: readonly ComparedEvent[], keyOf: (event: ComparedEvent) => string): Map<ComparedEvent, ComparedEvent> {
  const [a, b] = [was.map(keyOf), is.map(keyOf)];
  const pairs = new Map<ComparedEvent, ComparedEvent>();
  const start = a.findIndex((key, index) => key !== b[index]);
  const alike = start === -1 ? a.length : start;
  for (let i = 0; i < alike; i += 1) pairs.set(was[i]!, is[i]!);
  if (alike === Math.max(a.length, b.length)) return pairs;
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= alike; i -= 1) {
    for (let j = b.length - 1; j >= alike; j -= 1) lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  }
  for (let i = alike, j = alike; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.set(was[i++]!, is[j++]!);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

function without(event: ComparedEvent, ...names: readonly string[]): ComparedEvent {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name))) as ComparedEvent;
}

/** Field by field; lists of other lengths as a whole. */
function differences(was: unknown, is: unknown, path = ""): FieldDifference[] {
  if (Object.is(was, is)) return [];
  const lists = Array.isArray(was) && Array.isArray(is) && was.length === is.length;
  if (!lists && !(isObject(was) && isObject(is))) return [{ path, ...(was !== undefined && { was }), ...(is !== undefined && { is }) }];
  const [left, right] = [was as Record<string, unknown>, is as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((name) => differences(left[name], right[name], path === "" ? name : `${path}.${name}`));
}
