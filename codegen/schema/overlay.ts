import type { Diagnostic } from "../diagnostic.js";
import { didYouMean } from "../spelling.js";
import { clean } from "./clean.js";
import { isObject, type JsonObject } from "./json.js";
import { tagsOf } from "./merge.js";
import type { Overlay, OverlayEntry } from "./overlay-source.js";
import type { Dialect } from "./read-files.js";
import type { JsonSchema } from "./types.js";

/** One version's clean schemas by name; the overlay is written into it. */
export type Schemas = Map<string, JsonSchema>;

type Report = (diagnostic: Diagnostic) => void;

const PREFIX = "#/definitions/";

/**
 * Adds what an overlay says to every version that lacks it and can hold it: an entry whose references a version does not
 * have is left out of that version. Returns what was added, as `Name`, `Name/variant`, `Name.property`. An entry that no
 * version takes is an error if it names something unknown, else a warning: the schemas have it themselves by now.
 */
export function applyOverlay(overlay: Overlay, versions: ReadonlyMap<string, Schemas>, dialect: Dialect, reportAll: Report): Set<string> {
  const said = new Set<string>();
  // A misspelt union is one mistake, however many variants it is given; so is a bad schema in every version.
  const report: Report = (diagnostic) => {
    const key = `${diagnostic.line}:${diagnostic.column} ${diagnostic.message}`;
    if (!said.has(key)) reportAll(diagnostic);
    said.add(key);
  };
  const added = new Set<string>();
  const all = [...versions.values()];
  const names = new Set([...all.flatMap((schemas) => [...schemas.keys()]), ...overlay.definitions.map(({ name }) => name)]);
  // An unknown reference is reported once, here; what refers to it is applied nowhere.
  const sound = (entry: OverlayEntry): boolean => {
    const unknown = [...entry.refs].filter(([ref]) => !names.has(targetOf(ref)));
    for (const [ref, at] of unknown) {
      report({ code: "dangling-ref", severity: "error", ...at, message: `"$ref": "${ref}" in the overlay leads nowhere.`, hint: didYouMean(targetOf(ref), names) ?? `References are written "${PREFIX}<name>".` });
    }
    return unknown.length === 0;
  };
  const apply = (entry: OverlayEntry, label: string, problem: (schemas: Schemas) => Pick<Diagnostic, "code" | "message" | "hint"> | "present" | undefined, write: (schemas: Schemas, schema: JsonSchema) => void): void => {
    const problems = all.map((schemas) => {
      const found = problem(schemas);
      if (found !== undefined || !fits(entry, schemas)) return found ?? "unfit";
      const schema = clean(entry.schema, { dialect, nameOf: targetOf, report: ({ code, severity, message }, path, part) => report({ code, severity, message, ...entry.placeOf(path, part) }) });
      write(schemas, schema);
      added.add(label);
      return undefined;
    });
    if (problems.includes(undefined)) return;
    const wrong = problems.find((found) => typeof found === "object");
    if (problems.includes("present")) {
      report({ code: "overlay-superseded", severity: "warning", ...entry.at, message: `The overlay entry "${label}" is superseded: the schemas have it themselves.`, hint: "Delete it." });
    } else if (typeof wrong === "object") report({ severity: "error", ...entry.nameAt, ...wrong });
    else report({ code: "overlay-unfit", severity: "error", ...entry.at, message: `No vendored version has everything that the overlay entry "${label}" refers to.`, hint: "Add what it refers to, or delete it." });
  };

  addDefinitions(overlay.definitions.filter(sound), apply);
  for (const entry of overlay.variants.filter(sound)) {
    const tags = isObject(entry.schema) ? tagsOf(entry.schema) : new Map<string, unknown>();
    if (tags.size === 0) {
      report({ code: "overlay-untagged", severity: "error", ...entry.at, message: `A variant of "${entry.name}" must require a property with one value, such as its method.`, hint: "Write { method: { const: <value> } } under properties, and method under required." });
      continue;
    }
    apply(entry, `${entry.name}/${[...tags.values()].join(":")}`, (schemas) => unionProblem(entry.name, schemas, names, tags), (schemas, schema) => void schemas.set(entry.name, withVariant(schemas.get(entry.name) as JsonObject, schema)));
  }
  for (const entry of overlay.properties.filter(sound)) {
    const { name, property } = entry;
    apply(entry, `${name}.${property}`, (schemas) => objectProblem(name, property, schemas, names), (schemas, schema) => {
      const object = schemas.get(name) as JsonObject;
      schemas.set(name, { ...object, properties: { ...(object.properties as JsonObject | undefined), [property]: schema } });
    });
  }
  for (const [method, name] of overlay.responses) {
    const at = overlay.responsesAt.get(method);
    if (!names.has(name)) report({ code: "unknown-definition", severity: "error", ...at, message: `The response "${name}" of "${method}" is no definition.`, ...hint(didYouMean(name, names)) });
  }
  return added;
}

/** Definitions may refer to each other: in each round, those whose references are there by now. */
function addDefinitions(entries: readonly OverlayEntry[], apply: (entry: OverlayEntry, label: string, problem: (schemas: Schemas) => "present" | undefined, write: (schemas: Schemas, schema: JsonSchema) => void) => void): void {
  const own = new Set(entries.map(({ name }) => name));
  const waiting = new Set(entries);
  while (waiting.size > 0) {
    const ready = [...waiting].filter((entry) => [...entry.refs.keys()].every((ref) => targetOf(ref) === entry.name || !own.has(targetOf(ref))));
    // What is left refers in a circle: each can only be added with the others.
    for (const entry of ready.length > 0 ? ready : waiting) {
      apply(entry, entry.name, (schemas) => (schemas.has(entry.name) ? "present" : undefined), (schemas, schema) => void schemas.set(entry.name, schema));
      waiting.delete(entry);
      own.delete(entry.name);
    }
  }
}

function unionProblem(name: string, schemas: Schemas, names: ReadonlySet<string>, tags: ReadonlyMap<string, unknown>): Pick<Diagnostic, "code" | "message" | "hint"> | "present" | undefined {
  const schema = schemas.get(name);
  if (schema === undefined) return { code: "unknown-definition", message: `There is no union "${name}" in the schemas.`, ...hint(didYouMean(name, names)) };
  const list = isObject(schema) ? membersOf(schema) : undefined;
  if (list === undefined) return { code: "overlay-not-a-union", message: `"${name}" is no union: a variant cannot be added to it.`, hint: 'Add a definition, or a property under "properties".' };
  const known = variantsOf(list, schemas, new Set()).some((variant) => {
    const theirs = tagsOf(variant);
    return [...tags].every(([property, value]) => theirs.get(property) === value);
  });
  return known ? "present" : undefined;
}

/** The objects that the members of a union come down to, by reference and through unions among them. */
function variantsOf(members: readonly JsonSchema[], schemas: Schemas, seen: Set<string>): JsonObject[] {
  return members.flatMap((member): JsonObject[] => {
    if (!isObject(member)) return [];
    const nested = membersOf(member);
    if (nested !== undefined) return variantsOf(nested, schemas, seen);
    if (typeof member.$ref !== "string") return [member];
    const target = schemas.get(targetOf(member.$ref));
    if (target === undefined || seen.has(member.$ref)) return [];
    return variantsOf([target], schemas, seen.add(member.$ref));
  });
}

function objectProblem(name: string, property: string, schemas: Schemas, names: ReadonlySet<string>): Pick<Diagnostic, "code" | "message" | "hint"> | "present" | undefined {
  const schema = schemas.get(name);
  if (schema === undefined) return { code: "unknown-definition", message: `There is no definition "${name}" in the schemas.`, ...hint(didYouMean(name, names)) };
  if (!isObject(schema) || schema.type !== "object" || membersOf(schema) !== undefined) return { code: "overlay-not-an-object", message: `"${name}" is no object: a property cannot be added to it.` };
  return isObject(schema.properties) && Object.hasOwn(schema.properties, property) ? "present" : undefined;
}

function membersOf(schema: JsonObject): readonly JsonSchema[] | undefined {
  const members = schema.oneOf ?? schema.anyOf;
  return Array.isArray(members) ? members : undefined;
}

function withVariant(union: JsonObject, variant: JsonSchema): JsonSchema {
  const keyword = Array.isArray(union.oneOf) ? "oneOf" : "anyOf";
  return { ...union, [keyword]: [...(union[keyword] as JsonSchema[]), variant] };
}

function fits(entry: OverlayEntry, schemas: Schemas): boolean {
  return [...entry.refs.keys()].every((ref) => targetOf(ref) === entry.name || schemas.has(targetOf(ref)));
}

function targetOf(ref: string): string {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref;
}

function hint(text: string | undefined): { readonly hint?: string } {
  return text === undefined ? {} : { hint: text };
}
