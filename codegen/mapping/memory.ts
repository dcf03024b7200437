import { asExpression } from "./expression.js";
import { asMap, asName, asText, keysOf, located, locatedText, mismatch, missingKeys, type Reader } from "./reader.js";
import { nearest } from "../spelling.js";
import type { CellNode, HoldKind, Located, MemoryNode } from "./types.js";
import { reservedRoots } from "./value.js";
import type { Text, Yaml, YamlEntry, YamlMap } from "../yaml/read.js";

const holdKinds = ["last", "count", "text", "json", "utf8"] as const;
const lifetimes = ["turn", "session"] as const;

export const memoryForm = "Write `memory:` and its cells below it.";

/** `mappings/<provider>/memory.yaml`: the cells that the tables of one provider share. */
export function readMemory(reader: Reader, root: YamlMap): MemoryNode {
  const part = keysOf(reader, root, "A memory file", ["memory"]);
  missingKeys(reader, root, part, "A memory file", ["memory"], memoryForm);
  const cells = part.memory && asMap(reader, part.memory.value, "`memory`");
  return { kind: "memory", file: reader.file, cells: (cells?.entries ?? []).flatMap((entry) => readCell(reader, entry) ?? []) };
}

function readCell(reader: Reader, entry: YamlEntry): CellNode | undefined {
  const what = `The cell "${entry.key.text}"`;
  const name = asName(reader, entry.key, "a cell", reservedRoots);
  if (name) refuseInherited(reader, entry.key, "a cell");
  const map = asMap(reader, entry.value, what, "wrong-form", "Write `{ by: [$.path], holds: { name: last }, until: turn }`.");
  if (map === undefined) return undefined;
  const part = keysOf(reader, map, what, ["by", "holds", "until"]);
  missingKeys(reader, map, part, what, ["by", "holds", "until"], "`by: []` if there is one for all, `until: turn` or `until: session`.");
  const by = part.by && readBy(reader, part.by.value);
  const holds = part.holds && asMap(reader, part.holds.value, "`holds`");
  const until = part.until && readWord(reader, part.until.value, "`until`", lifetimes);
  const held = (holds?.entries ?? []).flatMap((line) => {
    refuseInherited(reader, line.key, "what a cell holds");
    const kind = readWord<HoldKind>(reader, line.value, `What "${line.key.text}" holds`, holdKinds);
    return kind ? [{ name: locatedText(line.key), kind }] : [];
  });
  return name && by && until && { name, by, holds: held, until };
}

/** Under these names every object holds something, so that nothing would ever be absent there. */
function refuseInherited(reader: Reader, name: Text, what: string): void {
  if (name.text in Object.prototype) reader.report("bad-name", name.at, `"${name.text}" cannot name ${what}: every object has something of that name.`, "Choose another name.");
}

function readBy(reader: Reader, node: Yaml): CellNode["by"] | undefined {
  if (node.kind !== "list") {
    mismatch(reader, node, "`by` is a list of paths", "wrong-form", "Write `by: [$.params.itemId]`, or `by: []` if there is one for all.");
    return undefined;
  }
  return node.items.flatMap((item) => asExpression(reader, item, "A part of `by`") ?? []);
}

function readWord<W extends string>(reader: Reader, node: Yaml, what: string, words: readonly W[]): Located<W> | undefined {
  const text = asText(reader, node, what);
  if (text === undefined) return undefined;
  const word = words.find((one) => one === text.text);
  if (word !== undefined) return located(word, text.at);
  const near = nearest(text.text, words);
  reader.report(
    "wrong-form",
    text.at,
    `${what} is one of ${words.join(", ")}, but this is "${text.text}".`,
    near === undefined ? "Choose one of them." : `Did you mean "${near}"?`,
  );
  return undefined;
}
