import type { Breaking, Seen } from "../review/index.js";

/** Ids that the runtime makes are hashes: that they are others is worth a line, which hash became which tells nobody anything. */
export interface MintedChange {
  readonly kind: "minted";
  readonly field: string;
  /** The events that have it. */
  readonly of: readonly string[];
  readonly seen: Seen;
}

const minted = /^(?:thread|turn|item|request)_(?:[0-9a-f]{16}){1,2}$/;

/** What breaks, but for ids of the runtime's own: those are one for each field, where the first of them stood. */
export function foldMinted(breaking: readonly Breaking[]): (Breaking | MintedChange)[] {
  const found = new Map<string, Breaking | MintedChange>();
  for (const [index, one] of breaking.entries()) {
    const { field, seen, event } = one;
    if (field === undefined || seen === undefined || !isMinted(one)) {
      found.set(String(index), one);
      continue;
    }
    const id = `field ${field}`;
    const known = found.get(id) as MintedChange | undefined;
    const all = known === undefined ? seen : { ...known.seen, events: known.seen.events + seen.events, transcripts: Math.max(known.seen.transcripts, seen.transcripts) };
    found.set(id, { kind: "minted", field, of: [...new Set([...(known?.of ?? []), event])], seen: all });
  }
  return [...found.values()];
}

function isMinted({ kind, was, is }: Breaking): boolean {
  return kind === "field-changed" && [was, is].every((value) => typeof value === "string" && minted.test(value));
}
