import { structuredPatch } from "diff";
import type { EventDifference } from "../diff/events.js";
import { code } from "../emit/markdown.js";
import type { RowChange, Sample } from "../review/index.js";
import { escaped, valueText } from "./behaviour-report.js";
import { fenced, prose } from "./markdown.js";
import { diagnosticsAsMarkdown } from "./report.js";
import { foldMinted } from "./review-minted.js";
import type { ReviewReport } from "./reviewing.js";
import { fitted, type Section } from "./review-sections.js";
import { allMessages, breakingText, counted, factsText, headline, observedText, sharedText, summary, versionText } from "./review-words.js";

/** A review as one comment of a pull request. */

/** The first line, by which a workflow finds the comment that it wrote before. */
export const marker = "<!-- mapwright-review -->";

/** GitHub takes comments of 65,536 characters; what a workflow adds needs some of them. */
const limit = 64_000;

/** How long a message or a row may be, and how many messages are shown. */
const mostCharacters = 2_500;
const mostSamples = 6;

/** Empty where nothing changed. */
export function reviewMarkdown(report: ReviewReport): string {
  if (!report.changed) return "";
  const { breaking, events, findings, shared, versions } = report;
  const intro = [marker, `### Mapwright: ${words(headline(report))}`, "", `${summary(report).map(words).join(" · ")} <sub>since ${code(nameOf(report))}</sub>`, ""];
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity !== "error");
  const says = (title: string, some: typeof findings): Section => section([title, ""], some.map((one) => diagnosticsAsMarkdown([one])), "finding");
  const sections = [
    says("**`check` fails**", errors),
    section(["**Breaking**", ""], foldMinted(breaking).map((one) => [`- ${breakingText(one, code, events.compared)}`]), "breaking change"),
    folded("Versions", versions.map(versionItem), false, "version"),
    folded("Rows", report.rows.map(rowItem), report.rows.length > 3, "row"),
    section(["**Beside the rows**", ""], shared.map((one) => [`- ${sharedText(one, code)}`]), "change"),
    says("**`check` warns**", warnings),
    eventsSection(report),
    ...samplesSection(report),
    coverageSection(report),
    unreadSection(report),
  ];
  return fitted(intro, sections.filter(({ items }) => items.length > 0), limit);
}

function nameOf({ revision, commit }: ReviewReport): string {
  return /^[0-9a-f]{12,}$/.test(revision) ? revision.slice(0, 10) : commit.startsWith(revision) ? revision : `${revision} (${commit.slice(0, 10)})`;
}

function section(head: readonly string[], items: readonly (readonly string[])[], noun: string): Section {
  return { head, items, foot: [""], more: (count) => `- and ${counted(count, noun)} more; \`mapwright review --format json\` lists all` };
}

/** Items that fold by themselves, all of them in one fold where they are many. */
function folded(title: string, items: readonly (readonly string[])[], all: boolean, noun: string): Section {
  const { foot, more } = section([], [], noun);
  if (!all) return { head: [`**${title}**`, ""], items, foot, more: (count) => `\n${more(count)}` };
  return { head: ["<details>", `<summary><b>${title}</b>: ${counted(items.length, noun)}</summary>`, ""], items, foot: ["", "</details>", ""], more: (count) => `\n${more(count)}` };
}

function fold(head: string, lines: readonly string[]): string[] {
  return ["<details>", `<summary>${head}</summary>`, "", ...lines, "", "</details>", ""];
}

function words(text: string): string {
  return prose(arrows(text));
}

function arrows(text: string): string {
  return text.replaceAll(" -> ", " → ");
}

function html(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

function rowItem(row: RowChange): string[] {
  const { kind, key, source, sent, before, after, file, line } = row;
  const head = `${kind} ${html(shortKey(key))} of ${html(source)}${sent ? " (sent)" : ""}: ${factsText(row, html)}`;
  const yaml = before === undefined || after === undefined ? fenced(clipped(before ?? after ?? ""), "yaml") : fenced(clipped(difference(before, after)), "diff");
  return fold(head, [code(`${file}:${line}`), "", ...yaml]);
}

function shortKey(key: string): string {
  return key.length <= 80 ? key : `${key.slice(0, 79)}…`;
}

/** What changed, with some lines around it. */
function difference(before: string, after: string): string {
  const { hunks } = structuredPatch("", "", `${before}\n`, `${after}\n`, undefined, undefined, { context: 2 });
  return hunks.map(({ lines }) => lines.map((line) => `${line[0]} ${line.slice(1)}`).join("\n")).join("\n  …\n");
}

function versionItem(change: ReviewReport["versions"][number]): string[] {
  const { messages } = change;
  const lines = [...messages.removed.map((name) => `- gone: ${code(name)}`), ...messages.added.map((name) => `- new: ${code(name)}`)];
  const text = words(versionText(change));
  return lines.length === 0 ? [`- ${text}`] : fold(escaped(arrows(versionText(change))), lines);
}

/** What differs and breaks nobody; what breaks was told. */
function eventsSection({ observed, breaking }: ReviewReport): Section {
  const rest = observed.filter(({ kind, field }) => kind.endsWith("-new") || field?.startsWith("raw") === true);
  const title = breaking.length > 0 ? "Also in recorded sessions" : "In recorded sessions";
  return section([`**${title}**`, ""], rest.map((one) => [`- ${observedText(one, code)}`]), "difference");
}

function samplesSection({ samples }: ReviewReport): Section[] {
  const rank = ({ differences }: Sample): number => (differences.some(({ kind }) => kind === "removed") ? 0 : differences.some(({ kind }) => kind === "changed") ? 1 : 2);
  const shown = [...samples].sort((a, b) => rank(a) - rank(b)).slice(0, mostSamples);
  const items = shown.map((sample) => fold(`${html(sample.label)} at ${html(`${sample.file}:${sample.line}`)}`, [...fenced(clipped(JSON.stringify(sample.message, undefined, 2)), "json"), "", ...fenced(clipped(sample.differences.map(eventText).join("\n")), "diff")]));
  const rest = samples.length - shown.length;
  const more = rest === 0 ? [] : [[`and ${counted(rest, "message")} of other kinds; \`mapwright review --format json\` has them all`]];
  return [folded("Before and after", [...items, ...more], items.length > 2, "message")];
}

function eventText({ kind, type, fields, event }: EventDifference): string {
  if (kind === "changed") return [`  ${type}`, ...fields.flatMap(({ path, was, is }) => [...(was === undefined ? [] : [`-   ${path}: ${valueText(was)}`]), ...(is === undefined ? [] : [`+   ${path}: ${valueText(is)}`])])].join("\n");
  const sign = kind === "added" ? "+" : "-";
  return [`${sign} ${type}`, ...Object.entries((event?.["payload"] as object | undefined) ?? {}).map(([name, value]) => `${sign}   payload.${name}: ${valueText(value)}`)].join("\n");
}

function coverageSection({ coverage: { before, after, messages, events } }: ReviewReport): Section {
  const lines = [
    ...messages.uncovered.map((id) => `- no row: ${code(id)}`),
    ...events.gone.map((type) => `- given by no message any more: ${code(type)}`),
    ...messages.gone.map((id) => `- in no vendored version any more: ${code(id)}`),
    ...events.added.map((type) => `- given for the first time: ${code(type)}`),
    ...messages.added.map(({ source, key, gives }) => `- new: ${code(`${source} ${key}`)} gives ${gives.map(code).join(", ") || "nothing of its own"}`),
  ];
  const numbers = before === undefined || after === undefined ? "" : `: ${allMessages(before)} -> ${allMessages(after)} messages, ${before.uncovered + after.uncovered === 0 ? "" : `${before.uncovered} -> ${after.uncovered} uncovered, `}${before.rows} -> ${after.rows} rows, ${before.events} -> ${after.events} kinds of events`;
  return { ...section([], lines.map((line) => [line]), "line"), head: ["<details>", `<summary><b>Coverage</b>${escaped(arrows(numbers))}</summary>`, "", "A message is one kind that the key of its table tells apart, from the agent or from the host.", ""], foot: ["", "</details>", ""] };
}

function unreadSection({ unread: { before, after } }: ReviewReport): Section {
  const lines = [...after.map((file) => `- ${code(file)} cannot be read: nothing is said of its rows`), ...before.filter((file) => !after.includes(file)).map((file) => `- ${code(file)} could not be read in the base: nothing is said of its rows`)];
  return section([], lines.map((line) => [line]), "table");
}

/** Whole lines, as many as there is room for. */
function clipped(text: string): string {
  if (text.length <= mostCharacters) return text;
  const lines = text.split("\n");
  const shown: string[] = [];
  let size = 0;
  for (const line of lines) {
    const short = line.length <= 300 ? line : `${line.slice(0, 299)}…`;
    if ((size += short.length + 1) > mostCharacters) break;
    shown.push(short);
  }
  const rest = lines.length - shown.length;
  return rest === 0 ? shown.join("\n") : [...shown, `… ${counted(rest, "line")} more`].join("\n");
}
