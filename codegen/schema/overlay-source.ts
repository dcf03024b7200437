import type { Diagnostic, Position } from "../diagnostic.js";
import { didYouMean, meant } from "../spelling.js";
import { plainOf } from "../yaml/plain.js";
import { placeIn } from "../yaml/place.js";
import { readYaml, type Text, type Yaml, type YamlMap } from "../yaml/read.js";
import { isObject } from "./json.js";
import type { JsonPath } from "./json-place.js";
import { strangeNames } from "./strange-names.js";
import { isTypeName } from "./names.js";
import type { JsonSchema } from "./types.js";

/** An overlay file as read (its format is described in schemas/README.md); nothing is applied yet. */
export interface Overlay {
  readonly file: string;
  readonly definitions: readonly OverlayEntry[];
  readonly variants: readonly OverlayEntry[];
  readonly properties: readonly (OverlayEntry & { readonly property: string })[];
  readonly responses: ReadonlyMap<string, string>;
  readonly responsesAt: ReadonlyMap<string, Position>;
  /** Definitions that could not be read, which is reported: nothing more is said about what refers to them. */
  readonly unread: ReadonlySet<string>;
  /** Something that could not be read may have held any definition. */
  readonly incomplete: boolean;
}

export interface OverlayEntry {
  /** The definition that is added, or that a variant or a property is added to. */
  readonly name: string;
  /** Where the name is written. */
  readonly nameAt: Position;
  readonly schema: JsonSchema;
  readonly at: Position;
  /** Each `$ref` in the schema, with where it is written. */
  readonly refs: ReadonlyMap<string, Position>;
  /** Where the value at a path of the schema is written, or the key that leads to it. */
  readonly placeOf: (path: JsonPath, part?: "key" | "value") => Position;
}

type Report = (diagnostic: Diagnostic) => void;
type Context = { readonly file: string; readonly report: Report };

const SECTIONS = ["definitions", "variants", "properties", "responses"];
const ENTRY = ["schema", "note"];

/** Reads an overlay. Reports every mistake with its position and reads on. */
export function readOverlay(file: string, text: string, report: Report): Overlay {
  const overlay = { file, definitions: [] as OverlayEntry[], variants: [] as OverlayEntry[], properties: [] as (OverlayEntry & { property: string })[], responses: new Map<string, string>(), responsesAt: new Map<string, Position>(), unread: new Set<string>(), incomplete: false };
  const { root, diagnostics } = readYaml(file, text);
  diagnostics.forEach(report);
  // Nothing but comments is an overlay that says nothing.
  if (diagnostics.length > 0) return { ...overlay, incomplete: true };
  if (root === undefined || isEmpty(root)) return overlay;

  const context = { file, report };
  const sections = entriesByName(mapOf(root, "An overlay", context, SECTIONS), SECTIONS);
  const definitions = sections.get("definitions");
  overlay.incomplete = [...sections.keys()].some((name) => !SECTIONS.includes(name)) || (definitions !== undefined && definitions.kind !== "map");
  const entriesOf = (section: string) => mapOf(sections.get(section), `"${section}"`, context)?.entries ?? [];
  for (const { key, value } of entriesOf("definitions")) {
    overlay.unread.add(key.text);
    if (!isTypeName(key.text)) {
      report({ code: "overlay-key", severity: "error", ...key.at, message: `"${key.text}" cannot name a definition.`, hint: "A name is a letter followed by letters and digits, and no word of TypeScript." });
      continue;
    }
    const found = readEntry(value, key, context);
    if (found === undefined) continue;
    overlay.definitions.push(found);
    overlay.unread.delete(key.text);
  }
  for (const { key, value } of entriesOf("variants")) {
    if (value.kind === "list") overlay.variants.push(...value.items.flatMap((item) => readEntry(item, key, context) ?? []));
    else if (value.kind !== "bad") report({ code: "overlay-entry", severity: "error", ...value.at, message: `The variants of "${key.text}" must be a list.`, hint: "Write `- schema: { ... }` lines." });
  }
  for (const { key, value } of entriesOf("properties")) {
    for (const property of mapOf(value, `The properties of "${key.text}"`, context)?.entries ?? []) {
      const found = readEntry(property.value, key, context);
      if (found) overlay.properties.push({ ...found, property: property.key.text });
    }
  }
  for (const { key, value } of entriesOf("responses")) {
    if (value.kind !== "scalar" || typeof value.value !== "string") {
      if (value.kind !== "bad") report({ code: "overlay-entry", severity: "error", ...value.at, message: `The response of "${key.text}" must be the name of a definition.`, hint: `Write \`${key.text}: SomeResponse\`.` });
      continue;
    }
    overlay.responses.set(key.text, value.value);
    overlay.responsesAt.set(key.text, value.at);
  }
  return overlay;
}

function readEntry(node: Yaml, name: Text, context: Context): OverlayEntry | undefined {
  const { report } = context;
  const content = mapOf(node, "An overlay entry", context, ENTRY);
  if (content === undefined) return undefined;
  const schema = entriesByName(content, ENTRY).get("schema");
  if (schema === undefined) {
    if (content.whole) report({ code: "overlay-entry", severity: "error", ...node.at, message: `The overlay entry of "${name.text}" has no "schema".`, hint: "Write { schema: <JSON Schema>, note: <where it was seen> }." });
    return undefined;
  }
  let missing = false;
  const value = plainOf(schema, (diagnostic) => {
    missing = true;
    report(diagnostic);
  });
  if (missing || schema.kind === "bad") return undefined;
  if (typeof value !== "boolean" && !isObject(value)) {
    report({ code: "overlay-entry", severity: "error", ...schema.at, message: `The schema of "${name.text}" must be a JSON Schema: an object or a boolean.`, hint: "Write { type: object, ... }." });
    return undefined;
  }
  const entry: OverlayEntry = { name: name.text, nameAt: name.at, schema: value, at: node.at, refs: refsIn(schema), placeOf: (path, part) => placeIn(schema, path, part) };
  for (const { message, hint, path } of strangeNames(value)) report({ code: "invalid-schema", severity: "error", ...entry.placeOf(path), message, hint });
  return entry;
}

/** What stands under each name; a misspelt one, which is reported, is read as what was meant. */
function entriesByName(map: YamlMap | undefined, names: readonly string[]): Map<string, Yaml> {
  const entries = new Map((map?.entries ?? []).map(({ key, value }) => [key.text, value]));
  for (const [name, value] of [...entries]) {
    const near = names.includes(name) ? undefined : meant(name, names.filter((one) => !entries.has(one)));
    if (near === undefined) continue;
    entries.delete(name);
    entries.set(near, value);
  }
  return entries;
}

/** A map, its keys among `allowed` if that is given; else a report. */
function mapOf(node: Yaml | undefined, what: string, { report }: Context, allowed?: readonly string[]): YamlMap | undefined {
  if (node === undefined || node.kind === "bad") return undefined;
  if (node.kind !== "map") {
    report({ code: isEmpty(node) ? "empty-value" : "overlay-entry", severity: "error", ...node.at, message: `${what} must be a map${isEmpty(node) ? ", but there is nothing here" : ""}.`, hint: "Write `key: value` lines, or remove the key." });
    return undefined;
  }
  for (const { key } of allowed === undefined ? [] : node.entries) {
    if (!allowed!.includes(key.text)) report({ code: "overlay-key", severity: "error", ...key.at, message: `${what} has no "${key.text}".`, hint: didYouMean(key.text, allowed!) ?? `It may have ${allowed!.join(", ")}.` });
  }
  return node;
}

function isEmpty(node: Yaml): boolean {
  return node.kind === "scalar" && node.value === null;
}

function refsIn(node: Yaml, found = new Map<string, Position>()): Map<string, Position> {
  if (node.kind === "list") for (const item of node.items) refsIn(item, found);
  else if (node.kind === "map") {
    for (const { key, value } of node.entries) {
      if (key.text === "$ref" && value.kind === "scalar" && typeof value.value === "string") found.set(value.value, value.at);
      else refsIn(value, found);
    }
  }
  return found;
}
