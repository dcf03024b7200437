import { acts } from "../check/acts.js";
import { rowKeys } from "../check/named-rows.js";
import { canonicalSpec } from "../check/sections.js";
import type { CheckedProvider, CheckedRow, Program } from "../check/types.js";
import type { CanonicalField } from "../schema/canonical.js";
import { openKeyPattern, plainPattern } from "./editor-patterns.js";
import { specSchema } from "./editor-spec.js";
import { ifThen, type EditorSchema } from "./editor-values.js";

/** What an editor knows of `mappings/equivalence.yaml`: events, sources and the keys of their rows. */
export function equivalenceSchema({ canonical, providers }: Program): EditorSchema {
  const taken = [canonicalSpec, ...new Set(providers.flatMap(({ tables }) => tables.flatMap(({ spec }) => spec ?? [])))];
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    description: "What the agents have in common, and what gives it at each of them.",
    type: "object",
    required: ["spec", "concepts"],
    additionalProperties: false,
    properties: {
      spec: { description: "The section of EVENTS.md that shows this, in quotes.", ...specSchema(taken), examples: ["7"] },
      concepts: {
        description: "Concepts by name, as EVENTS.md shows them.",
        type: "object",
        minProperties: 1,
        additionalProperties: {
          description: "A concept: its event, and what gives it at each provider.",
          type: "object",
          required: providers.map(({ name }) => name),
          // One event beside the providers.
          minProperties: providers.length + 1,
          maxProperties: providers.length + 1,
          additionalProperties: false,
          properties: {
            ...Object.fromEntries(canonical.events.map(({ type, description, fields }) => [type, { description, ...wordsSchema(fields) }])),
            ...Object.fromEntries(providers.map((provider) => [provider.name, cellSchema(provider)])),
          },
        },
      },
    },
  };
}

function wordsSchema(fields: readonly CanonicalField[]): EditorSchema {
  return {
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.name, { ...(field.description !== undefined && { description: field.description }), ...oneOrMore(wordSchema(field)) }])),
  };
}

function wordSchema({ shape }: CanonicalField): EditorSchema {
  const members = shape.kind === "union" ? shape.members : [shape];
  const literals = members.flatMap((member) => (member.kind === "literal" ? [member.value] : []));
  return literals.length === members.length ? { enum: literals } : { type: ["string", "number", "boolean"], pattern: plainPattern };
}

function cellSchema({ name, tables }: CheckedProvider): EditorSchema {
  const sending = tables.filter(({ sent }) => sent.length > 0).map(({ source, sent }) => ({ source, rows: sent }));
  return {
    description: `What gives the event at ${name}: rows by their source, acts of the host, or \`none\` with a reason.`,
    type: "object",
    minProperties: 1,
    // A reason for nothing stands alone.
    ...ifThen({ required: ["none"] }, { maxProperties: 1 }),
    additionalProperties: false,
    properties: {
      ...sourcesSchema(tables.map(({ source, rows }) => ({ source, rows }))),
      sent: { description: "Rows about what the host writes.", type: "object", minProperties: 1, additionalProperties: false, properties: sourcesSchema(sending) },
      act: { description: "What the host does, where the runtime itself gives the event.", ...oneOrMore({ enum: [...acts.keys()] }) },
      none: { description: "Why there is nothing.", type: "string" },
    },
  };
}

function sourcesSchema(sources: readonly { readonly source: string; readonly rows: readonly CheckedRow[] }[]): EditorSchema {
  return Object.fromEntries(sources.map(({ source, rows }) => [source, oneOrMore(keySchema(rows))]));
}

/** A key as it is known, or a pattern or group that the compiler will look at. */
function keySchema(rows: readonly CheckedRow[]): EditorSchema {
  return { type: "string", anyOf: [{ enum: rowKeys(rows) }, { pattern: openKeyPattern }] };
}

function oneOrMore(schema: EditorSchema): EditorSchema {
  return { anyOf: [schema, { type: "array", minItems: 1, uniqueItems: true, items: schema }] };
}
