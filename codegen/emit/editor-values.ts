import type { CanonicalEvent, CanonicalField } from "../schema/canonical.js";
import type { Shape } from "../schema/types.js";

/** What may stand where a row gives a value: schemas of expressions, conditions and payloads. */

export type EditorSchema = { readonly [keyword: string]: unknown };

/**
 * `expression`, `path`, `text` (a text or an expression), `any`, `conditions`. A misspelt name after `|` is underlined:
 * `names` are the value tables and transforms that the compiler last saw.
 */
export function expressionSchemas(names: readonly string[]): { readonly [name: string]: EditorSchema } {
  const other = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*'|[^|"'])*`;
  const pipe = names.length === 0 ? "" : `(?:\\|\\s*(?:${names.join("|")})(?![A-Za-z0-9_])${other})*`;
  return {
    expression: {
      type: "string",
      pattern: `^\\$(?!\\$)${other}${pipe}$`,
      patternErrorMessage: `Write \`$.path\`, \`$.path ?? other\` or \`$.path | name\`. Names after "|": ${names.join(", ") || "none"}. Run \`mapwright generate\` after adding one.`,
    },
    path: { type: "string", pattern: "^\\$(?!\\$)[^|?]*$", patternErrorMessage: "Write a path: `$.method`." },
    isExpression: { type: "string", pattern: "^\\$(?!\\$)" },
    text: { type: "string", ...ifThen({ $ref: "#/definitions/isExpression" }, { $ref: "#/definitions/expression" }) },
    any: {
      ...ifThen({ type: "string" }, { $ref: "#/definitions/text" }),
      properties: { each: { $ref: "#/definitions/expression" } },
      additionalProperties: { $ref: "#/definitions/any" },
      items: { $ref: "#/definitions/any" },
    },
    conditions: {
      description: "All must hold: a path, and a value, a list of values, `present` or `absent`.",
      type: "object",
      minProperties: 1,
      propertyNames: { $ref: "#/definitions/expression" },
      additionalProperties: {
        anyOf: [
          { type: ["string", "number", "boolean"], pattern: "^(?!\\$(?!\\$))" },
          { type: "array", minItems: 1, items: { type: ["string", "number", "boolean"], pattern: "^(?!\\$(?!\\$))" } },
        ],
        examples: ["present", "absent"],
      },
    },
  };
}

/** For each event its payload, or a list of payloads that each give one. */
export function eventSchemas(events: readonly CanonicalEvent[]): { readonly [type: string]: EditorSchema } {
  return Object.fromEntries(
    events.map((event) => [
      event.type,
      {
        markdownDescription: eventDocs(event),
        ...oneOrListOf(event.type),
        properties: { when: { $ref: "#/definitions/conditions" }, ...fieldSchemas(event.fields) },
        required: event.fields.filter((field) => field.required && !field.inherited).map((field) => field.name),
        additionalProperties: false,
      },
    ]),
  );
}

/** A mapping as the definition `name` describes it, or a list of them. */
export function oneOrListOf(name: string): EditorSchema {
  return { type: ["object", "array"], minItems: 1, items: { type: "object", allOf: [{ $ref: `#/definitions/${name}` }] } };
}

function eventDocs({ type, description, lifecycle, host }: CanonicalEvent): string {
  const does =
    lifecycle === undefined ? "" : ` It ${lifecycle.does} ${/^[aeiou]/.test(lifecycle.entity) ? "an" : "a"} ${lifecycle.entity}.`;
  return `**${type}**: ${description}${does}${host ? " Given by the host or the runtime; no row needs to." : ""}`;
}

function fieldSchemas(fields: readonly CanonicalField[]): { readonly [name: string]: EditorSchema } {
  return Object.fromEntries(
    fields.map((field) => [field.name, { markdownDescription: fieldDocs(field), ...valueSchema(field.shape, field.fields) }]),
  );
}

function fieldDocs({ type, required, inherited, description }: CanonicalField): string {
  const must = inherited ? ", else taken from what was opened" : required ? ", required" : "";
  return `\`${type}\`${must}${description === undefined ? "" : `: ${description}`}`;
}

/** A value of the shape, or an expression for one. */
function valueSchema(shape: Shape, fields: readonly CanonicalField[] | undefined): EditorSchema {
  const members = shape.kind === "union" ? shape.members : [shape];
  if (members.some((member) => member.kind === "unknown" || member.kind === "named" || member.kind === "never"))
    return { $ref: "#/definitions/any" };
  const literals = members.flatMap((member) => (member.kind === "literal" ? [member.value] : []));
  const forms = members.flatMap((member) => formSchema(member, fields));
  const alternatives = [...(literals.length > 0 ? [{ enum: literals }] : []), ...forms];
  return shape.kind === "string" ? { $ref: "#/definitions/text" } : orExpression(alternatives);
}

/** The alternatives are for completion; what is wrong with an expression is said apart from them. */
function orExpression(schemas: readonly EditorSchema[]): EditorSchema {
  const isExpression = { $ref: "#/definitions/isExpression" };
  return { anyOf: [...schemas, isExpression], ...ifThen(isExpression, { $ref: "#/definitions/expression" }) };
}

export function ifThen(condition: EditorSchema, consequence: EditorSchema): EditorSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  return { if: condition, then: consequence };
}

function formSchema(shape: Shape, fields: readonly CanonicalField[] | undefined): EditorSchema[] {
  switch (shape.kind) {
    case "string":
    case "boolean":
    case "number":
    case "integer":
    case "null":
      return [{ type: shape.kind }];
    case "object":
      return [objectSchema(shape, fields)];
    case "list":
      return [{ type: "array", items: valueSchema(shape.element, fields) }, eachSchema(shape.element, fields)];
    default:
      return [];
  }
}

function objectSchema(shape: Shape, fields: readonly CanonicalField[] | undefined): EditorSchema {
  if (shape.kind !== "object" || shape.fields.size === 0) return { type: "object", additionalProperties: { $ref: "#/definitions/any" } };
  return { type: "object", ...objectFields(shape, fields), required: requiredFields(shape) };
}

/** `{ each: $.entries, as: entry, step: $entry.content }`. */
function eachSchema(element: Shape, fields: readonly CanonicalField[] | undefined): EditorSchema {
  const own = objectFields(element, fields);
  const each = {
    each: { description: "The list to go through.", $ref: "#/definitions/expression" },
    as: { description: "The name of its element: `as: entry` makes `$entry`.", type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" },
  };
  return {
    type: "object",
    ...own,
    properties: { ...each, ...(own["properties"] as object) },
    required: ["each", "as", ...requiredFields(element)],
  };
}

function objectFields(shape: Shape, fields: readonly CanonicalField[] | undefined): EditorSchema {
  if (shape.kind !== "object") return { properties: {}, additionalProperties: { $ref: "#/definitions/any" } };
  const plain = [...shape.fields].map(
    ([name, { shape: inner, description }]) =>
      [name, { ...(description !== undefined && { description }), ...valueSchema(inner, undefined) }] as const,
  );
  return {
    properties: fields === undefined ? Object.fromEntries(plain) : fieldSchemas(fields),
    additionalProperties: shape.rest === undefined ? false : { $ref: "#/definitions/any" },
  };
}

function requiredFields(shape: Shape): string[] {
  return shape.kind === "object" ? [...shape.fields].flatMap(([name, field]) => (field.required ? [name] : [])) : [];
}

/** `memory.yaml` is the same for every provider. */
export function memorySchema(): EditorSchema {
  const kinds = {
    last: "the last value",
    count: "how often it was given",
    text: "texts one after the other",
    json: "texts one after the other, readable once they are JSON",
    utf8: "base64 of bytes, read as text newly come",
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "mappings/<provider>/memory.yaml",
    description: "What one message tells and another needs: cells that the tables of one provider share.",
    type: "object",
    required: ["memory"],
    additionalProperties: false,
    properties: {
      memory: {
        type: "object",
        propertyNames: { pattern: "^(?!(?:request|extra)$)[A-Za-z_][A-Za-z0-9_]*$" },
        additionalProperties: {
          description: "A cell; rows write it with `remember` and read it as `$name`.",
          type: "object",
          required: ["by", "holds", "until"],
          additionalProperties: false,
          properties: {
            by: {
              description: "What tells one cell from another; `[]` if there is one for all.",
              type: "array",
              items: { type: "string", pattern: "^\\$(?!\\$)", patternErrorMessage: "Write a path: `$.params.itemId`." },
            },
            holds: {
              description: "Names, and how each is kept.",
              type: "object",
              additionalProperties: { enum: Object.keys(kinds), markdownEnumDescriptions: Object.values(kinds) },
            },
            until: { description: "When it is forgotten.", enum: ["turn", "session"] },
          },
        },
      },
    },
  };
}
