import { expandKey, matchesPattern, type SimpleSegment } from "../mapping/key.js";
import { absentSegment, unlistedSegment } from "./resolve-key.js";
import type { CheckedRow } from "./types.js";

/**
 * The rows that a key names: the one that is written so, else all that cover a message which the key matches. `strange`
 * is a part of the key, its groups spelled out, that matches nothing.
 */
export function namedRows(key: string, rows: readonly CheckedRow[]): { readonly named: readonly CheckedRow[]; readonly strange?: string } {
  const written = rows.filter((row) => row.key === key);
  if (written.length > 0) return { named: written };
  const named = new Set<CheckedRow>();
  for (const segments of expandKey(key)) {
    const matching = rows.filter(({ covers }) => covers.some((covered) => matches(segments, covered.segments)));
    if (matching.length === 0) return { named: [], strange: segments.map(segmentText).join(":") };
    for (const row of matching) named.add(row);
  }
  return { named: rows.filter((row) => named.has(row)) };
}

/** Every key that can be named: rows as written, and the messages that their patterns cover. */
export function rowKeys(rows: readonly CheckedRow[]): string[] {
  return [...new Set(rows.flatMap(({ key, covers }) => [key, ...covers.map((covered) => covered.key)]))];
}

function matches(wanted: readonly SimpleSegment[], segments: readonly string[]): boolean {
  return wanted.length === segments.length && wanted.every((segment, index) => matchesSegment(segment, segments[index]!));
}

function matchesSegment(segment: SimpleSegment, value: string): boolean {
  if (segment.kind === "pattern") return value !== absentSegment && value !== unlistedSegment && matchesPattern(segment.pattern, value);
  return segmentText(segment) === value;
}

function segmentText(segment: SimpleSegment): string {
  switch (segment.kind) {
    case "exact":
      return segment.value;
    case "pattern":
      return segment.pattern;
    case "none":
      return absentSegment;
    case "other":
      return unlistedSegment;
  }
}
