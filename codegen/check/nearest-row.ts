import { distance } from "fastest-levenshtein";
import type { CheckedRow } from "./types.js";
import { alikeness, wordsOf } from "./words.js";

/** The row whose key is most alike: by shared words, then by a common beginning, then by how few letters differ. */
export function nearestRow(key: string, rows: readonly CheckedRow[]): CheckedRow | undefined {
  let best: CheckedRow | undefined;
  let most = -Infinity;
  for (const row of rows) {
    for (const covered of row.covers) {
      const beginning = wordsOf(key).findIndex((word, index) => word !== wordsOf(covered.key)[index]);
      const alike = alikeness(key, covered.key) + beginning / 100 - distance(key, covered.key) / 10_000;
      if (alike > most) [best, most] = [row, alike];
    }
  }
  return best;
}
