import type { Position } from "../diagnostic.js";

/** The steps that lead to a value in JSON: keys and list numbers. */
export type JsonPath = readonly (string | number)[];

/**
 * Where the value at a path stands in a JSON text, or with `"key"` the key that leads to it; the nearest thing around it
 * when it is not there. Reads the text again, so that nothing needs to remember places that are hardly ever asked for.
 */
export function placeIn(file: string, text: string, path: JsonPath, part: "key" | "value" = "value"): Position {
  let [start, end] = valueAt(text, 0);
  for (const [index, step] of path.entries()) {
    const member = memberOf(text, start, step);
    if (member === undefined) break;
    [start, end] = member.value;
    if (part === "key" && index === path.length - 1 && member.key !== undefined) [start, end] = member.key;
  }
  // Of what goes over several lines, its beginning says enough.
  const lineEnd = text.indexOf("\n", start);
  const from = pointAt(text, start);
  const to = pointAt(text, lineEnd !== -1 && lineEnd < end ? start + 1 : end);
  return { file, ...from, endLine: to.line, endColumn: to.column };
}

export function pointAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

type Span = readonly [start: number, end: number];

/** A member of the object or the list that begins at `from`. Of a key that is given twice, the last: it is the one that counts. */
function memberOf(text: string, from: number, step: string | number): { readonly key?: Span; readonly value: Span } | undefined {
  const open = text[from];
  if (open !== "{" && open !== "[") return undefined;
  let found: { readonly key?: Span; readonly value: Span } | undefined;
  let at = blanks(text, from + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index += 1) {
    const key = open === "{" ? valueAt(text, at) : undefined;
    // Behind a key stands a colon.
    const value = valueAt(text, key === undefined ? at : blanks(text, key[1]) + 1);
    const name = key === undefined ? index : (JSON.parse(text.slice(...key)) as string);
    if (String(name) === String(step)) found = { ...(key !== undefined && { key }), value };
    at = blanks(text, value[1]);
    if (text[at] === ",") at = blanks(text, at + 1);
  }
  return found;
}

/** From the first character of a value to behind its last. */
function valueAt(text: string, from: number): Span {
  const start = blanks(text, from);
  let at = start;
  let depth = 0;
  do {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at);
    else if (char === "{" || char === "[") [depth, at] = [depth + 1, at + 1];
    else if (char === "}" || char === "]") [depth, at] = [depth - 1, at + 1];
    else at = depth > 0 ? at + 1 : start + Math.max(1, /^[^\s,\]}]*/.exec(text.slice(start, start + 64))?.[0].length ?? 1);
  } while (depth > 0 && at < text.length);
  return [start, at];
}

function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function blanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at]!)) at += 1;
  return at;
}
