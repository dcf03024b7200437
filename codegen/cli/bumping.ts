import path from "node:path";
import type { Proposals } from "../check/index.js";
import type { Diagnostic } from "../diagnostic.js";
import type { OutputFile } from "../emit/index.js";
import { keyText } from "../mapping/row-text.js";
import type { MappingFile, TableNode } from "../mapping/types.js";
import type { Vendored } from "../vendor/index.js";
import { compareStates, stateWith, type BehaviourReport } from "./behaviour.js";
import { recall } from "./cache.js";
import type { Settings } from "./config.js";
import { withVersion } from "./config-edit.js";
import { compare } from "./drift.js";
import { contentOf, sha256 } from "./files.js";
import { formattedBefore } from "./formatted.js";
import { newlyCovered } from "./exercised.js";
import { fingerprint, readInputs, textsBelow, withFiles, type Inputs } from "./inputs.js";
import { UserError, type Io } from "./io.js";
import { compile, understand } from "./pipeline.js";
import { progress } from "./progress.js";
import { loadSettings, type Project } from "./project.js";
import { hasErrors } from "./report.js";
import { diffSchemas, type SchemaDiffReport } from "./schema-diff.js";
import { readSettings } from "./settings.js";
import { configuredTranscripts } from "./transcript-files.js";
import { changesFor, obtain, versionsWith, type Wanted } from "./vendoring.js";
import { undoOf, type Undo } from "./undo.js";
import type { Changes } from "./write.js";

/** From a version that is to be covered to what has to be written for it, and what a reviewer has to know. Nothing here writes into the project. */

/** What `mapwright bump --format json` prints (README.md). */
export interface BumpReport {
  readonly protocol: string;
  readonly version: string;
  readonly dryRun: boolean;
  readonly vendored: { readonly state: "vendored" | "vendored before"; readonly folder: string; readonly files: number; readonly package: string; readonly undeclared: readonly string[] };
  readonly config: { readonly file: string; readonly line: number; readonly versions: readonly string[] };
  /** Against the nearest version; absent where there is none. Its lines are those of the tables with their stubs. */
  readonly diff?: SchemaDiffReport;
  readonly stubs: readonly WrittenStub[];
  /** What else `check` says of the tables. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent as long as something is to be decided or mended. */
  readonly generated?: { readonly written: number; readonly removed: number };
  /** Likewise; and where the config names no transcripts. */
  readonly behaviour?: BehaviourReport;
  /** The command that takes all back. */
  readonly undo: string;
  /** Files that were written and had changes that no commit has: the command takes these, too. */
  readonly uncommitted: readonly string[];
}

export interface WrittenStub {
  readonly kind: "row" | "value";
  readonly file: string;
  readonly line: number;
  /** The name of the value table. */
  readonly table?: string;
  readonly key: string;
  /** The events that are proposed, none where nothing is like it; of a value the word, or several to choose from. */
  readonly proposed: readonly string[];
  /** The publisher of the message may change or remove it at any time. */
  readonly unstable?: boolean;
  /** The row or value that was the model. */
  readonly like?: string;
  /** What was written. */
  readonly text: string;
}

export type Bumped =
  /** The config names the version, and nothing of the tables of the protocol is undecided. */
  | { readonly state: "up to date"; readonly version: string }
  /** The config names the version, and `diagnostics` say what somebody has to decide still. */
  | { readonly state: "undecided"; readonly version: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly state: "refused"; readonly why: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly state: "bumped"; readonly report: BumpReport; readonly changes: Changes };

/** New stubs may uncover what nobody could see before them. */
const mostRounds = 5;

/** @throws UserError for what cannot be fetched, read or inserted */
export async function bump(project: Project, wanted: Wanted, dryRun: boolean, io: Io): Promise<Bumped> {
  const { root, configFile } = project;
  const { name } = wanted;
  const settings = await loadSettings(project);
  if (settings.extends) throw new UserError("bump writes into the tables of a protocol, and those that this project extends are Mapwright's", `Run \`npx mapwright vendor ${name}${wanted.version === undefined ? "" : `@${wanted.version}`}\`, name the version below \`protocols\`, and write the rows that \`check\` then asks for into a table with \`extends\`.`);
  const versionsNow = settings.protocols.find((protocol) => protocol.name === name)?.versions ?? [];
  const inputs = readInputs(root, settings);
  if (wanted.version !== undefined && versionsNow.includes(wanted.version)) return named(settings, inputs, name, wanted.version);
  const configText = contentOf(configFile)!.toString("utf8");
  const tables = await tablesOf(settings, inputs, name);
  const known = tables?.length === 0 ? [] : await saidOf(settings, inputs, name, wanted.version);
  // What is wrong already would be mixed up with what the version brings.
  if (hasErrors(known)) return { state: "refused", why: `\`check\` fails already, so that nobody could tell what ${name}${wanted.version === undefined ? "" : ` ${wanted.version}`} changes`, diagnostics: known.filter(({ severity }) => severity === "error") };

  const vendored = (await vendoredBefore(settings, inputs, wanted)) ?? (await obtain(wanted, io));
  const { version } = vendored;
  if (versionsNow.includes(version)) return named(settings, inputs, name, version);
  const { stop } = await progress(io, `looking at what ${name} ${version} changes`);
  try {
    const { write: schemas } = await changesFor(root, settings.schemas, name, vendored);
    const versions = await versionsWith(settings, name, version);
    const config = { path: path.basename(configFile), content: withVersion(configText, name, version, versions) };
    const { settings: next } = readSettings(root, config.path, config.content, "coming");
    if (next === undefined || next.protocols.find((protocol) => protocol.name === name)?.versions.join() !== versions.join()) throw new UserError(`${config.path} has a form that ${version} cannot be added to`, `Write the versions as a list: \`${name}: ["${versions.join('", "')}"]\`.`);

    const fresh = withFiles(inputs, settings, schemas);
    const { inputs: after, stubs, lineNow } = await withStubs(next, fresh, tables ?? []);
    const diff = await diffWithNearest(settings, fresh, { protocol: name, version, versions: versionsNow, lineNow });
    if (diff.unreadable) return { state: "refused", why: `the schemas of ${name} ${version} cannot be read together with ${versionsNow.join(", ")}`, diagnostics: diff.unreadable };
    const { diagnostics } = await understand(next, after);
    const { isUndecided } = await import("../check/index.js");
    const before = new Set(known.map(identity));
    const others = diagnostics.filter((one) => !isUndecided(one) && !before.has(identity(one)));
    const compiled = hasErrors(diagnostics) ? undefined : await regenerate(project, { settings, inputs }, { settings: next, inputs: after }, io.signal);
    const edited = [...new Set(stubs.map(({ file }) => file))].map((file) => ({ path: file, content: after.get(file)! }));
    const report: BumpReport = {
      protocol: name,
      version,
      dryRun,
      vendored: {
        state: schemas.length > 0 ? "vendored" : "vendored before",
        folder: `${settings.schemas}/${name}/${version}`,
        files: vendored.files.size,
        package: `${vendored.entry.package}@${vendored.entry.version}`,
        undeclared: vendored.undeclared ?? [],
      },
      config: { file: config.path, line: lineOf(config.content, configText), versions },
      ...(diff.report && { diff: diff.report }),
      stubs,
      diagnostics: [...others, ...(compiled?.diagnostics ?? [])],
      ...(compiled?.files && { generated: { written: compiled.files.write.length, removed: compiled.files.remove.length } }),
      ...(compiled?.behaviour && { behaviour: compiled.behaviour }),
      ...wayBack(undoOf(root, [config, ...schemas, ...edited, ...(compiled?.files?.write ?? [])].map((file) => file.path), settings, `${settings.schemas}/${name}/${version}`)),
    };
    if (fingerprint(readInputs(root, settings)) !== fingerprint(inputs) || contentOf(configFile)?.toString("utf8") !== configText) throw new UserError("schemas, tables or config were changed meanwhile; nothing was changed", "Run it again.");
    return { state: "bumped", report, changes: { write: [...schemas, config, ...edited, ...(compiled?.files?.write ?? [])], remove: compiled?.files?.remove ?? [] } };
  } finally {
    stop();
  }
}

function wayBack({ command, uncommitted }: Undo): Pick<BumpReport, "undo" | "uncommitted"> {
  return { undo: command, uncommitted };
}

/** Of a version that the config names, only its stubs may be left to do. */
async function named(settings: Settings, inputs: Inputs, protocol: string, version: string): Promise<Bumped> {
  const { isUndecided } = await import("../check/index.js");
  const files = new Set((await tablesOf(settings, inputs, protocol))?.map(({ file }) => file));
  const { diagnostics } = await understand(settings, inputs);
  const undecided = diagnostics.filter((one) => isUndecided(one) && one.file !== undefined && files.has(one.file));
  return undecided.length === 0 ? { state: "up to date", version } : { state: "undecided", version, diagnostics: undecided };
}

/** The tables that map a protocol, in its messages or what the host writes; `undefined` if a file cannot be read, and so nobody knows. */
async function tablesOf(settings: Settings, inputs: Inputs, protocol: string): Promise<TableNode[] | undefined> {
  const { equivalenceFile } = await import("./input-faults.js");
  const shared = equivalenceFile(settings.mappings);
  const nodes: (MappingFile | undefined)[] = [];
  for (const [file, text] of textsBelow(inputs, settings.mappings, /\.ya?ml$/)) if (file !== shared) nodes.push(await parsed(file, text));
  if (nodes.includes(undefined)) return undefined;
  return nodes.flatMap((node) => (node?.kind === "table" && [node.schema, node.sentSchema].some((schema) => schema?.value.protocol === protocol) ? [node] : []));
}

async function parsed(file: string, text: string): Promise<MappingFile | undefined> {
  const { parseMapping } = await import("../mapping/index.js");
  return parseMapping(file, text).node;
}

/** What `check` says of schemas and tables. A version that was vendored in part, by a command that was killed, is vendored whole now. */
async function saidOf(settings: Settings, inputs: Inputs, protocol: string, version: string | undefined): Promise<Diagnostic[]> {
  const { formatLock, parseLock, verifyLock } = await import("../vendor/lock.js");
  const { diagnostics } = await understand(settings, inputs);
  const files = new Map([...inputs].filter(([file]) => !file.startsWith(`${settings.schemas}/${protocol}/${version}/`)));
  const lockFile = `${settings.schemas}/lock.json`;
  const { lock } = files.has(lockFile) ? parseLock(lockFile, files.get(lockFile)!.toString("utf8")) : {};
  if (lock !== undefined) files.set(lockFile, Buffer.from(formatLock({ ...lock, [protocol]: Object.fromEntries(Object.entries(lock[protocol] ?? {}).filter(([other]) => other !== version)) })));
  return [...diagnostics, ...verifyLock(settings.schemas, files)];
}

/** Lines move. */
function identity({ code, file, message }: Diagnostic): string {
  return [code, file, message].join("\0");
}

/** What is in `schemas/` and as the lock says need not be fetched again. */
async function vendoredBefore({ schemas }: Settings, inputs: Inputs, { name, version, from }: Wanted): Promise<Vendored | undefined> {
  if (version === undefined || from.length > 0) return undefined;
  const { parseLock, verifyLock } = await import("../vendor/lock.js");
  const folder = `${schemas}/${name}/${version}/`;
  const lock = inputs.get(`${schemas}/lock.json`)?.toString("utf8");
  const entry = lock === undefined ? undefined : parseLock(`${schemas}/lock.json`, lock).lock?.[name]?.[version];
  if (entry === undefined || verifyLock(schemas, inputs).some(({ file }) => file?.startsWith(folder))) return undefined;
  return { version, entry, files: new Map([...inputs].filter(([file]) => file.startsWith(folder)).map(([file, content]) => [file.slice(folder.length), content])) };
}

type LineNow = (file: string, line: number) => number;

const sameLine: LineNow = (_, line) => line;

/** Puts what is missing into the tables, until nothing is. */
async function withStubs(settings: Settings, fresh: Inputs, tables: readonly TableNode[]): Promise<{ inputs: Inputs; stubs: readonly WrittenStub[]; lineNow: LineNow }> {
  let inputs = fresh;
  let lineNow = sameLine;
  const all: Proposals["rows"][number][] = [];
  const values: Proposals["values"][number][] = [];
  for (let round = 0; round < mostRounds; round++) {
    const { proposals } = await understand(settings, inputs, true);
    if (proposals === undefined || proposals.rows.length + proposals.values.length === 0) break;
    const before = lineNow;
    const moves = new Map<string, (line: number) => number>();
    const edited = new Map(inputs);
    for (const { file } of tables) {
      const rows = proposals.rows.filter((row) => row.file === file);
      const lines = proposals.values.filter((value) => value.file === file);
      if (rows.length + lines.length === 0) continue;
      const text = inputs.get(file)!.toString("utf8");
      const { insert } = await import("../mapping/insert.js");
      const inserted = insert(text, (await parsed(file, text)) as TableNode, rows, lines);
      edited.set(file, Buffer.from(inserted.text));
      moves.set(file, inserted.lineNow);
      all.push(...rows);
      values.push(...lines);
    }
    inputs = edited;
    lineNow = (file, line) => moves.get(file)?.(before(file, line)) ?? before(file, line);
  }
  const stubs: WrittenStub[] = [];
  for (const { file } of tables) {
    const text = inputs.get(file)!.toString("utf8");
    const node = await parsed(file, text);
    const table = node?.kind === "table" ? node : undefined;
    const missed = (key: string): never => {
      throw new UserError(`'${file}' has a form that '${key}' cannot be added to; nothing was changed`, "Write each of its rows and values as `key: …`, on lines of their own.");
    };
    for (const { key, events, like, unstable, lines } of all.filter((row) => row.file === file)) {
      const at = table?.rows.find((row) => row.key.value === key)?.at ?? missed(key);
      stubs.push({ kind: "row", file, line: at.line, key, proposed: events, ...(like !== undefined && { like }), ...(unstable && { unstable }), text: writtenAt(text, at.line, key, lines) });
    }
    for (const { table: name, key, becomes, like, text: line } of values.filter((value) => value.file === file)) {
      const at = table?.values.find((one) => one.name.value === name)?.map.find(({ from }) => from.value === key)?.from.at ?? missed(key);
      stubs.push({ kind: "value", file, line: at.line, table: name, key, proposed: becomes.map(String), ...(like !== undefined && { like }), text: line });
    }
  }
  return { inputs, stubs: inPlace(stubs), lineNow };
}

/** In braces, it stands beside others. */
function writtenAt(text: string, line: number, key: string, lines: readonly string[]): string {
  const written = text.split(/\r?\n/).slice(line - 1, line + lines.length);
  const alone = lines.every((one, index) => written[index + 1]?.trim() === one.trim());
  return (alone ? written : [`  ${keyText(key)}:`, ...lines.map((one) => `  ${one}`)]).join("\n");
}

function inPlace(stubs: readonly WrittenStub[]): WrittenStub[] {
  const files = [...new Set(stubs.map(({ file }) => file))];
  return [...stubs].sort((a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line);
}

/** With the version before it, or the oldest; `inputs` still have the tables without stubs, so that it says what is missing. */
async function diffWithNearest(settings: Settings, inputs: Inputs, { protocol, version, versions, lineNow }: { readonly protocol: string; readonly version: string; readonly versions: readonly string[]; readonly lineNow: LineNow }): Promise<{ report?: SchemaDiffReport; unreadable?: readonly Diagnostic[] }> {
  const { compareVersions } = await import("../vendor/lock.js");
  const from = versions.filter((other) => compareVersions(other, version) < 0).at(-1) ?? versions[0];
  if (from === undefined) return {};
  const { report, diagnostics } = await diffSchemas(settings, inputs, { protocol, from, to: version });
  if (report === undefined) return { unreadable: diagnostics };
  const moved = <T extends { readonly file?: string; readonly line?: number }>(place: T): T => (place.file === undefined || place.line === undefined ? place : { ...place, line: lineNow(place.file, place.line) });
  return { report: { ...report, changes: report.changes.map((change) => ({ ...change, concerns: change.concerns.map(moved) })), findings: report.findings.map(moved) } };
}

interface Compilable {
  readonly settings: Settings;
  readonly inputs: Inputs;
}

interface Regenerated {
  readonly diagnostics: readonly Diagnostic[];
  readonly files?: { readonly write: readonly OutputFile[]; readonly remove: readonly string[] };
  readonly behaviour?: BehaviourReport;
}

/** What is generated then, and what that changes on the recorded transcripts. */
async function regenerate({ root, configFile }: Project, before: Compilable, after: Compilable, signal: AbortSignal | undefined): Promise<Regenerated> {
  const formatted = formattedBefore(root, recall(configFile));
  const { files, program, diagnostics } = await compile(after.settings, after.inputs, formatted);
  if (files === undefined) return { diagnostics: diagnostics.filter(({ severity }) => severity === "error") };
  const { missing, stale, orphaned } = compare(root, after.settings.output, new Map(files.map((file) => [file.path, sha256(file.content)])));
  const differs = new Set([...missing, ...stale]);
  const result = { diagnostics: [], files: { write: files.filter((file) => differs.has(file.path)), remove: orphaned } };
  const transcripts = before.settings.transcripts === undefined ? [] : configuredTranscripts(root, before.settings.transcripts);
  const earlier = transcripts.length === 0 ? undefined : await compile(before.settings, before.inputs, formatted);
  const old = earlier?.files;
  if (old === undefined || earlier?.program === undefined || program === undefined) return result;
  const [was, is] = [stateWith(root, before.settings, old, "the state before"), stateWith(root, after.settings, files, "the working tree")];
  return { ...result, behaviour: await compareStates(root, transcripts, was, is, newlyCovered(program, earlier.program), "the state before", signal) };
}

/** Where the first difference is. */
function lineOf(text: string, before: string): number {
  const lines = before.split("\n");
  return text.split("\n").findIndex((line, index) => line !== lines[index]) + 1;
}
