import type { YamlCode } from "../yaml/codes.js";

/** Everything that `parseMapping` reports beside what is wrong as YAML, by its stable code. */
export const mappingCodes = {
  "not-a-mapping-file": "the file is a list, a scalar, or a mapping without any key of a table",
  "unknown-key": "a key that this place of a table does not know",
  "missing-key": "a key that this place of a table needs",
  "wrong-form": "text where a list belongs, a list where a mapping belongs, and the like",
  "bad-expression": "a malformed path, `??` or `|`",
  "bad-name": "a name that cannot be used for what it names",
  "bad-schema-name": "a `schema`, `sentSchema` or `of` that does not read `protocol#/Definition`",
  "bad-key": "a malformed row key: an unclosed group, an empty segment, an unknown word in parentheses",
  "bad-key-tree": "a `key` that is neither a path, nor one path with its values, nor `has`, nor `each`",
  "bad-row": "a row that is empty, gives nothing, or says something twice",
  "bad-when": "a condition that compares in no way the language knows",
  "bad-event": "an event whose payload is no mapping",
  "bad-ref": "a provider id that is neither a path, nor `none`, nor a list that begins with a path",
  "bad-none": "`none` beside events, or in a table whose every message must give an event",
  "bad-decide": "a decision that is neither a result, nor `error`, nor the name of another decision",
  "bad-each": "an `each` without a list or without a name for its elements",
  "bad-example": "an example without a message, or with events in no known form",
  "bad-concept": "a concept of `equivalence.yaml` without its one event, or with a provider that says nothing readable",
  "unknown-extends": "`extends` names no table that can be extended",
  "misplaced-extension": "a table in another folder than the one that it extends",
  "bad-value-table": "a value table that gives something else than plain values",
} as const;

export type MappingCode = keyof typeof mappingCodes | YamlCode;
