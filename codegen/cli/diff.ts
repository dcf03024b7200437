import type { Command } from "commander";
import { readInputs } from "./inputs.js";
import { findings, fine, print, UserError, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { progress } from "./progress.js";
import { findProject, loadSettings, type Project } from "./project.js";
import { renderDiagnostics } from "./report.js";

const formats = ["text", "json", "markdown"] as const;
type Format = (typeof formats)[number];

interface Options {
  readonly behaviour?: string;
  readonly provider?: string;
  readonly config?: string;
  readonly format: Format;
}

const help = `
With --behaviour, recorded transcripts are replayed by the code of a revision, as it is committed, and by that of the working tree, its
tables compiled as they are now. The arguments are the transcripts; without any, all that the config names below \`transcripts\`.
${examples([
  ["mapwright diff codex-app-server 0.107.0 0.171.0", "what breaks a row, what needs one, what is safe; exit 1 unless all is safe"],
  ["mapwright diff acp 0.14.1 2.4.0 --format markdown", "for a pull request"],
  ["mapwright diff --behaviour HEAD", "which events change; exit 1 if any does"],
  ["mapwright diff --behaviour v1.2.0 session.jsonl --provider codex", "of one transcript"],
])}`;

export function addDiff(program: Command, io: Io, finish: Finish): void {
  program
    .command("diff")
    .description("say what changed between two vendored versions of a protocol, or which events change on transcripts")
    .usage("[options] <protocol> <from> <to>\n       mapwright diff --behaviour <revision> [options] [file...]")
    .argument("[arguments...]", "a protocol and two vendored versions of it, the older first; with --behaviour, transcripts")
    .option("--behaviour <revision>", "compare events with those of a git revision")
    .option("--provider <provider>", "with --behaviour, whose messages the files hold")
    .addOption(configOption())
    .addOption(formatOption(formats))
    .addHelpText("after", help)
    .action(async (given: readonly string[], options: Options) => {
      const project = findProject(options.config, io);
      finish(options.behaviour === undefined ? await diffProtocol(project, given, options, io) : await diffEvents(project, given, { ...options, behaviour: options.behaviour }, io));
    });
}

/** @throws UserError unless a protocol and two versions are given */
async function diffProtocol(project: Project, given: readonly string[], { format, provider }: Options, io: Io): Promise<number> {
  const [protocol, from, to, ...more] = given;
  if (protocol === undefined || from === undefined || to === undefined || more.length > 0) throw new UserError("diff takes a protocol and two versions, or --behaviour and a revision", "`mapwright help diff` has examples");
  if (provider !== undefined) throw new UserError("--provider belongs to --behaviour", "`mapwright help diff` has examples");
  const settings = await loadSettings(project);
  const { stop } = await progress(io, `comparing ${protocol} ${from} and ${to}`);
  const { diffSchemas } = await import("./schema-diff.js");
  const { report, diagnostics } = await diffSchemas(settings, readInputs(project.root, settings), { protocol, from, to }).finally(stop);
  await print(io.stderr, renderDiagnostics(diagnostics, project.root, io, io.stderr));
  if (report === undefined) return findings;
  const { schemaDiffMarkdown, schemaDiffText } = await import("./schema-diff-report.js");
  await printReport(report, format, { markdown: schemaDiffMarkdown, text: (one) => schemaDiffText(one, project.root, io) }, io);
  const { breaks, needs } = report.summary;
  return diagnostics.length + breaks + needs + report.findings.length > 0 ? findings : fine;
}

async function diffEvents(project: Project, files: readonly string[], { behaviour: revision, provider, format }: Options & { readonly behaviour: string }, io: Io): Promise<number> {
  const settings = await loadSettings(project);
  const { stop } = await progress(io, `replaying transcripts as of ${revision} and as of now`);
  const { diffBehaviour } = await import("./behaviour.js");
  const { report, diagnostics } = await diffBehaviour(project, settings, { revision, files, ...(provider !== undefined && { provider }) }, io).finally(stop);
  await print(io.stderr, renderDiagnostics(diagnostics, project.root, io, io.stderr));
  if (report === undefined) return findings;
  const { behaviourMarkdown, behaviourText } = await import("./behaviour-report.js");
  await printReport(report, format, { markdown: behaviourMarkdown, text: (one) => behaviourText(one, project.root, io) }, io);
  return report.summary.differing + report.summary.unheard > 0 ? findings : fine;
}

async function printReport<T>(report: T, format: Format, writers: { readonly [format in "text" | "markdown"]: (report: T) => string }, io: Io): Promise<void> {
  await print(io.stdout, format === "json" ? `${JSON.stringify(report, undefined, 2)}\n` : writers[format](report));
}
