import { asPath, keyPath } from "./expression.js";
import { asText, beginning, keysOf, locatedText, mismatch, missingKeys, refuseRepeated, unknownKey, type Reader } from "./reader.js";
import type { KeyBranch, KeyNode } from "./types.js";
import { readElementName } from "./value.js";
import type { Yaml, YamlEntry, YamlMap } from "../yaml/read.js";

const form = [
  "A key is one of:",
  "  $.method                                   a path",
  "  $.type: { system: $.subtype }              a path, and what goes on below its values",
  "  has: [error, result]                       which of these is present",
  "  { each: $.content, as: block, key: ... }   the elements of a list",
].join("\n");

/**
 * The key tree in any of its forms. What stands below a path without naming a value (`$request.method: { has: [..] }`)
 * goes on below every value: its branch is `*`.
 */
export function readKeyTree(reader: Reader, node: Yaml): KeyNode | undefined {
  if (node.kind === "scalar" && !node.empty) {
    const path = asPath(reader, node, "A key");
    return path && { kind: "path", path: path.value, below: [], at: path.at };
  }
  if (node.kind !== "map") {
    mismatch(reader, node, "A key is a path or a mapping", "bad-key-tree", form);
    return undefined;
  }
  const [first] = node.entries;
  if (isEach(node)) return readEach(reader, node);
  if (isHas(node)) return readHas(reader, node);
  if (first === undefined || !first.key.text.startsWith("$")) {
    reader.report("bad-key-tree", beginning(node), "This says no path to tell messages apart by.", form);
    return undefined;
  }
  for (const other of node.entries.slice(1))
    reader.report("bad-key-tree", other.key.at, `A second path: one node of a key tree has one.`, "Write it below a value of the first.");
  const path = keyPath(reader, first.key);
  const below = readBelow(reader, first.value);
  return path && { kind: "path", path: path.value, below, at: first.key.at };
}

function isEach(map: YamlMap): boolean {
  const has = (key: string) => map.entries.some((entry) => entry.key.text === key);
  return has("each") && (has("as") || has("key"));
}

function isHas(map: YamlMap): boolean {
  return map.entries.some((entry) => entry.key.text === "has" && entry.value.kind === "list");
}

/** What stands below a path: a branch for each value, or a key tree for all of them. */
function readBelow(reader: Reader, node: Yaml): KeyBranch[] {
  if (node.kind === "map" && node.entries.length === 0) {
    reader.report("bad-key-tree", node.at, "Nothing goes on below this path.", "Write the path alone: `key: $.method`.");
    return [];
  }
  if (node.kind === "map" && !isEach(node) && !isHas(node) && !node.entries[0]!.key.text.startsWith("$"))
    return readBranches(reader, node.entries);
  const key = readKeyTree(reader, node);
  return key ? [{ value: { value: "*", at: key.at }, key }] : [];
}

function readBranches(reader: Reader, entries: readonly YamlEntry[]): KeyBranch[] {
  return entries.flatMap((entry) => {
    const key = readKeyTree(reader, entry.value);
    return key ? [{ value: locatedText(entry.key), key }] : [];
  });
}

function readHas(reader: Reader, map: YamlMap): KeyNode | undefined {
  const list = map.entries.find((entry) => entry.key.text === "has")!;
  const names =
    list.value.kind === "list" ? list.value.items.flatMap((item) => asText(reader, item, "A name in `has`", "bad-key-tree") ?? []) : [];
  if (list.value.kind === "list" && list.value.items.length === 0)
    reader.report("bad-key-tree", list.value.at, "`has` lists no field.", form);
  const known = names.map((name) => name.text);
  refuseRepeated(reader, names.map(locatedText), "bad-key-tree");
  const branches = map.entries.filter((entry) => {
    if (entry === list || known.includes(entry.key.text)) return entry !== list;
    unknownKey(reader, entry.key, "`has`", known);
    return false;
  });
  return { kind: "has", fields: names.map(locatedText), below: readBranches(reader, branches), at: list.key.at };
}

function readEach(reader: Reader, map: YamlMap): KeyNode | undefined {
  const part = keysOf(reader, map, "`each`", ["each", "as", "key"]);
  const { each, as, key } = part;
  missingKeys(reader, map, part, "`each`", ["as", "key"], "Write `{ each: $.content, as: block, key: $block.type }`.");
  const list = each && asPath(reader, each.value, "What `each` goes through");
  const name = as && readElementName(reader, as.value);
  const below = key && readKeyTree(reader, key.value);
  return list && name && below && { kind: "each", list: list.value, as: name.value, key: below, at: each.key.at };
}
