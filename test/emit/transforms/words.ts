/** The first forty characters; absent when there is nothing to show. */
export function shortened(text: string): string | undefined {
  return text.trim() === "" ? undefined : text.slice(0, 40);
}

/** Answers as the wire has them. Fails on what is no list, as a transform may. */
export function answered(answers: { readonly [question: string]: unknown }): { readonly [question: string]: readonly string[] } {
  return Object.fromEntries(Object.entries(answers).map(([question, answer]) => [question, (answer as readonly string[]).map((word) => word.trim())]));
}
