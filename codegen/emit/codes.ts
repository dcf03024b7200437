/** What is wrong with the markers of the specification, by its stable code. */
export const markerCodes = {
  "missing-marker": "a section that has no place in the specification",
  "unknown-marker": "a place in the specification that nothing fills",
  "duplicate-marker": "two places for one section",
  "nested-marker": "a place inside another one",
} as const;

export type MarkerCode = keyof typeof markerCodes;
