import type { Command } from "commander";
import type { CheckedRow, CheckedTable, Program } from "../check/types.js";
import { code, table } from "../emit/markdown.js";
import { readInputs } from "./inputs.js";
import { colours, findings, fine, print, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { progress } from "./progress.js";
import { findProject, loadSettings, type Project } from "./project.js";
import { hasErrors, renderDiagnostics } from "./report.js";

const formats = ["text", "json", "markdown", "html"] as const;
type Format = (typeof formats)[number];

/** What `--format json` prints (README.md). */
export interface Coverage {
  readonly tables: readonly CoveredTable[];
  readonly events: readonly FedEvent[];
}

export interface CoveredTable {
  readonly source: string;
  readonly protocol: string;
  readonly versions: readonly string[];
  /** One for each message: a row that expands a pattern stands here once for each key it covers. */
  readonly rows: readonly CoveredRow[];
  /** Keys of messages that no row covers. */
  readonly uncovered: readonly string[];
}

export interface CoveredRow {
  readonly key: string;
  /** What the message itself gives, over all alternatives; what its answer gives, and what its table ensures, is in `events` only. */
  readonly emits: readonly string[];
  readonly versions: readonly string[];
  readonly file: string;
  readonly line: number;
  readonly note?: string;
}

export interface FedEvent {
  readonly type: string;
  /** `<source> <key>`; with ` (answer)` for the host's answer to a request, with ` (sent)` for a message of the host. */
  readonly fedBy: readonly string[];
  /** The host or the runtime feeds it. */
  readonly host: boolean;
}

interface Options {
  readonly config?: string;
  readonly format: Format;
}

export function addCoverage(program: Command, io: Io, finish: Finish): void {
  program
    .command("coverage")
    .description("say which message becomes which event, in which versions, and what feeds each event")
    .addOption(configOption())
    .addOption(formatOption(formats))
    .addHelpText(
      "after",
      examples([
        ["mapwright coverage", "every message, its events and its line; exit 1 if one is not covered"],
        ["mapwright coverage --format markdown", "as tables, for a pull request"],
        ["mapwright coverage --format html > coverage.html", "as a page to browse, with what recorded transcripts show of it"],
        ["mapwright coverage --format json", "{ tables: [{ source, rows, uncovered }], events: [{ type, fedBy, host }] }"],
      ]),
    )
    .action(async ({ config, format }: Options) => finish(await coverage(findProject(config, io), format, io)));
}

async function coverage(project: Project, format: Format, io: Io): Promise<number> {
  const settings = await loadSettings(project);
  const { stop } = await progress(io, "reading schemas and tables");
  const { understand } = await import("./pipeline.js");
  const inputs = readInputs(project.root, settings);
  const { program, diagnostics } = await understand(settings, inputs).finally(stop);
  await print(io.stderr, renderDiagnostics(diagnostics, project.root, io, io.stderr));
  if (program === undefined) return findings;
  const found = coverageOf(program);
  const renderers: Record<Format, () => string | Promise<string>> = {
    html: async () => (await import("./coverage-html.js")).coverageHtml(project, settings, inputs, program, io),
    json: () => `${JSON.stringify(found)}\n`,
    markdown: () => asMarkdown(told(program, found), found.events),
    text: () => asText(told(program, found), found.events, io),
  };
  await print(io.stdout, await renderers[format]());
  return hasErrors(diagnostics) ? findings : fine;
}

/** The whole program by message and by event. */
export function coverageOf(program: Program): Coverage {
  const tables = program.providers.flatMap(({ tables }) => tables);
  const fedBy = new Map<string, string[]>(program.canonical.events.map(({ type }) => [type, []]));
  const feed = ({ source }: CheckedTable, key: string, types: readonly string[]): void => {
    for (const type of types) fedBy.get(type)?.push(`${source} ${key}`);
  };
  const covered = tables.map((table) => {
    const rows = table.rows.flatMap(coveredRows);
    for (const { key, emits } of rows) feed(table, key, emits);
    for (const row of table.rows) for (const { key } of row.covers) feed(table, key, ensuredOf(row));
    for (const row of table.rows) for (const { key } of row.covers) feed(table, `${key} (answer)`, eventsOf(row.answer ?? []));
    for (const { key, emits } of sentRows(table)) feed(table, `${key} (sent)`, emits);
    const { source, protocol, versions } = table;
    return { source, protocol, versions, rows, uncovered: (table.uncovered ?? []).map(({ key }) => key) };
  });
  const events = program.canonical.events.map(({ type, host }) => ({ type, fedBy: fedBy.get(type) ?? [], host }));
  return { tables: covered, events };
}

function sentRows({ sent }: CheckedTable): CoveredRow[] {
  return sent.flatMap(coveredRows);
}

function coveredRows(row: CheckedRow): CoveredRow[] {
  const { file, line } = row.at;
  const emits = eventsOf(row.alternatives);
  const notes = [...new Set(row.alternatives.flatMap(({ note }) => note ?? []))];
  const about = { file, line, ...(notes.length > 0 && { note: notes.join(" ") }) };
  return row.covers.map(({ key, versions }) => ({ key, emits, versions, ...about }));
}

function eventsOf(alternatives: CheckedRow["alternatives"]): string[] {
  return [...new Set(alternatives.flatMap(({ ensure, events }) => [...ensure, ...events].map(({ type }) => type)))];
}

/** What the table ensures before a row is no news of that row, but it feeds the event. */
function ensuredOf({ alternatives }: CheckedRow): string[] {
  const own = eventsOf(alternatives);
  return [...new Set(alternatives.flatMap(({ tableEnsure }) => tableEnsure.map(({ type }) => type)))].filter((type) => !own.includes(type));
}

/** What is counted, wherever coverage is told: in text, in Markdown, on the page and in a review. */
const word = "A message is one kind that the key of its table tells apart, from the agent or from the host; (other) is all that no schema lists, (none) what lacks the field.";

/** Of one table, for people: those of the host come last. */
interface Told extends CoveredTable {
  readonly sent: readonly CoveredRow[];
}

function told(program: Program, { tables }: Coverage): Told[] {
  const sent = new Map(program.providers.flatMap((provider) => provider.tables.map((one) => [one.source, sentRows(one)])));
  return tables.map((one) => ({ ...one, sent: sent.get(one.source) ?? [] }));
}

function countText({ rows, uncovered, sent }: Told): string {
  const host = sent.length === 0 ? "" : `, ${sent.length} of them from the host`;
  return `${counted(rows.length + uncovered.length + sent.length)}${host}, ${uncovered.length} uncovered`;
}

function counted(messages: number): string {
  return `${messages} message${messages === 1 ? "" : "s"}`;
}

/** A longer key has its events on the next line. */
const widest = 48;

function asText(tables: readonly Told[], events: Coverage["events"], io: Io): string {
  const colour = colours(io, io.stdout);
  const lines: string[] = [];
  for (const table of tables) {
    const { source, protocol, versions, rows, uncovered, sent } = table;
    lines.push(colour.bold(source), `${protocol} ${versions.join(", ")}: ${countText(table)}`);
    const width = Math.max(0, ...[...rows, ...sent].map(({ key }) => key.length).filter((length) => length <= widest));
    const columns = (key: string, becomes: string): string[] => (key.length <= width ? [`  ${key.padEnd(width)}  ${becomes}`] : [`  ${key}`, `  ${" ".repeat(width)}  ${becomes}`]);
    const gives = (row: CoveredRow): string => {
      const some = row.versions.length < versions.length ? colour.dim(` (${row.versions.join(", ")})`) : "";
      return `${row.emits.join(", ") || colour.dim("nothing of its own")}${some}`;
    };
    for (const row of rows) lines.push(...columns(row.key, gives(row)));
    for (const key of uncovered) lines.push(...columns(key, colour.red("no row")));
    for (const row of sent) lines.push(...columns(row.key, `${gives(row)}${colour.dim(" (from the host)")}`));
    lines.push("");
  }
  lines.push(colour.bold("events"));
  for (const { type, fedBy, host } of events) lines.push(`  ${type.padEnd(32)}  ${feeders(fedBy, host)}`);
  lines.push("", colour.dim(word));
  return `${lines.join("\n")}\n`;
}

/** A message and the answer to it are one. */
function feeders(fedBy: readonly string[], host: boolean): string {
  const messages = counted(new Set(fedBy.map((name) => name.replace(/ \(answer\)$/, ""))).size);
  return host ? (fedBy.length === 0 ? "the host" : `the host, ${messages}`) : messages;
}

function asMarkdown(tables: readonly Told[], events: Coverage["events"]): string {
  const sections = tables.map((one) => {
    const { source, protocol, versions, rows, uncovered, sent } = one;
    const line = (row: CoveredRow, name: string): string[] => [name, row.emits.map(code).join(", "), row.versions.join(", "), code(`${row.file}:${row.line}`)];
    const messages = rows.map((row) => line(row, code(row.key)));
    const without = uncovered.map((key) => [code(key), "**no row**", "", ""]);
    const host = sent.map((row) => line(row, `${code(row.key)} (from the host)`));
    return `## ${code(source)}\n\n${protocol} ${versions.join(", ")}: ${countText(one)}\n\n${table(["Message", "Events", "Versions", "Row"], [...messages, ...without, ...host])}`;
  });
  const fed = events.map(({ type, fedBy, host }) => [code(type), [...(host ? ["the host"] : []), ...fedBy.map(code)].join(", ")]);
  return [...sections, `## Events\n\n${table(["Event", "Fed by"], fed)}`, `${word}\n`].join("\n");
}
