/** The house rules that a config may turn on (mappings/README.md), each by its own code. */
export const policyCodes = {
  "row-without-note": "a row without a note",
  "row-without-example": "a row without an example",
  "warning-without-note": "a row that gives nothing but warnings, and no note that says why",
  "catch-all-row": "a row for whatever message comes: its key has a bare `*`",
  "unknown-item-type": "an item or a request of the type `unknown`",
  "unlisted-guess": "an `unlisted` that takes a new value for a known one, where `unknown` could be said",
  "whole-message": "a field that is given the whole message, or all of its parameters",
} as const;

export type PolicyCode = keyof typeof policyCodes;

/** What may be wrong with a policy itself. */
export const exceptionCodes = {
  "unused-exception": "an exception of a policy that excuses nothing",
} as const;

export type HouseCode = PolicyCode | keyof typeof exceptionCodes;
