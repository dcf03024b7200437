import type { Diagnostic, Position } from "../diagnostic.js";
import type { MappingCode } from "./codes.js";
import { nearest } from "../spelling.js";
import type { Located, Scalar } from "./types.js";
import { shorten } from "../yaml/excerpt.js";
import type { Text, Yaml, YamlEntry, YamlMap, YamlScalar } from "../yaml/read.js";

/** What the readers of this folder share: where to report, and the small forms that every part of a table is made of. */
export interface Reader {
  readonly file: string;
  readonly report: (code: MappingCode, at: Position, message: string, hint: string) => void;
}

export function createReader(file: string, diagnostics: Diagnostic[]): Reader {
  return {
    file,
    report: (code, at, message, hint) => {
      diagnostics.push({ code, severity: "error", message, ...at, hint });
    },
  };
}

export function located<T>(value: T, at: Position): Located<T> {
  return { value, at };
}

export function locatedText(text: Text): Located<string> {
  return { value: text.text, at: text.at };
}

/** A mapping, else a report that says what `what` is and what stands there instead. */
export function asMap(
  reader: Reader,
  node: Yaml,
  what: string,
  code: MappingCode = "wrong-form",
  hint = "Write `key: value` lines, or `{ key: value }`.",
): YamlMap | undefined {
  if (node.kind === "map") return node;
  mismatch(reader, node, `${what} is a mapping`, code, hint);
  return undefined;
}

/** The items of a list; none, and a report, if it is no list. */
export function asList(
  reader: Reader,
  node: Yaml,
  what: string,
  code: MappingCode = "wrong-form",
  hint = "Write `- item` lines, or `[item, item]`.",
): readonly Yaml[] {
  if (node.kind === "list") return node.items;
  mismatch(reader, node, `${what} is a list`, code, hint);
  return [];
}

/** A scalar as text, whatever YAML would make of it. A null is none. */
export function asText(
  reader: Reader,
  node: Yaml,
  what: string,
  code: MappingCode = "wrong-form",
  hint = "Write one word, or text in quotes.",
): Text | undefined {
  if (node.kind === "scalar" && node.value !== null && typeof node.value !== "boolean" && node.text !== "") return node;
  mismatch(reader, node, `${what} is text`, code, hint);
  return undefined;
}

/** Words for a reader; a number alone says nothing. */
export function asWords(reader: Reader, node: Yaml, what: string, code: MappingCode, hint: string): Text | undefined {
  if (node.kind !== "scalar" || typeof node.value !== "number") return asText(reader, node, what, code, hint);
  mismatch(reader, node, `${what} is text`, code, hint);
  return undefined;
}

/** What stands twice in a list of words. */
export function refuseRepeated(
  reader: Reader,
  words: readonly { readonly value: Scalar; readonly at: Position }[],
  code: MappingCode,
): void {
  const seen = new Set<Scalar>();
  for (const { value, at } of words) {
    if (seen.has(value)) reader.report(code, at, `"${shorten(String(value))}" stands twice in this list.`, "Remove one of the two.");
    seen.add(value);
  }
}

/** Reports a mapping or a list that says nothing, unless the YAML itself lost what it said. */
export function refuseEmpty(reader: Reader, node: Yaml, what: string, code: MappingCode, hint: string): void {
  if (node.kind === "map" && node.whole && node.entries.length === 0) reader.report(code, node.at, `${what} says nothing.`, hint);
  if (node.kind === "list" && node.items.length === 0) reader.report(code, node.at, `${what} is an empty list.`, hint);
}

/** A scalar as its value; a null must be spelled `null`. */
export function asScalar(reader: Reader, node: Yaml, what: string, code: MappingCode = "wrong-form"): Located<Scalar> | undefined {
  if (node.kind !== "scalar") {
    mismatch(reader, node, `${what} is a plain value`, code, "Write a word, a number, true or false, or text in quotes.");
    return undefined;
  }
  if (!isIntendedNull(reader, node)) return undefined;
  return { value: unescapeDollar(node), at: node.at };
}

/** Reports a null that may be an accident: no value at all, `~`, `Null`. */
export function isIntendedNull(reader: Reader, node: YamlScalar): boolean {
  if (node.value !== null || node.text === "null") return true;
  if (node.empty)
    reader.report(
      "empty-value",
      node.at,
      "A value is missing here.",
      "Write a value, or remove the key. A null that is meant is spelled `null`.",
    );
  else
    reader.report(
      "empty-value",
      node.at,
      `YAML reads ${node.text} as null.`,
      `Write \`null\` if null is meant, "${node.text}" if the text is.`,
    );
  return false;
}

/** `$$` at the beginning of a scalar stands for one `$`: the text is no expression. */
export function unescapeDollar(node: YamlScalar): Scalar {
  return typeof node.value === "string" && node.value.startsWith("$$") ? node.value.slice(1) : node.value;
}

export function isExpression(node: Yaml): node is YamlScalar & { readonly value: string } {
  return node.kind === "scalar" && node.text.startsWith("$") && !node.text.startsWith("$$");
}

export function mismatch(reader: Reader, node: Yaml, expected: string, code: MappingCode, hint: string): void {
  if (node.kind === "bad") return;
  if (node.kind === "scalar" && node.empty)
    reader.report(code === "wrong-form" ? "empty-value" : code, node.at, `${expected}, but there is nothing here.`, hint);
  else reader.report(code, node.at, `${expected}, but this is ${describe(node)}.`, hint);
}

export function describe(node: Yaml): string {
  switch (node.kind) {
    case "list":
      return "a list";
    case "map":
      return "a mapping";
    case "bad":
      return "something else";
    case "scalar":
      if (node.empty) return "nothing";
      if (typeof node.value === "string") return node.text === "" ? "empty text" : `the text "${shorten(node.text)}"`;
      if (node.value === null) return "null";
      return typeof node.value === "boolean" ? node.text : `the number ${node.text}`;
  }
}

/**
 * The entries of a mapping by name. What is not among `known` is reported with the nearest name, and read as if it had
 * that name, so that a misspelt key is not missing as well.
 */
export function keysOf<K extends string>(
  reader: Reader,
  map: YamlMap,
  what: string,
  known: readonly K[],
): { readonly [key in K]?: YamlEntry } {
  const found = new Map(map.entries.filter((entry) => isOneOf(entry.key.text, known)).map((entry) => [entry.key.text, entry]));
  for (const entry of map.entries) {
    if (found.get(entry.key.text) === entry) continue;
    const near = unknownKey(reader, entry.key, what, known);
    if (near !== undefined && !found.has(near)) found.set(near, entry);
  }
  return Object.fromEntries(found) as { [key in K]?: YamlEntry };
}

/** Reports a key, and gives the one that was probably meant. */
export function unknownKey(reader: Reader, key: Text, what: string, known: readonly string[], otherwise?: string): string | undefined {
  const near = nearest(key.text, known);
  const hint = near === undefined ? (otherwise ?? `Known here: ${known.join(", ")}.`) : `Did you mean "${near}"?`;
  reader.report("unknown-key", key.at, `${what} has no key "${shorten(key.text)}".`, hint);
  return near;
}

/** Reports those of the needed keys that are not among the found; not where the YAML itself lost a key. */
export function missingKeys<K extends string>(
  reader: Reader,
  map: YamlMap,
  found: { readonly [key in K]?: YamlEntry | undefined },
  what: string,
  needed: readonly K[],
  hint: string,
): void {
  const missing = needed.filter((key) => found[key] === undefined);
  if (missing.length > 0 && map.whole)
    reader.report("missing-key", beginning(map), `${what} lacks ${missing.map((key) => `"${key}"`).join(", ")}.`, hint);
}

function isOneOf(text: string, words: readonly string[]): boolean {
  return words.includes(text);
}

/** The beginning of a node, for what is missing in it. */
export function beginning(node: Yaml): Position {
  if (node.kind !== "map" || node.entries.length === 0) return node.at;
  return node.entries[0]!.key.at;
}

/** One value or a list of values. */
export function listed(node: Yaml): readonly Yaml[] {
  return node.kind === "list" ? node.items : [node];
}

export const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A name that can follow `$` or `|`. */
export function asName(reader: Reader, text: Text, what: string, taken: readonly string[] = []): Located<string> | undefined {
  if (!namePattern.test(text.text)) {
    reader.report(
      "bad-name",
      text.at,
      `"${shorten(text.text)}" cannot name ${what}.`,
      "A name is a letter followed by letters, digits and underscores.",
    );
    return undefined;
  }
  if (taken.includes(text.text)) {
    reader.report(
      "bad-name",
      text.at,
      `"${text.text}" cannot name ${what}: $${text.text} has a meaning of its own.`,
      "Choose another name.",
    );
    return undefined;
  }
  return locatedText(text);
}
