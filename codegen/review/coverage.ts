import type { CheckedAlternative, Program } from "../check/types.js";
import type { Breaking, RowRef } from "./types.js";

/** How much of what agents say becomes events. */
export interface CoverageCount {
  readonly rows: number;
  /** Messages of all vendored versions that a row covers: kinds that the keys of tables tell apart, from the agent or from the host. */
  readonly messages: number;
  readonly uncovered: number;
  /** Types of events that some message gives. */
  readonly events: number;
}

export interface CoverageChange {
  /** Absent where the tables could not be understood. */
  readonly before?: CoverageCount;
  readonly after?: CoverageCount;
  readonly messages: {
    /** What no vendored version had before, or no row took. */
    readonly added: readonly CoveredMessage[];
    /** What no vendored version has any more. */
    readonly gone: readonly string[];
    readonly uncovered: readonly string[];
  };
  readonly events: { readonly added: readonly string[]; readonly gone: readonly string[] };
}

export interface CoveredMessage {
  readonly source: string;
  readonly key: string;
  readonly gives: readonly string[];
}

interface Covered {
  readonly messages: ReadonlyMap<string, CoveredMessage>;
  readonly uncovered: ReadonlySet<string>;
  /** Those of the host that no row takes, as none has to. */
  readonly unsaid: ReadonlySet<string>;
  readonly count: CoverageCount;
  readonly fed: ReadonlySet<string>;
}

/** Either program may be missing: what cannot be understood is compared with nothing. */
export function compareCoverage(before: Program | undefined, after: Program | undefined): CoverageChange {
  const [was, is] = [before, after].map((program) => program && coveredBy(program));
  const none = { added: [], gone: [] };
  const counts = { ...(was && { before: was.count }), ...(is && { after: is.count }) };
  if (was === undefined || is === undefined) return { ...counts, messages: { ...none, uncovered: [...(is?.uncovered ?? [])] }, events: none };
  return {
    ...counts,
    messages: {
      added: [...is.messages].flatMap(([id, message]) => (was.messages.has(id) ? [] : [message])),
      gone: [...was.messages.keys(), ...was.uncovered].filter((id) => !isListed(is, id)),
      uncovered: [...is.uncovered],
    },
    events: { added: [...is.fed].filter((type) => !was.fed.has(type)), gone: [...was.fed].filter((type) => !is.fed.has(type)) },
  };
}

/** Messages that vendored versions still have, and that give less. */
export function lostEvents(before: Program | undefined, after: Program | undefined): Breaking[] {
  if (before === undefined || after === undefined) return [];
  const [was, is] = [coveredBy(before), coveredBy(after)];
  const lost = new Map<string, string[]>();
  for (const [id, { key, gives }] of was.messages) {
    const now = is.messages.get(id);
    if (!isListed(is, id)) continue;
    for (const type of gives) if (now?.gives.includes(type) !== true) lost.set(type, [...(lost.get(type) ?? []), key]);
  }
  return Array.from(lost, ([event, of]) => ({ kind: "event-gone", event, of: [...new Set(of)] }));
}

/** Some vendored version has the message. */
function isListed({ messages, uncovered, unsaid }: Covered, id: string): boolean {
  return messages.has(id) || uncovered.has(id) || unsaid.has(id);
}

/** Rows that take other messages than before, or whose paths are of another type: what schemas did to them. */
export function rowsReached(before: Program, after: Program): RowRef[] {
  const was = new Map(rowsOf(before).map(({ id, told }) => [id, told]));
  return rowsOf(after).flatMap(({ id, told, ref }) => (was.has(id) && was.get(id) !== told ? [ref] : []));
}

function rowsOf(program: Program): { readonly id: string; readonly told: string; readonly ref: RowRef }[] {
  return program.providers.flatMap(({ tables }) =>
    tables.flatMap(({ source, rows, sent }) =>
      [...rows.map((row) => ({ row, sent: false })), ...sent.map((row) => ({ row, sent: true }))].map(({ row, sent: isSent }) => ({
        id: `${source} ${isSent} ${row.key}`,
        told: JSON.stringify([row.covers.map(({ key }) => key).sort(), [...row.reads].map(({ path, type, required }) => `${path} ${type} ${required}`).sort()]),
        ref: { source, key: row.key, sent: isSent },
      })),
    ),
  );
}

function coveredBy(program: Program): Covered {
  const messages = new Map<string, CoveredMessage>();
  const uncovered = new Set<string>();
  const unsaid = new Set<string>();
  const fed = new Set<string>();
  let rows = 0;
  for (const { source, rows: own, sent, sentMessages, uncovered: none = [] } of program.providers.flatMap(({ tables }) => tables)) {
    rows += own.length + sent.length;
    for (const row of own) {
      const gives = [...new Set([...typesOf(row.alternatives), ...typesOf(row.answer ?? [])])];
      for (const { key } of row.covers) messages.set(`${source} ${key}`, { source, key, gives });
    }
    for (const row of sent) for (const { key } of row.covers) messages.set(`${source} ${key} (sent)`, { source, key: `${key} (sent)`, gives: [...new Set(typesOf(row.alternatives))] });
    for (const { key } of sentMessages) if (!messages.has(`${source} ${key} (sent)`)) unsaid.add(`${source} ${key} (sent)`);
    for (const type of [...own, ...sent].flatMap((row) => [...typesOf(row.alternatives), ...typesOf(row.answer ?? [])])) fed.add(type);
    for (const { key } of none) uncovered.add(`${source} ${key}`);
  }
  return { messages, uncovered, unsaid, fed, count: { rows, messages: messages.size, uncovered: uncovered.size, events: fed.size } };
}

function typesOf(alternatives: readonly CheckedAlternative[]): string[] {
  return alternatives.flatMap(({ tableEnsure, ensure, events }) => [...tableEnsure, ...ensure, ...events].map(({ type }) => type));
}
