import { distance } from "fastest-levenshtein";

/** What a misspelt word was probably meant to be. Every stage's hints come from here. */

/**
 * The candidate that `word` was probably meant to be, or `undefined` if none is close. Equal distances go to the
 * candidate that comes first, so the answer does not depend on anything but its input.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(Math.min(word.length, 40) / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const away = distance(wanted, candidate.toLowerCase());
    if (away < bestDistance) [best, bestDistance] = [candidate, away];
  }
  return best;
}

/** A near candidate, or one with the same letters, or one that the word begins. */
export function meant(word: string, candidates: readonly string[]): string | undefined {
  const near = nearest(word, candidates);
  if (near !== undefined) return near;
  const letters = lettersOf(word);
  return candidates.find((candidate) => candidate.length === word.length && lettersOf(candidate) === letters) ?? (word.length > 2 ? candidates.find((candidate) => candidate.startsWith(word)) : undefined);
}

/** `Did you mean "turn.started"?`, if a candidate is meant. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const near = meant(word, [...candidates]);
  return near === undefined ? undefined : `Did you mean "${near}"?`;
}

/** `Did you mean "turn.started"?`, else what there is to choose from, shortened. */
export function suggest(word: string, candidates: Iterable<string>, heading: string): string | undefined {
  const all = [...new Set(candidates)];
  return didYouMean(word, all) ?? (all.length === 0 ? undefined : `${heading}: ${enumerate(all)}.`);
}

/** `a, b, c and 12 more`. */
export function enumerate(words: readonly string[], limit = 8): string {
  const rest = words.length - limit;
  return rest > 1 ? `${words.slice(0, limit).join(", ")} and ${rest} more` : words.join(", ");
}

function lettersOf(word: string): string {
  return [...word].sort().join("");
}
