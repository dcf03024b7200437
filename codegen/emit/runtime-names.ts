/** The functions of `src/contract.ts` that generated code calls. */
export const runtimeHelpers = [
  "any",
  "at",
  "attempt",
  "boolean",
  "each",
  "has",
  "identified",
  "integer",
  "list",
  "noMemory",
  "noRefs",
  "nothing",
  "number",
  "object",
  "objects",
  "pick",
  "segment",
  "string",
  "strings",
  "tag",
  "unvalidated",
  "word",
] as const;

export type RuntimeHelper = (typeof runtimeHelpers)[number];
