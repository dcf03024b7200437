import type { CanonicalItemType, CanonicalRequestType } from "../../generated/canonical/events.js";
import type { Table, Unvalidated } from "../contract.js";
import { seedOf, type Key } from "./ids.js";

/** A conversation, or a lane inside one (EVENTS.md rule 20). */
export interface Thread {
  readonly key: Key | undefined;
  /** Its key, or what stands for it where another thing of that key had to make room: ids are made of it. */
  readonly name: Key | undefined;
  /** Absent for the place where messages stand that name no thread. */
  readonly id: string | undefined;
  readonly provider: string | undefined;
  /** What the ids of its turns begin with, and what their keys are hashed with. */
  readonly scope: string;
  readonly seed: number;
  /** The thread that this is a lane of. */
  readonly parent: Thread | undefined;
  readonly lanes: Map<Key, Thread>;
  /** Seen and finished turns too, as far as late messages may name them. */
  readonly turns: Map<Key, Turn>;
  /** Running turns, oldest first. */
  readonly running: Turn[];
  /** Holds the items that stand in no turn. */
  outside: Turn;
  /** Counts turns that the provider gives no id. */
  nameless: number;
  started: boolean;
  /** A sub-agent's, and the thread that it works for, where it is known. */
  child: boolean;
  spawner: Thread | undefined;
}

export interface Turn {
  readonly key: Key | undefined;
  readonly name: Key | undefined;
  readonly id: string | undefined;
  readonly provider: string | undefined;
  /** What the ids of its items begin with. */
  readonly scope: string;
  thread: Thread;
  /** `seen`: a message named it, no `turn.started` was given. */
  state: "seen" | "running" | "done";
  readonly items: Map<Key, Item>;
  /** The latest item without an id, and how many there were, by type. */
  nameless: Map<string, { item: Item; count: number }> | undefined;
  /** The turn that was running when the host was told of this one: Codex merges the two and ends only the first. */
  mergedInto: Turn | undefined;
  /** It was first named without its thread: messages may name it with several, such as a reviewer's. */
  wandering: boolean;
  /** The open item that ends where the turn goes on with another (rule 26). */
  segment: Item | undefined;
  /** It holds what the agent tells again while it loads the thread: none of it is what was told before (rule 26). */
  history: boolean;
  /** It holds a review's first item: Codex may name this turn by a second id (rule 16). */
  review: boolean;
}

export interface Item {
  readonly key: Key;
  /** Tells it apart in its turn where `key` does not: ids are made of it. */
  readonly name: Key;
  readonly id: string;
  readonly provider: string | undefined;
  turn: Turn;
  /** Absent until a message says it. */
  type: CanonicalItemType | undefined;
  title: string | undefined;
  /** `seen`: a message named it, no `item.started` was given. */
  state: "seen" | "open" | "done";
  /** Its permission was refused. */
  rejected: boolean;
  /** What was said so far, where the session puts it together. */
  text: string | undefined;
  /** Halves of characters by stream, that wait for the other half. */
  held: Map<string, string> | undefined;
  /** Items of another type under the same provider id. */
  twins: Item[] | undefined;
}

/** A question of the agent that waits for the host: one JSON-RPC request, or what stands for one. */
export interface Request {
  readonly key: Key;
  readonly id: string;
  readonly provider: string | undefined;
  /** The key of its row, and its method. */
  readonly method: string;
  readonly message: Unvalidated;
  readonly table: Table;
  /** The id that an answer repeats; absent where the protocol has no answers. */
  readonly wireId: Key | undefined;
  readonly thread: Thread;
  turn: Turn | undefined;
  readonly item: Item | undefined;
  /** A row knows its method. */
  listed: boolean;
  type: CanonicalRequestType;
  /** `request.opened` was given, and no `request.resolved`. */
  opened: boolean;
  /** `user-input.requested` was given, and no `user-input.resolved`. */
  asked: boolean;
}

export function createThread(key: Key | undefined, id: string | undefined, provider: string | undefined, scope: string, parent: Thread | undefined, name = key): Thread {
  const thread: Partial<Mutable<Thread>> = {
    key,
    name,
    id,
    provider,
    scope,
    seed: seedOf(scope),
    parent,
    lanes: new Map(),
    turns: new Map(),
    running: [],
    nameless: 0,
    started: false,
    child: false,
    spawner: undefined,
  };
  thread.outside = createTurn(undefined, undefined, undefined, scope, thread as Thread);
  return thread as Thread;
}

export function createTurn(key: Key | undefined, id: string | undefined, provider: string | undefined, scope: string, thread: Thread, name = key): Turn {
  return { key, name, id, provider, scope, thread, state: "seen", items: new Map(), nameless: undefined, mergedInto: undefined, wandering: false, segment: undefined, history: false, review: false };
}

export function createItem(key: Key, id: string, provider: string | undefined, turn: Turn, type: CanonicalItemType | undefined, name = key): Item {
  return { key, name, id, provider, turn, type, title: undefined, state: "seen", rejected: false, text: undefined, held: undefined, twins: undefined };
}

/** All items of a turn, those that share an id too, in the order they were seen. */
export function* itemsOf(turn: Turn): Generator<Item> {
  for (const item of turn.items.values()) {
    yield item;
    if (item.twins !== undefined) yield* item.twins;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
