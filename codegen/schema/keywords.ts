/** What JSON Schema can say: draft-07 and 2020-12 together. */

/** Keywords that say nothing about which values are allowed. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  "title description default deprecated examples readOnly writeOnly $comment markdownDescription discriminator".split(" "),
);

/** Keywords whose value is a schema; `items` may also be a list of them. */
export const HOLD_SCHEMA: ReadonlySet<string> = new Set(
  "items additionalProperties additionalItems contains propertyNames not if then else unevaluatedProperties unevaluatedItems contentSchema".split(" "),
);

/** Keywords whose value is a map of names to schemas. */
export const HOLD_SCHEMAS_BY_NAME: ReadonlySet<string> = new Set("properties patternProperties dependentSchemas".split(" "));

/** Keywords whose value is a list of schemas. */
export const HOLD_SCHEMA_LIST: ReadonlySet<string> = new Set("allOf anyOf oneOf prefixItems".split(" "));

/** Keywords whose value is data, not schema. */
export const HOLD_DATA: ReadonlySet<string> = new Set("default const enum examples".split(" "));

/** Every keyword; what is not here and does not begin with `x-` is reported. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...ANNOTATIONS,
  ...HOLD_SCHEMA,
  ...HOLD_SCHEMAS_BY_NAME,
  ...HOLD_SCHEMA_LIST,
  ...HOLD_DATA,
  ..."$schema $id $ref $defs definitions $anchor $dynamicRef $dynamicAnchor $vocabulary type required".split(" "),
  ..."minProperties maxProperties dependencies dependentRequired minContains maxContains minItems maxItems uniqueItems".split(" "),
  ..."minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format contentEncoding contentMediaType".split(" "),
]);

const TYPES = new Set("null boolean object array number integer string".split(" "));

export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}

export function isType(name: unknown): boolean {
  return typeof name === "string" && TYPES.has(name);
}
