import { printable } from "./code-frame.js";
import { colours, shown, type Io } from "./io.js";
import { renderDiagnostics } from "./report.js";
import { foldMinted } from "./review-minted.js";
import type { ReviewReport } from "./reviewing.js";
import { breakingText, factsText, headline, observedText, sharedText, summary, versionText } from "./review-words.js";

/** A review for a terminal: what `--format markdown` says, without what it folds. Empty where nothing changed. */
export function reviewText(report: ReviewReport, root: string, io: Io): string {
  if (!report.changed) return "";
  const { bold, red, yellow, green, dim } = colours(io, io.stdout);
  const { breaking, rows, shared, versions, observed, events, findings, unread, coverage } = report;
  const said = (text: string): string => `  ${printable(text)}`;
  const plain = (text: string): string => text;
  const paint = { removed: red, changed: yellow, renamed: yellow, added: green };
  const section = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ["", title, ...lines]);
  const fresh = observed.filter(({ kind, field }) => kind.endsWith("-new") || field?.startsWith("raw") === true);
  const lines = [
    bold(printable(`${report.revision} -> working tree: ${headline(report)}`)),
    ...summary(report).map(printable),
    ...section(red("breaking"), foldMinted(breaking).map((one) => said(breakingText(one, plain, events.compared)))),
    ...section(bold("rows"), rows.map((row) => `  ${paint[row.kind](row.kind.padEnd(7))}  ${printable(`${row.source} ${row.key}${row.sent ? " (sent)" : ""}`)}  ${dim(printable(`${shown(io, root, row.file)}:${row.line}`))}\n    ${printable(factsText(row, plain))}`)),
    ...section(bold("beside the rows"), shared.map((one) => said(sharedText(one, plain)))),
    ...section(bold("versions"), versions.map((one) => said(versionText(one)))),
    ...section(bold("also in recorded sessions"), fresh.map((one) => said(observedText(one, plain)))),
    ...section(bold("no row"), coverage.messages.uncovered.map(said)),
    ...section(bold("tables that cannot be read, so that nothing is said of their rows"), [...new Set([...unread.after, ...unread.before])].map(said)),
  ];
  const found = renderDiagnostics(findings, root, io, io.stdout);
  return `${lines.join("\n")}\n${found === "" ? "" : `\n${found.trimEnd()}\n`}`;
}
