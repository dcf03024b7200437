import { existsSync } from "node:fs";
import path from "node:path";
import { matchesPattern } from "../mapping/key.js";
import type { Transcripts } from "./config-transcripts.js";
import { filesBelow } from "./files.js";
import { shown, UserError, type Io } from "./io.js";

/** A recorded session and whose messages it holds. */
export interface TranscriptFile {
  /** Relative to the config's folder. */
  readonly file: string;
  readonly provider: string;
}

/** Every transcript that the config names, in order. */
export function transcriptsIn(root: string, configured: readonly Transcripts[]): TranscriptFile[] {
  const files = configured.flatMap(({ provider, folders }) => folders.flatMap((folder) => filesIn(root, folder).map((file) => ({ file, provider }))));
  return files.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
}

/** Every transcript that the config names, in order. @throws UserError if it names none */
export function configuredTranscripts(root: string, configured: readonly Transcripts[]): TranscriptFile[] {
  const files = transcriptsIn(root, configured);
  if (files.length > 0) return files;
  const form = "write `transcripts: { codex: [transcripts/codex] }` into the config, or name files and --provider";
  throw new UserError(configured.length === 0 ? "the config names no transcripts" : "the folders of `transcripts` in the config hold no .jsonl files", form);
}

/** The files that somebody names; whose they are says `--provider`, or the config. @throws UserError where neither does */
export function namedTranscripts(root: string, configured: readonly Transcripts[], files: readonly string[], provider: string | undefined, io: Io): TranscriptFile[] {
  return files.map((name) => {
    const file = shown({ ...io, cwd: root }, io.cwd, name);
    if (!existsSync(path.resolve(io.cwd, name))) throw new UserError(`there is no transcript '${name}'`);
    const known = provider ?? configured.find(({ folders }) => folders.some((folder) => liesIn(file, folder)))?.provider;
    if (known === undefined) throw new UserError(`whose messages '${name}' holds is unknown`, "name the --provider, or its folder below `transcripts` in the config");
    return { file, provider: known };
  });
}

function filesIn(root: string, folder: string): string[] {
  const fixed = folder.split("/");
  const wild = fixed.findIndex((step) => step.includes("*"));
  const start = wild === -1 ? folder : fixed.slice(0, wild).join("/") || ".";
  return filesBelow(root, start, (file) => file.endsWith(".jsonl"))
    .map((file) => path.posix.normalize(file))
    .filter((file) => liesIn(file, folder));
}

function liesIn(file: string, folder: string): boolean {
  const steps = file.split("/");
  const pattern = path.posix.normalize(folder).split("/").filter((step) => step !== ".");
  return steps.length > pattern.length && pattern.every((step, index) => matchesPattern(step, steps[index]!));
}
