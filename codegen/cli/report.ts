import { inOrder } from "../check/report.js";
import type { Diagnostic } from "../diagnostic.js";
import { inCheckout } from "./checkout.js";
import { formatDiagnostic, formatGithub, formatSummary, printable } from "./code-frame.js";
import { drifted, type Comparison, type Drift } from "./drift.js";
import { contentOf } from "./files.js";
import { colours, shown, type Io, type Output } from "./io.js";
import { fenced, prose } from "./markdown.js";
import { placeOf } from "./shipped.js";

/** Diagnostics and drift, printed for people, programs, pull requests, GitHub annotations and code scanning. */

export const reportFormats = ["text", "json", "markdown", "github", "sarif"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface Report {
  /** The folder that paths are relative to. */
  readonly root: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly drift: Drift & Partial<Pick<Comparison, "edited">>;
  /** What brings the generated files up to date. */
  readonly mend: string;
}

export { formatSummary as renderSummary };

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** SARIF needs the explanations of all codes, and is made elsewhere (sarif.ts). */
export function renderReport(report: Report, format: Exclude<ReportFormat, "sarif">, io: Io): string {
  switch (format) {
    case "json":
      return asJson(report);
    case "markdown":
      return asMarkdown(report);
    case "github":
      return asGithub(report, io);
    case "text":
      return `${renderDiagnostics(report.diagnostics, report.root, io, io.stdout)}${renderDrift(report, io)}${verdict(report)}\n`;
  }
}

/** Findings that are many are summed up by their codes; of a code that has so many, the first few have a frame and a hint, and the rest a line each. */
const many = 20;
const framed = 5;

/** One after the other, each with the lines it is about, unless they are many; paths as seen from the working directory, so that a terminal can open them. The first of them says how to learn more. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], root: string, io: Io, stream: Output): string {
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, contentOf(placeOf(root, file))?.toString("utf8"));
    return texts.get(file);
  };
  const color = colours(io, stream);
  const undecided = diagnostics.filter((one) => one.undecided !== undefined);
  const ordered = inOrder(diagnostics.filter((one) => one.undecided === undefined));
  const [first = inOrder(undecided)[0]] = ordered;
  const more = first === undefined ? "" : `${color.dim(`\`npx mapwright explain ${first.code}\` says more.`)}\n\n`;
  const counts = countByCode(ordered);
  const seen = new Map<string, number>();
  const each = ordered.map((diagnostic) => {
    const { code, severity, message, file, line, column } = diagnostic;
    const nth = (seen.get(code) ?? 0) + 1;
    seen.set(code, nth);
    if (nth > framed && counts.get(code)!.count > many) {
      const paint = severity === "error" ? color.red : color.yellow;
      const place = file === undefined ? "" : `${[printable(shown(io, root, file)), line, column].filter((part) => part !== undefined).join(":")}: `;
      return `${paint(`${severity}[${code}]`)} ${place}${printable(message)}\n`;
    }
    if (file === undefined) return `${formatDiagnostic(diagnostic, undefined, { color })}\n\n`;
    return `${formatDiagnostic({ ...diagnostic, file: shown(io, root, file) }, line === undefined ? undefined : textOf(file), { color })}\n\n`;
  });
  return [...each.map((text, index) => (isLine(text) && !isLine(each[index + 1] ?? "") ? `${text}\n` : text)), renderUndecided(undecided, root, io, stream), summaryByCode(ordered, counts, io, stream), more].join("");
}

/** Frames end with a line that is blank, and so does what stands before one. */
function isLine(text: string): boolean {
  return text !== "" && !text.endsWith("\n\n");
}

type Counts = ReadonlyMap<string, { readonly severity: Diagnostic["severity"]; readonly count: number; readonly files: ReadonlySet<string> }>;

function countByCode(diagnostics: readonly Diagnostic[]): Counts {
  const counts = new Map<string, { severity: Diagnostic["severity"]; count: number; files: Set<string> }>();
  for (const { code, severity, file } of diagnostics) {
    const known = counts.get(code) ?? { severity, count: 0, files: new Set() };
    counts.set(code, known);
    known.count += 1;
    if (file !== undefined) known.files.add(file);
  }
  return counts;
}

/** What there is most of comes first; nothing where each can be read. */
function summaryByCode(diagnostics: readonly Diagnostic[], counts: Counts, io: Io, stream: Output): string {
  if (diagnostics.length <= many) return "";
  const { bold, dim, red, yellow } = colours(io, stream);
  const sorted = [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  const width = String(sorted[0]![1].count).length;
  const lines = sorted.map(([code, { severity, count, files }]) => `  ${String(count).padStart(width)}  ${(severity === "error" ? red : yellow)(`${severity}[${code}]`)}${files.size === 0 ? "" : dim(` in ${files.size} file${files.size === 1 ? "" : "s"}`)}\n`);
  const cut = sorted.some(([, { count }]) => count > many) ? dim(`  Of a code with more than ${many}, the first ${framed} are shown in full; --format json and markdown have all with their hints.\n`) : "";
  return `${bold("by code")}\n${lines.join("")}${cut}\n`;
}

/** A line for each, since all of them are said alike. */
function renderUndecided(undecided: readonly Diagnostic[], root: string, io: Io, stream: Output): string {
  if (undecided.length === 0) return "";
  const { bold, red, dim } = colours(io, stream);
  const lines = inOrder(undecided).map(({ code, file, line, undecided: what }) => `  ${file === undefined ? "" : `${printable(shown(io, root, file))}:${line}  `}${printable(what!)}${code === "undecided-field" ? " (undecided-field)" : ""}\n`);
  const count = `${undecided.length} ${undecided.length === 1 ? "proposal" : "proposals"}`;
  return `${red("error[undecided]")}${bold(`: Nobody has decided yet on ${count}.`)}\n${lines.join("")}${dim("  = hint: ")}Make each row say what its message means, and delete its \`undecided\`; of a value or a field, the right word alone stays. \`mapwright explain SOURCE KEY\` shows the schema.\n\n`;
}

/** What is missing, stale and orphaned, and what mends it; nothing where all is up to date. */
export function renderDrift({ root, drift, mend }: Pick<Report, "root" | "drift" | "mend">, io: Io): string {
  if (!drifted(drift)) return "";
  const colour = colours(io, io.stdout);
  const lines = entries(drift).map(({ kind, file, edited }) => `${colour.red(kind.padEnd(8))}  ${shown(io, root, file)}${edited ? " (edited by hand)" : ""}\n`);
  return `${lines.join("")}Run \`${mend}\` to bring the generated files up to date.\n\n`;
}

function entries(drift: Report["drift"]): { readonly kind: keyof Drift; readonly file: string; readonly edited: boolean }[] {
  return (["missing", "stale", "orphaned"] as const).flatMap((kind) => drift[kind].map((file) => ({ kind, file, edited: kind === "stale" && drift.edited?.includes(file) === true })));
}

function verdict({ diagnostics, drift }: Report): string {
  const files = entries(drift).length;
  return files === 0 ? formatSummary(diagnostics) : `${formatSummary(diagnostics)}, ${files} generated file${files === 1 ? "" : "s"} out of date`;
}

/** `{ diagnostics, summary: { errors, warnings }, drift: { missing, stale, orphaned } }`; paths are relative to the config's folder. */
function asJson({ diagnostics, drift: { missing, stale, orphaned } }: Report): string {
  const report = { ...diagnosticsAsJson(diagnostics), drift: { missing, stale, orphaned } };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

function asMarkdown(report: Report): string {
  const lines = [`**mapwright check**: ${verdict(report)}`, "", ...diagnosticsAsMarkdown(report.diagnostics)];
  for (const { kind, file, edited } of entries(report.drift)) lines.push(`- **${kind}** \`${file}\`${edited ? " (edited by hand)" : ""}`);
  if (drifted(report.drift)) lines.push("", `Run \`${report.mend}\` to bring the generated files up to date.`);
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The lines of a list. */
export function diagnosticsAsMarkdown(diagnostics: readonly Diagnostic[]): string[] {
  return inOrder(diagnostics).flatMap(({ severity, message, code, hint, file, line, column }) => {
    const place = file === undefined ? "" : ` \`${[file, line, column].filter((part) => part !== undefined).join(":")}\``;
    const item = `- **${severity}**${place} ${prose(message)} (\`${code}\`)`;
    if (hint === undefined) return [item];
    return hint.includes("\n") ? [item, "", ...fenced(hint).map((text) => `  ${text}`), ""] : [item, `  ${prose(hint)}`];
  });
}

/** Diagnostics as JSON shows them: their keys in one order, and how many there are. */
export function diagnosticsAsJson(diagnostics: readonly Diagnostic[]): { readonly diagnostics: readonly Diagnostic[]; readonly summary: { readonly errors: number; readonly warnings: number } } {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const found = inOrder(diagnostics).map(({ code, severity, message, file, line, column, endLine, endColumn, hint }) => {
    return { code, severity, message, file, line, column, endLine, endColumn, hint } as Diagnostic;
  });
  return { diagnostics: found, summary: { errors, warnings: diagnostics.length - errors } };
}

/** How many annotations of one kind GitHub shows of a step. */
const mostAnnotations = 10;

/** Workflow commands, errors first: GitHub shows only so many. */
function asGithub(report: Report, io: Io): string {
  const all = [...inOrder(report.diagnostics), ...driftFindings(report)];
  const errors = all.filter(({ severity }) => severity === "error");
  const warnings = all.filter(({ severity }) => severity !== "error");
  const lines = [...errors, ...warnings].map((diagnostic) => formatGithub(diagnostic.file === undefined ? diagnostic : { ...diagnostic, file: inCheckout(io, report.root, diagnostic.file) }));
  const cut = errors.length > mostAnnotations || warnings.length > mostAnnotations;
  const notice = cut ? [`::notice title=mapwright::${verdict(report)}. GitHub shows ${mostAnnotations} errors and ${mostAnnotations} warnings of a step; the log has them all.`] : [];
  return [...lines, ...notice].map((line) => `${line}\n`).join("");
}

/** What is not up to date, as findings. */
export function driftFindings({ drift, mend }: Report): Diagnostic[] {
  return entries(drift).map(({ kind, file, edited }) => ({ code: kind, severity: "error", message: `This generated file is ${kind}${edited ? ": it was edited by hand" : ""}. Run \`${mend}\`.`, file }));
}
