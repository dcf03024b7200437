import { HOLD_SCHEMA_LIST, HOLD_SCHEMAS_BY_NAME, isType } from "./keywords.js";
import { isObject } from "./json.js";

/** What the value of a keyword must be, in words for the message; only of keywords whose form a reader relies on. */
const FORMS: ReadonlyMap<string, readonly [what: string, test: (value: unknown) => boolean]> = new Map([
  ...each("$ref $anchor $dynamicRef $dynamicAnchor title description $comment format pattern contentEncoding contentMediaType", "text", isText),
  ...each("required", "a list of property names", (value) => Array.isArray(value) && value.every(isText)),
  ...each("enum", "a list of at least one value", (value) => Array.isArray(value) && value.length > 0),
  ...each("type", "one or several types", (value) => isText(value) || (Array.isArray(value) && value.length > 0)),
  ...each([...HOLD_SCHEMAS_BY_NAME, "dependencies", "dependentRequired"].join(" "), "an object with a name for each entry", isObject),
  ...each([...HOLD_SCHEMA_LIST].join(" "), "a list of at least one schema", (value) => Array.isArray(value) && value.length > 0),
  ...each("minimum maximum exclusiveMinimum exclusiveMaximum multipleOf", "a number", (value) => typeof value === "number"),
  ...each("minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains", "a whole number", (value) => Number.isInteger(value) && (value as number) >= 0),
  ...each("uniqueItems readOnly writeOnly deprecated", "true or false", (value) => typeof value === "boolean"),
]);

/** What is wrong with the form of a keyword's value, as a sentence; undefined if nothing is. */
export function formProblem(keyword: string, value: unknown): string | undefined {
  const form = FORMS.get(keyword);
  if (form !== undefined && !form[1](value)) return `"${keyword}" must be ${form[0]}, not ${shown(value)}.`;
  const stranger = keyword === "type" ? [value].flat().find((type) => !isType(type)) : undefined;
  return stranger === undefined ? undefined : `"${String(stranger)}" is no JSON Schema type.`;
}

/** Whether JavaScript understands a pattern; a publisher may write for another engine. */
export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function each(keywords: string, what: string, test: (value: unknown) => boolean): [string, readonly [string, (value: unknown) => boolean]][] {
  return keywords.split(" ").map((keyword) => [keyword, [what, test]]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
