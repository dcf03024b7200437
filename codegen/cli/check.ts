import path from "node:path";
import type { Command } from "commander";
import type { Diagnostic } from "../diagnostic.js";
import { remember } from "./cache.js";
import { drifted, foreignFiles, noDrift, type Drift } from "./drift.js";
import { findings, fine, print, wrongUse, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { BrokenConfig, examine, findProject, type Project } from "./project.js";
import { driftFindings, hasErrors, renderReport, reportFormats, type Report, type ReportFormat } from "./report.js";

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
        ["mapwright check --format sarif", "as SARIF 2.1.0, for code scanning"],
        ["mapwright check --format json", "{ diagnostics, summary: { errors, warnings }, drift: { missing, stale, orphaned } }"],
      ]),
    )
    .action(async ({ config, format }: Options) => finish(await check(findProject(config, io), format, io)));
}

/** Prints everything that is wrong. Findings are errors and drift; warnings alone are fine. */
export async function check(project: Project, format: ReportFormat, io: Io): Promise<number> {
  const report = async (diagnostics: readonly Diagnostic[], drift: Drift): Promise<void> => {
    const found = { ...project, diagnostics, drift };
    await print(io.stdout, format === "sarif" ? await asSarif(found, io) : renderReport(found, format, io));
  };
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

async function asSarif(report: Report & Project, io: Io): Promise<string> {
  const { sarifOf } = await import("./sarif.js");
  return `${JSON.stringify(sarifOf([...report.diagnostics, ...driftFindings(report)], report.root, path.basename(report.configFile), io), undefined, 2)}\n`;
}
