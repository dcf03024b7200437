import { expect, test } from "vitest";
import { parseMapping } from "../../codegen/mapping/index.js";

/** Faults of YAML tooling as they were reported: each must be refused where it stands, never read as something else. */
test.each<[name: string, yaml: string, expected: string[]]>([
  ["a key twice", "turn/completed: {emit: a}\nturn/completed: {emit: b}\n", ["yaml-duplicate-key 2:1"]],
  ["a number and the same text", '1: {emit: a}\n"1": {emit: b}\n', ["yaml-duplicate-key 2:1"]],
  ["a merge", "d: &d {raw: true}\nx:\n  <<: *d\n  emit: e\n", ["yaml-anchor 1:4", "yaml-merge-key 3:3"]],
  ["two merges", "a: &a {p: 1}\nb: &b {q: 1}\nx:\n  <<: *a\n  <<: *b\n", ["yaml-anchor 1:4", "yaml-anchor 2:4", "yaml-merge-key 4:3", "yaml-merge-key 5:3"]],
  ["a package's name", "source:\n  package: @anthropic-ai/claude-agent-sdk\n", ["yaml-reserved-start 2:12"]],
  ["a backtick and a percent sign", "x: `a`\ny: %b\n", ["yaml-reserved-start 1:4", "yaml-reserved-start 2:4"]],
  ["a polluted merge", "b: &b\n  __proto__: {p: 1}\nt:\n  <<: *b\n", ["yaml-anchor 1:4", "yaml-merge-key 4:3"]],
  ["a tag", "when: !cancelled\n", ["yaml-tag 1:7"]],
  ["an anchor on nothing", "emit: &item\n", ["yaml-anchor 1:7"]],
  ["an alias of nothing", "emit: *all\n", ["yaml-alias 1:7"]],
  ["two braces", "id: {{params.id}}\n", ["yaml-unquoted-template 1:5"]],
  ["one brace", "id: {itemId}\n", ["yaml-unquoted-template 1:5"]],
  ["a dollar and a brace", "f: { a: ${params.x} }\n", ["yaml-unquoted-template 1:9"]],
  ["keys that are no text", "status:\n  null: unknown\n  true: completed\n  No: declined\n  .inf: x\n", ["yaml-key-type 2:3", "yaml-key-type 3:3", "yaml-key-type 5:3"]],
])("%s", (_, yaml, expected) => {
  const { node, diagnostics } = parseMapping("a.yaml", yaml);
  expect(node).toBeUndefined();
  const ofYaml = diagnostics.filter((one) => one.code.startsWith("yaml-"));
  expect(ofYaml.map((one) => `${one.code} ${one.line}:${one.column}`)).toEqual(expected);
  expect(diagnostics.every((one) => one.file === "a.yaml" && one.hint !== undefined)).toBe(true);
  expect(({} as Record<string, unknown>)["p"]).toBeUndefined();
});
