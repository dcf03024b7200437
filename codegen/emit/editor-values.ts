import { decisions } from "../check/decisions.js";
import type { CanonicalEvent, CanonicalField } from "../schema/canonical.js";
import type { Shape } from "../schema/types.js";
import { elementName, expressionPattern, isExpressionPattern, lastLiteralPattern, pathPattern, plainPattern } from "./editor-patterns.js";

/** What may stand where a row gives a value: schemas of expressions, conditions and payloads. */

export type EditorSchema = { readonly [keyword: string]: unknown };

/** What the compiler last saw of what expressions may name. */
export interface ExpressionNames {
  /** Value tables and transforms. */
  readonly afterBar: readonly string[];
  readonly cells: readonly { readonly name: string; readonly holds: readonly string[] }[];
}

/** `expression`, `path`, `text` (a text or an expression), `any`, `conditions`. A misspelt name after `|` or of a cell is underlined. */
export function expressionSchemas({ afterBar, cells }: ExpressionNames): { readonly [name: string]: EditorSchema } {
  const declared = cells.map(({ name, holds }) => `${name} (${holds.join(", ")})`);
  const known = [`Names after "|": ${afterBar.join(", ") || "none"}.`, ...(declared.length > 0 ? [`Cells: ${declared.join(", ")}.`] : [])];
  const plain = { type: ["string", "number", "boolean"], pattern: plainPattern, patternErrorMessage: "A condition compares a path with plain values." };
  return {
    expression: {
      type: "string",
      pattern: expressionPattern(afterBar, cells),
      patternErrorMessage: `Write \`$.path\`, \`$.path ?? other\` or \`$.path | name\`; text of several words stands in quotes. ${known.join(" ")} Run \`mapwright generate\` after adding one.`,
    },
    path: { type: "string", pattern: pathPattern, patternErrorMessage: "Write a path: `$.method`." },
    isExpression: { type: "string", pattern: isExpressionPattern },
    text: { type: "string", ...ifThen({ $ref: "#/definitions/isExpression" }, { $ref: "#/definitions/expression" }) },
    // What servers look for items in, before they know the value, must not lead to itself.
    any: ifThen(
      { type: "string" },
      { $ref: "#/definitions/text" },
      ifThen({ type: "array" }, { items: { $ref: "#/definitions/any" } }, ifThen({ type: "object", required: ["each"] }, { $ref: "#/definitions/each" }, { additionalProperties: { $ref: "#/definitions/any" } })),
    ),
    each: { required: ["each", "as"], properties: eachProperties, additionalProperties: { $ref: "#/definitions/any" } },
    elementName: { description: "The name of its element: `as: entry` makes `$entry`.", type: "string", pattern: elementName, patternErrorMessage: "A name is a letter followed by letters, digits and underscores, and neither `request` nor `extra`." },
    conditions: {
      description: "All must hold: a path, and a value, a list of values, `present` or `absent`.",
      type: "object",
      minProperties: 1,
      propertyNames: { title: "$.path", $ref: "#/definitions/expression" },
      additionalProperties: {
        // The words are for completion.
        anyOf: [{ enum: ["present", "absent"] }, plain, { type: "array", minItems: 1, uniqueItems: true, items: plain }],
      },
    },
  };
}

const eachProperties = {
  each: { description: "The list to go through.", $ref: "#/definitions/expression" },
  as: { $ref: "#/definitions/elementName" },
};

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
    fields.map((field) => [field.name, { markdownDescription: fieldDocs(field), ...valueSchema(shapeOf(field), field.fields) }]),
  );
}

/** What was decided is text for the canonical model, and one of the decisions for the compiler. */
export function shapeOf({ name, shape }: CanonicalField): Shape {
  return name === "decision" ? { kind: "union", members: decisions.map((value) => ({ kind: "literal", value })) } : shape;
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
  if (shape.kind === "string") return { $ref: "#/definitions/text" };
  return literals.length === members.length ? orExpression(alternatives, endingIn(literals)) : orExpression(alternatives);
}

/** The literal that an expression for one of some words ends in, if it does, is one of them. */
function endingIn(words: readonly unknown[]): EditorSchema {
  return { pattern: lastLiteralPattern(words.map(String)), patternErrorMessage: `After \`??\` comes a path, or one of ${words.join(", ")}.` };
}

/** A value as one of the schemas says, or an expression. The alternatives are for completion; what is wrong with an expression is said apart from them. */
export function orExpression(schemas: readonly EditorSchema[], more?: EditorSchema): EditorSchema {
  const isExpression = { $ref: "#/definitions/isExpression" };
  const expression = { $ref: "#/definitions/expression" };
  return { anyOf: [...schemas, isExpression], ...ifThen(isExpression, more === undefined ? expression : { allOf: [expression, more] }) };
}

export function ifThen(condition: EditorSchema, consequence: EditorSchema, otherwise?: EditorSchema): EditorSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a word of JSON Schema
  return { if: condition, then: consequence, ...(otherwise && { else: otherwise }) };
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
  return {
    type: "object",
    ...own,
    properties: { ...eachProperties, ...(own["properties"] as object) },
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

/** Editors show these where they complete, and nowhere else. A `$` would begin a placeholder. */
export function snippets(texts: readonly string[]): EditorSchema {
  return { defaultSnippets: texts.map((text) => ({ label: text, body: text.replaceAll("$", "\\$") })) };
}
