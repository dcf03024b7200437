import type { Diagnostic } from "../diagnostic.js";
import { isObject, isSchema, sameSchema, type JsonObject } from "./json.js";
import { placeIn, type JsonPath } from "./json-place.js";
import { HOLD_DATA, HOLD_SCHEMAS_BY_NAME, KEYWORDS } from "./keywords.js";
import { baseName, type SchemaFile } from "./read-files.js";
import type { JsonSchema } from "./types.js";

/** The named schemas of files, each with the `$ref`s it makes. Nothing is renamed yet. */

/** One schema that has a name: a file's root, an entry of its `definitions`, or what a `$ref` points into. */
export interface Node {
  readonly file: SchemaFile;
  /** The unescaped steps of its JSON pointer; empty for the root of the file. */
  readonly pointer: readonly string[];
  /** As the schema spells it: the key in `definitions`, or the base name of the file. */
  readonly key: string;
  readonly schema: JsonSchema;
  /** `$ref` as written to what it points to. */
  readonly refs: Map<string, Node>;
  /** The first node of the same key that says the same, if that is another: but its references may lead elsewhere. */
  readonly like?: Node;
}

/** What a root says about itself rather than about values. */
const HOLDERS = new Set(["$schema", "$id", "definitions", "$defs"]);

/** All named schemas of the files, references resolved. Reports every reference that leads nowhere. */
export function readNodes(files: readonly SchemaFile[], report: (diagnostic: Diagnostic) => void): Node[] {
  const byFile = new Map(files.map((file) => [file.path, { file, nodes: new Map<string, Node>() }]));
  const byId = new Map([...byFile.values()].map((entry) => [idOf(entry.file), entry]));
  const nodes: Node[] = [];
  const originals = new Map<string, Node[]>();

  const add = (file: SchemaFile, pointer: readonly string[], key: string, schema: JsonSchema): Node => {
    const known = originals.get(key) ?? [];
    const like = known.find((other) => sameSchema(other.schema, schema, (a, b) => refKey(a, other.file) === refKey(b, file)));
    const node: Node = { file, pointer, key, schema, refs: new Map(), ...(like !== undefined && { like }) };
    if (like === undefined) originals.set(key, [...known, node]);
    byFile.get(file.path)?.nodes.set(pointer.join("\0"), node);
    nodes.push(node);
    return node;
  };

  const find = (from: SchemaFile, ref: string): Node | undefined => {
    const hash = ref.indexOf("#");
    const place = hash < 0 ? ref : ref.slice(0, hash);
    const target = place === "" ? byFile.get(from.path) : (byFile.get(besides(from.path, place)) ?? byId.get(absolute(place, from)));
    const fragment = hash < 0 ? "" : ref.slice(hash + 1);
    const pointer = pointerOf(fragment) ?? (target && anchorIn(target.file.root, fragment));
    if (target === undefined || pointer === undefined) return undefined;
    const node = target.nodes.get(pointer.join("\0"));
    if (node !== undefined) return node;
    const schema = pointer.length === 0 ? withoutHolders(target.file.root) : valueAt(target.file.root, pointer);
    return isSchema(schema) ? add(target.file, pointer, keyOf(pointer, target.file), schema) : undefined;
  };

  for (const file of files) {
    // A root that only holds definitions is no definition itself.
    const holds = "definitions" in file.root || "$defs" in file.root;
    if (!holds || Object.keys(file.root).some((keyword) => !HOLDERS.has(keyword))) add(file, [], baseName(file.path), withoutHolders(file.root));
    for (const holder of ["definitions", "$defs"]) {
      for (const [pointer, schema] of definitionsIn(file, [holder], file.root[holder], report)) add(file, pointer, pointer.at(-1) ?? holder, schema);
    }
  }
  // The list grows while a reference points into the middle of a schema.
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as Node;
    for (const [ref, path] of refsIn(node.schema, new Map())) {
      const target = find(node.file, ref);
      if (target !== undefined) node.refs.set(ref, target);
      else report(dangling(node, ref, path()));
    }
  }
  return nodes;
}

/** Each `$ref` below a schema, and what finds the way to the first of them: it is hardly ever asked for. */
function refsIn(value: unknown, found: Map<string, () => JsonPath>, path: () => JsonPath = () => [], names = false): Map<string, () => JsonPath> {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    const entry = (value as JsonObject)[key];
    const below = (): JsonPath => [...path(), key];
    // Under `properties`, `$ref` and `default` are properties, and their values schemas; elsewhere, a default is data.
    if (!names && HOLD_DATA.has(key)) continue;
    if (!names && key === "$ref" && typeof entry === "string") {
      if (!found.has(entry)) found.set(entry, below);
    } else if (typeof entry === "object") refsIn(entry, found, below, !names && NAMED.has(key));
  }
  return found;
}

const NAMED = new Set([...HOLD_SCHEMAS_BY_NAME, "dependencies", "definitions", "$defs"]);

/** What a reference is called, wherever it is kept: `#/definitions/A` and `#/$defs/A` may mean the same. */
function refKey(ref: string, file: SchemaFile): string {
  return ref === "#" ? baseName(file.path) : ref.slice(ref.lastIndexOf("/") + 1);
}

/** The definitions below a holder. An entry that is no schema but a bag of schemas (`v2`) is a namespace. */
function definitionsIn(file: SchemaFile, at: readonly string[], holder: unknown, report: (diagnostic: Diagnostic) => void): [readonly string[], JsonSchema][] {
  if (holder === undefined) return [];
  if (!isObject(holder)) {
    report({ code: "invalid-schema", severity: "error", ...placeIn(file.shown, file.text, at), message: `"${at.join("/")}" must be an object of schemas.` });
    return [];
  }
  return Object.entries(holder).flatMap(([key, value]): [readonly string[], JsonSchema][] => {
    const pointer = [...at, key];
    if (isNamespace(value)) return definitionsIn(file, pointer, value, report);
    if (isSchema(value)) return [[pointer, value]];
    report({ code: "invalid-schema", severity: "error", ...placeIn(file.shown, file.text, pointer), message: `The definition "${key}" is neither an object nor a boolean.` });
    return [];
  });
}

/** Schemas under names, and none of the names says anything of a value. */
function isNamespace(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([key, entry]) => isSchema(entry) && !KEYWORDS.has(key) && !key.startsWith("x-"));
}

function withoutHolders(root: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(root).filter(([keyword]) => !HOLDERS.has(keyword)));
}

/** RFC 6901 section 6: the fragment is percent-decoded, then split, then `~1` and `~0` are unescaped, in this order. */
function pointerOf(fragment: string): string[] | undefined {
  if (fragment === "") return [];
  if (!fragment.startsWith("/")) return undefined;
  try {
    return decodeURIComponent(fragment)
      .slice(1)
      .split("/")
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  } catch {
    return undefined;
  }
}

/** What a file calls itself, if it does. */
function idOf({ root, path }: SchemaFile): string {
  return typeof root.$id === "string" ? root.$id.replace(/#$/, "") : path;
}

/** A reference as an address, seen from the file that makes it. */
function absolute(reference: string, from: SchemaFile): string {
  try {
    return new URL(reference, idOf(from)).href;
  } catch {
    return reference;
  }
}

/** The pointer to the schema that gives itself a name: `$anchor: x`, in draft-07 `$id: "#x"`. */
function anchorIn(value: unknown, name: string): string[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { $anchor, $id } = value as JsonObject;
  if ($anchor === name || $id === `#${name}`) return [];
  for (const [key, entry] of Object.entries(value)) {
    const below = anchorIn(entry, name);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
}

function valueAt(root: unknown, pointer: readonly string[]): unknown {
  let value = root;
  for (const step of pointer) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** A name for what a pointer leads to: its last step, or all its steps where it leads into the middle of a schema. */
function keyOf(pointer: readonly string[], file: SchemaFile): string {
  const steps = pointer.filter((step) => step !== "definitions" && step !== "$defs" && step !== "properties");
  if (steps.length === 0) return baseName(file.path);
  const inside = pointer.some((step, index) => index > 0 && index < pointer.length - 1 && KEYWORDS.has(step));
  return inside ? steps.map((step) => step.charAt(0).toUpperCase() + step.slice(1)).join("") : (pointer.at(-1) ?? "");
}

function besides(path: string, relative: string): string {
  const steps = path.split("/").slice(0, -1);
  for (const step of relative.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

function dangling({ file, pointer, key }: Node, ref: string, path: JsonPath): Diagnostic {
  const at = placeIn(file.shown, file.text, [...pointer, ...path]);
  const hint = "The file refers to what it does not hold: take it from its publisher again, or leave it out.";
  return { code: "dangling-ref", severity: "error", ...at, message: `"$ref": "${ref}" in "${key}" leads nowhere.`, hint };
}
