import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../diagnostic.js";
import type { OutputFile } from "../emit/index.js";
import { recall, type Remembered } from "./cache.js";
import type { Settings } from "./config.js";
import { compare, drifted, type Comparison } from "./drift.js";
import { contentOf, sha256 } from "./files.js";
import { fingerprint, readInputs } from "./inputs.js";
import { shown, UserError, type Io } from "./io.js";

/** A config file and the folder that all paths are relative to. */
export interface Project {
  readonly configFile: string;
  readonly root: string;
  /** What a person runs to bring the generated files up to date. */
  readonly mend: string;
}

/** A config with mistakes: wrong use, but with a position. */
export class BrokenConfig extends UserError {
  constructor(
    readonly project: Project,
    readonly diagnostics: readonly Diagnostic[],
  ) {
    super("the config has mistakes");
  }
}

const configName = "mapwright.config.yaml";

/**
 * The config that `--config` names, or the nearest one upwards from the working directory.
 * @throws UserError when there is none
 */
export function findProject(config: string | undefined, io: Io): Project {
  if (config !== undefined) {
    const file = path.resolve(io.cwd, config);
    const status = statSync(file, { throwIfNoEntry: false });
    if (status?.isFile() === true) return { configFile: file, root: path.dirname(file), mend: `npx mapwright generate --config ${quoted(shown(io, io.cwd, file))}` };
    throw new UserError(`there is no config file '${config}'`, status?.isDirectory() === true ? `did you mean '${path.posix.join(config, configName)}'?` : undefined);
  }
  for (let at = path.resolve(io.cwd); ; at = path.dirname(at)) {
    const file = path.join(at, configName);
    if (existsSync(file)) return { configFile: file, root: at, mend: "npx mapwright generate" };
    if (at === path.dirname(at)) break;
  }
  throw new UserError(`there is no ${configName} in '${io.cwd}' or above it`, "name one with --config FILE; `npx mapwright init` begins one in a package");
}

function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `"${word}"`;
}

/**
 * @param schemas `coming` if the config may name versions that are not vendored yet
 * @throws BrokenConfig
 */
export async function loadSettings(project: Project, schemas: "vendored" | "coming" = "vendored"): Promise<Settings> {
  const { readSettings } = await import("./settings.js");
  const text = readFileSync(project.configFile, "utf8");
  const { settings, diagnostics } = readSettings(project.root, path.basename(project.configFile), text, schemas);
  if (settings === undefined) throw new BrokenConfig(project, diagnostics);
  return settings;
}

/** What the inputs give, and how the disk differs from it. */
export interface Examined {
  readonly settings: Settings;
  readonly diagnostics: readonly Diagnostic[];
  /** What is wrong between `lock.json` and the vendored files. */
  readonly lock: readonly Diagnostic[];
  /** Absent when there are errors: then nobody knows. */
  readonly comparison?: Comparison;
  /** The output; absent when there are errors, or when nothing changed and nothing had to be compiled. */
  readonly files?: readonly OutputFile[];
  /** To be remembered once the output is as it should be. */
  readonly news?: Remembered;
}

/**
 * Compiles, unless nothing changed since the last time: then what was remembered says it all.
 * @param needsFiles the caller is going to write what differs
 * @throws BrokenConfig
 */
export async function examine(project: Project, needsFiles: boolean, io: Io): Promise<Examined> {
  const remembered = recall(project.configFile);
  const known = remembered && recognise(project, remembered);
  if (known?.comparison !== undefined && !(needsFiles && drifted(known.comparison))) return known;

  const { compileProject } = await import("./compile-project.js");
  return compileProject(project, remembered, io);
}

/** Whether an input was saved while we compiled. */
export function isOutdated(project: Project, { settings, news }: Examined): boolean {
  return news !== undefined && news.inputs[0] !== fingerprint(readInputs(project.root, settings));
}

/** What was remembered, if it still holds. */
function recognise(project: Project, remembered: Remembered): Examined | undefined {
  if (remembered.config !== sha256(contentOf(project.configFile) ?? "")) return undefined;
  const { settings, diagnostics, lock } = remembered;
  if (!remembered.inputs.includes(fingerprint(readInputs(project.root, settings)))) return undefined;
  return { settings, diagnostics, lock, comparison: compare(project.root, settings.output, new Map(Object.entries(remembered.outputs)), remembered.written) };
}
