import type { schemaCodes } from "../schema/codes.js";
import { example, notifications, type Explanations } from "./types.js";

const file = "schemas/demo/1.0/Extra.json";
const other = "schemas/demo/1.0/B.json";
const extra = (before: string, after: string): ReturnType<typeof example> => example(file, before, after);
const publisher = "Take the file from its publisher again (`mapwright vendor`)";

export const schema: Explanations<keyof typeof schemaCodes> = {
  "missing-schemas": {
    why: "The config says that the tables cover this version, and nobody can tell whether they do.",
    mend: "Fetch the version with `mapwright vendor`, put the files of a protocol of your own there, or take the version out of the config.",
    ...example("mapwright.config.yaml", `protocols:\n  demo: ["1.0", "1.1"] # schemas/demo/1.1/ is empty`, `protocols:\n  demo: ["1.0"]`),
  },
  "invalid-json": {
    why: "A vendored file is its publisher's own, unchanged; one that is no JSON has been cut off or edited.",
    mend: `${publisher}, or restore it from version control.`,
    ...extra(`{ "type": "object", }`, `{ "type": "object" }`),
  },
  "invalid-schema": {
    why: "What the keyword says cannot be followed, and reading on would mean to guess what values it allows.",
    mend: `${publisher}, or restore it from version control. In an overlay, write the keyword in its right form.`,
    ...extra(`{ "type": "object", "required": "id" }`, `{ "type": "object", "required": ["id"] }`),
  },
  "unknown-dialect": {
    why: "Dialects differ in what the same keyword means; those that are understood are draft-07 and 2020-12.",
    mend: "Look whether the publisher offers the schema in one of these dialects, and report it if not.",
    ...extra(`{ "$schema": "http://json-schema.org/draft-04/schema#", "type": "object" }`, `{ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object" }`),
  },
  "dangling-ref": {
    why: "What the reference stands for is not there, so that any path through it would be a guess.",
    mend: `${publisher}; a bundle that refers to files beside it needs these, too. In an overlay, mend the name.`,
    ...extra(`{ "type": "object", "properties": { "turn": { "$ref": "all.json#/definitions/Trun" } } }`, `{ "type": "object", "properties": { "turn": { "$ref": "all.json#/definitions/Turn" } } }`),
  },
  "name-collision": {
    why: "Each definition becomes one TypeScript type. Here the `X` of `A.json`, which is not that of `B.json`, would be called `AX`, and that is the name of another.",
    mend: "Leave one of the files out of the folder if nothing needs it, or report it to mapwright.",
    before: { "schemas/demo/1.0/A.json": `{ "definitions": { "X": { "type": "string" } }, "$ref": "#/definitions/X" }\n`, [other]: `{ "definitions": { "X": { "type": "number" }, "AX": { "type": "null" } }, "type": "object", "properties": { "x": { "$ref": "#/definitions/X" } } }\n` },
    after: { [other]: `{ "definitions": { "X": { "type": "number" }, "AX": { "type": "null" } }, "type": "object", "properties": { "x": { "$ref": "#/definitions/X" } } }\n` },
  },
  "circular-definition": {
    severity: "warning",
    why: "A definition that refers to itself and says nothing else allows anything; it is read as unknown, and no path leads into it.",
    mend: "Report it to the publisher. An overlay cannot mend it, but can say what the messages that hold it look like.",
    ...extra(`{ "definitions": { "Loop": { "$ref": "#/definitions/Loop" } } }`, `{ "definitions": { "Loop": { "type": "array", "items": { "$ref": "#/definitions/Loop" } } } }`),
  },
  "untagged-member": {
    severity: "warning",
    why: "The union says by which tag its members are told apart, and one of them lacks it: every value that no other member has may be this one. Of unions that no table goes through, nothing is said.",
    mend: "Nothing, if the publisher means it: a table over the union has a row for `(other)`. Otherwise report it.",
    ...example(
      file,
      `{ "discriminator": { "propertyName": "kind" }, "oneOf": [\n  { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "a" } } },\n  { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string" } } } ] }`,
      `{ "discriminator": { "propertyName": "kind" }, "oneOf": [\n  { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "a" } } },\n  { "type": "object", "required": ["kind"], "properties": { "kind": { "const": "b" } } } ] }`,
      { [notifications]: `schema: demo#/Extra\nkey: $.kind\n` },
    ),
  },
  "unknown-keyword": {
    severity: "warning",
    why: "The keyword is ignored. If it restricts values, types and validators are wider than the publisher means; if it is misspelt, so is what was meant.",
    mend: "Compare it with the publisher's file. Keywords that begin with `x-` are taken as remarks.",
    ...extra(`{ "type": "string", "maxLenght": 8 }`, `{ "type": "string", "maxLength": 8 }`),
  },
  "unusable-pattern": {
    severity: "warning",
    why: "The pattern is written for another language's regular expressions, so that values are not checked against it.",
    mend: "Nothing for tables: types do not depend on it. Report it if the pattern should hold in JavaScript.",
    ...extra(`{ "type": "string", "pattern": "(?P<year>[0-9]{4})" }`, `{ "type": "string", "pattern": "(?<year>[0-9]{4})" }`),
  },
  "unsafe-bound": {
    severity: "warning",
    why: "A JavaScript number holds integers exactly up to 2^53 only. A bound beyond that would refuse right values and accept wrong ones, so it is not checked.",
    mend: "Nothing, if the publisher counts in 64 bits. A host that needs the exact number has to read the frame itself.",
    ...extra(`{ "type": "integer", "maximum": 18446744073709551615 }`, `{ "type": "integer", "maximum": 4294967295 }`),
  },
};
