import { expect, test } from "vitest";
import { expandKey, matchesPattern, splitKey, type SimpleSegment } from "../../codegen/mapping/index.js";

const show = (segment: SimpleSegment): string =>
  segment.kind === "exact" ? segment.value : segment.kind === "pattern" ? `~${segment.pattern}` : `<${segment.kind}>`;

test.each([
  ["turn/completed", [["turn/completed"]]],
  ["result:error_*", [["result"], ["~error_*"]]],
  ["system:status:(none)", [["system"], ["status"], ["<none>"]]],
  ["session/prompt:error:{-32601,-32602}", [["session/prompt"], ["error"], ["-32601", "-32602"]]],
  ["session/{new,fork}:result", [["session/new", "session/fork"], ["result"]]],
  ["{terminal/*,(none),(other)}", [["~terminal/*", "<none>", "<other>"]]],
  ["{a,b}{c,d}", [["ac", "ad", "bc", "bd"]]],
  ["*:error", [["~*"], ["error"]]],
  ["$/cancel_request", [["$/cancel_request"]]],
])("%s", (key, expected) => {
  expect(splitKey(key).map((segment) => (segment.kind === "group" ? segment.members : [segment]).map(show))).toEqual(expected);
});

test("expanding gives every combination, in the order written", () => {
  expect(expandKey("a:{b,c}:{d,(none)}").map((one) => one.map(show).join(":"))).toEqual(["a:b:d", "a:b:<none>", "a:c:d", "a:c:<none>"]);
});

test.each([
  ["error_*", "error_max_turns", true],
  ["error_*", "error_", true],
  ["error_*", "an error_x", false],
  ["*_result", "tool_result", true],
  ["a*b*c", "abc", true],
  ["a*b*c", "acb", false],
  ["ab*ba", "aba", false],
  ["a.c", "abc", false],
])("%s on %s: %s", (pattern, value, expected) => {
  expect(matchesPattern(pattern, value)).toBe(expected);
});
