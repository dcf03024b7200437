import type { Position } from "../diagnostic.js";
import { bracesAround, flowText, type Braces } from "./braces.js";
import { keyText } from "./row-text.js";
import type { RowNode, TableNode, ValueLineNode } from "./types.js";

/** Puts rows and lines into the text of a table. What is there already stays as it is, to the byte. */

export interface NewRow {
  readonly key: string;
  /** What stands below its key, indented from it. */
  readonly lines: readonly string[];
}

export interface NewValue {
  /** The name of the value table. */
  readonly table: string;
  readonly key: string;
  /** `sleep: { undecided: unknown }`. */
  readonly text: string;
}

export interface Inserted {
  readonly text: string;
  /** The line of the new text at which a line of the old one stands. */
  readonly lineNow: (line: number) => number;
}

interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/**
 * Each row comes after the last of its relatives, those whose keys begin alike, and without any at the end; each value likewise.
 * `node` is what `source` says. It is for the caller to see whether the new text says what it should: in a table without rows, it
 * does not.
 */
export function insert(source: string, node: TableNode, rows: readonly NewRow[], values: readonly NewValue[]): Inserted {
  const mark = source.startsWith("\uFEFF") ? 1 : 0;
  const text = source.slice(mark);
  const page = pageOf(text);
  const braces = bracesAround(text, "rows");
  const insertions = [...(braces ? braceInsertions(text, page, braces, node.rows, rows) : rowInsertions(page, node.rows, rows)), ...node.values.flatMap(({ name, map }) => valueInsertions(page, map, values.filter(({ table }) => table === name.value)))];
  // Of two at one place, the first stays the first.
  const inOrder = insertions.map((one, index) => ({ ...one, index })).sort((a, b) => a.offset - b.offset || a.index - b.index);
  let result = source.slice(0, mark);
  let at = 0;
  for (const { offset, text: more } of inOrder) {
    result += text.slice(at, offset) + more;
    at = offset;
  }
  const lineNow = (line: number): number => inOrder.reduce((now, { offset, text: more }) => (offset < page.end(line) ? now + more.split("\n").length - 1 : now), line);
  return { text: result + text.slice(at), lineNow };
}

function rowInsertions(page: Page, there: readonly RowNode[], rows: readonly NewRow[]): Insertion[] {
  if (there.length === 0) return [];
  const apart = there.filter(({ at }) => page.isBlank(at.line - 1)).length > there.length / 2 ? page.newline : "";
  // `a:b` needs no quotes, and has none where others have none.
  const barely = there.some(({ key: { value, at } }) => value.includes(":") && page.at(at) === value[0]);
  return together(rows, ({ key }) => relativeOf(key, there, ({ key: own }) => own.value)).map(({ one: { key, lines }, relative = there.at(-1)! }) => {
    const indent = " ".repeat(relative.at.column - 1);
    const whole = [`${barely && /^[A-Za-z_][\w./-]*(?::[\w./-]+)+$/.test(key) ? key : keyText(key)}:`, ...lines].map((line) => indent + line);
    return page.below(page.lastLine(relative.at), apart + whole.join(page.newline));
  });
}

/** On lines of their own where the row before them is, else behind it. */
function braceInsertions(text: string, page: Page, braces: Braces, there: readonly RowNode[], rows: readonly NewRow[]): Insertion[] {
  const after = new Map<string, NewRow[]>();
  for (const { one, relative = there.at(-1) } of together(rows, ({ key }) => relativeOf(key, there, ({ key: own }) => own.value))) if (relative) after.set(relative.key.value, [...(after.get(relative.key.value) ?? []), one]);
  return [...after].flatMap(([key, added]) => {
    const place = braces.get(key);
    if (place === undefined) return [];
    const { start, end } = place;
    const written = added.map(({ key: own, lines }) => `${keyText(own)}: ${flowText(lines)}`);
    const indent = /(?:^|\n)([ ]*)$/.exec(text.slice(0, start))?.[1];
    const [rest, comma] = /^[ \t]*(,)?[ \t]*(?:#[^\n]*)?\r?\n/.exec(text.slice(end)) ?? [];
    if (indent === undefined || rest === undefined) return [{ offset: end, text: written.map((row) => `, ${row}`).join("") }];
    const lines = written.map((row, index) => `${indent}${row}${comma !== undefined || index < written.length - 1 ? "," : ""}${page.newline}`).join("");
    return [...(comma === undefined ? [{ offset: end, text: "," }] : []), { offset: end + rest.length, text: lines }];
  });
}

function valueInsertions(page: Page, map: readonly ValueLineNode[], values: readonly NewValue[]): Insertion[] {
  if (map.length === 0) return [];
  return together(values, ({ key }) => relativeOf(key, map, ({ from }) => from.value)).map(({ one: { text }, relative = map.at(-1)! }) => {
    const inBraces = page.endInBraces(relative);
    if (inBraces !== undefined) return { offset: inBraces, text: `, ${text}` };
    return page.below(page.lastLine(relative.from.at), " ".repeat(relative.from.at.column - 1) + text);
  });
}

/** Those without a relative are kept together with their own. */
function together<T extends { readonly key: string }, R>(all: readonly T[], find: (one: T) => R | undefined): { readonly one: T; readonly relative?: R }[] {
  const placed = all.map((one) => ({ one, relative: find(one) }));
  const families = new Map<string, T[]>();
  for (const { one, relative } of placed) if (relative === undefined) families.set(wordsOf(one.key)[0] ?? "", [...(families.get(wordsOf(one.key)[0] ?? "") ?? []), one]);
  return [...placed.flatMap(({ one, relative }) => (relative === undefined ? [] : [{ one, relative }])), ...[...families.values()].flat().map((one) => ({ one }))];
}

/** Whose key has the most words at its beginning in common; of several, the last. */
function relativeOf<T>(key: string, there: readonly T[], keyOf: (one: T) => string): T | undefined {
  const words = wordsOf(key);
  let best: T | undefined;
  let most = 1;
  for (const one of there) {
    const own = wordsOf(keyOf(one));
    const different = words.findIndex((word, index) => word !== own[index]);
    const common = different === -1 ? words.length : different;
    if (common >= most) [best, most] = [one, common];
  }
  return best;
}

/** `item/agentMessage/delta` -> item, agent, message, delta. */
function wordsOf(key: string): string[] {
  return key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** A text by its lines, which count from 1. */
interface Page {
  readonly newline: string;
  /** Where the next line begins. */
  readonly end: (line: number) => number;
  readonly isBlank: (line: number) => boolean;
  /** The character there. */
  readonly at: (position: Position) => string | undefined;
  /** The last line of what stands below a key of block YAML: all that is indented more, without the comments and blank lines after it. */
  readonly lastLine: (key: Position) => number;
  /** New lines below a line. */
  readonly below: (line: number, text: string) => Insertion;
  /** Where `key: value` ends, if it stands in braces. */
  readonly endInBraces: (line: ValueLineNode) => number | undefined;
}

function pageOf(text: string): Page {
  const lines = text.split("\n");
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const starts: number[] = [0];
  for (const line of lines) starts.push(starts.at(-1)! + line.length + 1);
  return {
    newline,
    end: (line) => starts[line]!,
    at: ({ line, column }) => lines[line - 1]?.[column - 1],
    isBlank: (line) => lines[line - 1]?.trim() === "",
    lastLine: ({ line, column }) => {
      let last = line;
      for (let next = line + 1; next <= lines.length; next++) {
        const indent = lines[next - 1]!.search(/\S/);
        if (indent === -1) continue;
        // The items of a list may stand as far left as its key.
        if (indent >= column || (indent === column - 1 && /^\s*-(?:\s|$)/.test(lines[next - 1]!))) last = next;
        else if (lines[next - 1]![indent] !== "#") break;
      }
      return last;
    },
    below: (line, added) => (line === lines.length ? { offset: text.length, text: newline + added } : { offset: starts[line]!, text: added + newline }),
    endInBraces: ({ to: { at }, undecided }) => {
      let end = starts[(at.endLine ?? at.line) - 1]! + (at.endColumn ?? at.column) - 1;
      const after = (): string | undefined => /^(?:\s|#.*)*([},])/.exec(text.slice(end))?.[1];
      // The brace of `{ undecided: value }`, unless that is written on lines.
      if (undecided !== undefined && after() === "}") end += text.slice(end).indexOf("}") + 1;
      return after() === undefined ? undefined : end;
    },
  };
}
