import type { Command } from "commander";
import type { Diagnostic } from "../diagnostic.js";
import { findings, fine, print, UserError, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { findProject, loadSettings, type Project } from "./project.js";
import { hasErrors, renderDiagnostics } from "./report.js";
import { fromOption, parseWanted, proposeVersion } from "./wanted.js";
import { applyChanges, removeLeftovers } from "./write.js";

const formats = ["text", "json", "markdown"] as const;

const mostErrors = 3;

interface Options {
  readonly config?: string;
  readonly format: (typeof formats)[number];
  readonly from: readonly string[];
  readonly dryRun?: boolean;
}

const help = `
Every message and value that the tables do not cover gets a stub beside its relatives, marked \`undecided\`: \`check\` fails, and nothing is
generated, until somebody has made each say what it means and deleted the mark.
${examples([
  ["mapwright bump codex-app-server@0.171.0 --dry-run", "what it would do, and what there is to decide; writes nothing"],
  ["mapwright bump acp@2.4.0 --format markdown", "the report for a pull request"],
  ["mapwright bump codex-app-server --from $(which codex)", "what is installed"],
])}
Exit code 1: there is something to decide or to mend.`;

export function addBump(program: Command, io: Io, finish: Finish): void {
  program
    .command("bump")
    .description("cover one more version of a protocol: vendor it, add it to the config, write stubs, report what changed")
    .argument("[protocol[@version]]", "without a version, the newest is proposed")
    .addOption(fromOption())
    .option("--dry-run", "show it all, write nothing")
    .addOption(configOption())
    .addOption(formatOption(formats))
    .addHelpText("after", help)
    .action(async (what: string | undefined, options: Options) => finish(await bumpAndWrite(findProject(options.config, io), what, options, io)));
}

/** Of many mistakes, `check` is the one to tell. */
function refusal(diagnostics: readonly Diagnostic[], why: string, { root }: Project, io: Io): string {
  if (diagnostics.length > mostErrors) return `${why}; nothing was changed\n\`npx mapwright check\` has ${diagnostics.length} errors; mend these first\n`;
  return `${renderDiagnostics(diagnostics, root, io, io.stderr)}${why}; nothing was changed\n`;
}

async function bumpAndWrite(project: Project, what: string | undefined, { from, format, dryRun = false }: Options, io: Io): Promise<number> {
  const asked = await parseWanted(what, from, io);
  const { protocols } = await loadSettings(project);
  const wanted = await proposeVersion("bump", asked, io, protocols.find(({ name }) => name === asked.name)?.versions);
  const { bump } = await import("./bumping.js");
  const bumped = await bump(project, wanted, dryRun, io);
  if (bumped.state === "up to date") {
    const state = { protocol: wanted.name, version: bumped.version, state: bumped.state };
    await print(io.stdout, format === "json" ? `${JSON.stringify(state, undefined, 2)}\n` : `${wanted.name} ${bumped.version} is up to date: the config names it\n`);
    return fine;
  }
  if (bumped.state === "undecided") {
    const { version, state, diagnostics } = bumped;
    const undecided = diagnostics.map(({ file, line, undecided: what }) => ({ file, line, what }));
    await print(io.stdout, format === "json" ? `${JSON.stringify({ protocol: wanted.name, version, state, undecided }, undefined, 2)}\n` : `the config names ${wanted.name} ${version} already, and ${diagnostics.length} of its stubs ${diagnostics.length === 1 ? "is" : "are"} undecided\n\n${renderDiagnostics(diagnostics, project.root, io, io.stdout)}`);
    return findings;
  }
  if (bumped.state === "refused") {
    await print(io.stderr, refusal(bumped.diagnostics, bumped.why, project, io));
    return findings;
  }
  if (io.signal?.aborted === true) throw new UserError("interrupted; nothing was changed");
  if (!dryRun) {
    await removeLeftovers(project.root, bumped.changes.write.map((file) => file.path));
    await applyChanges(project.root, bumped.changes);
  }

  const { report } = bumped;
  const { bumpMarkdown, bumpText } = await import("./bump-report.js");
  await print(io.stdout, format === "json" ? `${JSON.stringify(report, undefined, 2)}\n` : format === "markdown" ? bumpMarkdown(report) : bumpText(report, project.root, io));
  return report.stubs.length + (report.diff?.summary.breaks ?? 0) > 0 || hasErrors(report.diagnostics) ? findings : fine;
}
