import type { CheckedTable, CheckedValueTable, Program } from "../check/types.js";
import { escaped, namePattern, plainPattern } from "./editor-patterns.js";
import { ifThen, type EditorSchema } from "./editor-values.js";

/** `constant`: what a value may become. */
export const constantSchema: EditorSchema = { type: ["string", "number", "boolean", "null"], pattern: plainPattern, patternErrorMessage: "A value becomes a plain value; what does not fit is a transform." };

/** The value tables of a table; those of an enum that it maps already have a line for each of its values. */
export function valuesSchema(program: Program, table: CheckedTable): EditorSchema {
  const known = new Map(table.values.map((values) => [values.of, values]));
  // What an extension leaves out is in the table that it extends.
  const whole = table.extended
    ? {}
    : {
        required: ["of", "map"],
        allOf: [ifThen({ required: ["of"], properties: { of: { const: "boolean" } } }, { properties: { map: { required: ["true", "false"] } } }, { required: ["unlisted"] }), ...[...known.values()].flatMap(exhaustive)],
      };
  return {
    description: "Value tables: what `| name` makes of each value.",
    type: "object",
    propertyNames: { title: "name", pattern: `^${namePattern}$`, patternErrorMessage: "A name is a letter followed by letters, digits and underscores." },
    additionalProperties: {
      description: "What each value of an enum becomes.",
      type: "object",
      ...whole,
      additionalProperties: false,
      properties: {
        of: {
          description: "The enum whose values are mapped, a property of a definition that is one, or `string` or `boolean`.",
          anyOf: [
            { enum: [...new Set([...known.keys(), "string", "boolean"])].sort() },
            { type: "string", pattern: `^(?:${protocolsPattern(program)})#/[^\\s.]+(?:\\.[^\\s.]+)*$`, patternErrorMessage: "Write `protocol#/Definition`, `protocol#/Definition.property`, `string` or `boolean`." },
          ],
        },
        map: {
          description: "A line for every value that a schema lists.",
          type: "object",
          additionalProperties: ifThen({ type: "object" }, { type: "object", required: ["undecided"], additionalProperties: false, properties: { undecided: { deprecationMessage: "Nobody has decided yet what the value becomes: write the word alone.", ...ifThen({ type: "array" }, { minItems: 1, items: { $ref: "#/definitions/constant" } }, constantSchema) } } }, { $ref: "#/definitions/constant" }),
        },
        unlisted: { description: "What a value that no schema knows becomes.", $ref: "#/definitions/constant" },
        absent: { description: "What absent or null becomes; without it, it stays absent.", $ref: "#/definitions/constant" },
      },
    },
  };
}

export function protocolsPattern(program: Program): string {
  return [...program.surfaces.keys()].map(escaped).join("|");
}

/** The checked table lists every value of its enum, so any other table of that enum must, too. */
function exhaustive({ of, map }: CheckedValueTable): EditorSchema[] {
  if (of === "string" || of === "boolean") return [];
  const values = map.filter(({ pattern }) => !pattern).map(({ from }) => from);
  const lines = { required: values, properties: Object.fromEntries(values.map((value) => [value, {}])), additionalProperties: false };
  return [ifThen({ required: ["of"], properties: { of: { const: of } } }, { properties: { map: lines } })];
}
