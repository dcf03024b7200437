import { elementName, expressionPattern, namePattern } from "./editor-patterns.js";
import type { EditorSchema } from "./editor-values.js";

const kinds = {
  last: "the last value",
  count: "how often it was given",
  text: "texts one after the other",
  json: "texts one after the other, readable once they are JSON",
  utf8: "base64 of bytes, read as text newly come",
};

/** Under these names every object holds something, so that nothing would ever be absent there. */
const inherited = "__defineGetter__|__defineSetter__|__lookupGetter__|__lookupSetter__|__proto__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|toLocaleString|toString|valueOf";

/** `memory.yaml` is the same for every provider. */
export function memorySchema(): EditorSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    description: "What one message tells and another needs: cells that the tables of one provider share.",
    type: "object",
    required: ["memory"],
    additionalProperties: false,
    properties: {
      memory: {
        description: "The cells by name.",
        type: "object",
        propertyNames: { title: "cell", pattern: elementName.replace("request|extra", `request|extra|${inherited}`), patternErrorMessage: "A name is a letter followed by letters, digits and underscores, and none that means something already." },
        additionalProperties: {
          description: "A cell; rows write it with `remember` and read it as `$name`.",
          type: "object",
          required: ["by", "holds", "until"],
          additionalProperties: false,
          properties: {
            by: {
              description: "What tells one cell from another; `[]` if there is one for all.",
              type: "array",
              items: { type: "string", pattern: expressionPattern([namePattern], []), patternErrorMessage: "Write a path: `$.params.itemId`." },
            },
            holds: {
              description: "Names, and how each is kept.",
              type: "object",
              propertyNames: { title: "name", pattern: `^(?!(?:${inherited})$)`, patternErrorMessage: "Every object has something of that name: choose another." },
              additionalProperties: { enum: Object.keys(kinds), markdownEnumDescriptions: Object.values(kinds) },
            },
            until: { description: "When it is forgotten.", enum: ["turn", "session"] },
          },
        },
      },
    },
  };
}
