import { LineCounter, isAlias, isMap, isScalar, isSeq, parseDocument, visit, type Document, type Node, type Range } from "yaml";
import type { Diagnostic, Position } from "../diagnostic.js";

/** A place in the model's YAML: a file and the keys and list numbers that lead there. */
export interface Place {
  readonly source: CanonicalSource;
  readonly path: readonly (string | number)[];
}

/** An event as it stands in the YAML; nothing inside it is known to be right. */
export interface DeclaredEvent {
  readonly type: string;
  readonly family: string;
  readonly value: unknown;
  readonly place: Place;
}

/** One file of the model: plain values, and where each of them stands. */
export interface CanonicalSource {
  readonly file: string;
  readonly value: unknown;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** YAML 1.2 core without anchors, merges, tags and repeated keys. Reports the first fault only: the others follow from it. */
export function readSource(file: string, text: string): CanonicalSource | Diagnostic {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: "1.2", schema: "core", merge: false, uniqueKeys: true, lineCounter: lines, prettyErrors: false });
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault !== undefined) return syntax(file, lines, fault.pos, fault.message);
  let alias: Range | undefined | null;
  visit(document, (_key, node) => {
    if (!isAlias(node) && !(isNode(node) && node.anchor !== undefined)) return undefined;
    alias = node.range;
    return visit.BREAK;
  });
  if (alias) return syntax(file, lines, alias, "Anchors and aliases are not understood here.");
  return { file, value: document.toJS(), document, lines };
}

/** Where a value stands, or with `"key"` the key that leads to it. The nearest thing around it when it is not there. */
export function positionOf(place: Place, part: "key" | "value" = "value"): Position {
  const { file, document, lines } = place.source;
  let node: unknown = document.contents;
  let found: Range | null | undefined = document.contents?.range;
  for (const [depth, step] of place.path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (pair === undefined) break;
      const last = depth === place.path.length - 1;
      node = pair.value;
      const value = isNode(node) && node.range?.[0] !== node.range?.[1] ? node : undefined;
      // A block below its key is better shown by the key.
      found = (part === "key" && last) || value === undefined || isMap(value) ? (pair.key as Node).range : value.range;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      if (!isNode(node)) break;
      found = node.range;
    } else break;
  }
  return span(file, lines, found ? [found[0], found[1]] : [0, 0]);
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value);
}

function syntax(file: string, lines: LineCounter, range: readonly number[], message: string): Diagnostic {
  const sentence = message.endsWith(".") ? message : `${message}.`;
  return { code: "canonical-syntax", severity: "error", message: sentence, ...span(file, lines, range) };
}

function span(file: string, lines: LineCounter, [from = 0, to = from]: readonly number[]): Position {
  const start = lines.linePos(from);
  const end = lines.linePos(to);
  return { file, line: start.line || 1, column: start.col || 1, endLine: end.line || 1, endColumn: end.col || 1 };
}
