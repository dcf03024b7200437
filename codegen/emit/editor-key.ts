import { ifThen, type EditorSchema } from "./editor-values.js";

/** `keyTree`: a path, a path with what goes on below its values, `has`, or `each`. `keyBelow`: a key tree, or one for each value. */
export function keySchemas(): { readonly [name: string]: EditorSchema } {
  const tree = { $ref: "#/definitions/keyTree" };
  const below = { $ref: "#/definitions/keyBelow" };
  const has = {
    properties: { has: { description: "Fields of which one is present.", type: "array", minItems: 1, uniqueItems: true, items: { type: "string" } } },
    additionalProperties: tree,
  };
  const each = {
    required: ["each", "as", "key"],
    additionalProperties: false,
    properties: { each: { description: "The list to go through.", $ref: "#/definitions/path" }, as: { $ref: "#/definitions/elementName" }, key: { description: "What tells its elements apart.", ...tree } },
  };
  const path = { minProperties: 1, maxProperties: 1, propertyNames: { title: "$.path", $ref: "#/definitions/path" }, additionalProperties: below };
  const isHas = { type: "object", required: ["has"], properties: { has: { type: "array" } } };
  const isEach = { type: "object", required: ["each"], anyOf: [{ required: ["as"] }, { required: ["key"] }] };
  const isTree = { anyOf: [{ type: "string" }, isHas, isEach, { type: "object", minProperties: 1, propertyNames: { pattern: "^\\$" } }] };
  return {
    keyTree: {
      type: ["string", "object"],
      ...ifThen({ type: "string" }, { $ref: "#/definitions/path" }, ifThen(isHas, has, ifThen(isEach, each, path))),
    },
    keyBelow: { type: ["string", "object"], ...ifThen(isTree, tree, { minProperties: 1, additionalProperties: tree }) },
  };
}
