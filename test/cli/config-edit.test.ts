import { expect, test } from "vitest";
import { withVersion } from "../../codegen/cli/config-edit.js";

const before = "# paths\nschemas: schemas # here\nprotocols:\n";
const after = "\noutput: generated\n";

test.each([
  ["behind the older one", '  a: ["1.0.0", "3.0.0"] # oldest first', "a", ["1.0.0", "2.0.0", "3.0.0"], '  a: ["1.0.0", "2.0.0", "3.0.0"] # oldest first'],
  ["last, in the quotes that are there", "  a: [ '1.0.0' ] # one\n  b: ['0.1.0']", "a", ["1.0.0", "2.0.0"], "  a: [ '1.0.0', '2.0.0' ] # one\n  b: ['0.1.0']"],
  ["first", "  a: [3.0.0]", "a", ["2.0.0", "3.0.0"], '  a: ["2.0.0", 3.0.0]'],
  ["on a line of its own", '  a:\n    - "1.0.0" # old\n    # and\n    - "3.0.0"', "a", ["1.0.0", "2.0.0", "3.0.0"], '  a:\n    - "1.0.0" # old\n    - "2.0.0"\n    # and\n    - "3.0.0"'],
  ["on the first line", '  a:\n  - "3.0.0"', "a", ["2.0.0", "3.0.0"], '  a:\n  - "2.0.0"\n  - "3.0.0"'],
  ["a protocol that was not there", '  a: ["1.0.0"] # old', "b", ["2.0.0"], '  a: ["1.0.0"] # old\n  b: ["2.0.0"]'],
  ["a protocol below a list on lines", '  a:\n    - "1.0.0"\n\n# rest', "b", ["2.0.0"], '  a:\n    - "1.0.0"\n  b: ["2.0.0"]\n\n# rest'],
  ["a protocol in braces", '  { a: ["1.0.0"] }', "b", ["2.0.0"], '  { a: ["1.0.0"], b: ["2.0.0"] }'],
])("%s", (_, protocols, protocol, versions, expected) => {
  for (const [from, to] of [["\n", "\n"], ["\n", "\r\n"]] as const) {
    const text = (lines: string): string => `${before}${lines}${after}`.replaceAll(from, to);
    expect(withVersion(text(protocols), protocol, "2.0.0", versions)).toBe(text(expected));
    expect(withVersion(`\uFEFF${text(protocols)}`, protocol, "2.0.0", versions)).toBe(`\uFEFF${text(expected)}`);
  }
});

test("without a line end at the end", () => {
  expect(withVersion('protocols:\n  a:\n    - "1.0.0"', "a", "2.0.0", ["1.0.0", "2.0.0"])).toBe('protocols:\n  a:\n    - "1.0.0"\n    - "2.0.0"');
});
