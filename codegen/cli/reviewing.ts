import path from "node:path";
import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { MappingFile } from "../mapping/types.js";
import type { Breaking, CoverageChange, Observed, RowChange, Sample, SharedChange, Tables } from "../review/index.js";
import { atRevision, compareStates, stateWith, type BehaviourReport } from "./behaviour.js";
import type { Settings } from "./config.js";
import { contentOf } from "./files.js";
import { readInputs, textsBelow, type Inputs } from "./inputs.js";
import { UserError } from "./io.js";
import { readMappings, readModel } from "./layers.js";
import { pinned } from "./pinned.js";
import { running, understand } from "./pipeline.js";
import { loadSettings, type Project } from "./project.js";
import { diagnosticsAsJson, hasErrors } from "./report.js";
import { readBase, type Base } from "./review-base.js";
import { versionChanges, type VersionChange } from "./review-versions.js";
import { readEntry } from "./transcript.js";
import { configuredTranscripts } from "./transcript-files.js";

/** From a revision and the working tree to all that a reviewer wants to know. Nothing here writes into the project. */

/** What `mapwright review <base> --format json` prints: schemas/reports/review.schema.json. */
export interface ReviewReport {
  readonly $schema: "urn:mapwright:report:review:1";
  readonly revision: string;
  readonly commit: string;
  /** Whether anything below is different; else text and Markdown are empty. */
  readonly changed: boolean;
  /** What breaks those who read events, the worst first. */
  readonly breaking: readonly Breaking[];
  readonly rows: readonly RowChange[];
  readonly shared: readonly SharedChange[];
  readonly versions: readonly VersionChange[];
  /** What recorded sessions give: how many differ, or why nobody knows. */
  readonly events: ComparedEvents | { readonly compared: false; readonly why: string };
  readonly observed: readonly Observed[];
  /** One message for each kind of difference. */
  readonly samples: readonly Sample[];
  readonly coverage: CoverageChange;
  /** What `check` says of the working tree and not of the revision; its errors in any case. */
  readonly findings: readonly Diagnostic[];
  /** Tables that cannot be read, so that nothing is said of their rows. */
  readonly unread: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Whether the tables compile. */
  readonly compiles: { readonly before: boolean; readonly after: boolean };
}

export interface ComparedEvents {
  readonly compared: true;
  readonly transcripts: number;
  readonly differing: number;
  /** Of providers that the revision does not have. */
  readonly unheard: number;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
}

/** @throws UserError without git, repository or revision, and when `signal` ends it; BrokenConfig */
export async function reviewSince(project: Project, revision: string, signal: AbortSignal | undefined): Promise<ReviewReport> {
  const { root } = project;
  const settings = await loadSettings(project);
  const inputs = readInputs(root, settings);
  const base = readBase(project, revision, { settings, inputs });
  const was = base.settings ?? settings;
  const alike = runsAlike(root, settings, inputs, base);
  if (alike && same(tablesIn(settings, inputs), tablesIn(was, base.inputs))) return untouched(revision, base);

  const review = await import("../review/index.js");
  const [old, now] = [await tablesOf(was, base.inputs), await tablesOf(settings, inputs)];
  const states = [old, now];
  const unread = new Set(states.flatMap((state) => state.unread));
  // Where a table cannot be read in one state, what it extends stands there alone: that is no change.
  const unsaid = new Set(states.flatMap(({ files }) => files.flatMap((file) => (file.kind === "table" && unread.has(file.file) ? [file.source.value] : []))));
  const said = (state: Read): Read => ({ ...state, files: state.files.filter((file) => file.kind !== "table" || !unsaid.has(file.source.value)) });
  const [oldTables, tables] = [said(old), said(now)];
  const rows = review.compareRows(oldTables, tables, unread);
  const shared = review.compareShared(oldTables.files, tables.files, unread);
  const moved = [...tablesIn(was, base.inputs).keys()].join("\n") !== [...tablesIn(settings, inputs).keys()].join("\n");
  // Comments, order, notes.
  if (alike && !moved && unread.size === 0 && rows.length + shared.changes.length === 0) return untouched(revision, base);

  const before = await understand(was, base.inputs);
  const after = await understand(settings, inputs);
  const programs = [before.program, after.program] as const;
  const compiles = { before: before.program !== undefined && !hasErrors(before.diagnostics), after: after.program !== undefined && !hasErrors(after.diagnostics) };
  const models = await modelChanges(settings, { inputs, before: base.inputs, files: tables.files });
  const transforms = settings.transforms === undefined ? [] : await review.compareTransforms(textsBelow(base.inputs, settings.transforms, /\.ts$/), textsBelow(inputs, settings.transforms, /\.ts$/), tables.files);
  const told = [...shared.changes, ...models.changes, ...transforms, ...(await overlaysOf(settings, { before: base.inputs, after: inputs, programs }))];
  const versions = await versionChanges(was, settings, new Map([...base.inputs, ...inputs]));

  const { events, behaviour } = await compareEvents(project, { settings, inputs, base, program: after.program, signal });
  const observed = review.observe(behaviour?.transcripts ?? []);
  const declared = [...shared.breaking, ...models.breaking, ...review.lostEvents(...programs)];
  const breaking = review.breakingOf(rows, declared, observed, !programs.includes(undefined));
  const { verifyLock } = await import("../vendor/lock.js");
  const fresh = events.compared && events.unheard > 0;
  return {
    $schema: "urn:mapwright:report:review:1",
    revision,
    commit: base.commit,
    changed: fresh || compiles.before !== compiles.after || [rows, told, versions, observed, breaking].some(({ length }) => length > 0),
    breaking,
    rows,
    shared: told,
    versions,
    events,
    observed,
    samples: samplesOf(root, behaviour),
    coverage: review.compareCoverage(...programs),
    findings: newFindings([...before.diagnostics, ...verifyLock(was.schemas, pinned(was, base.inputs))], [...after.diagnostics, ...verifyLock(settings.schemas, pinned(settings, inputs))]),
    unread: { before: oldTables.unread, after: tables.unread },
    compiles,
  };
}

/** Whether all but the tables is the same, byte for byte: then only what they say can change events. */
function runsAlike(root: string, settings: Settings, inputs: Inputs, { commit, settings: before, inputs: old }: Base): boolean {
  if (JSON.stringify(before) !== JSON.stringify(settings)) return false;
  const rest = (state: Inputs): Inputs => new Map([...state].filter(([file]) => !file.startsWith(`${settings.mappings}/`) && file !== settings.events));
  if (!same(rest(inputs), rest(old))) return false;
  const written = [...atRevision(root, settings, commit).files].filter(([file]) => !file.startsWith(`${settings.output}/`));
  const now = stateWith(root, settings, [], "").files;
  return written.length === now.size && written.every(([file, text]) => now.get(file) === text);
}

function tablesIn({ mappings }: Settings, inputs: Inputs): Inputs {
  return new Map([...inputs].filter(([file]) => file.startsWith(`${mappings}/`)));
}

function same(a: Inputs, b: Inputs): boolean {
  return a.size === b.size && [...a].every(([file, content]) => b.get(file)?.equals(content) === true);
}

function untouched(revision: string, { commit }: Base): ReviewReport {
  const none = { added: [], gone: [] };
  return {
    $schema: "urn:mapwright:report:review:1",
    revision,
    commit,
    changed: false,
    breaking: [],
    rows: [],
    shared: [],
    versions: [],
    events: { compared: false, why: "nothing changed" },
    observed: [],
    samples: [],
    coverage: { messages: { ...none, uncovered: [] }, events: none },
    findings: [],
    unread: { before: [], after: [] },
    compiles: { before: true, after: true },
  };
}

type Read = Tables & { readonly unread: readonly string[] };

/** The tables and memories that can be read, and which cannot. */
async function tablesOf(settings: Settings, inputs: Inputs): Promise<Read> {
  const parsed = await readMappings(settings, inputs);
  // A table that extends another has rows that stand in the other's file.
  const folders = [settings.mappings, ...(settings.shipped === undefined ? [] : [settings.shipped.mappings])];
  const texts = new Map(folders.flatMap((folder) => [...textsBelow(inputs, folder, /\.ya?ml$/)]));
  return { files: parsed.flatMap(({ node }): MappingFile[] => (node === undefined ? [] : [node])), texts, unread: parsed.flatMap(({ file, node }) => (node === undefined ? [file] : [])) };
}

async function modelChanges(settings: Settings, { inputs, before, files }: { readonly inputs: Inputs; readonly before: Inputs; readonly files: readonly MappingFile[] }) {
  const { compareModels } = await import("../review/index.js");
  const [{ model: was }, { model: is }] = [await readModel(settings, before), await readModel(settings, inputs)];
  return was === undefined || is === undefined ? { changes: [], breaking: [] } : compareModels(was, is, files, `${settings.schemas}/canonical`);
}

/** Overlays, with the rows of their protocol that take other messages, or read something else, than before. */
async function overlaysOf({ schemas, protocols }: Settings, { before, after, programs: [was, is] }: { readonly before: Inputs; readonly after: Inputs; readonly programs: readonly [Program | undefined, Program | undefined] }): Promise<SharedChange[]> {
  const { overlayChanges, rowsReached } = await import("../review/index.js");
  return protocols.flatMap(({ name }): SharedChange[] => {
    const file = `${schemas}/${name}/overlay.yaml`;
    const [old, now] = [before, after].map((inputs) => inputs.get(file)?.toString("utf8"));
    const says = overlayChanges(file, old, now);
    if (says.length === 0) return [];
    const sources = new Set((is?.providers ?? []).flatMap(({ tables }) => tables.flatMap((table) => (table.protocol === name ? [table.source] : []))));
    const rows = was === undefined || is === undefined ? [] : rowsReached(was, is).filter(({ source }) => sources.has(source));
    return [{ kind: "overlay", change: old === undefined ? "added" : now === undefined ? "removed" : "changed", name, file, says, rows }];
  });
}

interface Compared {
  readonly settings: Settings;
  readonly inputs: Inputs;
  readonly base: Base;
  /** That of the working tree. What no row takes yet gives the warning of an unknown message. */
  readonly program: Program | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Replays what is recorded by the code of the revision and by that of the working tree; a state that does not run is no fault of the review. */
async function compareEvents({ root }: Project, { settings, inputs, base: { commit }, program, signal }: Compared): Promise<{ events: ReviewReport["events"]; behaviour?: BehaviourReport }> {
  if (program === undefined) return { events: { compared: false, why: "the tables of the working tree have mistakes" } };
  if (settings.transcripts === undefined) return { events: { compared: false, why: "the config names no transcripts" } };
  try {
    const transcripts = configuredTranscripts(root, settings.transcripts);
    const files = await running(program, settings, inputs);
    const behaviour = await compareStates(root, transcripts, atRevision(root, settings, commit), stateWith(root, settings, files, "the working tree"), [], commit, signal);
    return { events: { compared: true, ...behaviour.summary }, behaviour };
  } catch (error) {
    if (!(error instanceof UserError) || signal?.aborted === true) throw error;
    return { events: { compared: false, why: error.message } };
  }
}

/** The first message of each kind that gives other events. */
function samplesOf(root: string, behaviour: BehaviourReport | undefined): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { file, provider, differences } of behaviour?.transcripts ?? []) {
    let lines: readonly string[] | undefined;
    for (const { line, message: label } of differences) {
      const id = `${provider} ${label.startsWith("(answer") ? "(answer)" : label}`;
      if (samples.has(id)) continue;
      lines ??= (contentOf(path.join(root, file))?.toString("utf8") ?? "").split("\n");
      samples.set(id, { file, line, provider, label, message: messageOf(lines[line - 1] ?? ""), differences: differences.filter((one) => one.line === line) });
    }
  }
  return [...samples.values()];
}

function messageOf(text: string): unknown {
  const entry = readEntry(text);
  return "message" in entry ? entry.message : "act" in entry ? entry.act : entry.text;
}

/** Lines move, so that a finding is known by what it says. */
function newFindings(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic[] {
  const identity = ({ code, file, message }: Diagnostic): string => [code, file, message].join("\0");
  const known = new Set(before.map(identity));
  return diagnosticsAsJson(after).diagnostics.filter((one) => one.severity === "error" || !known.has(identity(one)));
}
