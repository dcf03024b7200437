import { expect, test } from "vitest";
import { parseMapping } from "../../codegen/mapping/index.js";
import { keyText, rowLines } from "../../codegen/mapping/row-text.js";
import type { RowNode, TableNode } from "../../codegen/mapping/types.js";
import { textsBelow } from "../editor/program.js";
import { parseTable } from "./marked.js";

const head = "source: a\nschema: p#/X\nkey: $.m\nensure: { thread.started: {} }\nsentSchema: p#/Y\nrows: {}\nsent:\n";

/** What a row says, without its places, and without what is not written again. */
function said(row: RowNode): unknown {
  return JSON.parse(JSON.stringify({ ...row, examples: [], twin: [], yieldsTo: [] }, (name, value: unknown) => (name === "at" || name === "bare" ? undefined : value)));
}

function written(row: RowNode): string {
  return [`${keyText(row.key.value)}:`, ...rowLines(row)].map((line) => `  ${line}\n`).join("");
}

const nodes = [...textsBelow("mappings", ".yaml")].flatMap(([file, text]) => {
  const node = file.endsWith("/equivalence.yaml") ? undefined : parseMapping(file, text).node;
  return node?.kind === "table" ? [node] : [];
});

test.each(nodes.map((node): [string, TableNode] => [node.file, node]))("the rows of %s read as they were when written again", (_, node) => {
  expect(node.rows.length).toBeGreaterThan(0);
  const rows = node.answers ? head : head.replace("rows: {}\nsent:", "rows:");
  for (const [above, row] of [...node.rows.map((one) => [rows, one] as const), ...node.sent.map((one) => [head, one] as const)]) {
    const again = parseTable(above + written(row));
    expect(said([...again.rows, ...again.sent][0]!)).toEqual(said(row));
  }
});

test.each([
  ["one line for what is short", 'turn.completed: { state: failed, errorMessage: $.a ?? "b c" }', ['  turn.completed: { state: failed, errorMessage: $.a ?? "b c" }']],
  ["several for what is long", `turn.completed: { state: failed, errorMessage: ${"$.params.path ?? ".repeat(9)}none }`, ["  turn.completed:", "    state: failed", `    errorMessage: ${"$.params.path ?? ".repeat(9)}none`]],
  ["text that would be read otherwise", "runtime.warning: { message: 'a.b', detail: $$c, level: 'true', rate: \"1\" }", ['  runtime.warning: { message: "a.b", detail: $$c, level: "true", rate: "1" }']],
  ["a mark", "undecided: new, like b\nturn.started: {}", ['  undecided: "new, like b"', "  turn.started: {}"]],
  ["alternatives", "- when: { $.a: [b, c], $.d: present }\n  turn.started: {}\n- note: why\n  turn.started: [{}, { model: $.e }]", ["  - when: { $.a: [b, c], $.d: present }", "    turn.started: {}", '  - note: "why"', "    turn.started: [{}, { model: $.e }]"]],
])("%s", (_, text, lines) => {
  const row = parseTable(`source: a\nschema: p#/X\nkey: $.m\nrows:\n  x:\n    ${text.replaceAll("\n", "\n    ")}\n`).rows[0]!;
  expect(rowLines(row)).toEqual(lines);
});
