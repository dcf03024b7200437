/**
 * How much a session keeps (EVENTS.md rule 11). Everything that grows with the number of messages has its bound here, so
 * that a session of a million messages needs no more memory than one of a thousand.
 */
export const limits = {
  /** Threads with nothing open in them. Sub-agents come and go by the hundred, not by the thousand. */
  threads: 256,
  /** Finished turns of a thread whose items late messages still find: a background command may outlive a few turns. */
  turns: 32,
  /** Finished items of one turn that late messages still find. */
  items: 1024,
  /** Threads, turns and items that had to make room, by which a key that comes again is known. */
  gone: 1024,
  /** Agent's requests that nobody answers. Beyond it the oldest is resolved as cancelled, never forgotten. */
  openRequests: 1024,
  /** Settled requests by id, to know a second answer as a repeat. */
  settledRequests: 512,
  /** Host's own requests that wait for their answer. */
  hostRequests: 1024,
  /** Tasks and hooks, running and done. */
  tracked: 512,
  /** Entries of one memory cell. */
  cellEntries: 1024,
  /** Unknown messages and advice that were already reported. */
  reports: 1024,
  /** Characters of a foreign text that a warning quotes. */
  quote: 500,
} as const;

/**
 * Makes room for one more entry: drops the oldest that may go, or where none may, the oldest. Gives what was dropped; what
 * is still open in it has to be closed.
 */
export function makeRoom<K, V>(map: Map<K, V>, limit: number, mayGo?: (value: V) => boolean): V | undefined {
  if (map.size < limit) return undefined;
  let oldest: [K, V] | undefined;
  for (const entry of map) {
    oldest ??= entry;
    if (mayGo !== undefined && !mayGo(entry[1])) continue;
    oldest = entry;
    break;
  }
  if (oldest === undefined) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}
