import { expect, test } from "vitest";
import { messageKeys } from "../../codegen/check/message-keys.js";
import type { CheckedCell, CheckedKey } from "../../codegen/check/types.js";
import type { Path } from "../../codegen/mapping/types.js";

const path = (text: string): Path => {
  const [root = "", ...steps] = text.slice(1).split(".");
  return { root, text, steps: steps.map((name) => ({ kind: "field", name })) };
};
const by = (text: string, below: Readonly<Record<string, CheckedKey>> = {}): CheckedKey => ({ kind: "path", path: path(text), below: new Map(Object.entries(below)) });

const block: CheckedCell = {
  name: "block",
  // oxlint-disable-next-line unicorn/no-thenable -- the checked form of an expression is written so
  by: [{ first: { kind: "path", path: path("$.id"), shape: { kind: "string" }, optional: true }, then: [{ kind: "else", operand: { kind: "path", path: path("$.index"), shape: { kind: "string" }, optional: true } }], shape: { kind: "string" }, optional: true, text: "$.id ?? $.index" }],
  holds: [{ name: "kind", kind: "last" }],
  until: "turn",
};
const key = by("$.type", {
  list: { kind: "each", list: path("$.parts"), as: "part", key: by("$part.type") },
  stop: by("$block.kind"),
  answer: { kind: "has", fields: ["error", "result"], below: new Map([["error", by("$.error.code")]]) },
  state: by("$.state"),
});
const known = new Set(["plain", "list:text", "list:(other)", "list:(none)", "stop:text", "answer:error:(other)", "answer:error:7", "answer:result", "state:true", "state:(none)"]);
const keysOf = (message: unknown): string[] =>
  messageKeys(key, { message, cells: [block], recall: (cell, parts) => ({ kind: cell === "block" && parts[0] === "b" ? "text" : undefined }) }, (one) => known.has(one));

test.each<[message: unknown, keys: string[]]>([
  [{ type: "plain" }, ["plain"]],
  [{ type: "unheard:of" }, ["unheard:of"]],
  [{ type: "list", parts: [{ type: "text" }, { type: "image" }, { type: "text" }, "no object"] }, ["list:text", "list:(other)"]],
  [{ type: "list", parts: [] }, ["list:(none)"]],
  [{ type: "list", parts: "text" }, ["list:(none)"]],
  [{ type: "stop", id: "b" }, ["stop:text"]],
  [{ type: "stop", id: null, index: "b" }, ["stop:text"]],
  [{ type: "stop", id: "c" }, ["stop:(none)"]],
  [{ type: "answer", result: null }, ["answer:result"]],
  [{ type: "answer", error: { code: 7 }, result: null }, ["answer:error:7"]],
  [{ type: "answer", error: { code: 8 } }, ["answer:error:(other)"]],
  [{ type: "state", state: true }, ["state:true"]],
  [{ type: "state" }, ["state:(none)"]],
  [{ type: "state", state: {} }, ["state:(other)"]],
  [null, ["(none)"]],
  ["text", ["(none)"]],
])("%j is named as rows name it", (message, keys) => {
  expect(keysOf(message)).toEqual(keys);
});
