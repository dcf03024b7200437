import { matchesPattern, splitKey, type SimpleSegment } from "../mapping/key.js";
import type { RowNode } from "../mapping/types.js";
import { silent, type Report } from "./report.js";
import { absentSegment, unlistedSegment, type KeyTree, type Leaf } from "./resolve-key.js";
import { enumerate, meant } from "../spelling.js";

/** A row's key taken apart: for each segment what it may be. */
export interface RowKey {
  readonly row: RowNode;
  readonly segments: readonly (readonly SimpleSegment[])[];
}

export function rowKeyOf(row: RowNode): RowKey {
  return { row, segments: splitKey(row.key.value).map((segment) => (segment.kind === "group" ? segment.members : [segment])) };
}

/** Exact values that rows name after some segments. */
export function givenValues(keys: readonly RowKey[]): (segments: readonly string[]) => readonly string[] {
  return (head) => {
    const after = keys.filter(({ segments }) => segments.length > head.length && head.every((value, index) => segments[index]!.some((segment) => rank(segment, value) !== undefined)));
    const values = after.flatMap(({ segments }) => segments[head.length]!.flatMap((segment) => (segment.kind === "exact" ? segment.value : [])));
    return [...new Set(values)];
  };
}

export interface ExpandedRow {
  readonly row: RowNode;
  readonly leaves: readonly Leaf[];
  /** Inherited rows that would have these messages, or some of them. */
  readonly replaces?: readonly RowNode[];
}

/** The messages that misspelt rows were probably meant for: nothing more is said about those. */
export function meantKeys(tree: KeyTree, rows: readonly ExpandedRow[]): Set<string> {
  return new Set(rows.flatMap(({ row, leaves }) => (leaves.length === 0 ? meantLeaves(tree, rowKeyOf(row)).map(({ segments }) => segments.join(":")) : [])));
}

function meantLeaves(tree: KeyTree, { segments }: RowKey): readonly Leaf[] {
  let left = tree.leaves;
  for (const [index, parts] of segments.entries()) {
    const values = [...new Set(left.flatMap((leaf) => leaf.segments[index] ?? []))];
    const wanted = values.filter((value) => parts.some((part) => rank(part, value) !== undefined || value === meant(partText(part), values)));
    left = left.filter((leaf) => leaf.segments.length === segments.length && wanted.includes(leaf.segments[index]!));
  }
  return left;
}

interface Assigned {
  readonly taken: ReadonlyMap<RowNode, readonly Leaf[]>;
  /** Inherited rows that would have got messages of a row. */
  readonly replaced: ReadonlyMap<RowNode, ReadonlySet<RowNode>>;
  /** Rows that name a message as exactly as another does, which got it. */
  readonly clashes: ReadonlyMap<RowNode, { readonly other: RowNode; readonly leaf: Leaf; readonly exact: boolean }>;
}

/**
 * Gives each message to the row that names it most exactly, segment by segment from the left: a value before a pattern
 * before `(other)`, and of two rows that name it alike to the one that is not inherited. Reports rows that no message belongs to, and messages that two rows claim alike.
 */
export function expandRows(tree: KeyTree, keys: readonly RowKey[], report: Report): ExpandedRow[] {
  const assigned = assign(tree, keys);
  if (report !== silent) reportRows(tree, keys, assigned, report);
  return keys.flatMap(({ row }) => {
    const leaves = assigned.taken.get(row)!;
    // A row of the table that extends this one took its place.
    return leaves.length === 0 && row.inherited === true ? [] : { row, leaves, replaces: [...assigned.replaced.get(row)!] };
  });
}

function assign(tree: KeyTree, keys: readonly RowKey[]): Assigned {
  const taken = new Map<RowNode, Leaf[]>(keys.map(({ row }) => [row, []]));
  const replaced = new Map(keys.map(({ row }) => [row, new Set(row.replaces === undefined ? [] : [row.replaces])]));
  const clashes = new Map<RowNode, { other: RowNode; leaf: Leaf; exact: boolean }>();
  for (const leaf of tree.leaves) {
    let best: { row: RowNode; ranks: Rank[] } | undefined;
    let theirs: typeof best;
    const rivals: { row: RowNode; ranks: Rank[] }[] = [];
    for (const { row, segments } of keys) {
      const ranks = ranksOf(segments, leaf);
      if (ranks === undefined) continue;
      if (row.inherited === true && (theirs === undefined || compareRanks(ranks, theirs.ranks) < 0)) theirs = { row, ranks };
      const order = best ? compareRanks(ranks, best.ranks) : -1;
      const overridden = order === 0 && best?.row.inherited !== row.inherited;
      if (order < 0 || (overridden && row.inherited !== true)) best = { row, ranks };
      else if (order === 0 && !overridden) rivals.push({ row, ranks });
    }
    if (best === undefined) continue;
    taken.get(best.row)!.push(leaf);
    if (theirs !== undefined && best.row.inherited !== true && best.row.replaces === undefined) replaced.get(best.row)!.add(theirs.row);
    for (const { row, ranks } of rivals) {
      if (compareRanks(ranks, best.ranks) === 0 && !clashes.has(row)) clashes.set(row, { other: best.row, leaf, exact: !ranks.includes(1) });
    }
  }
  return { taken, replaced, clashes };
}

function reportRows(tree: KeyTree, keys: readonly RowKey[], { taken, clashes }: Assigned, report: Report): void {
  for (const [row, { other, leaf, exact }] of clashes) {
    const first = `${other.key.at.file}:${other.key.at.line}:${other.key.at.column}`;
    if (exact) report("duplicate-row", row.key.at, `"${row.key.value}" names "${leaf.segments.join(":")}", which "${other.key.value}" at ${first} names, too.`, "Remove one of the two.");
    else report("overlapping-rows", row.key.at, `"${row.key.value}" and "${other.key.value}" at ${first} both match "${leaf.segments.join(":")}".`, "Give that message a row of its own, or narrow one of the patterns.");
  }
  for (const key of keys) {
    const empty = taken.get(key.row)!.length === 0;
    if (empty && key.row.inherited === true) continue;
    // A key that says one thing in each segment, and got a message, matches in all its parts.
    if (!empty && key.segments.every((parts) => parts.length === 1)) continue;
    if (reportStrangeParts(tree, key, report) && empty && !clashes.has(key.row)) {
      report("unreachable-row", key.row.key.at, `Every message that "${key.row.key.value}" matches has a row that says more exactly.`, "Remove the row.");
    }
  }
}

type Rank = 0 | 1 | 2;

/** How exactly a segment names a value; `undefined` if it does not. */
function rank(segment: SimpleSegment, value: string): Rank | undefined {
  switch (segment.kind) {
    case "exact":
      return segment.value === value && value !== unlistedSegment && value !== absentSegment ? 0 : undefined;
    case "none":
      return value === absentSegment ? 0 : undefined;
    case "other":
      return value === unlistedSegment ? 2 : undefined;
    case "pattern":
      return value !== unlistedSegment && value !== absentSegment && matchesPattern(segment.pattern, value) ? 1 : undefined;
  }
}

/** The ranks by which a row names a message, the best for each segment; `undefined` if it does not. */
function ranksOf(segments: RowKey["segments"], leaf: Leaf): Rank[] | undefined {
  if (segments.length !== leaf.segments.length) return undefined;
  const ranks: Rank[] = [];
  for (const [index, parts] of segments.entries()) {
    let best: Rank | undefined;
    for (const part of parts) {
      const found = rank(part, leaf.segments[index]!);
      if (found !== undefined && (best === undefined || found < best)) best = found;
    }
    if (best === undefined) return undefined;
    ranks.push(best);
  }
  return ranks;
}

function compareRanks(a: readonly Rank[], b: readonly Rank[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}

/** Reports the parts of a key that match nothing; whether all of it matches something. */
function reportStrangeParts(tree: KeyTree, { row, segments }: RowKey, report: Report): boolean {
  const { value: key, at } = row.key;
  let candidates = tree.leaves;
  for (const [index, parts] of segments.entries()) {
    const values = [...new Set(candidates.flatMap((leaf) => leaf.segments[index] ?? []))];
    const remembered = rememberedAt(tree, candidates, index);
    let strange = false;
    for (const part of parts) {
      if (values.some((value) => rank(part, value) !== undefined)) continue;
      if (part.kind === "none") report("never-absent", at, `"${key}" says "(none)" for what every message of the schemas has.`, "Remove it; a message without it is taken by `(other)`, if there is one.");
      else if (remembered !== undefined) report("unknown-message", at, `"${key}" names what is remembered in "${remembered}", but no row remembers "${partText(part)}" there.`, hintFor(part, index, values, tree, segments, "Remembered there"));
      else report("unknown-message", at, `No message of the schemas matches ${parts.length > 1 || segments.length > 1 ? `"${partText(part)}" in ` : ""}"${key}".`, hintFor(part, index, values, tree, segments));
      strange = true;
    }
    if (strange) return false;
    candidates = candidates.filter((leaf) => leaf.segments[index] !== undefined && parts.some((part) => rank(part, leaf.segments[index]!) !== undefined));
  }
  if (candidates.some((leaf) => leaf.segments.length === segments.length)) return true;
  const longer = candidates.map((leaf) => leaf.segments.join(":"));
  report("unknown-message", at, `"${key}" is only the beginning of a key.`, `The messages are told apart further: ${enumerate(longer)}.`);
  return false;
}

/** The path that reads what stands at a place of all these keys from memory, if one does. */
function rememberedAt({ remembered }: KeyTree, leaves: readonly Leaf[], index: number): string | undefined {
  const paths = new Set(leaves.map(({ segments }) => remembered.get(segments.slice(0, index).join(":"))));
  return paths.size === 1 ? [...paths][0] : undefined;
}

function partText(part: SimpleSegment): string {
  return part.kind === "exact" ? part.value : part.kind === "pattern" ? part.pattern : part.kind === "none" ? absentSegment : unlistedSegment;
}

function hintFor(part: SimpleSegment, index: number, values: readonly string[], tree: KeyTree, segments: RowKey["segments"], heading = "There is"): string | undefined {
  const listed = values.filter((value) => value !== unlistedSegment);
  if (listed.length === 0) {
    const head = tree.leaves.filter((leaf) => leaf.segments.length === index && leaf.segments.every((value, at) => segments[at]!.some((one) => rank(one, value) !== undefined)));
    return head.length > 0 ? `The key ends at "${head[0]!.segments.join(":")}".` : undefined;
  }
  const near = meant(partText(part), listed);
  return near === undefined ? `${heading}: ${enumerate(listed)}.` : `Did you mean "${near}"?`;
}
