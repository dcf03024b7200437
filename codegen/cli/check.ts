import type { Command } from "commander";
import type { Diagnostic } from "../diagnostic.js";
import { remember } from "./cache.js";
import { drifted, foreignFiles, noDrift, type Drift } from "./drift.js";
import { findings, fine, print, wrongUse, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { BrokenConfig, examine, findProject, type Project } from "./project.js";
import { hasErrors, renderReport, reportFormats, type ReportFormat } from "./report.js";

interface Options {
  readonly config?: string;
  readonly format: ReportFormat;
}

export function addCheck(program: Command, io: Io, finish: Finish): void {
  program
    .command("check")
    .description("report what is wrong with schemas, lock, tables and generated files, without writing")
    .addOption(configOption())
    .addOption(formatOption(reportFormats))
    .addHelpText(
      "after",
      examples([
        ["mapwright check", "exit 1 on any error, or if a generated file is missing, stale or orphaned"],
        ["mapwright check --format github", "as annotations of a pull request, in GitHub Actions"],
        ["mapwright check --format json", "{ diagnostics, summary: { errors, warnings }, drift: { missing, stale, orphaned } }"],
      ]),
    )
    .action(async ({ config, format }: Options) => finish(await check(findProject(config, io), format, io)));
}

/** Prints everything that is wrong. Findings are errors and drift; warnings alone are fine. */
export async function check(project: Project, format: ReportFormat, io: Io): Promise<number> {
  const report = (diagnostics: readonly Diagnostic[], drift: Drift): Promise<void> =>
    print(io.stdout, renderReport({ ...project, diagnostics, drift }, format, io));
  try {
    const { comparison, news, ...found } = await examine(project, false, io);
    if (news !== undefined) remember(project.configFile, news, false);
    const diagnostics = [...found.diagnostics, ...found.lock, ...(comparison ? foreignFiles(comparison) : [])];
    await report(diagnostics, comparison ?? noDrift);
    return hasErrors(diagnostics) || drifted(comparison ?? noDrift) ? findings : fine;
  } catch (error) {
    if (!(error instanceof BrokenConfig)) throw error;
    await report(error.diagnostics, noDrift);
    return wrongUse;
  }
}
