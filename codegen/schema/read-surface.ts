import type { Diagnostic } from "../diagnostic.js";
import { clean, refName, withoutTitles } from "./clean.js";
import { placeIn } from "./json-place.js";
import { mergeDefinitions } from "./merge.js";
import { messagesIn } from "./messages.js";
import { nameNodes } from "./names.js";
import { applyOverlay } from "./overlay.js";
import { readOverlay } from "./overlay-source.js";
import { readFiles, type Dialect } from "./read-files.js";
import { readNodes } from "./read-nodes.js";
import { findResponses } from "./responses.js";
import { shapeOf, UNKNOWN } from "./shape.js";
import { findUntagged } from "./untagged.js";
import type { Definition, DefinitionSet, JsonSchema, Shape, Surface } from "./types.js";

export interface SurfaceInput {
  readonly protocol: string;
  /** Version to the texts of its files by relative path; oldest version first. */
  readonly versions: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Each adds to what the schemas and those before it say. */
  readonly overlays?: readonly { readonly file: string; readonly text: string }[];
  /** Where the versions are, as diagnostics name it. */
  readonly folder?: string;
}

/**
 * Reads the vendored versions of a protocol and unites them (schemas/README.md). Without errors there is a surface; every
 * error of every file is reported, not only the first.
 */
export function readSurface(input: SurfaceInput): { surface?: Surface; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic);
  const folder = input.folder ?? `schemas/${input.protocol}`;
  const dialects = new Set<Dialect>();
  const read = new Map<string, Map<string, JsonSchema>>();
  for (const [version, texts] of input.versions) {
    if (texts.size === 0) report({ code: "missing-schemas", severity: "error", message: `There are no schema files of ${input.protocol} ${version} in "${folder}/${version}".`, hint: "Put its files there, as schemas/README.md describes." });
    read.set(version, readVersion(`${folder}/${version}`, texts, dialects, report));
  }

  const broken = diagnostics.some(({ severity }) => severity === "error");
  const overlays = (input.overlays ?? []).map(({ file, text }) => readOverlay(file, text, report));
  // What a broken file does not define is not missing for the overlay.
  if (broken) return { diagnostics };
  const dialect = dialects.has("2020-12") ? "2020-12" : "draft-07";
  const overlaid = new Set(overlays.flatMap((overlay) => [...applyOverlay(overlay, read, dialect, report)]));
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };

  const byVersion = new Map([...read].map(([version, schemas]) => [version, definitionSet(schemas)]));
  const only = byVersion.size === 1 ? [...byVersion.values()][0] : undefined;
  const merged = only ?? definitionSet(mergeDefinitions([...read.values()]));
  const responses = findResponses(merged, new Map(overlays.flatMap(({ responses: said }) => [...said])));
  return { surface: { protocol: input.protocol, versions: [...read.keys()], dialect, merged, byVersion, responses, overlaid }, diagnostics };
}

/**
 * Clean schemas, titles kept, as definitions whose shapes know each other by name. Shapes and title-less schemas are made
 * when they are first read: of a version of its own, as opposed to the merged one, little is ever asked.
 */
export function definitionSet(schemas: ReadonlyMap<string, JsonSchema>): DefinitionSet {
  const building = new Set<string>();
  const shapeNamed = (name: string): Shape | undefined => {
    const schema = schemas.get(name);
    if (schema === undefined || building.has(name)) return undefined;
    building.add(name);
    const shape = shapeOf(schema, (other) => shapes(other));
    building.delete(name);
    return shape;
  };
  const shapes = remembered(shapeNamed);
  const plain = remembered((name) => withoutTitles(schemas.get(name) ?? true));
  const definitions = new Map<string, Definition>();
  for (const [name, schema] of schemas) {
    const description = typeof schema === "object" && typeof schema.description === "string" ? { description: schema.description } : {};
    definitions.set(name, {
      name,
      ...description,
      get shape() {
        return shapes(name) ?? UNKNOWN;
      },
      get schema() {
        return plain(name) ?? true;
      },
    });
  }
  return { definitions };
}

function remembered<T>(make: (name: string) => T | undefined): (name: string) => T | undefined {
  const known = new Map<string, T>();
  return (name) => {
    const value = known.get(name) ?? make(name);
    if (value !== undefined) known.set(name, value);
    return value;
  };
}

function readVersion(folder: string, texts: ReadonlyMap<string, string>, dialects: Set<Dialect>, report: (diagnostic: Diagnostic) => void): Map<string, JsonSchema> {
  const files = readFiles(folder, texts, report);
  for (const { dialect } of files) dialects.add(dialect);
  const { entries, nameOf } = nameNodes(readNodes(files, report), report);
  const schemas = new Map<string, JsonSchema>();
  const reported = new Set<string>();
  for (const { name, node } of entries) {
    const { file } = node;
    const cleaned = clean(node.schema, {
      dialect: file.dialect,
      nameOf: (ref) => {
        const target = node.refs.get(ref);
        return target && nameOf.get(target);
      },
      report: (problem, path, part) => {
        if (reported.has(problem.message)) return;
        reported.add(problem.message);
        report({ ...problem, ...placeIn(file.shown, file.text, [...node.pointer, ...path], part) });
      },
    });
    schemas.set(name, cleaned);
  }
  for (const { name, node } of entries) {
    if (!meansOnlyItself(name, schemas)) continue;
    const { shown, text } = node.file;
    report({ code: "circular-definition", severity: "warning", ...placeIn(shown, text, node.pointer, "key"), message: `The definition "${name}" is nothing but a reference to itself: it is read as unknown.` });
    schemas.set(name, true);
  }
  for (const [name, schema] of schemas) schemas.set(name, messagesIn(schema, schemas));
  const declaring = entries.filter(({ node }) => node.file.text.includes('"discriminator"'));
  const set = declaring.length === 0 ? undefined : definitionSet(schemas);
  for (const { name, node } of declaring) {
    const { shown, text } = node.file;
    if (set) findUntagged(name, schemas.get(name) ?? true, set, (problem, path) => report({ ...problem, ...placeIn(shown, text, [...node.pointer, ...path], "key") }));
  }
  return schemas;
}

/** References alone lead from the definition back to it. */
function meansOnlyItself(name: string, schemas: ReadonlyMap<string, JsonSchema>): boolean {
  const seen = new Set<string>();
  for (let next: string | undefined = name; next !== undefined; next = refName(schemas.get(next))) {
    if (seen.has(next)) return next === name;
    seen.add(next);
  }
  return false;
}
