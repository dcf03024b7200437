import { discriminate } from "./discriminate.js";
import { isObject, type JsonObject } from "./json.js";
import type { DefinitionSet, JsonSchema, Surface } from "./types.js";

/** Values at dotted paths (`params.item.type`) that a sample must have; null: the path must be absent. */
export type Forced = ReadonlyMap<string, string | null>;

export interface Sample {
  /** The discriminator value, `turn/completed`. */
  readonly value: string;
  readonly message: unknown;
}

interface Context {
  readonly set: DefinitionSet;
  readonly forced: Forced;
  /** Definitions being sampled, outermost first: a value of a recursive type must end. */
  readonly within: readonly string[];
}

const NONE = Symbol("no value satisfies this schema");
const ANY = Symbol("every value satisfies this schema");
const CONFLICT = Symbol("two schemas want different values");
const TEXTS = ["text", "", "2025-01-01T00:00:00Z", "https://example.org/", "a", "0", "sha256:0"];

/**
 * A small value that a clean schema allows: required properties, what `forced` passes through, first branches. Deterministic.
 * Undefined if the forced values cannot be had.
 */
export function sample(set: DefinitionSet, schema: JsonSchema, forced: Forced = new Map()): unknown {
  const value = settled(sampleAt(schema, "", { set, forced, within: [] }));
  return value === NONE ? undefined : value;
}

/** One message for each discriminator value of a union, in one version, in the order of its schema. */
export function samples(surface: Surface, version: string, union: string): Sample[] {
  const set = surface.byVersion.get(version);
  const definition = set?.definitions.get(union);
  const tag = set && discriminate(set, union);
  if (set === undefined || definition === undefined || tag === undefined) return [];
  return [...tag.values.keys()].flatMap((value) => {
    const message = sample(set, definition.schema, new Map([[tag.path.join("."), value]]));
    return message === undefined ? [] : [{ value, message }];
  });
}

function sampleAt(schema: unknown, path: string, context: Context): unknown {
  if (schema === false) return NONE;
  const wanted = context.forced.get(path);
  if (wanted === null) return NONE;
  if (!isObject(schema)) return wanted ?? (isPassed(path, context) ? sampleObject({}, path, context) : ANY);
  if (typeof schema.$ref === "string") return sampleNamed(schema.$ref.slice("#/definitions/".length), path, context);
  const parts = partsOf(schema.allOf).map((member) => (inner: Context) => sampleAt(member, path, inner));
  for (const keyword of ["anyOf", "oneOf"]) {
    const members = schema[keyword];
    if (Array.isArray(members)) parts.push((inner) => firstOf(members, path, inner));
  }
  if (parts.length === 0 || saysItself(schema)) parts.push((inner) => sampleOwn(schema, path, inner));
  return allOf(parts, path, context);
}

/** A value that all parts have. Objects unite; of scalars, the one that the other parts can be forced to have. */
function allOf(parts: readonly ((context: Context) => unknown)[], path: string, context: Context): unknown {
  const values = parts.map((part) => part(context));
  const united = values.reduce(combine);
  if (united !== CONFLICT) return united;
  for (const value of values.filter((candidate) => !isObject(candidate))) {
    const forced = { ...context, forced: new Map([...context.forced, [path, String(value)]]) };
    if (parts.every((part) => part(forced) === value)) return value;
  }
  return NONE;
}

function sampleNamed(name: string, path: string, context: Context): unknown {
  const definition = context.set.definitions.get(name);
  const deep = context.within.filter((other) => other === name).length >= 2;
  return definition === undefined || deep ? NONE : sampleAt(definition.schema, path, { ...context, within: [...context.within, name] });
}

/** The first member that has a value, null last. */
function firstOf(members: readonly unknown[], path: string, context: Context): unknown {
  const isNull = (member: unknown): boolean => isObject(member) && member.type === "null";
  for (const member of [...members.filter((each) => !isNull(each)), ...members.filter(isNull)]) {
    const value = sampleAt(member, path, context);
    if (value !== NONE) return value;
  }
  return NONE;
}

/** What the keywords of this schema ask for, its combinations aside. */
function sampleOwn(schema: JsonObject, path: string, context: Context): unknown {
  const wanted = context.forced.get(path);
  const listed = "const" in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  if (listed !== undefined) return wanted === undefined ? (listed.find((value) => value !== null) ?? listed[0]) : (listed.find((value) => String(value) === wanted) ?? NONE);
  const types = schema.type === undefined ? [impliedType(schema, path, context)] : [schema.type].flat();
  for (const type of [...types.filter((each) => each !== "null"), ...types.filter((each) => each === "null")]) {
    const value = sampleType(String(type), schema, path, context);
    if (value !== NONE) return value;
  }
  return NONE;
}

function sampleType(type: string, schema: JsonObject, path: string, context: Context): unknown {
  const wanted = context.forced.get(path);
  if (type === "object") return wanted === undefined ? sampleObject(schema, path, context) : NONE;
  if (type === "array") return wanted === undefined ? sampleList(schema, path, context) : NONE;
  if (isPassed(path, context)) return NONE;
  switch (type) {
    case "string":
      return wanted ?? TEXTS.find((text) => fits(text, schema)) ?? padded(schema);
    case "boolean":
      return wanted === undefined ? false : wanted === "true" || wanted === "false" ? wanted === "true" : NONE;
    case "number":
    case "integer": {
      const value = wanted === undefined ? leastNumber(schema, type === "integer") : Number(wanted);
      return Number.isFinite(value) ? value : NONE;
    }
    case "null":
      return wanted === undefined ? null : NONE;
    default:
      return wanted ?? ANY;
  }
}

function sampleObject(schema: JsonObject, path: string, context: Context): unknown {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = partsOf(schema.required).map(String);
  const passed = passedNames(path, context);
  const values = new Map<string, unknown>();
  // Forced values first: most members of a union are refused by them.
  for (const name of new Set([...passed, ...required])) {
    const property = Object.hasOwn(properties, name) ? properties[name] : (schema.additionalProperties ?? true);
    const value = settled(sampleAt(property, below(path, name), context));
    if (value === NONE) return NONE;
    values.set(name, value);
  }
  const names = new Set([...Object.keys(properties), ...values.keys()].filter((name) => values.has(name)));
  return Object.fromEntries([...names].map((name) => [name, values.get(name)]));
}

function sampleList(schema: JsonObject, path: string, context: Context): unknown {
  const tuple = partsOf(schema.prefixItems);
  const indexes = passedNames(path, context).map(Number).filter(Number.isInteger);
  const least = Math.max(tuple.length, Number(schema.minItems ?? 0), ...indexes.map((index) => index + 1));
  const values = Array.from({ length: least }, (_, index) => settled(sampleAt(tuple[index] ?? schema.items ?? true, below(path, String(index)), context)));
  return values.includes(NONE) ? NONE : values;
}

/** Objects unite property by property. */
function combine(a: unknown, b: unknown): unknown {
  if (a === NONE || b === NONE) return NONE;
  if (a === CONFLICT || b === CONFLICT) return CONFLICT;
  if (a === ANY || a === b) return b;
  if (b === ANY) return a;
  if (!isObject(a) || !isObject(b)) return CONFLICT;
  const entries = new Map(Object.entries(a));
  for (const [name, value] of Object.entries(b)) entries.set(name, entries.has(name) ? combine(entries.get(name), value) : value);
  const values = [...entries.values()];
  return values.includes(NONE) || values.includes(CONFLICT) ? NONE : Object.fromEntries(entries);
}

function settled(value: unknown): unknown {
  return value === ANY ? {} : value;
}

function saysItself(schema: JsonObject): boolean {
  return ["type", "const", "enum", "properties", "required", "items"].some((keyword) => keyword in schema);
}

function impliedType(schema: JsonObject, path: string, context: Context): string {
  if ("properties" in schema || "required" in schema || isPassed(path, context)) return "object";
  return "items" in schema || "prefixItems" in schema ? "array" : "unknown";
}

/** Some forced value lies below this path. */
function isPassed(path: string, context: Context): boolean {
  return passedNames(path, context).length > 0;
}

function passedNames(path: string, { forced }: Context): string[] {
  const prefix = path === "" ? "" : `${path}.`;
  const below = [...forced].filter(([at, value]) => value !== null && at !== path && at.startsWith(prefix));
  return below.map(([at]) => at.slice(prefix.length).split(".")[0] as string);
}

function fits(text: string, schema: JsonObject): boolean {
  if (text.length < Number(schema.minLength ?? 0) || text.length > Number(schema.maxLength ?? Infinity)) return false;
  if (schema.format === "date-time") return text.includes("T00:");
  if (schema.format === "uri" || schema.format === "url") return text.startsWith("https:");
  return typeof schema.pattern !== "string" || new RegExp(schema.pattern, "u").test(text);
}

function padded(schema: JsonObject): unknown {
  const text = "x".repeat(Number(schema.minLength ?? 0));
  return fits(text, schema) ? text : NONE;
}

function leastNumber(schema: JsonObject, whole: boolean): number {
  const low = Math.max(Number(schema.minimum ?? -Infinity), schema.exclusiveMinimum === undefined ? -Infinity : Number(schema.exclusiveMinimum) + (whole ? 1 : Number.EPSILON));
  const high = Math.min(Number(schema.maximum ?? Infinity), schema.exclusiveMaximum === undefined ? Infinity : Number(schema.exclusiveMaximum) - (whole ? 1 : Number.EPSILON));
  const value = Math.min(Math.max(0, low), high);
  return whole ? Math.ceil(value) : value;
}

function below(path: string, step: string): string {
  return path === "" ? step : `${path}.${step}`;
}

function partsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
