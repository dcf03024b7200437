import type { Path } from "../mapping/types.js";
import { isObject } from "../schema/json.js";
import { absentSegment, unlistedSegment } from "./resolve-key.js";
import type { CheckedCell, CheckedExpression, CheckedKey } from "./types.js";

/** A message as its table sees it. */
export interface Sight {
  readonly message: unknown;
  /** For an answer: the message that asked. */
  readonly request?: unknown;
  readonly cells: readonly CheckedCell[];
  /** The values of a memory cell under this key. */
  readonly recall: (cell: string, key: readonly unknown[]) => unknown;
}

/**
 * The keys of a message, one for each element where its table goes through a list: as rows name them where `isKnown`, else as the
 * message says them.
 */
export function messageKeys(key: CheckedKey, sight: Sight, isKnown: (key: string) => boolean): string[] {
  const roots = new Map<string, unknown>([["", sight.message], ["request", sight.request]]);
  return [...new Set(walk(key, { sight, roots }).map((segments) => known(segments, isKnown) ?? segments.join(":")))];
}

interface Place {
  readonly sight: Sight;
  readonly roots: ReadonlyMap<string, unknown>;
}

function walk(key: CheckedKey, place: Place): string[][] {
  if (key.kind === "each") {
    const list = read(key.list, place);
    const elements = Array.isArray(list) ? list.filter(isObject) : [];
    if (elements.length === 0) return [[absentSegment]];
    return elements.flatMap((element) => walk(key.key, { ...place, roots: new Map(place.roots).set(key.as, element) }));
  }
  const segment = key.kind === "path" ? segmentOf(read(key.path, place)) : fieldOf(place.roots.get(""), key.fields);
  const below = key.below.get(segment) ?? (segment === absentSegment ? undefined : key.below.get(unlistedSegment));
  return below === undefined ? [[segment]] : walk(below, place).map((rest) => [segment, ...rest]);
}

/** The first of the fields that is there; null is there only if nothing else is. */
function fieldOf(message: unknown, fields: readonly string[]): string {
  if (!isObject(message)) return absentSegment;
  return fields.find((field) => message[field] !== undefined && message[field] !== null) ?? fields.find((field) => message[field] === null) ?? absentSegment;
}

function segmentOf(value: unknown): string {
  if (value === undefined || value === null) return absentSegment;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : unlistedSegment;
}

/** The most exact key that rows name, from the left, where `(other)` stands for any value. */
function known(segments: readonly string[], isKnown: (key: string) => boolean, head: readonly string[] = []): string | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return isKnown(head.join(":")) ? head.join(":") : undefined;
  const exact = known(rest, isKnown, [...head, segment]);
  return exact ?? (segment === absentSegment ? undefined : known(rest, isKnown, [...head, unlistedSegment]));
}

function read(path: Path, place: Place): unknown {
  let at = place.roots.has(path.root) ? place.roots.get(path.root) : recalled(path.root, place);
  for (const step of path.steps) {
    if (step.kind === "index") at = Array.isArray(at) ? at[step.index] : undefined;
    else if (step.kind === "field") at = isObject(at) ? at[step.name] : undefined;
    else {
      const list = isObject(at) ? at[step.list] : undefined;
      const equals = typeof step.equals === "string" ? step.equals : read(step.equals, place);
      const found = Array.isArray(list) ? list.filter((element) => isObject(element) && element[step.field] === equals) : [];
      at = found.length === 1 ? found[0] : undefined;
    }
  }
  return at;
}

function recalled(name: string, place: Place): unknown {
  const cell = place.sight.cells.find((one) => one.name === name);
  return cell && place.sight.recall(name, cell.by.map((part) => firstOf(part, place)));
}

/** A part of a cell's key: the first of its paths that leads somewhere. */
function firstOf({ first, then }: CheckedExpression, place: Place): unknown {
  const operands = [first, ...then.flatMap((step) => (step.kind === "else" ? [step.operand] : []))];
  for (const operand of operands) {
    const value = operand.kind === "path" ? read(operand.path, place) : operand.value;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}
