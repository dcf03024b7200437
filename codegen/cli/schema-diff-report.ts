import { changeText, countText, placeText, sharedText, type Change, type Severity } from "../diff/index.js";
import type { Diagnostic } from "../diagnostic.js";
import { code } from "../emit/markdown.js";
import { enumerate } from "../spelling.js";
import { printable } from "./code-frame.js";
import { colours, shown, type Io } from "./io.js";
import { fenced, prose } from "./markdown.js";
import type { SchemaDiffReport } from "./schema-diff.js";

/** A schema diff for a terminal and for a pull request. */

/** How many changes of one kind a terminal shows; what breaks a row is never cut. */
const most = 20;
const mostConcerns = 3;
const mostNames = 8;
/** Whose names are told even where only counts are: a reviewer may know who still waits for them. */
const whole: ReadonlySet<Change["kind"]> = new Set<Change["kind"]>(["message", "request", "union"]);

const headings: Record<Severity, string> = { breaks: "breaks a row", needs: "needs a row or value", safe: "safe", unknown: "changes (no table was judged)" };
const severities = ["breaks", "needs", "safe", "unknown"] as const;

/** @param omit what somebody else tells */
export function schemaDiffText(report: SchemaDiffReport, root: string, io: Io, omit?: Severity): string {
  const { protocol, from, to, changes, findings } = report;
  const { bold, red, yellow, green, dim } = colours(io, io.stdout);
  const paint: Record<Severity, (text: string) => string> = { breaks: red, needs: yellow, safe: green, unknown: bold };
  const lines = [bold(`${protocol} ${from} -> ${to}`), verdict(report)];
  const place = (file: string, line: number): string => printable(`${shown(io, root, file)}:${line}`);
  const head = (change: Change): string => `${printable(placeText(change))}  ${bold(printable(changeText(change)))}`;
  for (const severity of severities) {
    const here = changes.filter((change) => change.severity === severity);
    if (here.length === 0 || severity === omit) continue;
    lines.push("", paint[severity](headings[severity]));
    if (severity === "safe" || severity === "unknown") {
      lines.push(...counts(here).map((text) => `  ${text}`), `  ${dim("--format markdown lists all")}`);
      continue;
    }
    const limit = severity === "breaks" ? here.length : most;
    for (const [kind, group] of grouped(here)) {
      for (const change of group.slice(0, limit)) {
        const shared = sharedText(change);
        const [only] = change.concerns;
        // A message that needs a row has nothing more to say.
        if (only !== undefined && change.concerns.length === 1 && only.name === change.name) {
          lines.push(`  ${head(change)}: ${only.why} ${dim(`(${place(only.file, only.line)})`)}`);
          continue;
        }
        lines.push(`  ${head(change)}${shared === "" ? "" : dim(` (${printable(shared)})`)}`);
        for (const { file, line, name, why } of change.concerns.slice(0, mostConcerns)) lines.push(`    ${place(file, line)}  ${printable(`${name}: ${why}`)}`);
        if (change.concerns.length > mostConcerns) lines.push(dim(`    ${morePlaces(change)}`));
      }
      if (group.length > limit) lines.push(dim(`  and ${group.length - limit} more ${kind}${group.length - limit === 1 ? "" : "s"}; --format markdown lists all`));
    }
  }
  if (findings.length > 0) lines.push("", yellow("also, `check` will say"), ...findings.map((finding) => `  ${finding.file === undefined ? "" : `${place(finding.file, finding.line ?? 1)}  `}${printable(finding.message)}`));
  return `${lines.join("\n")}\n`;
}

/** @param omit what somebody else tells */
export function schemaDiffMarkdown(report: SchemaDiffReport, omit?: Severity): string {
  const { protocol, from, to, changes, findings } = report;
  const lines = [`## ${code(protocol)} ${from} → ${to}`, "", verdict(report), ""];
  for (const severity of severities) {
    const here = changes.filter((change) => change.severity === severity);
    if (here.length === 0 || severity === omit) continue;
    const heading = `${headings[severity][0]!.toUpperCase()}${headings[severity].slice(1)} (${here.length})`;
    if (severity === "breaks" || severity === "needs") lines.push(`### ${heading}`, "", ...here.flatMap(markdownTask), "");
    else lines.push("<details>", `<summary>${heading}: ${counts(here).join(", ")}</summary>`, "", ...here.map((change) => `- ${markdownChange(change)}`), "", "</details>", "");
  }
  if (findings.length > 0) lines.push("### Also, `check` will say", "", ...findings.map(markdownFinding), "");
  return `${lines.join("\n").trimEnd()}\n`;
}

function markdownTask(change: Change): string[] {
  const concerns = change.concerns.map(({ file, line, name, why }) => `  - ${code(`${file}:${line}`)} ${code(name)}: ${prose(why)}`);
  const shown = concerns.length <= mostConcerns ? concerns : [...concerns.slice(0, mostConcerns), `  - ${morePlaces(change)}`];
  const stub = change.stub === undefined ? [] : ["", ...["<details><summary>stub</summary>", "", ...fenced(change.stub, "yaml"), "", "</details>"].map((line) => (line === "" ? "" : `  ${line}`)), ""];
  return [`- [ ] ${markdownChange(change)}`, ...shown, ...stub];
}

function markdownChange(change: Change): string {
  const shared = sharedText(change);
  // What is safe needs no list of tasks, but the rows of what is gone are worth a look.
  const rows = change.severity === "safe" && change.concerns.length > 0 ? `; ${change.concerns.slice(0, mostConcerns).map(({ file, line }) => code(`${file}:${line}`)).join(", ")}${change.concerns.length > mostConcerns ? ` ${morePlaces(change)}` : ""}` : "";
  return `${code(placeText(change))} ${prose(changeText(change))}${rows}${shared === "" ? "" : ` (${prose(shared)})`}`;
}

function markdownFinding({ file, line, message }: Diagnostic): string {
  return `- [ ] ${file === undefined ? "" : `${code(`${file}:${line ?? 1}`)} `}${prose(message)}`;
}

function verdict({ summary: { breaks, needs, safe, unknown }, changes, findings }: SchemaDiffReport): string {
  if (changes.length === 0) return "No change in what messages hold.";
  const judged = [`${breaks} break${breaks === 1 ? "s" : ""} a row`, `${needs} need${needs === 1 ? "s" : ""} a row or value`, `${safe} safe`];
  const more = findings.length === 0 ? "" : `; ${findings.length} finding${findings.length === 1 ? "" : "s"} beside them`;
  return `${changes.length} change${changes.length === 1 ? "" : "s"}: ${unknown > 0 ? "none judged, since no table maps them" : judged.join(", ")}${more}`;
}

function morePlaces({ concerns }: Change): string {
  const more = concerns.length - mostConcerns;
  return `and ${more} more place${more === 1 ? "" : "s"}`;
}

/** `230 fields added`, the most first. */
export function counts(changes: readonly Change[]): string[] {
  const found = new Map<string, { readonly change: Change; count: number }>();
  for (const change of changes) {
    const key = `${change.kind} ${change.change}`;
    const known = found.get(key) ?? { change, count: 0 };
    known.count += 1;
    found.set(key, known);
  }
  const names = (kind: Change["kind"], change: Change["change"]): string => (change !== "removed" || !whole.has(kind) ? "" : `: ${enumerate(changes.filter((one) => one.kind === kind && one.change === change).map(({ name }) => name), mostNames)}`);
  return [...found.values()].sort((a, b) => b.count - a.count).map(({ change: { kind, change }, count }) => `${countText(kind, change, count)}${names(kind, change)}`);
}

function grouped(changes: readonly Change[]): Map<Change["kind"], Change[]> {
  const groups = new Map<Change["kind"], Change[]>();
  for (const change of changes) groups.set(change.kind, [...(groups.get(change.kind) ?? []), change]);
  return groups;
}
