import type { Breaking, Observed, RowChange } from "./types.js";

/**
 * What breaks those who read events: an event that a message no longer gives, a field that an event no longer has, and a field with
 * another value than before. What is new breaks nobody. What recorded sessions show and what tables say is told once.
 * @param declared by value tables, the canonical model, and what messages give
 * @param judged whether it is known what messages give; else rows say it
 */
export function breakingOf(rows: readonly RowChange[], declared: readonly Breaking[], observed: readonly Observed[], judged: boolean): Breaking[] {
  const left = new Set(observed.filter(({ kind, field }) => !kind.endsWith("-new") && !field?.startsWith("raw")));
  const told = merged([...rows.flatMap((row) => ofRow(row, judged)), ...declared]).map((one): Breaking => {
    const shown = [...left].filter((other) => alike(one, other));
    for (const other of shown) left.delete(other);
    return shown.length === 0 ? one : { ...one, seen: seenOf(shown) };
  });
  const others = merged([...left].map(({ kind, event, field, was, is, example, message, events, transcripts, file, line }): Breaking => ({
    kind: kind as Breaking["kind"],
    event,
    ...(field !== undefined && { field }),
    ...(was !== undefined && { was }),
    ...(is !== undefined && { is }),
    ...(example && { example }),
    of: [message],
    seen: { events, transcripts, file, line },
  })));
  return [...told, ...others].sort((a, b) => ranks.indexOf(a.kind) - ranks.indexOf(b.kind) || (b.seen?.events ?? 0) - (a.seen?.events ?? 0));
}

const ranks: readonly Breaking["kind"][] = ["event-gone", "field-gone", "field-changed"];

/** Whether the messages of a row still give an event depends on the other rows, too (`lostEvents`). */
function ofRow({ key, facts }: RowChange, judged: boolean): Breaking[] {
  return facts.flatMap((fact): Breaking[] => {
    if (fact.kind === "event-gone" && !judged) return [{ kind: "event-gone", event: fact.event, of: [key] }];
    if (fact.kind === "field-gone") return [{ kind: "field-gone", event: fact.event, field: fact.field, of: [key] }];
    if (fact.kind === "word") return [{ kind: "field-changed", event: fact.event, field: fact.field, was: fact.was, is: fact.is, of: [key] }];
    return [];
  });
}

/** The same of several rows or messages is one. */
function merged(all: readonly Breaking[]): Breaking[] {
  const found = new Map<string, Breaking>();
  for (const one of all) {
    const id = JSON.stringify([one.kind, one.event, one.field, one.example ? "" : [one.was, one.is], one.by]);
    const known = found.get(id);
    const seen = known?.seen && one.seen ? { ...known.seen, events: known.seen.events + one.seen.events, transcripts: Math.max(known.seen.transcripts, one.seen.transcripts) } : (known?.seen ?? one.seen);
    found.set(id, known === undefined ? one : { ...known, of: [...new Set([...known.of, ...one.of])], ...(seen && { seen }) });
  }
  return [...found.values()];
}

function alike({ kind, event, field, was, is, of, by }: Breaking, seen: Observed): boolean {
  if (kind !== seen.kind || event !== seen.event || !sameField(field, seen.field)) return false;
  if (kind === "field-changed" && !seen.example && JSON.stringify([was, is]) !== JSON.stringify([seen.was, seen.is])) return false;
  return by !== undefined || of.some((key) => names(key, seen.message));
}

/** A field of a table may be an object whose parts differ. */
function sameField(told: string | undefined, seen: string | undefined): boolean {
  return told === seen || (told !== undefined && seen?.startsWith(`${told}.`) === true);
}

/** The message of a transcript is told by less than a key, which may have patterns. */
function names(key: string, message: string): boolean {
  return key === message || key.startsWith(`${message}:`) || message.startsWith("(answer");
}

function seenOf(shown: readonly Observed[]): NonNullable<Breaking["seen"]> {
  const [{ file, line }] = shown as [Observed];
  return { events: shown.reduce((sum, one) => sum + one.events, 0), transcripts: Math.max(...shown.map((one) => one.transcripts)), file, line };
}
