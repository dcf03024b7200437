/** What is wrong with vendored schema files, by its stable code. */
export const schemaCodes = {
  "missing-schemas": "a version that the config names, without any schema file",
  "invalid-json": "a schema file that is no JSON",
  "invalid-schema": "a schema, or a keyword of one, in a form that JSON Schema does not have",
  "unknown-dialect": "a schema file in a dialect of JSON Schema that the compiler does not read",
  "dangling-ref": "a `$ref` that leads nowhere",
  "name-collision": "two different definitions that would get the same name",
  "circular-definition": "a definition that is nothing but a reference to itself",
  "untagged-member": "a member of a union that declares a `discriminator` and does not have it",
  "unknown-keyword": "a keyword that JSON Schema does not know",
  "unusable-pattern": "a regular expression that JavaScript does not understand",
  "unsafe-bound": "a number that JavaScript cannot hold exactly, as a bound or as a value",
} as const;

/** What is wrong with an overlay, by its stable code. */
export const overlayCodes = {
  "overlay-key": "a key that an overlay does not know, or a name that cannot name a definition",
  "overlay-entry": "a part of an overlay in another form than belongs there",
  "overlay-untagged": "a variant without a property that tells it from the others",
  "overlay-conflict": "two variants of a union that a message could both be",
  "overlay-not-a-union": "a variant for something that is no union",
  "overlay-not-an-object": "a property for something that is no object",
  "overlay-unfit": "an entry that refers to what no version has together",
  "overlay-superseded": "an entry that the schemas have themselves by now",
} as const;

/** What is wrong with the canonical model, by its stable code. */
export const canonicalCodes = {
  "canonical-unknown-key": "a key that this place of the canonical model does not know",
  "canonical-missing-key": "a key, or a section, that the canonical model needs",
  "canonical-bad-value": "a value in another form than its key takes",
  "canonical-duplicate": "a name that is declared twice",
  "canonical-unknown-reference": "a `$ref` to what the model does not declare",
  "canonical-unknown-event": "a lifecycle that names no event",
  "canonical-unknown-field": "a field that the payload does not have",
  "canonical-missing-default": "a required field that does not say what it becomes when an agent leaves it out",
  "canonical-bad-default": "a default that is no value of its field",
  "canonical-shipped-lifecycle": "an event of a project's own that opens or closes a session, a thread or a turn",
  "canonical-missing-id": "an event of a project's own that opens or closes a task or a hook, and does not say which",
} as const;

export type SchemaCode = keyof typeof schemaCodes | keyof typeof overlayCodes | keyof typeof canonicalCodes;
export type CanonicalCode = keyof typeof canonicalCodes;
