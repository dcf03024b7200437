import type { EditorSchema } from "./editor-values.js";

/** A section of EVENTS.md that shows nothing else. */
export function specSchema(taken: readonly string[]): EditorSchema {
  return { type: "string", pattern: `^(?!(?:${taken.map((section) => section.replaceAll(".", "\\.")).join("|")})$)`, errorMessage: "Write the number of the section in quotes, one that shows nothing else." };
}
