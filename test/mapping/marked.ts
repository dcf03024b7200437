import { parseEquivalence, parseMapping } from "../../codegen/mapping/index.js";
import type { Diagnostic, Position } from "../../codegen/diagnostic.js";
import type { TableNode } from "../../codegen/mapping/types.js";

/** A text in which `«` and `»` stand around the place that a diagnostic must name. */
export function unmark(marked: string): { text: string; places: Omit<Position, "file">[] } {
  const places: { line: number; column: number; endLine: number; endColumn: number }[] = [];
  const open: { line: number; column: number; index: number }[] = [];
  let text = "";
  let line = 1;
  let column = 1;
  for (const character of marked) {
    if (character === "«") {
      open.push({ line, column, index: places.length });
      places.push({ line, column, endLine: line, endColumn: column });
    } else if (character === "»") {
      const from = open.pop()!;
      places[from.index] = { line: from.line, column: from.column, endLine: line, endColumn: column };
    } else {
      text += character;
      if (character === "\n") [line, column] = [line + 1, 1];
      else column += character.length;
    }
  }
  return { text, places };
}

export function place({ line, column, endLine, endColumn }: Partial<Position>): string {
  return `${line}:${column}-${endLine}:${endColumn}`;
}

export function parseMarked(
  marked: string,
  file = "mappings/codex/test.yaml",
): { diagnostics: Diagnostic[]; found: string[]; expected: string[] } {
  const { text, places } = unmark(marked);
  const { diagnostics } = (file.endsWith("/equivalence.yaml") ? parseEquivalence : parseMapping)(file, text);
  return { diagnostics, found: diagnostics.map(place), expected: places.map(place) };
}

const head = 'source: codex.app-server.notification\nspec: "3.1"\nschema: codex-app-server#/ServerNotification\nkey: $.method\n';

/** A whole table around some rows, indented by two as they stand in one. */
export function withRows(rows: string, more = ""): string {
  return `${head}${more}rows:\n${indent(rows)}`;
}

/** A whole table with one quiet row and whatever else. */
export function withPart(part: string): string {
  return `${head}rows:\n  turn/started: { turn.started: {} }\n${part}`;
}

export function parseTable(text: string): TableNode {
  const { node, diagnostics } = parseMapping("mappings/codex/test.yaml", text);
  if (node?.kind !== "table") throw new Error(`no table: ${JSON.stringify(diagnostics)}`);
  return node;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? line : `  ${line}`))
    .join("\n");
}
