import type { CanonicalItemType } from "../../generated/canonical/events.js";
import type { Ref, Refs } from "../contract.js";
import type { Core } from "./core.js";
import { createItem, createThread, createTurn, itemsOf, type Item, type Thread, type Turn } from "./entities.js";
import { hashKey, keyOf, lose, nameOf, nameOfNew, type Key } from "./ids.js";
import { limits, makeRoom } from "./limits.js";

/** Any number: items are told apart from each other only, their turn's hash stands before theirs. */
const ITEMS = 1;

/** What keys of threads, lanes and turns are told apart by; those of items are by their turn. */
const THREAD = "thread ";
const LANE = "lane ";
const TURN = "turn ";

/** The thread, or its lane, that the refs name; the place for messages without one if they name none. */
export function threadOf(core: Core, refs: Refs): Thread {
  const thread = threadNamed(core, refs.thread);
  const lane = keyOf(refs.lane);
  return lane === undefined ? thread : (thread.lanes.get(lane) ?? addLane(core, thread, lane));
}

export function threadNamed(core: Core, ref: Ref): Thread {
  const key = keyOf(ref);
  if (key === undefined) return belongsSomewhere(core) ? soleThread(core) : core.nowhere;
  const thread = core.threads.get(key) ?? addThread(core, key, ref);
  if (core.provider.lastThread && core.hosted !== thread) goOnIn(core, thread);
  return thread;
}

/**
 * The turn that the refs name. Where they name none and the event is `bound` to turns, the oldest running turn of the
 * thread: agents that queue or merge what the host asks work on the oldest (EVENTS.md rule 16).
 */
export function turnOf(core: Core, thread: Thread, refs: Refs, bound: boolean): Turn | undefined {
  const key = keyOf(refs.turn);
  if (key !== undefined) return thread.turns.get(key) ?? strayTurn(core, thread, key, refs.turn);
  if (!bound || thread.outside.history) return undefined;
  return thread.running[0] ?? (thread.parent === undefined || worksOn(thread, thread.parent) ? undefined : thread.parent.running[0]);
}

/** The turn of this name, seen now for the first time perhaps. */
export function turnNamed(core: Core, thread: Thread, ref: Ref): Turn {
  const key = keyOf(ref) ?? "";
  return thread.turns.get(key) ?? strayTurn(core, thread, key, ref);
}

/** The thread to show: the one that was named, else that of the turn. */
export function placeOf(thread: Thread, turn: Turn | undefined): Thread {
  return thread.id === undefined && turn !== undefined ? turn.thread : thread;
}

/** The one running turn that can be meant where a message names none: of its thread, or of all if it names no thread either. */
export function onlyRunning(core: Core, thread: Thread): Turn | undefined {
  const places = thread === core.nowhere && thread.running.length === 0 ? [...allThreads(core)] : [thread];
  const running = places.flatMap((place) => place.running);
  return running.length === 1 ? running[0] : undefined;
}

/** The turn that a message's memory belongs to. */
export function ownerOf(core: Core, refs: Refs): Turn | undefined {
  return turnOf(core, threadOf(core, refs), refs, true);
}

/**
 * The item that the refs name, seen now for the first time perhaps. An item without an id is found by its type: the open
 * one, else the next of that type in its turn (rule 7).
 */
export function itemOf(core: Core, thread: Thread, turn: Turn | undefined, refs: Refs, type: CanonicalItemType | undefined, opens: boolean): Item {
  const key = keyOf(refs.item);
  const home = turn ?? thread.outside;
  if (key === undefined) return namelessItem(core, home, type ?? "unknown", opens);
  const item = home.items.get(key) ?? (mayStandElsewhere(core, home, refs) ? itemElsewhere(core, thread, key) : undefined);
  if (item === undefined) return addItem(core, home, key, refs.item, type);
  return type === item.type ? item : itemByType(core, item, type);
}

/** The item that the refs name, if they name one. */
export function namedItem(core: Core, thread: Thread, turn: Turn | undefined, refs: Refs): Item | undefined {
  return keyOf(refs.item) === undefined ? undefined : itemOf(core, thread, turn, refs, undefined, false);
}

/** The agent goes on with a message that was over: one more item of its id, which is from now on the one that is meant. */
export function continueItem(core: Core, item: Item): Item {
  const { turn, key } = item;
  let part = 1;
  while (turn.items.has(partKey(key, part))) part += 1;
  turn.items.delete(key);
  turn.items.set(partKey(key, part), item);
  const next = newItem(core, turn, key, partKey(key, part), item.provider, item.type);
  keepItem(core, turn, next);
  return next;
}

/** A new place for what stands in no turn: nothing finds what stands in the old one any more. */
export function renewOutside(thread: Thread, history: boolean): void {
  const key = `\u0000outside${thread.nameless}`;
  thread.nameless += 1;
  thread.outside = createTurn(key, undefined, undefined, hashKey(key, thread.seed), thread);
  thread.outside.history = history;
}

/** A turn that the provider gives no id. */
export function addNamelessTurn(core: Core, thread: Thread): Turn {
  const key = `\u0000turn${thread.nameless}`;
  thread.nameless += 1;
  return addTurn(core, thread, key, undefined);
}

/** A second name for a turn. */
export function renameTurn(turn: Turn, key: Key): void {
  turn.thread.turns.set(key, turn);
}

/** What happens here changes the state of the session: it is no sub-agent's and no side chain's (rule 20). */
export function isPrimary(core: Core, thread: Thread): boolean {
  return thread === core.nowhere || thread === primaryThread(core);
}

export function primaryThread(core: Core): Thread | undefined {
  if (core.hosted !== undefined) return core.hosted;
  for (const thread of core.threads.values()) if (!thread.child) return thread;
  return undefined;
}

export function* allThreads(core: Core): Generator<Thread> {
  for (const thread of [core.nowhere, ...core.threads.values()]) {
    yield thread;
    yield* thread.lanes.values();
  }
}

/** A thread's turns without doubles, and the place for items in none. */
export function turnsOf(thread: Thread): Set<Turn> {
  return new Set([thread.outside, ...thread.turns.values()]);
}

/** What names no thread or turn may still be of one. An answer is about what was asked, which names its thread if it is about one. */
export function belongsSomewhere(core: Core): boolean {
  const { answers, soleThread: guesses } = core.provider;
  return guesses && (answers === undefined || core.table !== answers);
}

/** What names no thread belongs to the only one there is, or the only one in which a turn runs. */
function soleThread(core: Core): Thread {
  if (core.provider.lastThread && core.hosted !== undefined) return core.hosted;
  let only: Thread | undefined;
  let running: Thread | undefined;
  for (const thread of core.threads.values()) {
    if (thread.running.length > 0) {
      if (running !== undefined) return core.nowhere;
      running = thread;
    }
    only = only === undefined ? thread : core.nowhere;
  }
  return running ?? only ?? core.nowhere;
}

function addThread(core: Core, key: Key, ref: Ref): Thread {
  const dropped = makeRoom(core.threads, limits.threads, (old) => old !== core.hosted && isIdle(core, old));
  if (dropped !== undefined) dropThread(core, dropped, THREAD);
  const provider = nameOf(ref);
  const { ids } = core;
  const name = nameOfNew(ids, THREAD, key, ids.seed);
  const scope = hashKey(name, ids.seed);
  const id = ids.mint("thread", ids.root, scope, provider, () => [name]);
  const thread = createThread(key, id, provider, scope, undefined, name);
  // The host may start a turn before the agent tells in which thread.
  if (core.provider.soleThread && core.threads.size === 0) moveTurns(core.nowhere, thread, () => true);
  core.threads.set(key, thread);
  return thread;
}

/** The agent goes on in another thread. Where only the host starts turns, the one that runs goes along (rule 21). */
function goOnIn(core: Core, thread: Thread): void {
  const before = core.hosted;
  core.hosted = thread;
  if (before !== undefined && core.provider.hostStarts) moveTurns(before, thread, ({ state }) => state === "running");
}

/** Those that run, and perhaps others, stand in another thread from now on. */
function moveTurns(from: Thread, to: Thread, goes: (turn: Turn) => boolean): void {
  for (const [key, turn] of from.turns) {
    if (!goes(turn)) continue;
    from.turns.delete(key);
    turn.thread = to;
    to.turns.set(key, turn);
  }
  to.running.push(...from.running.splice(0));
  to.nameless = Math.max(to.nameless, from.nameless);
}

/** A lane shows the thread it runs in, and has turns and items of its own. */
function addLane(core: Core, thread: Thread, key: Key): Thread {
  const dropped = makeRoom(thread.lanes, limits.threads, (old) => isIdle(core, old));
  if (dropped !== undefined) dropThread(core, dropped, LANE);
  const name = nameOfNew(core.ids, LANE, key, thread.seed);
  const lane = createThread(key, thread.id, thread.provider, hashKey(name, thread.seed), thread, name);
  thread.lanes.set(key, lane);
  return lane;
}

function dropThread(core: Core, thread: Thread, around: typeof THREAD | typeof LANE): void {
  lose(core.ids, around, thread.scope);
  core.dropped.turns.push(...turnsOf(thread));
  for (const lane of thread.lanes.values()) core.dropped.turns.push(...turnsOf(lane));
}

function isIdle(core: Core, thread: Thread): boolean {
  if (thread.running.length > 0 || hasOpenItems(thread)) return false;
  for (const request of core.requests.values()) if (request.thread === thread) return false;
  for (const lane of thread.lanes.values()) if (!isIdle(core, lane)) return false;
  return true;
}

function hasOpenItems(thread: Thread): boolean {
  for (const turn of turnsOf(thread)) for (const item of itemsOf(turn)) if (item.state === "open") return true;
  return false;
}

/** A side chain whose tool call is over, or stands in no turn itself, is at work in the background: no turn waits for it (EVENTS.md rule 20). */
function worksOn(lane: Thread, parent: Thread): boolean {
  const call = lane.key === undefined ? undefined : itemWithLanes(parent, lane.key);
  return call !== undefined && (call.state === "done" || call.turn.id === undefined);
}

/** A turn that this thread has not seen: known from messages that named no thread, or from ones that did, or new. */
function strayTurn(core: Core, thread: Thread, key: Key, ref: Ref): Turn {
  const unnamed = core.nowhere.turns.get(key);
  if (unnamed !== undefined) return adopt(core, thread, unnamed);
  for (const other of core.threads.values()) {
    const turn = other.turns.get(key);
    if (turn !== undefined && (thread === core.nowhere || turn.wandering)) return turn;
  }
  return addTurn(core, thread, key, ref);
}

/** Bare EventMsg starts a turn without naming its thread; the first message that names both tells where it belongs. */
function adopt(core: Core, thread: Thread, turn: Turn): Turn {
  for (const [key, other] of core.nowhere.turns) {
    if (other !== turn) continue;
    core.nowhere.turns.delete(key);
    thread.turns.set(key, turn);
  }
  const at = core.nowhere.running.indexOf(turn);
  if (at >= 0) thread.running.push(...core.nowhere.running.splice(at, 1));
  turn.thread = thread;
  turn.wandering = true;
  return turn;
}

function addTurn(core: Core, thread: Thread, key: Key, ref: Ref): Turn {
  const dropped = makeRoom(thread.turns, limits.turns, (old) => old.state !== "running" && !hasOpen(core, old));
  if (dropped !== undefined) {
    lose(core.ids, TURN, dropped.scope);
    core.dropped.turns.push(dropped);
  }
  const provider = nameOf(ref);
  const name = nameOfNew(core.ids, TURN, key, thread.seed);
  const scope = hashKey(name, thread.seed);
  const id = core.ids.mint("turn", thread.scope, scope, provider, () => [...pathTo(thread), name]);
  const turn = createTurn(key, id, provider, scope, thread, name);
  thread.turns.set(key, turn);
  return turn;
}

function pathTo(thread: Thread): readonly unknown[] {
  return thread.parent === undefined ? [thread.name] : [thread.parent.name, thread.name];
}

function hasOpen(core: Core, turn: Turn): boolean {
  for (const item of itemsOf(turn)) if (item.state === "open") return true;
  for (const request of core.requests.values()) if (request.turn === turn) return true;
  return false;
}

function mayStandElsewhere(core: Core, home: Turn, refs: Refs): boolean {
  return keyOf(refs.turn) === undefined && !home.history && (home === home.thread.outside || !core.provider.itemIdsPerTurn);
}

/**
 * A message that names an item and no turn may be late: the item may stand in a finished turn. One that does not even name the
 * thread may mean an item of any.
 */
function itemElsewhere(core: Core, thread: Thread, key: Key): Item | undefined {
  let found = itemWithLanes(thread, key);
  if (found !== undefined || thread !== core.nowhere) return found;
  for (const other of core.threads.values()) found = itemOfThread(other, key) ?? found;
  return found;
}

/** A side chain's items stand in the turn that waits for it, or else in its own place. */
function itemWithLanes(thread: Thread, key: Key): Item | undefined {
  let found = itemOfThread(thread, key);
  if (found === undefined && thread.parent !== undefined) found = itemOfThread(thread.parent, key);
  for (const lane of thread.lanes.values()) found ??= itemOfThread(lane, key);
  return found;
}

function itemOfThread(thread: Thread, key: Key): Item | undefined {
  let found = thread.outside.items.get(key);
  for (const turn of thread.turns.values()) found = turn.items.get(key) ?? found;
  return found;
}

function addItem(core: Core, turn: Turn, key: Key, ref: Ref, type: CanonicalItemType | undefined): Item {
  const item = newItem(core, turn, key, key, nameOf(ref), type);
  keepItem(core, turn, item);
  return item;
}

function keepItem(core: Core, turn: Turn, item: Item): void {
  const dropped = makeRoom(turn.items, limits.items, isSettled);
  for (const old of dropped === undefined ? [] : [dropped, ...(dropped.twins ?? [])]) {
    lose(core.ids, turn.scope, hashKey(old.name, ITEMS));
    core.dropped.items.push(old);
  }
  turn.items.set(item.key, item);
}

/** `called` tells items of one turn apart where `key` does not. */
function newItem(core: Core, turn: Turn, key: Key, called: Key, provider: string | undefined, type: CanonicalItemType | undefined): Item {
  const name = nameOfNew(core.ids, turn.scope, called, ITEMS);
  const id = core.ids.mint("item", turn.scope, hashKey(name, ITEMS), provider, () => [...pathTo(turn.thread), turn.name, name]);
  return createItem(key, id, provider, turn, type, name);
}

function partKey(key: Key, part: number): Key {
  return `\u0000part${part} ${key}`;
}

function isSettled(item: Item): boolean {
  return item.state !== "open" && (item.twins === undefined || item.twins.every(isSettled));
}

/** The item has been seen with another type than the event says, or the event says none. */
function itemByType(core: Core, item: Item, type: CanonicalItemType | undefined): Item {
  if (type === undefined) return item.twins === undefined || item.state === "open" ? item : (item.twins.findLast(isOpen) ?? item);
  if (item.type === undefined || item.type === "unknown") {
    item.type = type;
    return item;
  }
  if (type === "unknown" || !core.provider.idsByType) return item;
  const twin = item.twins?.find((other) => other.type === type);
  if (twin !== undefined) return twin;
  const added = newItem(core, item.turn, item.key, `\u0000${type} ${item.key}`, item.provider, type);
  (item.twins ??= []).push(added);
  return added;
}

function isOpen(item: Item): boolean {
  return item.state === "open";
}

function namelessItem(core: Core, turn: Turn, type: CanonicalItemType, opens: boolean): Item {
  const slot = turn.nameless?.get(type);
  if (slot !== undefined && slot.item.state !== "done") return slot.item;
  if (!opens) {
    let open: Item | undefined;
    for (const item of itemsOf(turn)) if (item.type === type && item.state === "open") open = item;
    if (open !== undefined) return open;
  }
  const count = slot?.count ?? 0;
  const key = `\u0000${type}${count}`;
  const item = newItem(core, turn, key, key, undefined, type);
  keepItem(core, turn, item);
  (turn.nameless ??= new Map()).set(type, { item, count: count + 1 });
  return item;
}
