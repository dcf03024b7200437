import { describe, expect, test } from "vitest";
import { mappingCodes, parseMapping } from "../../codegen/mapping/index.js";
import { yamlCodes } from "../../codegen/yaml/codes.js";
import { parseMarked, withRows } from "./marked.js";
import { cases } from "./mistakes.js";

describe.each(cases)("$code: $name", ({ code, text, message, hint, file }) => {
  test("is reported where it stands, and nothing else", () => {
    const { diagnostics, found, expected } = parseMarked(text, file);
    expect(found).toEqual(expected);
    for (const diagnostic of diagnostics) {
      expect(diagnostic).toMatchObject({ code, severity: "error", file: file ?? "mappings/codex/test.yaml" });
      if (message) expect(diagnostic.message).toMatch(message);
      expect(diagnostic.hint).toMatch(hint ?? /\S/);
      expect(diagnostic.message).toMatch(/\.$/);
    }
  });
});

test("an empty file, and one with comments only", () => {
  for (const text of ["", "\n\n", "# nothing\n", "---\n", "\uFEFF"]) {
    const { node, diagnostics } = parseMapping("a.yaml", text);
    expect(node).toBeUndefined();
    expect(diagnostics).toEqual([expect.objectContaining({ code: "empty-file", file: "a.yaml", line: 1, column: 1 })]);
  }
});

test("every code has a case", () => {
  const tested = new Set<string>([...cases.map((one) => one.code), "empty-file", "misplaced-extension"]);
  expect(Object.keys({ ...yamlCodes, ...mappingCodes }).filter((code) => !tested.has(code))).toEqual([]);
});

test("many mistakes are all reported, in the order of their places", () => {
  const { diagnostics, found, expected } = parseMarked(withRows("a: { turn.completed: { state: «&x» done, f: $.a«.» } }\nb:«»\n«a»: { turn.started: {} }\n", "«refz»: { item: $.id }\n"));
  expect(found).toEqual(expected);
  expect(diagnostics.map((one) => one.code)).toEqual(["unknown-key", "yaml-anchor", "bad-expression", "bad-row", "yaml-duplicate-key"]);
});

test("a mistake does not lead to others", () => {
  for (const text of [
    ...["", "none", "all", "[x]"].map((ensure) => withRows("a: { ensure: none, turn.started: {} }\n", `ensure: ${ensure}\n`)), // what was meant is switched off
    "source: a\nshema: p#/X\nkey: $.m\nrow: {}\n", // misspelt is not missing
    "source: a\nschema: p#/X\nkey: $.m\n*rows: {}\n", // a key that YAML lost is not missing
    withRows("a: { <<: b }\n"), // nor is the row empty
    withRows("a: { turn.started: { when: !b } }\n"),
  ]) {
    const codes = parseMapping("a.yaml", text).diagnostics.map((one) => one.code);
    expect(new Set(codes).size, codes.join(" ")).toBe(1);
  }
});

test("a syntax error stands alone, whatever else is wrong", () => {
  const { diagnostics } = parseMarked(withRows('a: { turn.completed: { state: &x done } }\nb: { note: "open }\nc:\n'));
  expect(diagnostics.map((one) => one.code)).toEqual(["yaml-syntax"]);
});

test("a broken file gives no node, a sound one does", () => {
  expect(parseMapping("a.yaml", withRows("a: { turn.started: {}, nots: x }\n"))).not.toHaveProperty("node");
  expect(parseMapping("a.yaml", withRows("a: { turn.started: {} }\n")).node).toMatchObject({ kind: "table", file: "a.yaml" });
});

test.each([
  ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
  ["a byte order mark", (text: string) => `\uFEFF${text}`],
])("%s changes no position", (_, change) => {
  const text = withRows("a:\n  turn.completed: { f: $.a.. }\nb:\n");
  const at = (changed: string) => parseMapping("a.yaml", changed).diagnostics.map(({ code, line, column, endColumn }) => ({ code, line, column, endColumn }));
  expect(at(change(text))).toEqual(at(text));
  expect(at(text).map((one) => one.line)).toEqual([7, 8]);
});

test("an alias bomb is one error for each anchor and alias, at once", () => {
  const bomb = `a: &a [x]\n${"bcdefghi".split("").map((name, index) => `${name}: &${name} [*${"abcdefgh"[index]}, *${"abcdefgh"[index]}]`).join("\n")}\n`;
  const codes = parseMapping("a.yaml", bomb).diagnostics.map((one) => one.code);
  expect(codes.filter((code) => code === "yaml-anchor")).toHaveLength(9);
  expect(codes.filter((code) => code === "yaml-alias")).toHaveLength(16);
});
