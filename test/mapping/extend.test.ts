import { describe, expect, test } from "vitest";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { TableNode } from "../../codegen/mapping/types.js";

const shipped = `source: agent.events
spec: "3.1"
schema: agent#/Event
key: $.type
refs:
  turn: $.turn
  item: $.item
rows:
  started: { turn.started: {} }
  "stopped_*": { turn.completed: { state: $.why | outcome } }
values:
  outcome:
    of: agent#/Why
    map: { done: completed, broken: failed }
    unlisted: failed
`;

function parse(text: string, file = "mappings/agent/own.yaml") {
  const { node: table } = parseMapping("node_modules/mapwright/mappings/agent/events.yaml", shipped);
  return parseMapping(file, text, [table as TableNode]);
}

function extended(text: string): TableNode {
  const { node, diagnostics } = parse(text);
  expect(diagnostics).toEqual([]);
  return node as TableNode;
}

describe("a table that extends another", () => {
  test("is the other one where it says nothing", () => {
    const table = extended("extends: agent.events\n");
    expect(table).toMatchObject({ extended: true, file: "mappings/agent/own.yaml", source: { value: "agent.events" }, spec: { value: "3.1" } });
    expect(table.rows.map(({ key, inherited }) => [key.value, inherited])).toEqual([["started", true], ["stopped_*", true]]);
    expect(table.values).toMatchObject([{ name: { value: "outcome" }, inherited: true }]);
  });

  test("puts its row in the place of one of the same key, and others at the end", () => {
    const { rows } = extended("extends: agent.events\nrows:\n  paused: { turn.started: {} }\n  started: { turn.started: { model: $.model } }\n");
    expect(rows.map(({ key, inherited, at }) => [key.value, inherited === true, at.file])).toEqual([
      ["started", false, "mappings/agent/own.yaml"],
      ["stopped_*", true, "node_modules/mapwright/mappings/agent/events.yaml"],
      ["paused", false, "mappings/agent/own.yaml"],
    ]);
  });

  test("has its own refs, and those of the other that it does not name", () => {
    const { refs } = extended("extends: agent.events\nrefs: { item: $.id }\n");
    expect(refs.map(({ name, at }) => [name.value, at.file])).toEqual([
      ["turn", "node_modules/mapwright/mappings/agent/events.yaml"],
      ["item", "mappings/agent/own.yaml"],
    ]);
  });

  test("adds lines to a value table, and changes those of the same value; `of` and `unlisted` stay", () => {
    const [outcome, own] = extended("extends: agent.events\nvalues:\n  outcome: { map: { broken: cancelled, halted: cancelled } }\n  flag: { of: boolean, map: { \"true\": failed, \"false\": completed } }\n").values;
    expect(outcome).toMatchObject({ of: { value: "agent#/Why" }, unlisted: { value: "failed" } });
    expect(outcome!.map.map(({ from, to }) => [from.value, to.value])).toEqual([["done", "completed"], ["broken", "cancelled"], ["halted", "cancelled"]]);
    expect(own).toMatchObject({ name: { value: "flag" } });
  });
});

test.each([
  ["a source that no table has", "extends: agent.event\n", "unknown-extends", 1, 10, 'Did you mean "agent.events"?'],
  ["a key that it has from the other table", "extends: agent.events\nschema: agent#/Event\n", "unknown-key", 2, 1, expect.any(String)],
  ["a value table of its own without `of`", "extends: agent.events\nvalues:\n  other: { map: { a: b } }\n", "missing-key", 3, 12, expect.any(String)],
  ["rows for the host's messages where the other has none", "extends: agent.events\nsent:\n  a: { turn.started: {} }\n", "missing-key", 2, 1, expect.stringContaining("sentSchema")],
  ["no source", "extends:\n", "empty-value", 1, 9, expect.any(String)],
])("%s is reported", (_, text, code, line, column, hint) => {
  expect(parse(text).diagnostics).toEqual([expect.objectContaining({ code, line, column, hint })]);
});

test("it stands in the folder of the table that it extends", () => {
  const { node, diagnostics } = parse("extends: agent.events\n", "mappings/other/own.yaml");
  expect(node).toBeUndefined();
  expect(diagnostics).toEqual([expect.objectContaining({ code: "misplaced-extension", line: 1, column: 10, hint: expect.stringContaining("agent") })]);
});
