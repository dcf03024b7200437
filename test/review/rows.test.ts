import { describe, expect, test } from "vitest";
import { compareRows } from "../../codegen/review/index.js";
import { file, rowsAfter, table, tables } from "./reading.js";

describe("what is only written otherwise is no change", () => {
  test.each([
    ["comments", [["rows:\n", "# a comment\nrows: # another\n\n"]]],
    ["quotes", [["turn.completed: { state: failed,", 'turn.completed: { "state": "failed",']]],
    ["the order of rows", [["  turn/started:\n    turn.started: {}\n", ""], ["values:", "  turn/started:\n    turn.started: {}\nvalues:"]]],
    ["the order of fields", [["state: failed, errorMessage: $.params.error", "errorMessage: $.params.error, state: failed"]]],
    ["the order of conditions", [["{ $.params.status: failed, $.params.error: present }", "{ $.params.error: present, $.params.status: failed }"]]],
    ["blanks in an expression", [["$.params.status | turnState", "$.params.status   |   turnState"]]],
    ["notes and examples", [["    turn.started: {}\n", '    note: "says it"\n    turn.started: {}\n    examples: [{ message: { method: turn/started }, events: [{ type: turn.started }] }]\n']]],
    ["the form of a mapping", [["    refs: { turn: none }\n", "    refs:\n      turn: none\n"]]],
  ] as const)("%s", (_, replacements) => {
    expect(rowsAfter(...replacements)).toEqual([]);
  });
});

describe("a row that says something else", () => {
  test("is told with what was written, and with what is", () => {
    expect(rowsAfter(["state: failed,", "state: interrupted,"])).toEqual([
      {
        source: "codex.app-server.notification",
        key: "turn/completed",
        sent: false,
        kind: "changed",
        file,
        line: 9,
        facts: [{ kind: "word", event: "turn.completed", field: "state", was: "failed", is: "interrupted" }],
        before: expect.stringContaining("state: failed, errorMessage"),
        after: expect.stringMatching(/^turn\/completed:\n {2}- when: [^]*state: interrupted, errorMessage[^]*turnState \}$/),
      },
    ]);
  });

  test.each([
    ["an event that is gone, and one instead", ["runtime.warning: { message: $said.text, detail: { text: $.params.text, level: low } }", "runtime.error: { message: $said.text, class: unknown }"], [{ kind: "event-gone", event: "runtime.warning" }, { kind: "event-new", event: "runtime.error" }]],
    ["a field that is gone", [", errorMessage: $.params.error", ""], [{ kind: "field-gone", event: "turn.completed", field: "errorMessage" }]],
    ["a field that is new, deep within", ["level: low", "level: low, more: 1"], [{ kind: "field-new", event: "runtime.warning", field: "detail.more" }]],
    ["a word deep within", ["level: low", "level: high"], [{ kind: "word", event: "runtime.warning", field: "detail.level", was: "low", is: "high" }]],
    ["another expression", ["errorMessage: $.params.error", "errorMessage: $.params.error ?? Oh"], [{ kind: "value", event: "turn.completed", field: "errorMessage" }]],
    ["other conditions", ["$.params.error: present", "$.params.error: absent"], [{ kind: "part", part: "when" }]],
    ["other ids", ["turn: none", "turn: $.params.text"], [{ kind: "part", part: "refs" }]],
    ["another order of what is remembered", ["text: $.params.text, nth: 1", "nth: 1, text: $.params.text"], [{ kind: "part", part: "remember" }]],
  ] as const)("%s", (_, replacement, facts) => {
    expect(rowsAfter(replacement).map((row) => ({ kind: row.kind, facts: row.facts }))).toEqual([{ kind: "changed", facts }]);
  });

  test("alternatives in another order are another row", () => {
    const swapped = table.replace(/( {4}- when:[^]*?)( {4}- turn\.completed: \{ state: \$.*\n)/, "$2$1");
    expect(compareRows(tables(table), tables(swapped)).map(({ key, kind }) => ({ key, kind }))).toEqual([{ key: "turn/completed", kind: "changed" }]);
  });
});

describe("rows that come and go", () => {
  test("are told, what is gone first", () => {
    const changes = rowsAfter(["  turn/started:\n    turn.started: {}\n", "  turn/aborted:\n    turn.aborted: {}\n"]);
    expect(changes.map(({ kind, key, facts, before, after }) => ({ kind, key, facts, before, after }))).toEqual([
      { kind: "removed", key: "turn/started", facts: [{ kind: "event-gone", event: "turn.started" }], before: "turn/started:\n  turn.started: {}", after: undefined },
      { kind: "added", key: "turn/aborted", facts: [{ kind: "event-new", event: "turn.aborted" }], before: undefined, after: "turn/aborted:\n  turn.aborted: {}" },
    ]);
  });

  test("the same row under another key is renamed", () => {
    expect(rowsAfter(["  turn/started:\n", "  turn/begun:\n"]).map(({ kind, key, was, facts }) => ({ kind, key, was, facts }))).toEqual([{ kind: "renamed", key: "turn/begun", was: "turn/started", facts: [] }]);
  });

  test("a table that moved to another file is the same", () => {
    const moved = tables(table);
    expect(compareRows(tables(table), { ...moved, files: moved.files.map((node) => ({ ...node, file: "mappings/codex/other.yaml" })) })).toEqual([]);
  });
});
