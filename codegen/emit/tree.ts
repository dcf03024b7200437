import type { CheckedKey, CheckedRow } from "../check/types.js";
import { expandKey, matchesPattern, type SimpleSegment } from "../mapping/key.js";

/** Which row takes a message, as a tree of questions: the form of a generated `switch`. */
export type Tree =
  | { readonly kind: "row"; readonly row: CheckedRow }
  | {
      readonly kind: "question";
      readonly key: Exclude<CheckedKey, { kind: "each" }>;
      /** Values in table order; those with one answer stand together. */
      readonly cases: readonly { readonly values: readonly string[]; readonly next: Tree }[];
      /** Absent or null. */
      readonly none: Tree | undefined;
      /** Values that no schema lists, by a row's pattern; then any of them. */
      readonly patterns: readonly { readonly pattern: string; readonly next: Tree }[];
      readonly other: Tree | undefined;
    }
  | {
      readonly kind: "each";
      readonly key: CheckedKey & { readonly kind: "each" };
      /** For each element. */
      readonly element: Tree;
      /** For a message without one. */
      readonly none: Tree | undefined;
    };

/** A row, and what is left of one of the keys that it takes. */
interface Claim {
  readonly row: CheckedRow;
  readonly segments: readonly SimpleSegment[];
}

/** The tree of some rows of a table. Keys may end earlier than the key tree does: nothing more is asked then. */
export function treeOf(key: CheckedKey, rows: readonly CheckedRow[]): Tree | undefined {
  return build(rows.flatMap(claimsOf), key);
}

/** The elements that the key of a row goes through, outermost first. */
export function elementsOf(whole: CheckedKey, row: CheckedRow): string[] {
  const names = new Set<string>();
  const walk = (key: CheckedKey | undefined, segments: readonly string[]): void => {
    if (key === undefined || segments.length === 0) return;
    if (key.kind === "each") {
      names.add(key.as);
      walk(key.key, segments);
    } else walk(key.below.get(segments[0]!), segments.slice(1));
  };
  for (const { segments } of row.covers) walk(whole, segments);
  return [...names];
}

/** Every message that the row covers, and for unlisted values the patterns that it is written with. */
function claimsOf(row: CheckedRow): Claim[] {
  const listed = row.covers.map(({ segments }) => ({ row, segments: segments.map(segmentOf) }));
  const patterns = expandKey(row.key).filter((segments) => segments.some(({ kind }) => kind === "pattern"));
  return [...listed, ...patterns.map((segments) => ({ row, segments }))];
}

function segmentOf(text: string): SimpleSegment {
  if (text === "(none)") return { kind: "none" };
  return text === "(other)" ? { kind: "other" } : { kind: "exact", value: text };
}

function build(claims: readonly Claim[], key: CheckedKey | undefined): Tree | undefined {
  const [first] = claims;
  if (first === undefined) return undefined;
  if (first.segments.length === 0 || key === undefined) return { kind: "row", row: first.row };
  if (key.kind === "each") return buildEach(claims, key);

  const values = new Map<string, Claim[]>();
  for (const claim of claims) {
    const [head, ...rest] = claim.segments;
    if (head?.kind === "exact") push(values, head.value, { row: claim.row, segments: rest });
  }
  const cases: { values: string[]; next: Tree; text: string }[] = [];
  for (const [value, below] of values) {
    const next = build([...below, ...claimsByPattern(claims, value, below)], keyBelow(key, value));
    if (next === undefined) continue;
    const text = identity(next);
    const same = cases.find((other) => other.text === text);
    if (same === undefined) cases.push({ values: [value], next, text });
    else same.values.push(value);
  }
  const patterns = new Map<string, Claim[]>();
  for (const { row, segments } of claims) {
    const [head, ...rest] = segments;
    if (head?.kind === "pattern") push(patterns, head.pattern, { row, segments: rest });
  }
  const other = build(after(claims, "other"), keyBelow(key, "(other)"));
  return {
    kind: "question",
    key,
    cases,
    none: build(after(claims, "none"), keyBelow(key, "(none)")),
    patterns: [...patterns].flatMap(([pattern, below]) => {
      const next = build(below, keyBelowPattern(key, pattern));
      // What no schema lists is for `(other)`, where there is one, rather than for all values.
      const left = other !== undefined && (pattern === "*" || (next !== undefined && identity(next) === identity(other)));
      return next === undefined || left ? [] : [{ pattern, next }];
    }),
    other,
  };
}

function buildEach(claims: readonly Claim[], key: CheckedKey & { readonly kind: "each" }): Tree {
  const element = build(claims, key.key);
  const none = build(after(claims, "none"), undefined);
  return { kind: "each", key, element: element!, none };
}

/** Below a listed value, a pattern may still take what lies deeper and is not listed, unless the value's own rows do. */
function claimsByPattern(claims: readonly Claim[], value: string, own: readonly Claim[]): Claim[] {
  if (own.some(({ segments }) => segments[0]?.kind === "other" || segments[0]?.kind === "pattern")) return [];
  return claims.flatMap(({ row, segments: [head, ...rest] }) => {
    const matches = head?.kind === "pattern" && matchesPattern(head.pattern, value);
    return matches && rest.some(({ kind }) => kind === "pattern") ? [{ row, segments: rest }] : [];
  });
}

function after(claims: readonly Claim[], kind: "none" | "other"): Claim[] {
  return claims.flatMap(({ row, segments: [head, ...rest] }) => (head?.kind === kind ? [{ row, segments: rest }] : []));
}

function keyBelow(key: Exclude<CheckedKey, { kind: "each" }>, value: string): CheckedKey | undefined {
  return key.below.get(value);
}

/** What goes on below unlisted values, or else below a listed one that the pattern fits. */
function keyBelowPattern(key: Exclude<CheckedKey, { kind: "each" }>, pattern: string): CheckedKey | undefined {
  return key.below.get("(other)") ?? [...key.below].find(([value]) => matchesPattern(pattern, value))?.[1];
}

function push(map: Map<string, Claim[]>, key: string, claim: Claim): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [claim]);
  else known.push(claim);
}

/** Equal for trees that ask the same and give the same. */
function identity(tree: Tree): string {
  switch (tree.kind) {
    case "row":
      return `row ${tree.row.key}`;
    case "each":
      return `each ${tree.key.list.text} ${tree.key.as} (${identity(tree.element)}) ${tree.none === undefined ? "" : identity(tree.none)}`;
    case "question": {
      const cases = tree.cases.map(({ values, next }) => `${JSON.stringify(values)}: ${identity(next)}`);
      const patterns = tree.patterns.map(({ pattern, next }) => `${JSON.stringify(pattern)}: ${identity(next)}`);
      const rest = [tree.none, tree.other].map((other) => (other === undefined ? "" : identity(other)));
      return `ask ${subjectOf(tree.key)} { ${[...cases, ...patterns, ...rest].join("; ")} }`;
    }
  }
}

function subjectOf(key: Exclude<CheckedKey, { kind: "each" }>): string {
  return key.kind === "path" ? key.path.text : key.fields.join();
}
