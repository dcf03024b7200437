import { asExpression, parseExpression } from "./expression.js";
import {
  asMap,
  asName,
  asText,
  isExpression,
  isIntendedNull,
  located,
  locatedText,
  mismatch,
  missingKeys,
  refuseRepeated,
  unescapeDollar,
  type Reader,
} from "./reader.js";
import type { ConditionNode, FieldNode, Located, Scalar, ValueNode } from "./types.js";
import { shorten } from "../yaml/excerpt.js";
import type { Yaml, YamlEntry, YamlMap, YamlScalar } from "../yaml/read.js";

/** Names that follow `$` and mean something else than a memory cell or the element of an `each`. */
export const reservedRoots = ["request", "extra"] as const;

/** What fills a field: an expression, a plain value, an object, a list, or a list built by `each`. */
export function readValue(reader: Reader, node: Yaml): ValueNode | undefined {
  switch (node.kind) {
    case "bad":
      return undefined;
    case "scalar": {
      if (isExpression(node)) {
        const expression = parseExpression(reader, node);
        return expression && { kind: "expression", expression, at: node.at };
      }
      if (!isIntendedNull(reader, node) || looksLikeExpression(reader, node)) return undefined;
      const bare = !node.quoted && /^[A-Za-z_]\w*(?:\.\w+)+$/.test(node.text);
      return { kind: "literal", value: unescapeDollar(node), ...(bare && { bare }), at: node.at };
    }
    case "list":
      return { kind: "list", items: node.items.flatMap((item) => readValue(reader, item) ?? []), at: node.at };
    case "map":
      return node.entries.some((entry) => entry.key.text === "each")
        ? readEach(reader, node)
        : { kind: "object", fields: readFields(reader, node.entries), at: node.at };
  }
}

/** `params.a ?? params.b`, `params.a | name`: the dollar was forgotten, and YAML would take it as text. */
function looksLikeExpression(reader: Reader, node: YamlScalar): boolean {
  const found = node.quoted ? null : /^\.?([A-Za-z_][\w.]*) (?:\?\?|\|) /.exec(node.text);
  if (found === null) return false;
  reader.report("bad-expression", node.at, `"${shorten(node.text)}" is text, because it does not begin with "$".`, `Write \`$.${found[1]} ...\`, or quote the text if it is meant.`);
  return true;
}

export function readFields(reader: Reader, entries: readonly YamlEntry[]): FieldNode[] {
  return entries.flatMap((entry) => {
    const value = readValue(reader, entry.value);
    return value === undefined ? [] : [{ name: locatedText(entry.key), value }];
  });
}

/** `{ each: $.entries, as: entry, step: $entry.content }`. */
function readEach(reader: Reader, map: YamlMap): ValueNode | undefined {
  const each = map.entries.find((entry) => entry.key.text === "each")!;
  const as = map.entries.find((entry) => entry.key.text === "as");
  const list = asExpression(reader, each.value, "What `each` goes through", "bad-each");
  const name = as && readElementName(reader, as.value);
  missingKeys(reader, map, { as }, "`each`", ["as"], "`as: entry` makes `$entry` the element.");
  const fields = readFields(
    reader,
    map.entries.filter((entry) => entry !== each && entry !== as),
  );
  if (list === undefined || name === undefined) return undefined;
  return { kind: "each", list, as: name.value, fields, at: map.at };
}

export function readElementName(reader: Reader, node: Yaml): Located<string> | undefined {
  const text = asText(reader, node, "The name of an element", "bad-each");
  return text && asName(reader, text, "an element", reservedRoots);
}

const conditionForm = "Write `when: { $.path: value }`, with a value, a list of values, `present` or `absent`.";

/** `when: { $.terminal_reason | outcome: interrupted, $.errors: present }`: all entries must hold. */
export function readConditions(reader: Reader, node: Yaml): ConditionNode[] {
  const map = asMap(reader, node, "`when`", "bad-when", conditionForm);
  if (map === undefined) return [];
  if (map.entries.length === 0) reader.report("bad-when", map.at, "`when` says nothing.", conditionForm);
  return map.entries.flatMap((entry) => readCondition(reader, entry) ?? []);
}

function readCondition(reader: Reader, entry: YamlEntry): ConditionNode | undefined {
  if (!entry.key.text.startsWith("$")) {
    const path = /^\.?[A-Za-z_][\w.]*$/.test(entry.key.text) ? ` Did you mean \`$.${entry.key.text.replace(/^\./, "")}\`?` : "";
    reader.report("bad-when", entry.key.at, `"${entry.key.text}" is no path.`, `A condition compares a path that begins with "$".${path}`);
    return undefined;
  }
  const expression = parseExpression(reader, entry.key);
  const test = readTest(reader, entry.value);
  return expression && test && { expression, test, at: entry.key.at };
}

/** `present` and `absent` are words of the language only when they stand alone; in a list they are values. */
function readTest(reader: Reader, node: Yaml): ConditionNode["test"] | undefined {
  if (node.kind === "scalar" && (node.text === "present" || node.text === "absent")) return { kind: node.text };
  if (node.kind === "list" && node.items.length === 0) {
    reader.report("bad-when", node.at, "A list of no values never holds.", "`absent` tests that nothing is there.");
    return undefined;
  }
  const values = node.kind === "list" ? node.items.map((item) => readTestValue(reader, item)) : [readTestValue(reader, node)];
  refuseRepeated(reader, values.filter((value) => value !== undefined), "bad-when");
  return values.includes(undefined) ? undefined : { kind: "values", values: values as Located<Scalar>[] };
}

function readTestValue(reader: Reader, node: Yaml): Located<Scalar> | undefined {
  if (node.kind !== "scalar")
    mismatch(reader, node, "A condition compares with a value, a list of values, `present` or `absent`", "bad-when", conditionForm);
  else if (node.value === null)
    reader.report("bad-when", node.at, "A condition cannot compare with null.", "Write `absent`: null counts as absent.");
  else if (isExpression(node))
    reader.report(
      "bad-when",
      node.at,
      `A condition compares a path with plain values, but "${node.text}" is a path.`,
      "What several fields decide together belongs in one value table, or in separate rows.",
    );
  else return located(unescapeDollar(node), node.at);
  return undefined;
}
