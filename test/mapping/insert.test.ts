import { describe, expect, test } from "vitest";
import { insert, type NewRow, type NewValue } from "../../codegen/mapping/insert.js";
import { parseTable } from "./marked.js";

const head = "source: a # where from\nschema: p#/X\nkey: $.m\n";

function inserted(text: string, rows: readonly NewRow[], values: readonly NewValue[] = []): string {
  return insert(text, parseTable(text), rows, values).text;
}

const row = (key: string): NewRow => ({ key, lines: ["  turn.started: {}"] });
const value = (key: string): NewValue => ({ table: "v", key, text: `${key}: { undecided: x }` });

describe("rows", () => {
  test("after the last of their relatives, else at the end, families together", () => {
    const text = `${head}rows:\n  # threads\n  thread/started: { turn.started: {} }\n  thread/name/updated:\n    turn.started: {}\n    # of the row\n  # turns\n  turn/started: { turn.started: {} }\n# values\nvalues: {}\n`;
    expect(inserted(text, [row("thread/name/cleared"), row("hook/started"), row("warning"), row("hook/done"), row("thread/goal")])).toBe(
      `${head}rows:\n  # threads\n  thread/started: { turn.started: {} }\n  thread/name/updated:\n    turn.started: {}\n    # of the row\n  thread/name/cleared:\n    turn.started: {}\n  thread/goal:\n    turn.started: {}\n  # turns\n  turn/started: { turn.started: {} }\n  hook/started:\n    turn.started: {}\n  hook/done:\n    turn.started: {}\n  warning:\n    turn.started: {}\n# values\nvalues: {}\n`,
    );
  });

  test("set apart by a blank line where the others are", () => {
    const text = `${head}rows:\n  a/b:\n    turn.started: {}\n\n  a/c:\n    turn.started: {}\n\n  # other\n\n  d:\n    turn.started: {}\n`;
    expect(inserted(text, [row("a/d"), row("e")])).toBe(`${head}rows:\n  a/b:\n    turn.started: {}\n\n  a/c:\n    turn.started: {}\n\n  a/d:\n    turn.started: {}\n\n  # other\n\n  d:\n    turn.started: {}\n\n  e:\n    turn.started: {}\n`);
  });

  test("below a list as far left as its key, below text of several lines, and without a last line end", () => {
    const text = `${head}rows:\n    a/b:\n    - when: { $.x: present }\n      turn.started: {}\n    - turn.started: {}\n    c:\n        note: >\n            one\n\n            # two\n        turn.started: {}`;
    expect(inserted(text, [row("a/c"), row("c/d")])).toBe(
      `${head}rows:\n    a/b:\n    - when: { $.x: present }\n      turn.started: {}\n    - turn.started: {}\n    a/c:\n      turn.started: {}\n    c:\n        note: >\n            one\n\n            # two\n        turn.started: {}\n    c/d:\n      turn.started: {}`,
    );
  });

  test.each([
    ["a:b", "a:c:\n", "a:c"],
    ["'a:b'", '"a:c":\n', "a:c"],
    ["a:b", '"a:c d":\n', "a:c d"],
    ["a", '"true":\n', "true"],
  ])("beside %s, as %j", (there, written, key) => {
    const text = inserted(`${head}rows:\n  ${there}: { turn.started: {} }\n`, [row(key)]);
    expect(text).toContain(`\n  ${written}    turn.started: {}\n`);
    expect(parseTable(text).rows[1]!.key.value).toBe(key);
  });

  test.each([
    ["{ a/b: { turn.started: {} }, c: { turn.started: {} } }", "{ a/b: { turn.started: {} }, a/c: { turn.started: {} }, a/d: { turn.started: {} }, c: { turn.started: {} }, e: { turn.started: {} } }"],
    ["{\n  a/b: { turn.started: {} }, # b\n  c: {\n    turn.started: {} } # c\n} # all", "{\n  a/b: { turn.started: {} }, # b\n  a/c: { turn.started: {} },\n  a/d: { turn.started: {} },\n  c: {\n    turn.started: {} }, # c\n  e: { turn.started: {} }\n} # all"],
    ["{\n  a/b: { turn.started: {} },\n  c: { turn.started: {} },\n  }", "{\n  a/b: { turn.started: {} },\n  a/c: { turn.started: {} },\n  a/d: { turn.started: {} },\n  c: { turn.started: {} },\n  e: { turn.started: {} },\n  }"],
  ])("in braces: %j", (rows, expected) => {
    const text = inserted(`${head}rows: ${rows}\n`, [row("a/c"), row("a/d"), row("e")]);
    expect(text).toBe(`${head}rows: ${expected}\n`);
    expect(parseTable(text).rows).toHaveLength(5);
  });

  test("in braces, with quotes where they matter", () => {
    const lines = ['  undecided: "new in 2"', "  - when: { $.x: present }", "    turn.started: {}"];
    expect(inserted(`${head}rows: { a: { turn.started: {} } }\n`, [{ key: "a b", lines: ['  undecided: "$.x"', "  thread.metadata.updated:", '    metadata: { it: "a.b", n: 1 }'] }])).toBe(
      `${head}rows: { a: { turn.started: {} }, "a b": { undecided: "$.x", thread.metadata.updated: { metadata: { it: "a.b", n: 1 } } } }\n`,
    );
    expect(inserted(`${head}rows: { a: { turn.started: {} } }\n`, [{ key: "b", lines: lines.slice(1) }])).toBe(`${head}rows: { a: { turn.started: {} }, b: [ { when: { $.x: present }, turn.started: {} } ] }\n`);
  });

  test("line ends and a byte order mark stay", () => {
    const text = `\uFEFF${head}rows:\n  a: { turn.started: {} }\n`.replaceAll("\n", "\r\n");
    expect(inserted(text, [row("b")])).toBe(`${text}  b:\r\n    turn.started: {}\r\n`);
  });

  test("it is known where each line went", () => {
    const text = `${head}rows:\n  a/b: { turn.started: {} }\n  c: { turn.started: {} }\nvalues: { v: { of: string, map: { a: b } } }\n`;
    const { lineNow } = insert(text, parseTable(text), [row("a/c"), row("d")], [value("c")]);
    expect([4, 5, 6, 7].map(lineNow)).toEqual([4, 5, 8, 11]);
  });
});

describe("values", () => {
  const table = (map: string): string => `${head}rows: {}\nvalues:\n  v:\n    of: p#/V\n    map: ${map}\n    unlisted: x\n`;

  test.each([
    ["{ a: x, b: y }", "{ a: x, b: y, c: { undecided: x } }"],
    ["{ a: x, cD: y , b: 'z' } # why", "{ a: x, cD: y, c: { undecided: x } , b: 'z' } # why"],
    ["{ a: x, b: { undecided: y } }", "{ a: x, b: { undecided: y }, c: { undecided: x } }"],
    ["{\n      a: x, # why\n      b: y\n      }", "{\n      a: x, # why\n      b: y, c: { undecided: x }\n      }"],
    ["\n      a: x # why\n\n      b: y # not\n    # end", "\n      a: x # why\n\n      b: y # not\n      c: { undecided: x }\n    # end"],
    ["\n      cA: x\n      b: y", "\n      cA: x\n      c: { undecided: x }\n      b: y"],
    ["\n      b:\n        undecided: y", "\n      b:\n        undecided: y\n      c: { undecided: x }"],
  ])("%j", (map, expected) => {
    const text = inserted(table(map), [], [value("c")]);
    expect(text).toBe(table(expected));
    expect(parseTable(text).values[0]!.map.find(({ from }) => from.value === "c")).toMatchObject({ to: { value: "x" }, undecided: { line: expect.any(Number) as number } });
  });
});
