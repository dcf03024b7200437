import { isObject, type JsonObject } from "./json.js";
import type { JsonPath } from "./json-place.js";
import { HOLD_SCHEMA, HOLD_SCHEMA_LIST, HOLD_SCHEMAS_BY_NAME } from "./keywords.js";

export interface StrangeName {
  readonly message: string;
  readonly hint: string;
  readonly path: JsonPath;
}

/** What a schema written by hand says in vain: it requires what it does not have, or lists a value twice. */
export function strangeNames(schema: unknown, path: JsonPath = [], combined = false): StrangeName[] {
  if (!isObject(schema)) return [];
  const isCombined = combined || "$ref" in schema || [...HOLD_SCHEMA_LIST].some((keyword) => keyword in schema);
  const own = ["required", "enum", "type"].flatMap((keyword) => repeated(schema, keyword, path));
  return [...(isCombined ? [] : missing(schema, path)), ...own, ...Object.entries(schema).flatMap(([keyword, value]) => below(keyword, value, [...path, keyword]))];
}

/** Beside other schemas, what is required may stand in one of those. */
function missing(schema: JsonObject, path: JsonPath): StrangeName[] {
  const { required, properties = {}, patternProperties, additionalProperties } = schema;
  if (!Array.isArray(required) || !isObject(properties) || patternProperties !== undefined || isObject(additionalProperties)) return [];
  return required.flatMap((name, index) => (typeof name !== "string" || Object.hasOwn(properties, name) ? [] : [{ message: `"${name}" is required, but no property of that name is declared.`, hint: "Declare it under properties, or do not require it.", path: [...path, "required", index] }]));
}

function repeated(schema: JsonObject, keyword: string, path: JsonPath): StrangeName[] {
  const values = schema[keyword];
  if (!Array.isArray(values)) return [];
  const texts = values.map((value) => JSON.stringify(value));
  return texts.flatMap((text, index) => (texts.indexOf(text) === index ? [] : [{ message: `${text} stands twice in "${keyword}".`, hint: "Remove one of the two.", path: [...path, keyword, index] }]));
}

function below(keyword: string, value: unknown, path: JsonPath): StrangeName[] {
  if (HOLD_SCHEMA_LIST.has(keyword) && Array.isArray(value)) return value.flatMap((member, index) => strangeNames(member, [...path, index], true));
  if (HOLD_SCHEMAS_BY_NAME.has(keyword) && isObject(value)) return Object.entries(value).flatMap(([name, member]) => strangeNames(member, [...path, name]));
  return HOLD_SCHEMA.has(keyword) ? [value].flat().flatMap((member) => strangeNames(member, path, keyword !== "items" && keyword !== "additionalProperties")) : [];
}
