import path from "node:path";
import { compareEvents, type ComparedStep, type EventDifference } from "../diff/events.js";
import { contentOf, filesBelow } from "./files.js";
import { filesAt } from "./git.js";
import { touchedSince, unexercised, type Touched, type Unexercised } from "./exercised.js";
import { readInputs, type Inputs } from "./inputs.js";
import { UserError, type Io } from "./io.js";
import { compile } from "./pipeline.js";
import type { Project } from "./project.js";
import { recall } from "./cache.js";
import { formattedBefore } from "./formatted.js";
import { hasErrors } from "./report.js";
import { entryOf, load, runs, type Runtime, type State } from "./state.js";
import { refusal, stepsOf } from "./steps.js";
import { labelOf } from "./timeline.js";
import { configuredTranscripts, namedTranscripts, type TranscriptFile } from "./transcript-files.js";
import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { OutputFile } from "../emit/index.js";
import type { Settings } from "./config.js";

/** What `mapwright diff --behaviour <revision> --format json` prints (README.md). */
export interface BehaviourReport {
  readonly revision: string;
  /** Of the transcripts, `differing` give other events, and `unheard` are of providers that the revision does not have. */
  readonly summary: { readonly transcripts: number; readonly differing: number; readonly unheard: number; readonly added: number; readonly removed: number; readonly changed: number };
  /** Messages whose rows are others than they were, and that no transcript holds: nobody has seen what becomes of them. */
  readonly unexercised: readonly Unexercised[];
  /** Those that give the same events, too. */
  readonly transcripts: readonly BehaviourOfTranscript[];
}

export interface BehaviourOfTranscript {
  readonly file: string;
  readonly provider: string;
  /** How many events it gives in either state. */
  readonly events: { readonly before: number; readonly after: number };
  /** The revision does not have the provider: every event is new, and none is listed. */
  readonly unheard: boolean;
  readonly differences: readonly EventDifference[];
}

export interface BehaviourAsked {
  readonly revision: string;
  readonly files: readonly string[];
  readonly provider?: string;
}

/**
 * Replays transcripts by a revision's code and by that of the working tree, with its tables as they are now, and compares the events. The
 * diagnostics say why the tables of the working tree do not compile; then there is no report.
 * @throws UserError for a revision, a transcript or a state that cannot be read or run
 */
export async function diffBehaviour(project: Project, settings: Settings, { revision, files, provider }: BehaviourAsked, io: Io): Promise<{ report?: BehaviourReport; diagnostics: readonly Diagnostic[] }> {
  const { root } = project;
  const configured = settings.transcripts ?? [];
  const transcripts = files.length === 0 ? configuredTranscripts(root, configured) : namedTranscripts(root, configured, files, provider, io);
  const before = atRevision(root, settings, revision);
  const inputs = readInputs(root, settings);
  const { state: after, program, diagnostics } = await asWorkingTree(project, settings, inputs);
  if (after === undefined || program === undefined) return { diagnostics };
  const touched = await touchedSince(program, settings, inputs, tablesAt(root, settings, inputs, revision));
  return { report: await compareStates(root, transcripts, before, after, touched, revision, io.signal), diagnostics: [] };
}

/**
 * Replays transcripts in two states of the project, and compares the events.
 * @param touched the messages whose rows are others
 * @param revision what the report calls the earlier one
 * @throws UserError for a transcript or a state that cannot be read or run, and when `signal` ends it
 */
export async function compareStates(root: string, transcripts: readonly TranscriptFile[], before: State, after: State, touched: readonly Touched[], revision: string, signal: AbortSignal | undefined): Promise<BehaviourReport> {
  // The same code does the same.
  const same = sameFiles(before, after);
  const now = await load(after, root);
  for (const provider of new Set(transcripts.map((one) => one.provider))) {
    const refused = refusal(now, provider);
    if (refused !== undefined) throw new UserError(refused);
  }
  const old = same ? now : await load(before, root);
  const compared: BehaviourOfTranscript[] = [];
  for (const transcript of transcripts) {
    // What arrives while we compute is heard only between two turns of the event loop.
    await new Promise(setImmediate);
    if (signal?.aborted === true) throw new UserError("interrupted; nothing was changed");
    compared.push(await compareTranscript(root, transcript, { old, now, same, before: before.name }));
  }
  const count = (kind: EventDifference["kind"]): number => compared.reduce((sum, { differences }) => sum + differences.filter((one) => one.kind === kind).length, 0);
  const differing = compared.filter(({ differences }) => differences.length > 0).length;
  const unheard = compared.filter((one) => one.unheard).length;
  return { revision, summary: { transcripts: compared.length, differing, unheard, added: count("added"), removed: count("removed"), changed: count("changed") }, unexercised: unexercised(root, transcripts, touched), transcripts: compared };
}

/** What runs at a revision: as it is committed, generated code and all. */
export function atRevision(root: string, settings: Settings, revision: string): State {
  const files = filesAt(root, revision, foldersOf(settings));
  return { name: `'${revision}'`, files: new Map([...files].filter(([file]) => runs(file))), entry: entryOf(settings) };
}

/** What would run now: nothing stale, and nothing has to be written first. */
async function asWorkingTree({ root, configFile }: Project, settings: Settings, inputs: Inputs): Promise<{ state?: State; program?: Program; diagnostics: readonly Diagnostic[] }> {
  const { files: generated, program, diagnostics } = await compile(settings, inputs, formattedBefore(root, recall(configFile)));
  return generated === undefined || program === undefined || hasErrors(diagnostics) ? { diagnostics } : { state: stateWith(root, settings, generated, "the working tree"), program, diagnostics };
}

/** The inputs with the tables as a revision has them. */
function tablesAt(root: string, { mappings }: Settings, inputs: Inputs, revision: string): Inputs {
  const others = [...inputs].filter(([file]) => !file.startsWith(`${mappings}/`));
  return new Map([...others, ...[...filesAt(root, revision, [mappings])].map(([file, text]) => [file, Buffer.from(text)] as const)]);
}

/** The working tree with what is generated from other inputs than it has, or has not generated yet. */
export function stateWith(root: string, settings: Settings, generated: readonly OutputFile[], name: string): State {
  const files = new Map<string, string>();
  for (const folder of foldersOf(settings)) {
    if (folder === settings.output) continue;
    for (const file of filesBelow(root, folder, runs)) files.set(file, contentOf(path.join(root, file))?.toString("utf8") ?? "");
  }
  for (const { path: file, content } of generated) if (runs(file) && file.startsWith(`${settings.output}/`)) files.set(file, content);
  return { name, files, entry: entryOf(settings) };
}

/** Where what runs is: the runtime, the transforms, and what is generated. */
function foldersOf({ output, transforms, extends: extending }: Settings): string[] {
  return [...new Set([...(extending ? [] : ["src"]), output, ...(transforms === undefined ? [] : [transforms])])];
}

function sameFiles(a: State, b: State): boolean {
  return a.files.size === b.files.size && [...a.files].every(([file, text]) => b.files.get(file) === text);
}

interface States {
  readonly old: Runtime;
  readonly now: Runtime;
  readonly same: boolean;
  /** What the earlier one is called. */
  readonly before: string;
}

async function compareTranscript(root: string, transcript: TranscriptFile, { old, now, same, before: name }: States): Promise<BehaviourOfTranscript> {
  const { file, provider } = transcript;
  const unheard = refusal(old, provider) !== undefined;
  const after = await replayed(root, transcript, now, "the working tree");
  const before = same ? after : unheard ? [] : await replayed(root, transcript, old, name);
  const size = (steps: readonly ComparedStep[]): number => steps.reduce((sum, { events }) => sum + events.length, 0);
  return { file, provider, events: { before: size(before), after: size(after) }, unheard, differences: same || unheard ? [] : compareEvents(before, after) };
}

async function replayed(root: string, transcript: TranscriptFile, runtime: Runtime, state: string): Promise<ComparedStep[]> {
  const steps: ComparedStep[] = [];
  for await (const { line, entry, events } of stepsOf(root, transcript, runtime, state)) steps.push({ line, message: labelOf(entry), events });
  return steps;
}
