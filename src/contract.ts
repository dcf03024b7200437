/**
 * The runtime contract: what generated mappers give and what they may call. Generated modules import this file and
 * the canonical types, nothing else.
 */
import type { CanonicalRuntimeEventType, RuntimeEventPayloadByType } from "../generated/canonical/events.js";

/**
 * A message as it really is: nothing is known about it until it is looked at. Generated code walks it with `?.`; a
 * step into anything that is no object gives `undefined`.
 */
export interface Unvalidated {
  readonly [key: string]: Unvalidated | undefined;
}

/** A provider's id as found on the wire, or an identity made up of parts whose first is the provider's id, or absent where it has none. */
export type Ref = unknown | { readonly identity: readonly unknown[] };

/** Provider ids that a message names. Anything but a non-empty string or a finite number counts as absent. */
export interface Refs {
  readonly session: Ref;
  readonly thread: Ref;
  readonly turn: Ref;
  readonly item: Ref;
  readonly request: Ref;
  readonly lane: Ref;
}

/** A message that names none. */
export const noRefs: Refs = Object.freeze({ session: undefined, thread: undefined, turn: undefined, item: undefined, request: undefined, lane: undefined });

/** A row has the provider's ids as plain strings; the brands are for those who read events. */
type Unbranded<T> = T extends { readonly __brand: string } ? string : T;

/** Fields that an event of something open takes from what was opened may be missing in a draft (mappings/README.md). */
type Inherited = "itemType" | "title" | "requestType";
export type PayloadDraft<T extends CanonicalRuntimeEventType, P = RuntimeEventPayloadByType[T]> = {
  [K in keyof P as Exclude<K, Inherited>]: Unbranded<P[K]>;
} & { [K in Extract<keyof P, Inherited>]?: P[K] };

/** One canonical event as one message tells it, before the session gives it ids, time and raw. */
export type Draft = {
  [T in CanonicalRuntimeEventType]: {
    readonly type: T;
    readonly payload: PayloadDraft<T>;
    readonly refs: Refs;
    /** Given only if nothing of the kind is open yet. */
    readonly ensure: boolean;
  };
}[CanonicalRuntimeEventType];

/** What a table remembers, by cell and key (mappings/README.md, `memory`). */
export interface Memory {
  /** The values held under this key; an empty object when there are none. */
  recall(cell: string, key: readonly unknown[]): Unvalidated;
  /** Absent and null values are skipped. `refs` says to which turn the cell belongs. */
  remember(cell: string, key: readonly unknown[], values: { readonly [name: string]: unknown }, refs: Refs): void;
}

/** For looking at one message alone. */
export const noMemory: Memory = { recall: () => nothing, remember: () => undefined };

export type HoldKind = "last" | "count" | "text" | "json" | "utf8";
export interface Cell {
  readonly holds: { readonly [name: string]: HoldKind };
  readonly until: "turn" | "session";
}

export type Decision = "accept" | "acceptForSession" | "decline" | "cancel";
export interface DecideExtra {
  readonly answers?: unknown;
  readonly optionId?: string;
  readonly message?: string;
  readonly updatedInput?: unknown;
}
/** The result to write, or a JSON-RPC error answer; `instead`: it says this decision, since the one asked for cannot be expressed. */
export type Reply =
  | { readonly result: unknown; readonly instead?: Decision }
  | { readonly error: true; readonly instead?: Decision }
  | undefined;

export type FieldType = "string" | "number" | "boolean" | "object" | "list" | "any";

/** A generated table, as the session drives it. */
export interface Table {
  readonly source: string;
  /** The message's key as a row writes it: `turn/completed`, `result:success`. For warnings and `raw`. */
  readonly key: (message: Unvalidated, request?: Unvalidated) => string;
  /** Cells among the table's refs are looked up only where `memory` is given. */
  readonly refs: (message: Unvalidated, memory?: Memory, request?: Unvalidated) => Refs;
  /** `undefined`: no row knows the message. Never throws. For an answer table `request` is the message that asked. */
  readonly map: (message: Unvalidated, memory: Memory, request?: Unvalidated) => readonly Draft[] | undefined;
  /** What the table ensures for each message of the agent, for those that no row knows. */
  readonly ensure?: (message: Unvalidated, memory: Memory) => readonly Draft[];
  /** For what the host wrote. */
  readonly sent?: (message: Unvalidated, memory: Memory) => readonly Draft[] | undefined;
  /** What the host's answer to this request becomes. */
  readonly answer?: (request: Unvalidated, answer: Unvalidated, memory: Memory) => readonly Draft[] | undefined;
  readonly decide?: (request: Unvalidated, decision: Decision, extra: DecideExtra) => Reply;
  /** Decisions that `decide` can express for this request. */
  readonly decisions?: (request: Unvalidated) => readonly Decision[];
  /** By key (rule 28). */
  readonly twins?: { readonly [key: string]: readonly string[] };
  readonly yields?: { readonly [key: string]: readonly string[] };
  /** By key: the fields that rows read, for `validate: "warn"`. */
  readonly reads: { readonly [key: string]: readonly (readonly [path: string, type: FieldType, required: boolean])[] };
}

/** A string, else absent. */
export function string(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A finite number, else absent. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A whole number, else absent. */
export function integer(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

export function boolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** An object that is no list, else absent. */
export function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

export function list(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The strings of a list, in order; other elements are left out. */
export function strings(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === "string") : undefined;
}

/** The objects of a list, in order; other elements are left out. */
export function objects(value: unknown): readonly Unvalidated[] | undefined {
  return Array.isArray(value) ? value.filter((element): element is Unvalidated => object(element) !== undefined) : undefined;
}

/** Anything that is there: null counts as absent, and so does a method that a path found on a string or a list. */
export function any(value: unknown): unknown {
  return value === null || typeof value === "function" ? undefined : value;
}

/** A message without fields. */
export const nothing: Unvalidated = Object.freeze({});

/** A message to walk: one that is no object has no fields. */
export function unvalidated(message: unknown): Unvalidated {
  return typeof message === "object" && message !== null ? (message as Unvalidated) : nothing;
}

/** What a transform makes of a value; absent stays absent, and a value that it cannot take counts as absent. */
export function attempt<T, R>(transform: (value: T) => R, value: unknown): R | undefined {
  if (value === undefined || value === null) return undefined;
  try {
    return transform(value as T);
  } catch {
    return undefined;
  }
}

/** An identity whose first part is the provider's id; without one it names nothing. An empty id counts as none, and so does what can be no id. */
export function identified(...identity: readonly unknown[]): Ref {
  const [id] = identity;
  return (typeof id === "string" && id !== "") || number(id) !== undefined ? { identity } : undefined;
}

/** The first of the fields that is there and not null, else the first that is there: `{"result":null}` is an answer. */
export function has<F extends string>(message: Unvalidated, ...fields: readonly F[]): F | undefined {
  return fields.find((field) => message[field] !== undefined && message[field] !== null) ?? fields.find((field) => message[field] === null);
}

/** The drafts of each element, in order; `undefined` if no row knows any of them. */
export function each(elements: readonly Unvalidated[], map: (element: Unvalidated) => readonly Draft[] | undefined): readonly Draft[] | undefined {
  const found = elements.map(map).filter((drafts) => drafts !== undefined);
  return found.length === 0 ? undefined : found.flat();
}

/** What a number or a boolean is called in a row's key; strings are their own names. */
export function word(value: unknown): unknown {
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

/** One segment of a message's key. */
export function segment(value: unknown): string {
  if (value === undefined || value === null) return "(none)";
  const name = word(value);
  return typeof name === "string" ? name : "(other)";
}

/** A step into a list by number. */
export function at(value: unknown, index: number): Unvalidated | undefined {
  return Array.isArray(value) ? (value[index] as Unvalidated | undefined) : undefined;
}

/** The only element whose `field` equals `equals`; absent if there is none or more than one. */
export function pick(value: unknown, field: string, equals: unknown): Unvalidated | undefined {
  if (!Array.isArray(value) || equals === undefined || equals === null) return undefined;
  const found = value.filter((element) => (element as Unvalidated | null | undefined)?.[field] === equals);
  return found.length === 1 ? (found[0] as Unvalidated) : undefined;
}

/** A string as it is, or the only key of an object: Rust's way to write an enum whose variants carry data. */
export function tag(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const keys = object(value) && Object.keys(value as object);
  return keys?.length === 1 ? keys[0] : undefined;
}
