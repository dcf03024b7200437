import type { Diagnostic } from "../diagnostic.js";
import { suggest } from "../spelling.js";
import type { CanonicalCode } from "./codes.js";
import { fits, type CanonicalSchema, type Definitions } from "./canonical-shape.js";
import { positionOf, type DeclaredEvent, type Place } from "./canonical-source.js";
import { isObject } from "./json.js";

export type Report = (code: CanonicalCode, place: Place, message: string, options?: { hint?: string | undefined; part?: "key" | "value" | undefined }) => void;

/** Collects findings with their positions. */
export function reporter(into: Diagnostic[]): Report {
  return (code, place, message, { hint, part } = {}) => {
    into.push({ code, severity: "error", message, ...(hint !== undefined && { hint }), ...positionOf(place, part) });
  };
}

const types = ["string", "number", "integer", "boolean", "null", "object", "array"];

/** What each keyword's value must be, in a word for the message. A keyword that is not here is not understood. */
const keywords: { readonly [keyword: string]: readonly [what: string, test: (value: unknown) => boolean] } = {
  description: ["a sentence", isText],
  $ref: ["a reference such as #/enums/SessionState", isText],
  type: [`one or several of ${types.join(", ")}`, (value) => isListOf(value, (type) => types.includes(type as string)) || types.includes(value as string)],
  enum: ["a list of words, none twice", (value) => isListOf(value, isText) && new Set(value as unknown[]).size === (value as unknown[]).length],
  properties: ["a map of names to schemas", isObject],
  required: ["a list of property names", (value) => isListOf(value, isText)],
  additionalProperties: ["true or false", (value) => typeof value === "boolean"],
  items: ["a schema", isObject],
  default: ["anything", () => true],
  minLength: ["a whole number", (value) => Number.isInteger(value) && (value as number) >= 0],
  pattern: ["a regular expression", isPattern],
};

/** Every key of a map is one of those known, and none that must be there is missing. */
export function checkKeys(value: unknown, place: Place, known: readonly string[], needed: readonly string[], report: Report): value is { readonly [key: string]: unknown } {
  if (!isObject(value)) {
    const words = Array.isArray(value) && known.includes("enum") ? { hint: `Write \`{ enum: [${value.join(", ")}] }\`.` } : {};
    report("canonical-bad-value", place, `Here belongs a map with the keys ${known.join(", ")}.`, words);
    return false;
  }
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    report("canonical-unknown-key", below(place, key), `"${key}" is not understood here.`, { hint: suggest(key, known, "To choose from"), part: "key" });
  }
  for (const key of needed) {
    if (key in value) continue;
    report("canonical-missing-key", place, `"${key}" is missing here.`, { part: "key" });
  }
  return true;
}

/**
 * A schema of the model, whole: its keywords, what it refers to, what it requires. With `defaults`, every required
 * property must say what it becomes when a provider leaves it out.
 */
export function checkSchema(schema: unknown, place: Place, references: ReadonlyMap<string, string>, defaults: boolean, report: Report): void {
  if (!checkKeys(schema, place, Object.keys(keywords), [], report)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const rule = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (rule !== undefined && !rule[1](value)) report("canonical-bad-value", below(place, keyword), `"${keyword}" must be ${rule[0]}.`);
  }
  const { $ref, properties, required, items } = schema;
  if (isText($ref) && !references.has($ref)) {
    report("canonical-unknown-reference", below(place, "$ref"), `"${$ref}" is declared nowhere.`, { hint: suggest($ref, [...references.keys()], "To choose from") });
  }
  const fields = isObject(properties) ? properties : {};
  const needed = Array.isArray(required) ? required.filter(isText) : [];
  for (const [index, name] of needed.entries()) {
    if (Object.hasOwn(fields, name)) continue;
    report("canonical-unknown-field", below(place, "required", index), `There is no property "${name}".`, { hint: suggest(name, Object.keys(fields), "To choose from") });
  }
  for (const [name, property] of Object.entries(fields)) {
    const at = below(place, "properties", name);
    if (!/^(?!__proto__$)[A-Za-z_]\w*$/.test(name)) report("canonical-bad-value", at, `"${name}" cannot name a field.`, { hint: "A name is a letter followed by letters, digits and underscores.", part: "key" });
    checkSchema(property, at, references, defaults, report);
    if (!defaults || !needed.includes(name) || !isObject(property) || "default" in property) continue;
    report("canonical-missing-default", at, `"${name}" is required and has no default.`, {
      hint: "Say with `default` what it becomes when a provider leaves it out.",
      part: "key",
    });
  }
  if (isObject(items)) checkSchema(items, below(place, "items"), references, defaults, report);
}

const entities = ["session", "thread", "turn", "item", "request", "input", "task", "hook"];
const deeds = ["opens", "updates", "closes"];

/** An event's own keys, its payload, and the form of its lifecycle; what the lifecycle names is looked up later. */
export function checkEvent({ value, place }: DeclaredEvent, references: ReadonlyMap<string, string>, report: Report): void {
  if (!checkKeys(value, place, ["description", "host", "lifecycle", "payload"], ["description", "payload"], report)) return;
  const { description, host, lifecycle, payload } = value;
  if (description !== undefined && !isText(description)) report("canonical-bad-value", below(place, "description"), '"description" must be a sentence.');
  if (host !== undefined && typeof host !== "boolean") report("canonical-bad-value", below(place, "host"), '"host" must be true or false.');
  if (payload !== undefined) checkSchema(payload, below(place, "payload"), references, true, report);
  if (lifecycle !== undefined) checkLifecycle(lifecycle, below(place, "lifecycle"), report);
}

function checkLifecycle(lifecycle: unknown, place: Place, report: Report): void {
  if (!checkKeys(lifecycle, place, ["entity", "does", "repeated", "with", "inherits"], ["entity", "does"], report)) return;
  oneOf(lifecycle, "entity", entities, place, report);
  oneOf(lifecycle, "does", deeds, place, report);
  const { does, repeated, with: fills, inherits } = lifecycle;
  if (repeated !== undefined && (!isText(repeated) || does === "updates")) {
    report("canonical-bad-value", below(place, "repeated"), '"repeated" must be the event that a second opening or closing becomes.');
  }
  if (fills !== undefined && (!isObject(fills) || repeated === undefined)) {
    report("canonical-bad-value", below(place, "with"), '"with" must be a map of fields for the event that "repeated" names.');
  }
  if (inherits !== undefined && (!isListOf(inherits, isText) || does === "opens")) {
    report("canonical-bad-value", below(place, "inherits"), '"inherits" must be a list of fields, in an event that does not open anything.');
  }
}

function oneOf(value: { readonly [key: string]: unknown }, key: string, known: readonly string[], place: Place, report: Report): void {
  const word = value[key];
  if (word === undefined || known.includes(word as string)) return;
  report("canonical-bad-value", below(place, key), `"${key}" must be one of ${known.join(", ")}.`, { hint: suggest(String(word), known, "To choose from") });
}

/** Every default below a schema is a value of it. Only for schemas without other faults. */
export function checkDefaults(schema: CanonicalSchema, place: Place, definitions: Definitions, report: Report): void {
  if ("default" in schema && !fits(schema.default, schema, definitions)) {
    report("canonical-bad-default", below(place, "default"), `${JSON.stringify(schema.default)} is no value of this field.`);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) checkDefaults(property, below(place, "properties", name), definitions, report);
  if (schema.items !== undefined) checkDefaults(schema.items, below(place, "items"), definitions, report);
}

export function below(place: Place, ...steps: readonly (string | number)[]): Place {
  return { source: place.source, path: [...place.path, ...steps] };
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isListOf(value: unknown, test: (element: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(test);
}

function isPattern(value: unknown): boolean {
  try {
    return isText(value) && new RegExp(value, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
