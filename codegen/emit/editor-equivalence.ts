import { acts } from "../check/acts.js";
import { rowKeys } from "../check/named-rows.js";
import type { CheckedProvider, CheckedRow, Program } from "../check/types.js";
import type { EditorSchema } from "./editor-values.js";

/** What an editor knows of `mappings/equivalence.yaml`: events, sources and the keys of their rows. */
export function equivalenceSchema({ canonical, providers }: Program): EditorSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "mappings/equivalence.yaml",
    description: "What the agents have in common, and what gives it at each of them.",
    type: "object",
    required: ["spec", "concepts"],
    additionalProperties: false,
    properties: {
      spec: { description: "The section of EVENTS.md that shows this, in quotes.", type: "string", examples: ["7"] },
      concepts: {
        type: "object",
        additionalProperties: {
          description: "A concept: its event, and what gives it at each provider.",
          type: "object",
          required: providers.map(({ name }) => name),
          additionalProperties: false,
          properties: {
            ...Object.fromEntries(canonical.events.map(({ type, description, fields }) => [type, { description, ...wordsSchema(fields.map(({ name }) => name)) }])),
            ...Object.fromEntries(providers.map((provider) => [provider.name, cellSchema(provider)])),
          },
        },
      },
    },
  };
}

function wordsSchema(fields: readonly string[]): EditorSchema {
  const word = { type: ["string", "number", "boolean"] };
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(fields.map((name) => [name, { anyOf: [word, { type: "array", minItems: 1, items: word }] }])) };
}

function cellSchema({ name, tables }: CheckedProvider): EditorSchema {
  const sending = tables.filter(({ sent }) => sent.length > 0).map(({ source, sent }) => ({ source, rows: sent }));
  return {
    description: `What gives the event at ${name}: rows by their source, acts of the host, or \`none\` with a reason.`,
    type: "object",
    minProperties: 1,
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
  return { type: "string", anyOf: [{ enum: rowKeys(rows) }, { pattern: "[*{]" }] };
}

function oneOrMore(schema: EditorSchema): EditorSchema {
  return { anyOf: [schema, { type: "array", minItems: 1, items: schema }] };
}
