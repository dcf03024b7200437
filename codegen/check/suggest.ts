import { nearest } from "../mapping/nearest.js";

/** The candidate that a word was probably meant to be: a near one, one with the same letters, or one that it begins. */
export function meant(word: string, candidates: readonly string[]): string | undefined {
  const letters = lettersOf(word);
  return nearest(word, candidates) ?? candidates.find((candidate) => lettersOf(candidate) === letters) ?? (word.length > 2 ? candidates.find((candidate) => candidate.startsWith(word)) : undefined);
}

function lettersOf(word: string): string {
  return [...word].sort().join("");
}

/** `Did you mean "turn.started"?`, else what there is to choose from, shortened. */
export function suggest(word: string, candidates: Iterable<string>, heading: string): string | undefined {
  const all = [...new Set(candidates)];
  const near = meant(word, all);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return all.length === 0 ? undefined : `${heading}: ${enumerate(all)}.`;
}

/** `a, b, c and 12 more`. */
export function enumerate(words: readonly string[], limit = 8): string {
  const rest = words.length - limit;
  return rest > 1 ? `${words.slice(0, limit).join(", ")} and ${rest} more` : words.join(", ");
}
