import type { OutputFile } from "../emit/index.js";
import { applyPolicies } from "../policy/index.js";
import { verifyLock } from "../vendor/lock.js";
import type { Remembered } from "./cache.js";
import { compare, drifted } from "./drift.js";
import { contentOf, sha256 } from "./files.js";
import { formattedBefore } from "./formatted.js";
import { fingerprint, readInputs, type Inputs } from "./inputs.js";
import type { Io } from "./io.js";
import { pinned } from "./pinned.js";
import { compile } from "./pipeline.js";
import { progress } from "./progress.js";
import { hasErrors } from "./report.js";
import { loadSettings, type Examined, type Project } from "./project.js";

/** The long way of `examine`: everything read and compiled. */
export async function compileProject(project: Project, remembered: Remembered | undefined, io: Io): Promise<Examined> {
  const config = sha256(contentOf(project.configFile) ?? "");
  const settings = await loadSettings(project);
  const inputs = readInputs(project.root, settings);
  const formatted = formattedBefore(project.root, remembered);
  const { stop } = await progress(io, "compiling");
  const compiled = await compile(settings, inputs, formatted).finally(stop);
  // The rules of the house are for what is sound, and for what is to be written: commands that only look do not ask for them.
  const house = compiled.files === undefined || compiled.program === undefined ? [] : applyPolicies(compiled.program, settings.policies ?? []);
  const diagnostics = [...compiled.diagnostics, ...house];
  const lock = verifyLock(settings.schemas, pinned(settings, inputs));
  const { files } = compiled;
  if (files === undefined || hasErrors(house)) return { settings, diagnostics, lock };

  const outputs = new Map(files.map((file) => [file.path, sha256(file.content)]));
  const before = fingerprint(inputs);
  const written = remembered?.written === true && remembered.config === config && remembered.inputs.includes(before);
  const comparison = compare(project.root, settings.output, outputs, written);
  const news: Remembered = {
    config,
    settings,
    inputs: [before, fingerprint(withOutput(inputs, files))],
    outputs: Object.fromEntries(outputs),
    written: written || !drifted(comparison),
    formatted: formatted.became(files),
    diagnostics,
    lock,
  };
  return { settings, diagnostics, lock, files, comparison, news };
}

/** EVENTS.md is both: read for the prose around its tables, and written. */
function withOutput(inputs: Inputs, files: readonly OutputFile[]): Inputs {
  const after = new Map(inputs);
  for (const file of files) if (after.has(file.path)) after.set(file.path, Buffer.from(file.content));
  return after;
}
