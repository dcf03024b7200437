import path from "node:path";
import type { Command } from "commander";
import type { Diagnostic } from "../diagnostic.js";
import { remember } from "./cache.js";
import { drifted, foreignFiles, type Comparison } from "./drift.js";
import { findings, fine, print, shown, type Io } from "./io.js";
import { configOption, examples, type Finish } from "./options.js";
import { examine, findProject, isOutdated, type Examined, type Project } from "./project.js";

interface Options {
  readonly config?: string;
  readonly check?: boolean;
  readonly watch?: boolean;
}

export function addGenerate(program: Command, io: Io, finish: Finish): void {
  program
    .command("generate")
    .description("compile schemas and tables, and write what changed")
    .addOption(configOption())
    .option("--check", "write nothing; exit 1 if anything would change")
    .option("--watch", "stay, and generate again whenever an input changes")
    .addHelpText(
      "after",
      examples([
        ["mapwright generate", "write mappers, types, tests, editor schemas and the tables of EVENTS.md"],
        ["mapwright generate --check", "in CI: fail if the committed output is not what the inputs give"],
        ["mapwright generate --watch", "while editing tables"],
      ]),
    )
    .action(async (options: Options, command: Command) => {
      if (options.check && options.watch) command.error("error: --check and --watch exclude each other");
      const project = findProject(options.config, io);
      if (options.watch) {
        const { watch } = await import("./watch.js");
        finish(await watch(project, io));
      } else if (options.check) finish(await checkOutput(project, io));
      else finish((await compileAndWrite(project, io)).comparison === undefined ? findings : fine);
    });
}

/**
 * Compiles and writes what differs, or prints the errors and writes nothing.
 * @throws UserError when the config is broken or the disk refuses
 */
export async function compileAndWrite(project: Project, io: Io): Promise<Examined> {
  const examined = await examine(project, true, io);
  if (isOutdated(project, examined)) return compileAndWrite(project, io);
  const { comparison, files, news } = examined;
  await printFound(project, examined, io);
  if (comparison === undefined) return examined;

  if (files !== undefined) {
    const { applyChanges, removeLeftovers } = await import("./write.js");
    const differs = new Set([...comparison.missing, ...comparison.stale]);
    await applyChanges(project.root, { write: files.filter((file) => differs.has(file.path)), remove: comparison.orphaned });
    await removeLeftovers(project.root, files.map((file) => file.path));
  }
  if (news !== undefined) remember(project.configFile, { ...news, written: true }, true);
  await print(io.stdout, `${summary(comparison)}\n${named(project, comparison, io)}`);
  return examined;
}

/** `--check`: what `generate` would change. */
async function checkOutput(project: Project, io: Io): Promise<number> {
  const examined = await examine(project, false, io);
  const { comparison, news } = examined;
  await printFound(project, examined, io);
  if (comparison === undefined) return findings;
  if (news !== undefined) remember(project.configFile, news, false);
  if (!drifted(comparison)) {
    await print(io.stdout, "up to date\n");
    return fine;
  }
  const { renderDrift } = await import("./report.js");
  await print(io.stdout, renderDrift({ ...project, drift: comparison }, io));
  return findings;
}

async function printFound(project: Project, { diagnostics, lock, comparison }: Examined, io: Io): Promise<void> {
  // A vendored file that is not the pinned one compiles all the same; `check` is where that is an error.
  const warnings = lock.map((diagnostic): Diagnostic => ({ ...diagnostic, severity: "warning" }));
  const found = [...diagnostics, ...warnings, ...(comparison ? foreignFiles(comparison) : [])];
  if (found.length === 0) return;
  const { renderDiagnostics, renderSummary } = await import("./report.js");
  await print(io.stderr, renderDiagnostics(found, project.root, io, io.stderr));
  if (comparison === undefined) await print(io.stderr, `${renderSummary(found)}; nothing was written\n`);
}

function summary(comparison: Comparison): string {
  if (!drifted(comparison)) return "up to date";
  const written = comparison.missing.length + comparison.stale.length;
  const removed = comparison.orphaned.length;
  const many = (count: number): string => `${count} file${count === 1 ? "" : "s"}`;
  return [...(written > 0 ? [`${many(written)} written`] : []), ...(removed > 0 ? [`${many(removed)} removed`] : [])].join(", ");
}

/** How many files are named; of more, only their folders. */
const few = 5;

/** What was written and removed: a few by their names, many by their folders; what was edited by hand by its name, since that is lost. */
function named({ root }: Project, { missing, stale, orphaned, edited }: Comparison, io: Io): string {
  const written = [...missing, ...stale].sort();
  const all = written.length + orphaned.length <= few;
  const single = (file: string): string => `  ${shown(io, root, file)}${edited.includes(file) ? " (edited by hand: that is overwritten)" : orphaned.includes(file) ? " (removed)" : ""}\n`;
  if (all) return [...written, ...orphaned].map(single).join("");
  const counts = new Map<string, number>();
  for (const file of [...written, ...orphaned]) counts.set(path.posix.dirname(file), (counts.get(path.posix.dirname(file)) ?? 0) + 1);
  const folders = Array.from(counts, ([folder, count]) => `  ${shown(io, root, folder)}/ (${count})\n`);
  return [...folders, ...edited.map(single)].join("");
}
