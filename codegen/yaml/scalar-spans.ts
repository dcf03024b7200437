import type { Position } from "../diagnostic.js";
import type { Locate } from "./positions.js";

export type Span = (from: number, to: number) => Position;

/**
 * Where each character of a scalar's value stands in the file. A plain scalar on one line stands as it is; in quotes
 * an escape is longer than what it means, and a line break in any scalar folds.
 */
export function scalarSpans(written: string, start: number, value: string, type: string, locate: Locate): Span {
  if (type === "PLAIN" && written === value) return (from, to) => locate(start + from, start + to);
  let offsets: number[] | undefined;
  return (from, to) => {
    offsets ??= align(written, value, type).map((offset) => start + offset);
    const last = offsets.length - 1;
    return locate(offsets[Math.min(from, last)]!, offsets[Math.min(Math.max(from, to), last)]!);
  };
}

/** One offset in `written` for each UTF-16 unit of `value`, and one for its end. */
function align(written: string, value: string, type: string): number[] {
  const offsets: number[] = [];
  let at = type === "PLAIN" ? 0 : type.startsWith("BLOCK") ? Math.max(0, written.indexOf("\n") + 1) : 1;
  for (let index = 0; index < value.length;) {
    while (type === "QUOTE_DOUBLE" && /^\\\r?\n/.test(written.slice(at, at + 3))) at = skipBlank(written, at + 1);
    const length = unitLength(written, at, type);
    if (length === 1 && written[at] !== value[index] && at < written.length) {
      if (!/\s/.test(written[at]!)) {
        at += 1; // cannot happen in what the YAML reader accepted; go on rather than fail
        continue;
      }
      // A fold: a run of blanks and line breaks that came out as a blank or as line breaks.
      if (value[index] !== " " && value[index] !== "\n") {
        at += 1;
        continue;
      }
      offsets.push(at);
      index += 1;
      const after = skipBlank(written, at);
      while (value[index] === "\n") {
        offsets.push(at);
        index += 1;
      }
      at = after;
      continue;
    }
    const units = type === "QUOTE_DOUBLE" && written[at] === "\\" && written[at + 1] === "U" && value.codePointAt(index)! > 0xffff ? 2 : 1;
    for (let unit = 0; unit < units; unit += 1) offsets.push(at);
    index += units;
    at += length;
  }
  offsets.push(Math.min(at, written.length));
  return offsets;
}

/** How much of `written` one unit of the value takes. */
function unitLength(written: string, at: number, type: string): number {
  if (type === "QUOTE_SINGLE") return written.startsWith("''", at) ? 2 : 1;
  if (type !== "QUOTE_DOUBLE" || written[at] !== "\\") return 1;
  return { x: 4, u: 6, U: 10 }[written[at + 1] ?? ""] ?? 2;
}

function skipBlank(written: string, at: number): number {
  let next = at;
  while (next < written.length && /\s/.test(written[next]!)) next += 1;
  return next;
}
