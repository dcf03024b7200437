import type { EventDifference, FieldDifference } from "../diff/index.js";
import { code } from "../emit/markdown.js";
import type { BehaviourOfTranscript, BehaviourReport } from "./behaviour.js";
import { printable } from "./code-frame.js";
import { colours, shown, type Io } from "./io.js";
import { prose } from "./markdown.js";

/** A behaviour diff for a terminal and for a pull request. */

/** How many differing events of one transcript, and fields of one event, are shown. */
const most = 12;
const mostFields = 6;

export function behaviourText(report: BehaviourReport, root: string, io: Io): string {
  const { bold, red, yellow, green, dim } = colours(io, io.stdout);
  const paint = { added: green, removed: red, changed: yellow };
  const lines = [bold(printable(`events of ${report.revision} -> working tree`)), verdict(report), ...unheardOf(report).map(printable)];
  const { unexercised: unseen } = report;
  if (unseen.length > 0) lines.push(yellow(unseenText(unseen.length)), ...unseen.slice(0, most).map(({ file, line, key }) => `  ${printable(`${shown(io, root, file)}:${line}  ${key}`)}`), ...(unseen.length > most ? [dim(`  and ${unseen.length - most} more; --format json lists all`)] : []));
  for (const transcript of report.transcripts) {
    const { file, differences } = transcript;
    if (differences.length === 0) continue;
    lines.push("", `${bold(printable(shown(io, root, file)))}  ${countsOf(transcript)}`);
    for (const difference of differences.slice(0, most)) {
      const { kind, line, message, type } = difference;
      lines.push(`  ${paint[kind](kind.padEnd(7))}  ${printable(type)}  ${dim(printable(`line ${line}, ${message}`))}`, ...fieldsOf(difference).map((text) => `    ${printable(text)}`));
    }
    if (differences.length > most) lines.push(dim(`  and ${differences.length - most} more; --format json lists all`));
  }
  return `${lines.join("\n")}\n`;
}

export function behaviourMarkdown(report: BehaviourReport): string {
  const lines = [`## Events of ${code(report.revision)} → working tree`, "", verdict(report), "", ...unheardOf(report).map((text) => `- ${prose(text)}`), ""];
  const { unexercised: unseen } = report;
  if (unseen.length > 0) lines.push(`${unseenText(unseen.length)}:`, "", ...unseen.map(({ file, line, key }) => `- ${code(key)} (${code(`${file}:${line}`)})`), "");
  for (const transcript of report.transcripts) {
    if (transcript.differences.length === 0) continue;
    lines.push("<details>", `<summary>${escaped(transcript.file)}: ${countsOf(transcript)}</summary>`, "");
    for (const difference of transcript.differences) {
      const { kind, line, message, type } = difference;
      lines.push(`- ${kind} ${code(type)} (line ${line}, ${prose(message)})`, ...fieldsOf(difference).map((text) => `  - ${code(text)}`));
    }
    lines.push("", "</details>", "");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** Whose events nothing was compared of. */
function unseenText(count: number): string {
  return `${count} message${count === 1 ? "" : "s"} new or mapped anew, and in no transcript`;
}

function verdict({ summary: { transcripts, differing, unheard, added, removed, changed } }: BehaviourReport): string {
  const all = `${transcripts} transcript${transcripts === 1 ? "" : "s"}`;
  if (differing > 0) return `${differing} of ${all} differ${differing === 1 ? "s" : ""}: ${added} event${added === 1 ? "" : "s"} added, ${removed} removed, ${changed} changed`;
  const heard = transcripts - unheard;
  return heard === 0 ? `Nothing to compare in ${all}.` : `No difference: ${unheard === 0 ? all : `${heard} of ${all}`} give${heard === 1 ? "s" : ""} the same events.`;
}

/** What the revision cannot give any events for, by provider. */
function unheardOf({ revision, transcripts }: BehaviourReport): string[] {
  const providers = new Map<string, BehaviourOfTranscript[]>();
  for (const one of transcripts) if (one.unheard) providers.set(one.provider, [...(providers.get(one.provider) ?? []), one]);
  return [...providers].map(([provider, all]) => {
    const events = all.reduce((sum, one) => sum + one.events.after, 0);
    return `${revision} has no mapper for ${provider}: ${events} new event${events === 1 ? "" : "s"} in ${all.length} transcript${all.length === 1 ? "" : "s"}`;
  });
}

function countsOf({ events: { before, after }, differences }: BehaviourOfTranscript): string {
  const count = (kind: EventDifference["kind"]): number => differences.filter((one) => one.kind === kind).length;
  return `${before} -> ${after} events: ${count("added")} added, ${count("removed")} removed, ${count("changed")} changed`;
}

function fieldsOf({ fields, event }: EventDifference): string[] {
  const texts = event === undefined ? fields.map(fieldText) : Object.entries((event["payload"] as object | undefined) ?? {}).map(([name, value]) => `payload.${name}: ${valueText(value)}`);
  return texts.length <= mostFields ? texts : [...texts.slice(0, mostFields), `and ${texts.length - mostFields} more fields`];
}

function fieldText(field: FieldDifference): string {
  return `${field.path}: ${"was" in field ? valueText(field.was) : "(none)"} -> ${"is" in field ? valueText(field.is) : "(none)"}`;
}

/** A value on one line, cut where it is long. */
export function valueText(value: unknown): string {
  const text = typeof value === "string" && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
  const letters = Array.from(text ?? "(none)");
  return letters.length <= 80 ? letters.join("") : `${letters.slice(0, 79).join("")}…`;
}

/** Text in HTML. */
export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
