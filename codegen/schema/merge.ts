import { refName } from "./clean.js";
import { isObject, sameSchema, type JsonObject } from "./json.js";
import { isAnnotation } from "./keywords.js";
import type { JsonSchema } from "./types.js";

/**
 * Two versions of a clean schema as the one that covers both (schemas/README.md): a property is required only if both
 * require it, an enum is the union of its values in order of appearance, a new variant is one more member, a type that
 * changed becomes a union.
 */
export function mergeSchemas(older: JsonSchema, newer: JsonSchema): JsonSchema {
  if (older === newer || sameSchema(older, newer)) return newer;
  if (typeof older === "boolean" || typeof newer === "boolean") return anyOf([older, newer], {});
  const merged = alternatives(older);
  const added = alternatives(newer);
  // Where each side has one object, it is the same object, whatever changed in it.
  const single = merged.filter(isObjectSchema).length === 1 && added.filter(isObjectSchema).length === 1;
  for (const alternative of added) {
    if (listed(alternative) !== undefined) addValues(merged, alternative as JsonObject);
    else {
      const at = merged.findIndex((known) => matches(known, alternative, single));
      if (at < 0) merged.push(alternative);
      else merged[at] = mergeAlternative(merged[at] as JsonSchema, alternative);
    }
  }
  return anyOf(merged, annotationsOf(older, newer));
}

/** One definition per name of any version; `merged` grows oldest first. */
export function mergeDefinitions(versions: readonly ReadonlyMap<string, JsonSchema>[]): Map<string, JsonSchema> {
  const merged = new Map<string, JsonSchema>();
  for (const definitions of versions) {
    for (const [name, schema] of definitions) {
      const known = merged.get(name);
      merged.set(name, known === undefined ? schema : mergeSchemas(known, schema));
    }
  }
  return merged;
}

/** The members of a union, null and each type of a list of types among them. */
function alternatives(schema: JsonSchema): JsonSchema[] {
  if (typeof schema === "boolean") return [schema];
  for (const keyword of ["anyOf", "oneOf"]) {
    const members = schema[keyword];
    if (Array.isArray(members) && onlyBeside(schema, keyword)) return members.flatMap((member: JsonSchema) => alternatives(member));
  }
  const { type } = schema;
  if (Array.isArray(schema.enum) && schema.enum.includes(null)) {
    return [{ ...schema, type: "string", enum: schema.enum.filter((value) => value !== null) }, { type: "null" }];
  }
  if (Array.isArray(type)) return type.map((one): JsonSchema => (one === "null" ? { type: "null" } : { ...schema, type: one }));
  return [schema];
}

/** Adds what is new of an enum to the enum that shares a value with it, or as one more member. */
function addValues(merged: JsonSchema[], alternative: JsonObject): void {
  const values = listed(alternative) ?? [];
  const known = new Set(merged.flatMap((schema) => listed(schema) ?? []));
  const fresh = values.filter((value) => !known.has(value));
  if (fresh.length === 0) return;
  const at = merged.findIndex((schema) => listed(schema)?.some((value) => values.includes(value)));
  const home = merged[at];
  if (isObject(home)) merged[at] = { ...omit(home, "const"), enum: [...(listed(home) ?? []), ...fresh] };
  else merged.push({ ...omit(alternative, "const"), enum: fresh });
}

/** Both say the same kind of thing, so that one schema can say both. */
function matches(a: JsonSchema, b: JsonSchema, single: boolean): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  const [left, right] = [refName(a), refName(b)];
  if (left !== undefined || right !== undefined) return left === right;
  const kind = kindOf(a);
  if (listed(a) !== undefined || "not" in a || "not" in b || kind !== kindOf(b) || kind === "other") return sameSchema(a, b);
  return kind !== "object" || matchObjects(a, b, single);
}

/** Variants are told apart by tag; those without one by title, by their only key, or by what they require. */
function matchObjects(a: JsonObject, b: JsonObject, single: boolean): boolean {
  if (!sameSchema(a.allOf, b.allOf)) return false;
  const [tags, others] = [tagsOf(a), tagsOf(b)];
  const shared = [...others].filter(([name]) => tags.has(name));
  if (shared.length > 0) return shared.every(([name, value]) => tags.get(name) === value);
  if (single) return true;
  if (tags.size > 0 || others.size > 0 || isBare(a) !== isBare(b)) return false;
  if (isBare(a) || (a.title !== undefined && a.title === b.title)) return true;
  if (onlyKey(a) !== undefined || onlyKey(b) !== undefined) return onlyKey(a) === onlyKey(b);
  return requiredOf(a).length > 0 && [...requiredOf(a)].sort().join("\0") === [...requiredOf(b)].sort().join("\0");
}

function mergeAlternative(older: JsonSchema, newer: JsonSchema): JsonSchema {
  if (!isObject(older) || !isObject(newer) || sameSchema(older, newer)) return newer;
  switch (kindOf(older)) {
    case "object":
      return mergeObjects(older, newer);
    case "array":
      return { ...common(older, newer), ...annotationsOf(older, newer), type: "array", items: mergeSchemas(itemsOf(older), itemsOf(newer)) };
    case "number":
      return { ...common(older, newer), ...annotationsOf(older, newer), type: older.type === newer.type ? older.type : "number" };
    default:
      return { ...common(older, newer), ...annotationsOf(older, newer) };
  }
}

function mergeObjects(older: JsonObject, newer: JsonObject): JsonSchema {
  const [mine, theirs] = [propertiesOf(older), propertiesOf(newer)];
  const properties = new Map<string, unknown>(mine);
  for (const [name, schema] of theirs) {
    const known = mine.get(name);
    properties.set(name, known === undefined ? schema : mergeSchemas(known, schema));
  }
  const required = requiredOf(older).filter((name) => requiredOf(newer).includes(name));
  const rest = mergeRest(older.additionalProperties, newer.additionalProperties);
  return {
    ...omit(common(older, newer), "required", "additionalProperties"),
    ...annotationsOf(older, newer),
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(rest !== undefined && { additionalProperties: rest }),
  };
}

/** Closed only if both are; what the undeclared properties of one are, they may be in the union. */
function mergeRest(older: unknown, newer: unknown): JsonSchema | undefined {
  if (older === false && newer === false) return false;
  const [a, b] = [older, newer].filter((rest) => rest !== undefined && rest !== false) as JsonSchema[];
  return a === undefined || b === undefined ? a : mergeSchemas(a, b);
}

function anyOf(members: readonly JsonSchema[], annotations: JsonObject): JsonSchema {
  const only = members[0];
  if (members.length > 1) return { ...annotations, anyOf: members };
  return isObject(only) ? { ...only, ...annotations } : (only ?? true);
}

/** Keywords of types that both schemas have with equal values: what only one demands, the union does not. */
function common(a: JsonObject, b: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(a).filter(([keyword, value]) => sameSchema(value, b[keyword]) && keyword in b));
}

function annotationsOf(older: JsonObject, newer: JsonObject): JsonObject {
  const annotation = ([keyword]: [string, unknown]): boolean => isAnnotation(keyword) && keyword !== "default";
  const fallback = "default" in older && sameSchema(older.default, newer.default) ? { default: newer.default } : {};
  return { ...Object.fromEntries(Object.entries(older).filter(annotation)), ...Object.fromEntries(Object.entries(newer).filter(annotation)), ...fallback };
}

function onlyBeside(schema: JsonObject, keyword: string): boolean {
  return Object.keys(schema).every((key) => key === keyword || key === "type" || isAnnotation(key));
}

function kindOf(schema: JsonObject): "object" | "array" | "number" | "string" | "boolean" | "null" | "other" {
  if ("oneOf" in schema || "anyOf" in schema) return "other";
  if (schema.type === "object" || "properties" in schema) return "object";
  if ("allOf" in schema || "prefixItems" in schema) return "other";
  if (schema.type === "integer" || schema.type === "number") return "number";
  return schema.type === "array" || schema.type === "string" || schema.type === "boolean" || schema.type === "null" ? schema.type : "other";
}

function isObjectSchema(schema: JsonSchema): boolean {
  return isObject(schema) && refName(schema) === undefined && kindOf(schema) === "object";
}

function listed(schema: unknown): readonly unknown[] | undefined {
  if (!isObject(schema)) return undefined;
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** The properties of an object schema that must have the one value they are given. */
export function tagsOf(schema: JsonObject): Map<string, unknown> {
  const tags = new Map<string, unknown>();
  for (const [name, property] of propertiesOf(schema)) {
    const values = listed(property);
    if (values?.length === 1 && requiredOf(schema).includes(name)) tags.set(name, values[0]);
  }
  return tags;
}

function isBare(schema: JsonObject): boolean {
  return propertiesOf(schema).size === 0 && requiredOf(schema).length === 0 && !("allOf" in schema);
}

function onlyKey(schema: JsonObject): string | undefined {
  const required = requiredOf(schema);
  return required.length === 1 && propertiesOf(schema).size === 1 ? required[0] : undefined;
}

function propertiesOf(schema: JsonObject): Map<string, JsonSchema> {
  return new Map(Object.entries(isObject(schema.properties) ? (schema.properties as Record<string, JsonSchema>) : {}));
}

function requiredOf(schema: JsonObject): readonly string[] {
  return Array.isArray(schema.required) ? schema.required : [];
}

function itemsOf(schema: JsonObject): JsonSchema {
  return (schema.items as JsonSchema | undefined) ?? true;
}

function omit(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
