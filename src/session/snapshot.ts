import type { CanonicalItemType, CanonicalRequestType } from "../../generated/canonical/events.js";
import type { Unvalidated } from "../contract.js";
import type { Core } from "./core.js";
import { createItem, createThread, createTurn, type Item, type Request, type Thread, type Turn } from "./entities.js";
import type { JsonHold } from "./hold-json.js";
import type { Key } from "./ids.js";
import type { Entry } from "./memory.js";

const VERSION = 1;

/** A session as plain JSON. Things refer to each other by their place in the lists. */
export interface Snapshot {
  readonly version: typeof VERSION;
  readonly provider: string;
  readonly sessionId: string;
  readonly threads: readonly SavedThread[];
  /** Threads that messages find; lanes and what is only referred to are not among them. */
  readonly roots: readonly number[];
  readonly turns: readonly SavedTurn[];
  readonly items: readonly SavedItem[];
  readonly requests: readonly SavedRequest[];
  readonly hosted: number | null;
  readonly memory: readonly (readonly [cell: string, entries: readonly (readonly [key: string, entry: SavedEntry])[]])[];
  readonly tables: SavedTables;
  readonly nextTurn: { readonly model: string | null; readonly effort: string | null } | null;
  readonly lost: number;
  readonly opened: number;
  readonly usesDropped: boolean;
  readonly started: boolean;
  readonly exited: boolean;
  readonly sequence: number;
  readonly stats: Core["stats"];
}

/** The first is the place for messages without a thread. */
interface SavedThread {
  readonly key: Key | null;
  readonly name: Key | null;
  readonly id: string | null;
  readonly provider: string | null;
  readonly scope: string;
  readonly parent: number | null;
  readonly lanes: readonly (readonly [Key, number])[];
  readonly turns: readonly (readonly [Key, number])[];
  readonly running: readonly number[];
  readonly outside: number;
  readonly nameless: number;
  readonly started: boolean;
  readonly child: boolean;
  readonly spawner: number | null;
}

interface SavedTurn {
  readonly key: Key | null;
  readonly name: Key | null;
  readonly id: string | null;
  readonly provider: string | null;
  readonly scope: string;
  readonly thread: number;
  readonly state: Turn["state"];
  readonly items: readonly (readonly [Key, number])[];
  readonly nameless: readonly (readonly [type: string, item: number, count: number])[];
  readonly mergedInto: number | null;
  readonly wandering: boolean;
  readonly segment: number | null;
  readonly history: boolean;
  readonly review: boolean;
}

interface SavedItem {
  readonly key: Key;
  readonly name: Key;
  readonly id: string;
  readonly provider: string | null;
  readonly turn: number;
  readonly type: CanonicalItemType | null;
  readonly title: string | null;
  readonly state: Item["state"];
  readonly rejected: boolean;
  readonly text: string | null;
  readonly held: readonly (readonly [stream: string, half: string])[];
  readonly twins: readonly number[];
}

interface SavedRequest {
  readonly key: Key;
  readonly id: string;
  readonly provider: string | null;
  readonly method: string;
  readonly message: Unvalidated;
  readonly source: string;
  readonly wireId: Key | null;
  readonly thread: number;
  readonly turn: number | null;
  readonly item: number | null;
  readonly listed: boolean;
  readonly type: CanonicalRequestType;
  readonly opened: boolean;
  readonly asked: boolean;
}

interface SavedEntry {
  readonly values: { readonly [name: string]: unknown };
  readonly json: { readonly [name: string]: JsonHold } | null;
  readonly tails: { readonly [name: string]: readonly number[] } | null;
  readonly turn: number | null;
}

interface SavedTables {
  readonly bound: readonly (readonly [string, string])[];
  readonly taken: readonly (readonly [string, string])[];
  readonly gone: readonly string[];
  readonly floors: readonly (readonly [cell: string, floor: number])[];
  readonly settled: readonly (readonly [Key, string])[];
  readonly uses: readonly (readonly [Key, number])[];
  readonly asked: readonly (readonly [Key, Unvalidated])[];
  readonly answered: readonly (readonly [Key, "result" | "error"])[];
  readonly tasks: readonly (readonly [string, "running" | "done"])[];
  readonly hooks: readonly (readonly [string, "running" | "done"])[];
  readonly seen: readonly string[];
  readonly unknown: readonly (readonly [string, number])[];
  readonly advised: readonly string[];
}

/** Writes everything down. Messages that are kept are shared, not copied: they are data and nobody changes them. */
export function takeSnapshot(core: Core): Snapshot {
  const threads = numbered<Thread>();
  const turns = numbered<Turn>();
  const items = numbered<Item>();
  const number = { thread: threads.of, turn: turns.of, item: items.of };
  threads.of(core.nowhere);
  const roots = [...core.threads.values()].map(threads.of);
  const requests = [...core.requests.values()].map((request) => saveRequest(request, number));
  const hosted = core.hosted === undefined ? null : threads.of(core.hosted);
  const memory = [...core.memory.cells].map(
    ([cell, entries]) => [cell, [...entries].map(([key, entry]) => [key, saveEntry(entry, number)] as const)] as const,
  );
  const { nextTurn } = core;
  return {
    version: VERSION,
    provider: core.provider.name,
    sessionId: core.sessionId,
    // Saving one may number more of them: the lists grow while they are walked, and end when nothing new turns up.
    ...saveAll(threads, turns, items, number),
    roots,
    requests,
    hosted,
    memory,
    tables: {
      bound: [...core.ids.bound],
      taken: [...core.ids.taken],
      gone: [...core.ids.gone],
      floors: [...core.memory.floors],
      settled: [...core.settled],
      uses: [...core.uses],
      asked: [...core.asked],
      answered: [...core.answered],
      tasks: [...core.tasks],
      hooks: [...core.hooks],
      seen: [...core.seen],
      unknown: [...core.unknown],
      advised: [...core.advised.keys()],
    },
    nextTurn: nextTurn === undefined ? null : { model: nextTurn.model ?? null, effort: nextTurn.effort ?? null },
    lost: core.ids.lost,
    opened: core.opened,
    usesDropped: core.usesDropped,
    started: core.started,
    exited: core.exited,
    sequence: core.sequence,
    stats: { ...core.stats },
  };
}

/** Reads a snapshot into a fresh session. Throws a TypeError on one that is not of this provider and version. */
export function restore(core: Core, snapshot: Snapshot): void {
  if (typeof (snapshot as unknown) !== "object" || snapshot === null) throw new TypeError("This is no snapshot. Without one, a session begins anew: leave the option out.");
  if (snapshot.version !== VERSION) throw new TypeError(`This snapshot has version ${String(snapshot.version)}; this Mapwright reads version ${VERSION}.`);
  if (snapshot.provider !== core.provider.name) throw new TypeError(`This snapshot is of a ${snapshot.provider} session, not of a ${core.provider.name} session.`);
  const threads = restoreThreads(core, snapshot);
  const turns = snapshot.turns.map((saved) => restoreTurn(saved, threads));
  const items = snapshot.items.map((saved) => restoreItem(saved, turns));
  connect(core, snapshot, threads, turns, items);
  core.hosted = snapshot.hosted === null ? undefined : threads[snapshot.hosted];
  for (const saved of snapshot.requests) restoreRequest(core, saved, threads, turns, items);
  for (const [cell, entries] of snapshot.memory) core.memory.cells.set(cell, new Map(entries.map(([key, entry]) => [key, restoreEntry(entry, turns)])));
  restoreTables(core, snapshot.tables);
  const { nextTurn } = snapshot;
  core.nextTurn = nextTurn === null ? undefined : { model: nextTurn.model ?? undefined, effort: nextTurn.effort ?? undefined };
  core.ids.lost = snapshot.lost;
  core.opened = snapshot.opened;
  core.usesDropped = snapshot.usesDropped;
  core.started = snapshot.started;
  core.exited = snapshot.exited;
  core.sequence = snapshot.sequence;
  Object.assign(core.stats, snapshot.stats);
}

interface Numbers {
  readonly thread: (thread: Thread) => number;
  readonly turn: (turn: Turn) => number;
  readonly item: (item: Item) => number;
}

interface Numbered<T> {
  readonly list: T[];
  readonly of: (thing: T) => number;
}

function numbered<T>(): Numbered<T> {
  const list: T[] = [];
  const places = new Map<T, number>();
  const of = (thing: T): number => {
    const known = places.get(thing);
    if (known !== undefined) return known;
    places.set(thing, list.length);
    return list.push(thing) - 1;
  };
  return { list, of };
}

function saveAll(threads: Numbered<Thread>, turns: Numbered<Turn>, items: Numbered<Item>, number: Numbers): Pick<Snapshot, "threads" | "turns" | "items"> {
  const saved = { threads: [] as SavedThread[], turns: [] as SavedTurn[], items: [] as SavedItem[] };
  for (let before = -1; before !== threads.list.length + turns.list.length + items.list.length; ) {
    before = threads.list.length + turns.list.length + items.list.length;
    while (saved.threads.length < threads.list.length) saved.threads.push(saveThread(threads.list[saved.threads.length] as Thread, number));
    while (saved.turns.length < turns.list.length) saved.turns.push(saveTurn(turns.list[saved.turns.length] as Turn, number));
    while (saved.items.length < items.list.length) saved.items.push(saveItem(items.list[saved.items.length] as Item, number));
  }
  return saved;
}

function saveThread(thread: Thread, number: Numbers): SavedThread {
  return {
    key: thread.key ?? null,
    name: thread.name ?? null,
    id: thread.id ?? null,
    provider: thread.provider ?? null,
    scope: thread.scope,
    parent: thread.parent === undefined ? null : number.thread(thread.parent),
    lanes: [...thread.lanes].map(([key, lane]) => [key, number.thread(lane)] as const),
    turns: [...thread.turns].map(([key, turn]) => [key, number.turn(turn)] as const),
    running: thread.running.map(number.turn),
    outside: number.turn(thread.outside),
    nameless: thread.nameless,
    started: thread.started,
    child: thread.child,
    spawner: thread.spawner === undefined ? null : number.thread(thread.spawner),
  };
}

function saveTurn(turn: Turn, number: Numbers): SavedTurn {
  return {
    key: turn.key ?? null,
    name: turn.name ?? null,
    id: turn.id ?? null,
    provider: turn.provider ?? null,
    scope: turn.scope,
    thread: number.thread(turn.thread),
    state: turn.state,
    items: [...turn.items].map(([key, item]) => [key, number.item(item)] as const),
    nameless: [...(turn.nameless ?? [])].map(([type, { item, count }]) => [type, number.item(item), count] as const),
    mergedInto: turn.mergedInto === undefined ? null : number.turn(turn.mergedInto),
    wandering: turn.wandering,
    segment: turn.segment === undefined ? null : number.item(turn.segment),
    history: turn.history,
    review: turn.review,
  };
}

function saveItem(item: Item, number: Numbers): SavedItem {
  return {
    key: item.key,
    name: item.name,
    id: item.id,
    provider: item.provider ?? null,
    turn: number.turn(item.turn),
    type: item.type ?? null,
    title: item.title ?? null,
    state: item.state,
    rejected: item.rejected,
    text: item.text ?? null,
    held: [...(item.held ?? [])],
    twins: (item.twins ?? []).map(number.item),
  };
}

function saveRequest(request: Request, number: Numbers): SavedRequest {
  return {
    key: request.key,
    id: request.id,
    provider: request.provider ?? null,
    method: request.method,
    message: request.message,
    source: request.table.source,
    wireId: request.wireId ?? null,
    thread: number.thread(request.thread),
    turn: request.turn === undefined ? null : number.turn(request.turn),
    item: request.item === undefined ? null : number.item(request.item),
    listed: request.listed,
    type: request.type,
    opened: request.opened,
    asked: request.asked,
  };
}

function saveEntry(entry: Entry, number: Numbers): SavedEntry {
  return {
    values: { ...entry.values },
    json: entry.json === undefined ? null : { ...entry.json },
    tails: entry.tails === undefined ? null : { ...entry.tails },
    turn: entry.turn === undefined ? null : number.turn(entry.turn),
  };
}

function restoreThreads(core: Core, snapshot: Snapshot): Thread[] {
  const threads: Thread[] = [];
  for (const [index, saved] of snapshot.threads.entries()) {
    const parent = saved.parent === null ? undefined : threads[saved.parent];
    const thread = index === 0 ? core.nowhere : createThread(saved.key ?? undefined, saved.id ?? undefined, saved.provider ?? undefined, saved.scope, parent, saved.name ?? undefined);
    thread.nameless = saved.nameless;
    thread.started = saved.started;
    thread.child = saved.child;
    threads.push(thread);
  }
  return threads;
}

function restoreTurn(saved: SavedTurn, threads: readonly Thread[]): Turn {
  const turn = createTurn(saved.key ?? undefined, saved.id ?? undefined, saved.provider ?? undefined, saved.scope, there(threads, saved.thread), saved.name ?? undefined);
  turn.state = saved.state;
  turn.wandering = saved.wandering;
  turn.review = saved.review;
  turn.history = saved.history;
  return turn;
}

function restoreItem(saved: SavedItem, turns: readonly Turn[]): Item {
  const item = createItem(saved.key, saved.id, saved.provider ?? undefined, there(turns, saved.turn), saved.type ?? undefined, saved.name);
  item.title = saved.title ?? undefined;
  item.state = saved.state;
  item.rejected = saved.rejected;
  item.text = saved.text ?? undefined;
  if (saved.held.length > 0) item.held = new Map(saved.held);
  return item;
}

/** Lets the entities refer to each other as they did. */
function connect(core: Core, snapshot: Snapshot, threads: readonly Thread[], turns: readonly Turn[], items: readonly Item[]): void {
  for (const [index, saved] of snapshot.threads.entries()) {
    const thread = there(threads, index);
    for (const [key, lane] of saved.lanes) thread.lanes.set(key, there(threads, lane));
    for (const [key, turn] of saved.turns) thread.turns.set(key, there(turns, turn));
    thread.spawner = saved.spawner === null ? undefined : there(threads, saved.spawner);
    thread.running.push(...saved.running.map((turn) => there(turns, turn)));
    thread.outside = there(turns, saved.outside);
  }
  for (const root of snapshot.roots) {
    const thread = there(threads, root);
    if (thread.key !== undefined) core.threads.set(thread.key, thread);
  }
  for (const [index, saved] of snapshot.turns.entries()) {
    const turn = there(turns, index);
    for (const [key, item] of saved.items) turn.items.set(key, there(items, item));
    for (const [type, item, count] of saved.nameless) (turn.nameless ??= new Map()).set(type, { item: there(items, item), count });
    turn.mergedInto = saved.mergedInto === null ? undefined : there(turns, saved.mergedInto);
    turn.segment = saved.segment === null ? undefined : there(items, saved.segment);
  }
  for (const [index, saved] of snapshot.items.entries()) {
    if (saved.twins.length > 0) there(items, index).twins = saved.twins.map((twin) => there(items, twin));
  }
}

function restoreRequest(core: Core, saved: SavedRequest, threads: readonly Thread[], turns: readonly Turn[], items: readonly Item[]): void {
  const table = core.provider.tables.find((candidate) => candidate.source === saved.source);
  if (table === undefined) throw new TypeError(`This snapshot has a request of ${saved.source}, which no table of ${core.provider.name} maps.`);
  const request: Request = {
    key: saved.key,
    id: saved.id,
    provider: saved.provider ?? undefined,
    method: saved.method,
    message: saved.message,
    table,
    wireId: saved.wireId ?? undefined,
    thread: there(threads, saved.thread),
    turn: saved.turn === null ? undefined : there(turns, saved.turn),
    item: saved.item === null ? undefined : there(items, saved.item),
    listed: saved.listed,
    type: saved.type,
    opened: saved.opened,
    asked: saved.asked,
  };
  core.requests.set(request.key, request);
  core.requestsById.set(request.id, request);
}

function restoreEntry(saved: SavedEntry, turns: readonly Turn[]): Entry {
  return {
    values: { ...saved.values },
    json: saved.json === null ? undefined : { ...saved.json },
    tails: saved.tails === null ? undefined : { ...saved.tails },
    turn: saved.turn === null ? undefined : there(turns, saved.turn),
  };
}

function restoreTables(core: Core, saved: SavedTables): void {
  for (const [key, value] of saved.bound) core.ids.bound.set(key, value);
  for (const [key, value] of saved.taken) core.ids.taken.set(key, value);
  for (const place of saved.gone) core.ids.gone.add(place);
  for (const [cell, floor] of saved.floors) core.memory.floors.set(cell, floor);
  for (const [key, value] of saved.settled) core.settled.set(key, value);
  for (const [key, value] of saved.uses) core.uses.set(key, value);
  for (const [key, value] of saved.asked) core.asked.set(key, value);
  for (const [key, value] of saved.answered) core.answered.set(key, value);
  for (const [key, value] of saved.tasks) core.tasks.set(key, value);
  for (const [key, value] of saved.hooks) core.hooks.set(key, value);
  for (const value of saved.seen) core.seen.add(value);
  for (const [key, value] of saved.unknown) core.unknown.set(key, value);
  for (const key of saved.advised) core.advised.set(key, true);
}

function there<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new TypeError("This snapshot is damaged.");
  return found;
}
