import fc from "fast-check";
import { expect, test } from "vitest";
import { expandKey, matchesPattern, parseMapping, splitKey } from "../../codegen/mapping/index.js";
import { unmark, withPart, withRows } from "./marked.js";

/** Pieces that tables are made of, so that random texts get past the first character. */
const pieces = [
  ..."{}[]:,-|>&*!%@`#?'\"\\ \n\t$.()=",
  "\n  ",
  "\n    ",
  ": ",
  "- ",
  "??",
  " | ",
  "$.",
  "$.params.x",
  "(kind=a)",
  "${",
  "{{",
  "}}",
  "<<: ",
  "null",
  "true",
  "~",
  "1.10",
  "-32601",
  "\r\n",
  "\uFEFF",
  "---\n",
  "...\n",
  "%YAML 1.1\n",
  "é",
  "日本",
  "😀",
  "__proto__",
  "source: a\n",
  "schema: p#/X\n",
  "key: $.m\n",
  "rows:\n",
  "values:\n",
  "memory:\n",
  "when: ",
  "note: ",
  "refs: ",
  "ensure: ",
  "remember: ",
  "none: ",
  "answer: ",
  "decide: ",
  "twin: ",
  "examples: ",
  "each: ",
  "as: ",
  "has: ",
  "of: ",
  "map: ",
  "by: ",
  "holds: ",
  "until: ",
  "turn.started: ",
  "{a,b}",
  "(none)",
  "(other)",
  "*",
];
const yamlish = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));

function expectPlacesInside(text: string): void {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const { node, diagnostics } = parseMapping("mappings/x/y.yaml", text);
  expect(node === undefined).toBe(diagnostics.length > 0);
  for (const { line, column, endLine, endColumn, message, hint } of diagnostics) {
    for (const [atLine, atColumn] of [
      [line, column],
      [endLine ?? line, endColumn ?? column],
    ]) {
      expect(lines[atLine! - 1], `line ${atLine} of ${JSON.stringify(text)}`).toBeDefined();
      expect(atColumn).toBeGreaterThanOrEqual(1);
      expect(atColumn).toBeLessThanOrEqual(lines[atLine! - 1]!.length + 1);
    }
    expect((endLine ?? line)! > line! || (endColumn ?? column)! >= column!).toBe(true);
    expect(message).not.toMatch(/undefined|\[object/);
    expect(hint ?? "").not.toMatch(/undefined|\[object/);
  }
  const places = diagnostics.map((one) => [one.line!, one.column!] as const);
  expect(places).toEqual([...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]));
}

test("any text is read or refused, at a place in it", () => {
  fc.assert(fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), yamlish), expectPlacesInside), { numRuns: 600 });
});

test("a sound table with something strange in it", () => {
  const sound = unmark(
    withRows(
      'a:\n  when: { $.a: [b, c] }\n  refs: { item: [$.id, text] }\n  turn.completed: { state: $.a ?? "b" | c, usage: { each: $.l, as: e, f: $e.g } }\n  answer: { x.y: {} }\n',
      'values: { v: { of: string, map: { "true": a, b: -1 } } }\n',
    ),
  ).text;
  expect(parseMapping("a.yaml", sound).diagnostics).toEqual([]);
  fc.assert(
    fc.property(fc.nat(sound.length), fc.nat(12), yamlish, (at, removed, put) =>
      expectPlacesInside(sound.slice(0, at) + put + sound.slice(at + removed)),
    ),
    { numRuns: 600 },
  );
});

test("any expression, plain and quoted", () => {
  const expression = fc
    .array(fc.constantFrom(..."$.()=|?' \"\\[]{}ab0", "$.", "??", "$.a", "| f", "(k=v)", "null", "é", "\n"), { maxLength: 20 })
    .map((parts) => `$${parts.join("")}`);
  fc.assert(
    fc.property(expression, fc.constantFrom("plain", "single", "double"), (text, style) => {
      const scalar = style === "single" ? `'${text.replaceAll("'", "''")}'` : style === "double" ? JSON.stringify(text) : text;
      expectPlacesInside(withPart(`refs:\n  item: ${scalar}\n`));
    }),
    { numRuns: 600 },
  );
});

test.each([
  ["[", 50_000],
  ["{a: ", 20_000],
  ["- ", 20_000],
  ["? ", 20_000],
  ["&a ", 5_000],
  ["!a ", 5_000],
  ["*a ", 5_000],
  ["{{", 5_000],
  ["${", 5_000],
  ["'", 20_000],
  ["\n ", 20_000],
  ["$.a(b=", 5_000],
])("%j many times over", (piece, times) => {
  expectPlacesInside(piece.repeat(times));
  expectPlacesInside(withPart(`refs: { item: ${piece.repeat(times)}`));
});

test("keys split and expand whatever they are", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(..."ab:{},*()", "(none)", "(other)", "{a,b}"), { maxLength: 12 }), (parts) => {
      const key = parts.join("");
      const segments = splitKey(key);
      const count = segments.reduce((product, segment) => product * (segment.kind === "group" ? segment.members.length : 1), 1);
      expect(expandKey(key)).toHaveLength(count);
      expect(segments.length).toBeGreaterThan(0);
    }),
  );
});

test("a pattern matches what a regular expression with the same stars matches", () => {
  const text = fc.array(fc.constantFrom("a", "b", "_"), { maxLength: 8 }).map((parts) => parts.join(""));
  const pattern = fc.array(fc.constantFrom("a", "b", "_", "*"), { maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(pattern, text, (stars, value) => {
      expect(matchesPattern(stars, value)).toBe(new RegExp(`^${stars.replaceAll("*", ".*")}$`).test(value));
    }),
    { numRuns: 1000 },
  );
});
