import type { overlayCodes } from "../schema/codes.js";
import { example, type Explanations } from "./types.js";

const overlaying = (before: string, after: string): ReturnType<typeof example> => example("schemas/demo/overlay.yaml", before, after);
const variant = (tags: string, required: string): string => `variants:\n  Notification:\n    - note: seen on the wire\n      schema: { type: object, required: [${required}], properties: { ${tags} } }`;

export const overlay: Explanations<keyof typeof overlayCodes> = {
  "overlay-key": {
    why: "An overlay has `definitions`, `variants`, `properties` and `responses`, an entry `schema` and `note`; anything else would be left out without a word. A definition becomes a TypeScript type and needs a name that can be one.",
    mend: "Mend the spelling; schemas/README.md describes the form.",
    ...overlaying(`definitons:\n  Extra: { schema: { type: string } }`, `definitions:\n  Extra: { schema: { type: string } }`),
  },
  "overlay-entry": {
    why: "The part cannot be read in the form in which it is written, so it would add nothing.",
    mend: "Write an entry as `{ schema: <JSON Schema>, note: <where it was seen> }`, variants as a list of them, a response as the name of a definition.",
    ...overlaying(`definitions:\n  Extra: { note: seen on the wire }`, `definitions:\n  Extra: { note: seen on the wire, schema: { type: object } }`),
  },
  "overlay-untagged": {
    why: "A message is told from the others by its tag. A variant without one would be every message.",
    mend: "Give the variant a required property with one value, as the messages have it.",
    ...overlaying(variant("method: { type: string }", "method"), variant("method: { const: turn/paused }", "method").concat(" # and a row for it")),
  },
  "overlay-conflict": {
    why: "A message could be either of the two variants, so that nobody can say which row is meant.",
    mend: "Require what tells them apart, or delete the entry if the other says it already.",
    ...overlaying(variant("method: { const: turn/started }, kind: { const: b }", "method, kind"), variant("method: { const: turn/paused }, kind: { const: b }", "method, kind")),
  },
  "overlay-not-a-union": {
    why: "A variant is one more member of a union, and this definition has no members.",
    mend: "Name the union; or add a definition, or a property under `properties`.",
    ...overlaying(`variants:\n  Turn:\n    - schema: { type: object, required: [method], properties: { method: { const: turn/paused } } }`, `variants:\n  Notification:\n    - schema: { type: object, required: [method], properties: { method: { const: turn/paused } } }`),
  },
  "overlay-not-an-object": {
    why: "A property belongs to an object, and this definition is none, or several.",
    mend: "Name the object that has the property: for a union, the definition of the member.",
    ...overlaying(`properties:\n  TurnStatus:\n    reason: { schema: { type: string } }`, `properties:\n  Turn:\n    reason: { schema: { type: string } }`),
  },
  "overlay-unfit": {
    why: "An entry is added to each version that has all that it refers to. This one fits none, so it would add nothing.",
    mend: "Split it into one entry for each version, add what it refers to, or delete it.",
    before: {
      "mapwright.config.yaml": `protocols:\n  demo: ["1.0", "1.1"]\n`,
      "schemas/demo/1.0/Old.json": `{ "type": "string" }\n`,
      "schemas/demo/1.1/New.json": `{ "type": "string" }\n`,
      "schemas/demo/overlay.yaml": `definitions:\n  Either: { schema: { anyOf: [{ $ref: "#/definitions/Old" }, { $ref: "#/definitions/New" }] } }\n`,
    },
    after: {
      "mapwright.config.yaml": `protocols:\n  demo: ["1.0", "1.1"]\n`,
      "schemas/demo/1.0/Old.json": `{ "type": "string" }\n`,
      "schemas/demo/1.1/New.json": `{ "type": "string" }\n`,
      "schemas/demo/overlay.yaml": `definitions:\n  Either: { schema: { anyOf: [{ $ref: "#/definitions/Old" }, { type: "null" }] } }\n`,
    },
  },
  "overlay-superseded": {
    severity: "warning",
    why: "The schemas of every version say this themselves by now. The publisher's word counts, and the entry does nothing.",
    mend: "Delete the entry.",
    ...overlaying(`definitions:\n  TurnStatus: { schema: { type: string } }`, `definitions: {}`),
  },
};
