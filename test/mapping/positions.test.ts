import { expect, test } from "vitest";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { Expression, TableNode } from "../../codegen/mapping/types.js";
import type { Position } from "../../codegen/diagnostic.js";
import { withRows } from "./marked.js";

/** What stands at a place: a position is right if it cuts out what it names. */
function cutter(text: string): (at: Position | undefined) => string {
  const lines = text.split("\n");
  return (at) => {
    expect(at).toBeDefined();
    const { line, column, endLine, endColumn } = at!;
    if (endLine === line) return lines[line - 1]!.slice(column - 1, endColumn! - 1);
    return [lines[line - 1]!.slice(column - 1), ...lines.slice(line, endLine! - 1), lines[endLine! - 1]!.slice(0, endColumn! - 1)].join(
      "\n",
    );
  };
}

function read(text: string): { table: TableNode; cut: (at: Position | undefined) => string } {
  const { node, diagnostics } = parseMapping("a.yaml", text);
  expect(diagnostics).toEqual([]);
  return { table: node as TableNode, cut: cutter(text) };
}

function parts(expression: Expression, cut: (at: Position | undefined) => string): string[] {
  const operand = (one: Expression["first"]) =>
    one.kind === "path" ? [cut(one.path.at), ...one.path.steps.map((step) => cut(step.at))] : [];
  return [
    cut(expression.at),
    ...operand(expression.first),
    ...expression.then.flatMap((step) => [cut(step.at), ...(step.kind === "else" ? operand(step.operand) : [])]),
  ];
}

test("every node knows its place", () => {
  const text = withRows(
    '"a:{b,c}":\n  - when: { $.x | f: [y, z] }\n    note: why\n    refs: { item: [$.id, text] }\n    turn.completed: { state: $.a, usage: { b: literal } }\n  - turn.started: [{ "model": x }, {}]\n',
    'values: { v: { of: p#/E, map: { "true": yes }, unlisted: no } }\n',
  );
  const { table, cut } = read(text);
  const [row] = table.rows;
  const [first, second] = row!.alternatives;
  expect([row!.key.at, row!.at].map(cut)).toEqual(['"a:{b,c}"', '"a:{b,c}"']);
  expect([first!.at, first!.note!.at, first!.when[0]!.at, first!.refs[0]!.at, first!.refs[0]!.name.at].map(cut)).toEqual([
    "when",
    "why",
    "$.x | f",
    "item",
    "item",
  ]);
  expect(first!.when[0]!.test.kind === "values" && first!.when[0]!.test.values.map((one) => cut(one.at))).toEqual(["y", "z"]);
  const [event] = first!.events;
  expect([event!.at, event!.type.at, event!.fields[0]!.name.at, event!.fields[0]!.value.at, event!.fields[1]!.value.at].map(cut)).toEqual([
    "turn.completed",
    "turn.completed",
    "state",
    "$.a",
    "{ b: literal }",
  ]);
  expect([second!.at, second!.events[0]!.at, second!.events[0]!.fields[0]!.value.at, second!.events[1]!.at].map(cut)).toEqual([
    "turn.started",
    '"model"',
    "x",
    "{}",
  ]);
  const [values] = table.values;
  expect(
    [
      table.source.at,
      table.schema.at,
      table.key.at,
      values!.name.at,
      values!.of.at,
      values!.map[0]!.from.at,
      values!.map[0]!.to.at,
      values!.unlisted!.at,
    ].map(cut),
  ).toEqual(["codex.app-server.notification", "codex-app-server#/ServerNotification", "$.method", "v", "p#/E", '"true"', "yes", "no"]);
});

test.each([
  ["plain", '$.a.b(k=v).0 ?? $m.é | f ?? "x"', ["$.a.b(k=v).0", "a", "b(k=v)", "0", "?? $m.é", "$m.é", "é", "f", '?? "x"']],
  ["single quotes", "'$.a ?? ''it''  ?? $.日.c | f'", ["$.a", "a", "?? ''it''", "?? $.日.c", "$.日.c", "日", "c", "f"]],
  [
    "double quotes",
    '"$.\\u0061.b ?? \\"x\\" ?? $.😀.c\\u007C f"',
    ["$.\\u0061.b", "\\u0061", "b", '?? \\"x\\"', "?? $.😀.c", "$.😀.c", "😀", "c", "f"],
  ],
])("the parts of an expression in %s", (_, scalar, expected) => {
  const { table, cut } = read(withRows(`a: { x.y: { f: ${scalar} } }\n`));
  const { value } = table.rows[0]!.alternatives[0]!.events[0]!.fields[0]!;
  if (value.kind !== "expression") throw new Error("no expression");
  expect(parts(value.expression, cut)).toEqual([scalar, ...expected]);
});

test.each([
  ["plain", "$.a\n        ?? $.b | f", "$.a\n        ?? $.b | f"],
  ["folded", ">-\n        $.a\n        ?? $.b | f", ">-\n        $.a\n        ?? $.b | f"],
  ["literal", "|-\n        $.a\n        ?? $.b | f", "|-\n        $.a\n        ?? $.b | f"],
  ["double-quoted", '"$.a\n        ?? $.b | f"', '"$.a\n        ?? $.b | f"'],
])("the parts of an expression on two lines, %s", (_, scalar, whole) => {
  const { table, cut } = read(withRows(`a:\n  x.y:\n    f: ${scalar}\n    g: x\n`.replaceAll("        ", "      ")));
  const { value } = table.rows[0]!.alternatives[0]!.events[0]!.fields[0]!;
  if (value.kind !== "expression") throw new Error("no expression");
  expect(parts(value.expression, cut)).toEqual([whole, "$.a", "a", "?? $.b", "$.b", "b", "f"]);
});
