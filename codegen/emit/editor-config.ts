import type { Program } from "../check/types.js";
import { policyCodes } from "../policy/codes.js";
import { agentSwitches, frames } from "./agents.js";
import { isRelativePattern } from "./editor-patterns.js";
import { ifThen, snippets, type EditorSchema } from "./editor-values.js";

/** `mapwright.config.yaml`. What of it is on the disk, such as versions that are vendored, `check` looks at. */
export function configSchema({ surfaces, providers }: Program): EditorSchema {
  const path = (description: string, usual: string): EditorSchema => ({ description, type: "string", pattern: isRelativePattern, patternErrorMessage: "Write a path relative to the folder of the config.", ...snippets([usual]) });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    description: "What mapwright reads and writes. Paths are relative to this file.",
    type: "object",
    ...ifThen({ required: ["extends"] }, { required: ["mappings", "output"] }, { required: ["schemas", "mappings", "output", "protocols"], properties: { providers: false } }),
    additionalProperties: false,
    // A key for each of codegen/cli/config.ts.
    properties: {
      extends: { description: "The project builds on the tables, schemas and events that Mapwright ships.", enum: ["mapwright"] },
      schemas: path("The folder of `canonical/`, `lock.json` and `<protocol>/<version>/`.", "schemas"),
      mappings: path("The folder of the tables: `<provider>/*.yaml`.", "mappings"),
      transforms: path("The folder of the transforms that tables use.", "src/transforms"),
      output: path("The folder of what is generated, which belongs to mapwright.", "generated"),
      events: path("The specification, whose tables are rendered between marker comments.", "EVENTS.md"),
      protocols: {
        description: "Which versions of which protocol the tables cover.",
        type: "object",
        minProperties: 1,
        properties: Object.fromEntries([...surfaces].map(([name, surface]) => [name, versionsSchema(surface.versions)])),
        additionalProperties: versionsSchema([]),
      },
      providers: {
        description: "Agents that Mapwright does not know, each with a folder of tables.",
        type: "object",
        propertyNames: { title: "name", pattern: "^[a-z][a-z0-9\\-]*$", patternErrorMessage: "A provider's name is small letters, digits and hyphens." },
        additionalProperties: providerSchema,
      },
      tests: { description: "What runs the generated tests, if anything does.", enum: ["vitest"] },
      policies: {
        description: "Rules of the house, each off unless it is turned on here.",
        type: "object",
        additionalProperties: false,
        properties: Object.fromEntries(Object.entries(policyCodes).map(([code, what]) => [code, policySchema(`Reports ${what}.`)])),
      },
      transcripts: {
        description: "Recorded sessions by the provider that reads them, for `diff --behaviour`.",
        type: "object",
        properties: Object.fromEntries(providers.map(({ name }) => [name, folders])),
        additionalProperties: folders,
      },
    },
  };
}

function policySchema(description: string): EditorSchema {
  const severity: EditorSchema = { enum: ["error", "warning", "off"] };
  const except: EditorSchema = { description: "What it does not hold for: sources, or a source and a key; * stands for any text.", type: "array", minItems: 1, items: { type: "string", minLength: 1 } };
  return { description, anyOf: [severity, { type: "object", required: ["severity"], additionalProperties: false, properties: { severity, except } }] };
}

const itemTypes: EditorSchema = { type: "array", items: { type: "string" } };
const yes: EditorSchema = { type: "boolean" };

const providerSchema: EditorSchema = {
  description: "What its messages are, and what a session has to know of it.",
  type: "object",
  required: ["frames", "sources"],
  additionalProperties: false,
  properties: {
    frames: { description: "Messages that are told apart by a tag, or those of JSON-RPC.", enum: [...frames] },
    sources: { description: "Its values of `raw.source`, of which each has a table.", type: "array", minItems: 1, items: { type: "string", minLength: 1 } },
    ...Object.fromEntries(Object.entries(agentSwitches).map(([name, kind]) => [name, kind === "boolean" ? yes : itemTypes])),
  },
};

const folders: EditorSchema = {
  description: "Folders; a * stands for any name.",
  type: "array",
  minItems: 1,
  items: { type: "string", pattern: isRelativePattern, patternErrorMessage: "Write a path below the folder of the config." },
};

function versionsSchema(covered: readonly string[]): EditorSchema {
  return {
    description: "The versions, oldest first, each in quotes.",
    type: "array",
    minItems: 1,
    uniqueItems: true,
    items: { type: "string", errorMessage: 'Write the version in quotes: "1.0.0".', ...(covered.length > 0 && { defaultSnippets: covered.map((version) => ({ label: version, body: `"${version}"` })) }) },
  };
}
