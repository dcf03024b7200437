import type { Diagnostic } from "../diagnostic.js";
import { shortKey } from "../mapping/key.js";
import { enumerate } from "../spelling.js";
import { code } from "../emit/markdown.js";
import { behaviourMarkdown, behaviourText } from "./behaviour-report.js";
import type { BumpReport, WrittenStub } from "./bumping.js";
import { asWord } from "./undo.js";
import { formatSummary, printable } from "./code-frame.js";
import { colours, shown, type Io } from "./io.js";
import { fenced, prose } from "./markdown.js";
import { diagnosticsAsMarkdown, renderDiagnostics } from "./report.js";
import { schemaDiffMarkdown, schemaDiffText } from "./schema-diff-report.js";

/** How many of the words are named of which one is to be chosen. */
const mostWords = 4;

/** What `bump` did, for a terminal and for a pull request. */

export function bumpText(report: BumpReport, root: string, io: Io): string {
  const { bold, yellow, dim } = colours(io, io.stdout);
  const { dryRun, diff, stubs, behaviour } = report;
  const from = shown(io, root, ".");
  const diagnostics = notTold(report);
  const place = (file: string): string => printable(shown(io, root, file));
  const lines = [bold(heading(report)), ...done(report, (file, line) => `${place(file)}${line === undefined ? "" : `:${line}`}`)];
  if (diff) lines.push("", schemaDiffText(diff, root, io, "needs").trimEnd());
  if (stubs.length === 0 && diff !== undefined && diff.summary.breaks === 0) lines.push("", "nothing to decide: the tables cover all that is new");
  if (stubs.length > 0) {
    lines.push("", yellow(stubsHeading(stubs)));
    for (const stub of stubs) lines.push(`  ${place(stub.file)}:${stub.line}  ${printable(nameOf(stub))} ${dim("->")} ${printable(proposalOf(stub))}`);
  }
  // What is not written has no lines to show.
  const rest = dryRun ? diagnostics.map(({ severity, code: name, message }) => `${severity}[${name}]: ${printable(message)}\n`).join("") : renderDiagnostics(diagnostics, root, io, io.stdout);
  if (diagnostics.length > 0) lines.push("", yellow("also, `check` says"), `${rest}${formatSummary(diagnostics)}`);
  if (behaviour) lines.push("", behaviourText(behaviour, root, io).trimEnd());
  lines.push("", bold("next"), ...nextSteps(report, from === "." ? report.undo : `cd ${asWord(from)} && ${report.undo}`).map((step, index) => `  ${index + 1}. ${printable(step)}`));
  return `${lines.join("\n")}\n`;
}

export function bumpMarkdown(report: BumpReport): string {
  const { diff, stubs, behaviour } = report;
  const diagnostics = notTold(report);
  const lines = [`# ${prose(heading(report))}`, "", ...done(report, (file, line) => code(line === undefined ? file : `${file}:${line}`)).map((line) => `- ${line}`), ""];
  if (diff) lines.push(schemaDiffMarkdown(diff, "needs"));
  if (stubs.length === 0 && diff !== undefined && diff.summary.breaks === 0) lines.push("Nothing to decide: the tables cover all that is new.", "");
  if (stubs.length > 0) {
    lines.push(`## ${stubsHeading(stubs)[0]!.toUpperCase()}${stubsHeading(stubs).slice(1)}`, "");
    for (const [file, here] of byFile(stubs)) {
      lines.push(`### ${code(file)}`, "");
      for (const stub of here) {
        lines.push(`- [ ] line ${stub.line}: ${code(nameOf(stub))} → ${prose(proposalOf(stub))}`);
        if (stub.kind === "row") lines.push("", ...["<details><summary>stub</summary>", "", ...fenced(stub.text, "yaml"), "", "</details>"].map((line) => (line === "" ? "" : `  ${line}`)), "");
      }
      lines.push("");
    }
  }
  if (diagnostics.length > 0) lines.push("## Also, `check` says", "", ...diagnosticsAsMarkdown(diagnostics), "");
  if (behaviour) lines.push(behaviourMarkdown(behaviour));
  lines.push("## Next", "", ...nextSteps(report, report.undo).map((step, index) => `${index + 1}. ${prose(step)}`));
  return `${lines.join("\n").replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

/** What `check` says of a row that breaks stands in the diff. */
function notTold({ diff, diagnostics }: BumpReport): readonly Diagnostic[] {
  const told = new Set(diff?.changes.flatMap(({ severity, concerns }) => (severity === "breaks" ? concerns.map(({ file, line, why }) => `${file}:${line} ${why}`) : [])));
  return diagnostics.filter(({ file, line, message }) => !told.has(`${file}:${line} ${message}`));
}

function heading({ protocol, version, dryRun }: BumpReport): string {
  return `bump ${protocol}@${version}${dryRun ? " (dry run: nothing is written)" : ""}`;
}

function done({ vendored: { state, folder, files, package: source, undeclared }, config, stubs, generated }: BumpReport, place: (file: string, line?: number) => string): string[] {
  const waiting = stubs.length > 0 ? "not yet: first the stubs have to be decided" : "not yet: `check` fails";
  return [
    state === "vendored" ? `vendored: ${counted(files, "file")} of ${source} in ${place(folder)}` : `vendored before: ${place(folder)}`,
    ...(undeclared.length === 0 ? [] : [`declared nowhere: ${undeclared.join(", ")}; the overlay says what is known of it`]),
    `config: ${place(config.file, config.line)} names ${config.versions.join(", ")}`,
    `generated: ${generated === undefined ? waiting : generated.written + generated.removed === 0 ? "up to date" : `${counted(generated.written, "file")} written${generated.removed === 0 ? "" : `, ${generated.removed} removed`}`}`,
  ];
}

function stubsHeading(stubs: readonly WrittenStub[]): string {
  const count = (kind: WrittenStub["kind"]): number => stubs.filter((stub) => stub.kind === kind).length;
  return `to decide: ${[...(count("row") > 0 ? [counted(count("row"), "row")] : []), ...(count("value") > 0 ? [counted(count("value"), "value")] : [])].join(", ")}`;
}

function nameOf({ table, key }: WrittenStub): string {
  return table === undefined ? key : `${table}: ${key}`;
}

function proposalOf({ kind, proposed, like, unstable }: WrittenStub): string {
  const mark = unstable ? ", UNSTABLE" : "";
  if (proposed.length === 0) return `nothing is like it${mark}`;
  const what = kind === "value" && proposed.length > 1 ? `one of ${enumerate(proposed, mostWords)}` : proposed.join(", ");
  return `${what}${like === undefined ? "" : `, like ${shortKey(like)}`}${mark}`;
}

function nextSteps(report: BumpReport, undo: string): string[] {
  const { stubs, diff, generated, dryRun, uncommitted, protocol, version } = report;
  if (dryRun && uncommitted.length > 0) return [`commit ${enumerate(uncommitted)}: what no commit has, the way back would take, too`, `run \`npx mapwright bump ${protocol}@${version}\` without --dry-run`];
  if (dryRun) return [`run \`npx mapwright bump ${protocol}@${version}\` without --dry-run`];
  const breaks = diff?.summary.breaks ?? 0;
  return [
    ...(stubs.length > 0 ? ["decide each stub: make it say what the message or value means, and delete its `undecided` (`npx mapwright check` shows what is left)"] : []),
    ...(breaks > 0 ? ["mend the rows that break: a path that only older versions have may stay beside a newer one, `$.new ?? $.old`"] : []),
    ...(notTold(report).some(({ severity }) => severity === "error") ? ["mend what else `npx mapwright check` says"] : []),
    ...(generated === undefined ? ["`npx mapwright generate`, then `npx mapwright diff --behaviour HEAD`: which events change on recorded transcripts"] : []),
    "record or write a transcript of the new version (test/record/README.md of Mapwright says how), and commit",
    ...(uncommitted.length === 0 ? [] : [`mind that ${enumerate(uncommitted)} had changes that no commit has: the way back takes these, too`]),
    `to take all back: \`${undo}\``,
  ];
}

function byFile(stubs: readonly WrittenStub[]): Map<string, WrittenStub[]> {
  const files = new Map<string, WrittenStub[]>();
  for (const stub of stubs) files.set(stub.file, [...(files.get(stub.file) ?? []), stub]);
  return files;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
