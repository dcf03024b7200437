import { refName, refTo } from "./clean.js";
import { isObject, type JsonObject } from "./json.js";
import { isAnnotation } from "./keywords.js";
import type { JsonSchema } from "./types.js";

/**
 * An object with any method and the params of one of many, as the union of its messages: each definition of params says which
 * method it belongs to (`x-method`). What says none (extensions) is left out: no schema lists its method. Any other schema is
 * returned as it is.
 */
export function messagesIn(schema: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): JsonSchema {
  if (!isObject(schema) || !isObject(schema.properties) || !isAnyString(schema.properties.method)) return schema;
  const { properties, required = [], ...rest } = schema;
  const { method: _, params, ...envelope } = properties as JsonObject;
  const byMethod = new Map<string, JsonSchema[]>();
  for (const member of alternatives(params)) {
    const method = methodOf(member, definitions);
    if (method !== undefined) byMethod.set(method, [...(byMethod.get(method) ?? []), member as JsonSchema]);
  }
  if (byMethod.size === 0) return schema;
  const words = Object.entries(rest).filter(([keyword]) => isAnnotation(keyword));
  const rules = Object.entries(rest).filter(([keyword]) => !isAnnotation(keyword));
  const messages = [...byMethod].map(([method, members]): JsonSchema => {
    // Params that require nothing may be left out.
    const isNeeded = members.every((member) => requiresSomething(member, definitions));
    const options = [...members.map((member) => refTo(refName(member) as string)), ...(isNeeded ? [] : [{ type: "null" }])];
    return {
      ...Object.fromEntries(rules),
      ...descriptionOf(members),
      required: [...(required as string[]).filter((name) => name !== "params"), ...(isNeeded ? ["params"] : [])],
      properties: { ...envelope, method: { type: "string", const: method }, params: options.length === 1 ? options[0] : { anyOf: options } },
    };
  });
  return { ...Object.fromEntries(words), oneOf: messages };
}

function isAnyString(schema: unknown): boolean {
  return isObject(schema) && schema.type === "string" && !("enum" in schema) && !("const" in schema);
}

/** The members of a union, of unions inside it too; any other schema is its only member. */
function alternatives(schema: unknown): unknown[] {
  if (!isObject(schema)) return [];
  const members = schema.anyOf ?? schema.oneOf;
  return Array.isArray(members) ? members.flatMap(alternatives) : [schema];
}

function methodOf(schema: unknown, definitions: ReadonlyMap<string, JsonSchema>): string | undefined {
  const target = definitions.get(refName(schema) ?? "");
  const method = isObject(target) ? target["x-method"] : undefined;
  return typeof method === "string" ? method : undefined;
}

/** Whether an object without properties is refused; a definition inside itself asks nothing more of it. */
function requiresSomething(schema: JsonSchema | undefined, definitions: ReadonlyMap<string, JsonSchema>, seen: ReadonlySet<string> = new Set()): boolean {
  if (!isObject(schema)) return false;
  const below = (one: JsonSchema): boolean => requiresSomething(one, definitions, seen);
  const name = refName(schema);
  if (name !== undefined) return !seen.has(name) && requiresSomething(definitions.get(name), definitions, new Set([...seen, name]));
  const { required, allOf } = schema;
  if (Array.isArray(required) && required.length > 0) return true;
  const members = schema.anyOf ?? schema.oneOf;
  return (Array.isArray(allOf) && allOf.some(below)) || (Array.isArray(members) && members.every(below));
}

/** What is said of the params where they are listed is said of the message. */
function descriptionOf(members: readonly JsonSchema[]): JsonObject {
  const [only, ...others] = members;
  return isObject(only) && others.length === 0 && only.description !== undefined ? { description: only.description } : {};
}
