import { asExpression, parseExpression } from "./expression.js";
import { asMap, isExpression, keysOf, located, mismatch, unescapeDollar, type Reader } from "./reader.js";
import type { Expression, RefName, RefNode } from "./types.js";
import type { Yaml } from "../yaml/read.js";

const refNames = ["session", "thread", "turn", "item", "request", "lane"] as const;

/** Provider ids: of a table, or of one alternative. */
export function readRefs(reader: Reader, node: Yaml): RefNode[] {
  const map = asMap(reader, node, "`refs`", "wrong-form", "Write `refs: { item: $.params.itemId }`.");
  if (map === undefined) return [];
  const known = keysOf(reader, map, "`refs`", refNames);
  return refNames.flatMap((name) => {
    const entry = known[name];
    const value = entry && readRef(reader, entry.value);
    return value ? [{ name: located<RefName>(name, entry.key.at), value, at: entry.key.at }] : [];
  });
}

function readRef(reader: Reader, node: Yaml): RefNode["value"] | undefined {
  if (node.kind === "scalar" && node.text === "none") return { kind: "none" };
  if (isExpression(node)) {
    const expression = parseExpression(reader, node);
    return expression && { kind: "expression", expression };
  }
  if (node.kind !== "list" || node.items.length === 0) {
    mismatch(
      reader,
      node,
      "An id is a path, `none`, or a list that begins with a path",
      "bad-ref",
      "Write `item: $.params.itemId`, `item: none` or `item: [$.id, text]`.",
    );
    return undefined;
  }
  const parts = node.items.map((item, index) =>
    index === 0 ? asExpression(reader, item, "The first part of an identity", "bad-ref") : readIdentityPart(reader, item),
  );
  return parts.includes(undefined) ? undefined : { kind: "identity", parts: parts as Expression[] };
}

function readIdentityPart(reader: Reader, node: Yaml): Expression | undefined {
  if (isExpression(node)) return parseExpression(reader, node);
  if (node.kind !== "scalar" || node.value === null) {
    mismatch(reader, node, "A part of an identity is a path or a plain value", "bad-ref", "Write `[$.id, text, $block.nth]`.");
    return undefined;
  }
  // oxlint-disable-next-line unicorn/no-thenable -- a list, never awaited
  return { first: { kind: "literal", value: unescapeDollar(node) }, then: [], text: node.text, at: node.at };
}
