import type { EditorSchema } from "./editor-values.js";

/** `schemas/<protocol>/overlay.yaml` is the same for every protocol. */
export function overlaySchema(): EditorSchema {
  const name = { title: "Name", pattern: "^[A-Za-z][A-Za-z0-9_]*$", patternErrorMessage: "A definition's name is a letter followed by letters and digits." };
  const schema = { description: "A JSON Schema; its `$ref`s name definitions.", type: ["object", "boolean"] };
  const entry = {
    type: "object",
    required: ["schema"],
    additionalProperties: false,
    properties: { note: { description: "Where it was seen.", type: "string" }, schema },
  };
  const byDefinition = (values: EditorSchema): EditorSchema => ({ type: "object", propertyNames: name, additionalProperties: values });
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    description: "What is on the wire of a protocol and in no schema of it. It is added to every vendored version.",
    type: ["object", "null"],
    additionalProperties: false,
    properties: {
      definitions: { description: "Definitions of its own.", ...byDefinition(entry) },
      variants: { description: "Members that are added to a union.", ...byDefinition({ type: "array", items: entry }) },
      properties: { description: "Properties that are added to a definition.", ...byDefinition({ type: "object", additionalProperties: entry }) },
      responses: { description: "The definition of the answer to a request, by its method.", type: "object", additionalProperties: { type: "string" } },
    },
  };
}
