import { number, type Cell, type HoldKind, type Memory, type Refs, type Unvalidated } from "../contract.js";
import type { Turn } from "./entities.js";
import { accumulateJson, type JsonHold } from "./hold-json.js";
import { decodeChunk } from "./hold-utf8.js";
import { sameParts } from "./ids.js";
import { limits, makeRoom } from "./limits.js";
import type { Provider } from "./provider.js";

/** What tables remember (mappings/README.md), by cell and key. */
export interface SessionMemory extends Memory {
  readonly cells: Map<string, Map<string, Entry>>;
  /** How far entries that had to make room had counted, by cell: a key that comes again goes on from there. */
  readonly floors: Map<string, number>;
  /** Forgets what lasts until the end of this turn. */
  endTurn(turn: Turn): void;
}

/** Plain JSON except for the turn, so that a snapshot can hold it. */
export interface Entry {
  /** What a table reads. */
  readonly values: { [name: string]: unknown };
  /** JSON that is not whole yet, by name. */
  json: { [name: string]: JsonHold } | undefined;
  /** Bytes of a character that is not whole yet, by name. */
  tails: { [name: string]: readonly number[] } | undefined;
  turn: Turn | undefined;
}

const NOTHING: Unvalidated = Object.freeze({});

export function createMemory(shapes: { readonly [name: string]: Cell }, ownerOf: (refs: Refs) => Turn | undefined): SessionMemory {
  const cells = new Map<string, Map<string, Entry>>();
  const floors = new Map<string, number>();
  // What was recalled last of each cell: the tokens of one text all ask for the same.
  const recent = new Map<string, { readonly key: readonly unknown[]; readonly values: Unvalidated }>();

  return {
    cells,
    floors,
    recall(cell, key) {
      const last = recent.get(cell);
      if (last !== undefined && sameParts(key, last.key)) return last.values;
      const values = (cells.get(cell)?.get(textOf(key))?.values as Unvalidated | undefined) ?? NOTHING;
      recent.set(cell, { key, values });
      return values;
    },
    remember(cell, key, values, refs) {
      const shape = shapes[cell];
      if (shape === undefined) return;
      const text = textOf(key);
      let entries = cells.get(cell);
      let entry = entries?.get(text);
      for (const name in values) {
        const value = values[name];
        const kind = shape.holds[name];
        if (kind === undefined) continue;
        if (value === undefined || value === null) {
          // No bytes came: the text of the last ones is not to be read as if it had come again.
          if (kind === "utf8" && entry !== undefined) entry.values[name] = undefined;
          continue;
        }
        if (entry === undefined) {
          if (entries === undefined) cells.set(cell, (entries = new Map()));
          const dropped = makeRoom(entries, limits.cellEntries);
          // Within a turn counts of several cells may have to agree, and what they count is seldom told again.
          if (dropped !== undefined && shape.until === "session") floors.set(cell, Math.max(floors.get(cell) ?? 0, highest(dropped, shape)));
          recent.delete(cell);
          entry = { values: {}, json: undefined, tails: undefined, turn: undefined };
          entries.set(text, entry);
        }
        hold(entry, name, kind, value, floors.get(cell) ?? 0);
      }
      if (entry !== undefined && shape.until === "turn") entry.turn = ownerOf(refs) ?? entry.turn;
    },
    endTurn(turn) {
      recent.clear();
      for (const [name, entries] of cells) {
        if (shapes[name]?.until !== "turn") continue;
        for (const [key, entry] of entries) if (entry.turn === turn || entry.turn === undefined) entries.delete(key);
      }
    },
  };
}

/** What the rows of a provider remember, for a caller of the mappers alone; a session has its own. */
export function memoryOf(provider: Provider): Memory {
  return createMemory(provider.cells, () => undefined);
}

function hold(entry: Entry, name: string, kind: HoldKind, value: unknown, floor: number): void {
  const { values } = entry;
  switch (kind) {
    case "last":
      values[name] = value;
      return;
    case "count":
      values[name] = (typeof values[name] === "number" ? values[name] : floor) + 1;
      return;
    case "text":
      if (typeof value === "string") values[name] = (typeof values[name] === "string" ? values[name] : "") + value;
      return;
    case "json": {
      if (typeof value !== "string") return;
      entry.json ??= {};
      const held = accumulateJson(entry.json[name], value);
      entry.json[name] = held;
      // Half a JSON says nothing; what stood there before says something else.
      values[name] = held.value;
      return;
    }
    case "utf8": {
      entry.tails ??= {};
      const decoded = decodeChunk(entry.tails[name] ?? [], value);
      values[name] = decoded.text;
      entry.tails[name] = decoded.tail;
      return;
    }
  }
}

function highest(entry: Entry, shape: Cell): number {
  let count = 0;
  for (const name in shape.holds) if (shape.holds[name] === "count") count = Math.max(count, number(entry.values[name]) ?? 0);
  return count;
}

function jsonOf(key: readonly unknown[]): string {
  try {
    return JSON.stringify(key);
  } catch {
    return "(too deep)";
  }
}

/**
 * The parts of a key with their types, read as often as any token comes: one string is by far the most frequent key, and only what
 * is no string, number or absence needs JSON. Lengths keep the parts of a key apart.
 */
function textOf(key: readonly unknown[]): string {
  if (key.length === 1 && typeof key[0] === "string") return `"${key[0]}`;
  let text = "";
  for (const part of key) {
    if (typeof part === "string") text += `${part.length}"${part}`;
    else if (part === undefined || part === null) text += "-";
    else if (typeof part === "number") text += `#${part};`;
    else return jsonOf(key);
  }
  return text;
}
