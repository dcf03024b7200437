import type { CheckedAlternative, CheckedRow, CheckedTable, CoveredKey, Program } from "../check/types.js";
import type { Example, GivenEvent, Marks, Page, Row, Source } from "../page/types.js";
import { blockAt } from "../yaml/block.js";
import type { Heard, HeardKey, HeardTable, Recording } from "./heard.js";
import { schemasOf } from "./row-parts.js";

/**
 * What the coverage page shows.
 * @param heard absent where there is nothing recorded
 * @param textOf the text of a mapping file
 */
export function coveragePage(program: Program, heard: Heard | undefined, textOf: (file: string) => string): Page {
  const sources = program.providers.flatMap(({ name, tables }) => tables.map((table) => sourceOf({ program, table, heard: heard?.tables.get(table.source), textOf }, name)));
  const events = program.canonical.events.map(({ type, host }) => ({ type, host }));
  return { sources, events, ...(heard !== undefined && { recorded: { transcripts: heard.transcripts, messages: heard.messages } }) };
}

interface Given {
  readonly program: Program;
  readonly table: CheckedTable;
  readonly heard: HeardTable | undefined;
  readonly textOf: (file: string) => string;
}

function sourceOf(given: Given, provider: string): Source {
  const { table, heard } = given;
  const { source: name, protocol, versions } = table;
  const agent = table.rows.flatMap((row) => row.covers.map(({ key }) => rowOf(given, row, key, "agent")));
  const sent = table.sent.flatMap((row) => row.covers.map(({ key }) => rowOf(given, row, key, "host")));
  const known = new Set(agent.map(({ key }) => key));
  const uncovered = (table.uncovered ?? []).map((one) => uncoveredRow(given, one));
  for (const { key } of uncovered) known.add(key);
  // Recorded, and neither in a schema nor in the table; only of an answer nothing has to be said.
  const strange = [...(table.answers === undefined ? (heard?.agent.keys() ?? []) : [])].filter((key) => !known.has(key)).map((key) => uncoveredRow(given, { key, segments: [], versions: [] }));
  return { name, provider, protocol, versions, answers: table.answers !== undefined, rows: [...uncovered, ...strange, ...agent, ...sent] };
}

function rowOf({ program, table, heard, textOf }: Given, row: CheckedRow, key: string, from: Row["from"]): Row {
  const came = (from === "agent" ? heard?.agent : heard?.sent)?.get(key);
  const answered = from === "agent" ? heard?.answers.get(key) : undefined;
  const covered = row.covers.find((one) => one.key === key);
  const { file, line } = row.at;
  const examples = [
    ...(came === undefined ? [] : [recordedExample(came.example, "recorded")]),
    ...(answered === undefined ? [] : [recordedExample(answered.example, "answered")]),
    ...(came === undefined ? row.examples.map(({ message, events, at }): Example => ({ kind: "written", file: at.file, line: at.line, message, events })) : []),
  ];
  return {
    key,
    from,
    events: eventsOf(row, came, answered),
    ...seenOf(came, table.versions, (version) => ({ listed: covered?.versions.includes(version) ?? false, mapped: true })),
    mapping: { file, line, text: blockAt(textOf(file), row.at) },
    ...(covered !== undefined && schemasOf(program, table, covered.segments, from === "host")),
    examples,
  };
}

function uncoveredRow({ program, table, heard }: Given, { key, segments, versions }: CoveredKey): Row {
  const came = heard?.agent.get(key);
  return {
    key,
    from: "agent",
    events: [],
    ...seenOf(came, table.versions, (version) => ({ listed: versions.includes(version), mapped: false })),
    ...(segments.length > 0 && schemasOf(program, table, segments, false)),
    examples: came === undefined ? [] : [recordedExample(came.example, "recorded")],
  };
}

/** What a row gives, each event once: by itself, else by the answer to it, else by what its table ensures. */
function eventsOf(row: CheckedRow, came: HeardKey | undefined, answered: HeardKey | undefined): GivenEvent[] {
  const all = (alternatives: readonly CheckedAlternative[], types: (one: CheckedAlternative) => readonly { readonly type: string }[]): string[] => alternatives.flatMap((one) => types(one).map(({ type }) => type));
  const given = [
    ...all(row.alternatives, ({ ensure, events }) => [...ensure, ...events]).map((type) => ({ type, by: "message" as const, seen: came?.events.has(type) ?? false })),
    ...all(row.answer ?? [], ({ ensure, events }) => [...ensure, ...events]).map((type) => ({ type, by: "answer" as const, seen: answered?.events.has(type) ?? false })),
    ...all(row.alternatives, ({ tableEnsure }) => tableEnsure).map((type) => ({ type, by: "table" as const, seen: came?.events.has(type) ?? false })),
  ];
  return given.filter(({ type }, index) => given.findIndex((one) => one.type === type) === index);
}

function seenOf(came: HeardKey | undefined, versions: readonly string[], marks: (version: string) => Omit<Marks, "seen">): Pick<Row, "versions" | "seen"> {
  const files = [...(came?.files ?? [])].map(([file, times]) => ({ version: versions.find((version) => file.split("/").includes(version)), times }));
  const unversioned = files.reduce((sum, { version, times }) => (version === undefined ? sum + times : sum), 0);
  return {
    versions: versions.map((version) => ({ ...marks(version), seen: files.some((file) => file.version === version) })),
    seen: { times: came?.times ?? 0, transcripts: files.length, unversioned },
  };
}

function recordedExample({ file, line, message, events }: Recording, kind: Example["kind"]): Example {
  return { kind, file, line, message, events: events.map(({ type, payload }) => ({ type, payload })) };
}
