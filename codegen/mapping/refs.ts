import { asExpression, parseExpression } from "./expression.js";
import { asMap, isExpression, keysOf, located, mismatch, refuseEmpty, unescapeDollar, type Reader } from "./reader.js";
import type { Expression, RefName, RefNode } from "./types.js";
import type { Yaml } from "../yaml/read.js";

const refNames = ["session", "thread", "turn", "item", "request", "lane"] as const;

/** Provider ids: of a table, or of one alternative. */
export function readRefs(reader: Reader, node: Yaml): RefNode[] {
  const map = asMap(reader, node, "`refs`", "wrong-form", "Write `refs: { item: $.params.itemId }`.");
  if (map === undefined) return [];
  refuseEmpty(reader, node, "`refs`", "wrong-form", "Write `refs: { item: $.params.itemId }`.");
  const known = keysOf(reader, map, "`refs`", refNames);
  return refNames.flatMap((name) => {
    const entry = known[name];
    const value = entry && readRef(reader, entry.value);
    return value ? [{ name: located<RefName>(name, entry.key.at), value, at: entry.key.at }] : [];
  });
}

function readRef(reader: Reader, node: Yaml): RefNode["value"] | undefined {
  if (isNone(node)) return { kind: "none" };
  if (isExpression(node)) {
    const expression = parseExpression(reader, node);
    return expression && { kind: "expression", expression };
  }
  if (node.kind !== "list" || node.items.length === 0) {
    mismatch(
      reader,
      node,
      "An id is a path, `none`, or a list that begins with a path or `none`",
      "bad-ref",
      "Write `item: $.params.itemId`, `item: none`, `item: [$.id, text]` or `item: [none, $.nth]`.",
    );
    return undefined;
  }
  const [id, ...others] = node.items;
  if (isNone(id!) && others.length === 0) {
    reader.report(
      "bad-ref",
      id!.at,
      "An identity without the provider's id has other parts.",
      "Write `item: [none, $.nth]`, or `item: none` for no id.",
    );
    return undefined;
  }
  const parts = [readIdentityId(reader, id!), ...others.map((item) => readIdentityPart(reader, item))];
  if (parts.includes(undefined)) return undefined;
  const identity = parts as Expression[];
  if (!identity.some(({ first }) => first.kind === "path")) {
    reader.report("bad-ref", node.at, "This identity is the same for every message: it holds no path.", "Write `item: [none, $.nth]`, or `item: none` for no id.");
    return undefined;
  }
  return { kind: "identity", parts: identity };
}

/** The provider's id, or `none` where the identity has none. */
function readIdentityId(reader: Reader, node: Yaml): Expression | undefined {
  // oxlint-disable-next-line unicorn/no-thenable -- a list, never awaited
  if (isNone(node)) return { first: { kind: "literal", value: null }, then: [], text: "none", at: node.at };
  return asExpression(reader, node, "The first part of an identity", "bad-ref");
}

function isNone(node: Yaml): boolean {
  return node.kind === "scalar" && node.text === "none";
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
