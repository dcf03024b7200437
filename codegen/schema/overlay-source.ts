import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Node as YamlNode } from "yaml";
import type { Diagnostic, Position } from "../diagnostic.js";
import { didYouMean } from "../spelling.js";
import { isObject } from "./json.js";
import type { JsonSchema } from "./types.js";

/** An overlay file as read (its format is described in schemas/README.md); nothing is applied yet. */
export interface Overlay {
  readonly file: string;
  readonly definitions: readonly OverlayEntry[];
  readonly variants: readonly OverlayEntry[];
  readonly properties: readonly (OverlayEntry & { readonly property: string })[];
  readonly responses: ReadonlyMap<string, string>;
  readonly responsesAt: ReadonlyMap<string, Position>;
}

export interface OverlayEntry {
  /** The definition that is added, or that a variant or a property is added to. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly at: Position;
  /** Each `$ref` in the schema, with where it is written. */
  readonly refs: ReadonlyMap<string, Position>;
}

type Report = (diagnostic: Diagnostic) => void;

const SECTIONS = ["definitions", "variants", "properties", "responses"];

/** Reads an overlay. Reports every mistake with its position and reads on. */
export function readOverlay(file: string, text: string, report: Report): Overlay {
  const lines = new LineCounter();
  const document = parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: true, merge: false, prettyErrors: false, lineCounter: lines });
  const at = (node: unknown): Position => {
    const [start, end] = (isNode(node) ? node.range : undefined) ?? [0, 0];
    return { file, ...span(lines, start, end) };
  };
  const overlay = { file, definitions: [] as OverlayEntry[], variants: [] as OverlayEntry[], properties: [] as (OverlayEntry & { property: string })[], responses: new Map<string, string>(), responsesAt: new Map<string, Position>() };

  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    report({ code: "overlay-syntax", severity: "error", file, ...span(lines, problem.pos[0], problem.pos[1]), message: `This overlay is no YAML that can be read: ${problem.message}` });
    return overlay;
  }
  let refused = false;
  visit(document, {
    Node: (_, node) => {
      if (!isAlias(node) && node.anchor === undefined && node.tag === undefined) return;
      refused = true;
      report({ code: "overlay-syntax", severity: "error", ...at(node), message: "Anchors, aliases and tags have no meaning in an overlay.", hint: "Write the value out." });
    },
  });
  if (refused || document.contents === null) return overlay;

  const entry = (node: unknown, name: string): OverlayEntry | undefined => {
    const content = checkedMap(node, "An overlay entry", at, report, ["schema", "note"]);
    const schema = content?.get("schema");
    if (content === undefined) return undefined;
    if (schema === undefined) {
      report({ code: "overlay-entry", severity: "error", ...at(node), message: `The overlay entry of "${name}" has no "schema".`, hint: "Write { schema: <JSON Schema>, note: <where it was seen> }." });
      return undefined;
    }
    const value: unknown = (schema as YamlNode).toJS(document, { maxAliasCount: 0 });
    if (typeof value !== "boolean" && !isObject(value)) {
      report({ code: "overlay-entry", severity: "error", ...at(schema), message: `The schema of "${name}" must be a JSON Schema: an object or a boolean.` });
      return undefined;
    }
    return { name, schema: value, at: at(node), refs: refsIn(schema, at) };
  };

  const root = checkedMap(document.contents, "An overlay", at, report, SECTIONS) ?? new Map<string, unknown>();
  for (const [name, node] of checkedMap(root.get("definitions"), '"definitions"', at, report) ?? []) {
    const found = entry(node, name);
    if (found) overlay.definitions.push(found);
  }
  for (const [name, node] of checkedMap(root.get("variants"), '"variants"', at, report) ?? []) {
    if (!isSeq(node)) report({ code: "overlay-entry", severity: "error", ...at(node), message: `The variants of "${name}" must be a list.` });
    else overlay.variants.push(...node.items.flatMap((item) => entry(item, name) ?? []));
  }
  for (const [name, node] of checkedMap(root.get("properties"), '"properties"', at, report) ?? []) {
    for (const [property, schema] of checkedMap(node, `The properties of "${name}"`, at, report) ?? []) {
      const found = entry(schema, name);
      if (found) overlay.properties.push({ ...found, property });
    }
  }
  for (const [method, node] of checkedMap(root.get("responses"), '"responses"', at, report) ?? []) {
    if (!isScalar(node) || typeof node.value !== "string") {
      report({ code: "overlay-entry", severity: "error", ...at(node), message: `The response of "${method}" must be the name of a definition.` });
      continue;
    }
    overlay.responses.set(method, node.value);
    overlay.responsesAt.set(method, at(node));
  }
  return overlay;
}

/** The entries of a YAML map with string keys, among `allowed` if that is given. */
function checkedMap(node: unknown, what: string, at: (node: unknown) => Position, report: Report, allowed?: readonly string[]): Map<string, unknown> | undefined {
  if (node === undefined || node === null || (isScalar(node) && node.value === null)) return undefined;
  if (!isMap(node)) {
    report({ code: "overlay-entry", severity: "error", ...at(node), message: `${what} must be a map.` });
    return undefined;
  }
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) && typeof key.value === "string" ? key.value : undefined;
    if (name === undefined) report({ code: "overlay-key", severity: "error", ...at(key), message: `A key of ${what.charAt(0).toLowerCase()}${what.slice(1)} must be a string.`, hint: "Quote it." });
    else if (allowed !== undefined && !allowed.includes(name)) {
      report({ code: "overlay-key", severity: "error", ...at(key), message: `${what} has no "${name}".`, hint: didYouMean(name, allowed) ?? `It may have ${allowed.join(", ")}.` });
    } else entries.set(name, value ?? undefined);
  }
  return entries;
}

function refsIn(node: unknown, at: (node: unknown) => Position): Map<string, Position> {
  const refs = new Map<string, Position>();
  if (!isNode(node)) return refs;
  visit(node, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && key.value === "$ref" && isScalar(value) && typeof value.value === "string") refs.set(value.value, at(value));
    },
  });
  return refs;
}

function span(lines: LineCounter, from: number, to: number): Omit<Position, "file"> {
  const start = lines.linePos(from);
  const end = lines.linePos(to);
  return { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
}
