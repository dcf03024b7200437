import type { Breaking, CoverageCount, Fact, Observed, RowChange, RowRef, Seen, SharedChange } from "../review/index.js";
import { valueText } from "./behaviour-report.js";
import { foldMinted, type MintedChange } from "./review-minted.js";
import type { ReviewReport } from "./reviewing.js";
import type { VersionChange } from "./review-versions.js";

/** A review in words, for a terminal and for a pull request. `mark` puts a name as the reader sees names. */
export type Mark = (text: string) => string;

/** How many of a list are named. */
const most = 5;

/** What somebody in a hurry has to know. */
export function headline({ breaking, rows, shared, versions, compiles, observed, events }: ReviewReport): string {
  const count = foldMinted(breaking).length;
  const parts = [
    ...(compiles.after ? [] : ["the tables do not compile"]),
    ...(count > 0 ? [`${counted(count, "breaking change")} for readers of events`] : compiles.after ? [events.compared && events.unheard < events.transcripts ? "nothing breaks readers of events" : "nothing known to break readers of events"] : []),
  ];
  const quiet = rows.length + shared.length + versions.length + observed.length === 0;
  return quiet && compiles.after ? "the tables compile again" : parts.join("; ");
}

/** `2 rows changed, 1 added`, `no event of 127 recorded sessions differs`. */
export function summary({ rows, shared, versions, events, coverage, compiles }: ReviewReport): string[] {
  const kinds = (["removed", "changed", "renamed", "added"] as const).flatMap((kind) => {
    const count = rows.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [`${counted(count, "row")} ${kind}`];
  });
  const others = versions.map(({ protocol, version, change }) => `${protocol} ${version} ${change}`);
  const beside = shared.length === 0 ? [] : [`${counted(shared.length, "change")} beside the rows`];
  return [
    [...kinds, ...beside, ...others].join(", ") || "no row changed",
    eventsSummary(events),
    coverageSummary(coverage),
    ...(compiles.before ? [] : ["the tables of the base do not compile"]),
  ].filter((part) => part !== "");
}

function eventsSummary(events: ReviewReport["events"]): string {
  if (!events.compared) return `events not compared: ${events.why}`;
  const { transcripts, differing, unheard, added, removed, changed } = events;
  const fresh = unheard === 0 ? "" : `, ${unheard} of a new provider`;
  if (differing === 0) return `no event of ${counted(transcripts, "recorded session")} differs${fresh}`;
  const numbers = Object.entries({ removed, changed, added }).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
  return `events of ${differing} of ${counted(transcripts, "recorded session")} differ (${numbers.join(", ")})${fresh}`;
}

function coverageSummary({ before, after }: ReviewReport["coverage"]): string {
  if (after === undefined) return "";
  const all = allMessages(after);
  const left = after.uncovered === 0 ? "all messages covered" : `${after.uncovered} of ${counted(all, "message")} not covered`;
  return before === undefined || allMessages(before) === all ? left : `${left} (${allMessages(before)} -> ${all})`;
}

/** As `coverage` counts them. */
export function allMessages({ messages, uncovered }: CoverageCount): number {
  return messages + uncovered;
}

export function breakingText(one: Breaking | MintedChange, mark: Mark, compared: boolean): string {
  if (one.kind === "minted") return `${mark(one.field)} of ${listed(one.of, mark)} is another id of the runtime's own: ${seenText(one.seen, mark)}`;
  const { kind, event, field, was, is, example, of, by, seen } = one;
  const what = named(event, field, mark);
  const told = kind === "event-gone" ? `${what} is no longer given` : kind === "field-gone" ? `${what} is gone` : `${what} ${example ? "differs, as in " : "is "}${mark(valueText(is))}, was ${mark(valueText(was))}`;
  const whose = of.length === 0 ? "" : ` by ${listed(of, mark)}`;
  const why = by === undefined ? "" : ` (${by})`;
  const where = seen === undefined ? (compared ? "; no recorded session shows it" : "") : `: ${seenText(seen, mark)}`;
  return `${told}${kind === "event-gone" ? whose : whose.replace(" by ", ", in ")}${why}${where}`;
}

export function observedText({ kind, event, field, was, is, example, message, ...seen }: Observed, mark: Mark): string {
  const what = named(event, field, mark);
  const told = {
    "event-gone": "no longer given",
    "event-new": "given now",
    "field-gone": "gone",
    "field-new": `new${example ? ", as in " : ": "}${mark(valueText(is))}`,
    "field-changed": `${mark(valueText(was))} -> ${mark(valueText(is))}${example ? " and the like" : ""}`,
  }[kind];
  return `${mark(message)}: ${what} ${told}; ${seenText(seen, mark)}`;
}

function seenText({ events, transcripts, file, line }: Seen, mark: Mark): string {
  return `${counted(events, "event")} in ${counted(transcripts, "recorded session")}, as ${mark(`${file}:${line}`)}`;
}

/** What a row says otherwise, without its YAML. */
export function factsText({ kind, key, facts, was }: RowChange, mark: Mark): string {
  if (kind === "renamed") return keyText(was ?? "", key, mark);
  const texts = kind === "changed" ? facts.map((fact) => factText(fact, mark)) : [givesText(facts, kind, mark)];
  const shown = texts.length <= most ? texts : [...texts.slice(0, most), `${texts.length - most} more`];
  return shown.join(", ");
}

/** A long key of many messages says what is other. */
function keyText(was: string, is: string, mark: Mark): string {
  const [before, after] = [was, is].map((key) => key.split(/[{},:]+/).filter((part) => part !== ""));
  const [gone, fresh] = [before!.filter((part) => !after!.includes(part)), after!.filter((part) => !before!.includes(part))];
  if (gone.length + fresh.length === 0 || gone.length + fresh.length > before!.length / 2) return `was ${mark(was)}`;
  return [...(fresh.length > 0 ? [`also takes ${listed(fresh, mark)}`] : []), ...(gone.length > 0 ? [`no longer takes ${listed(gone, mark)}`] : [])].join(", ");
}

function givesText(facts: readonly Fact[], kind: RowChange["kind"], mark: Mark): string {
  const events = facts.flatMap((fact) => (fact.kind === "event-gone" || fact.kind === "event-new" ? [fact.event] : []));
  return events.length === 0 ? "gives nothing of its own" : `${kind === "removed" ? "gave" : "gives"} ${events.map(mark).join(", ")}`;
}

const partNames: { readonly [part: string]: string } = { when: "its conditions", refs: "its ids", remember: "what it remembers", decide: "its decisions", ensure: "what it ensures", twin: "what it repeats", yieldsTo: "what it yields to", undecided: "what is decided" };

function factText(fact: Fact, mark: Mark): string {
  switch (fact.kind) {
    case "event-gone":
      return `no longer gives ${mark(fact.event)}`;
    case "event-new":
      return `gives ${mark(fact.event)}`;
    case "field-gone":
      return `${named(fact.event, fact.field, mark)} is gone`;
    case "field-new":
      return `${named(fact.event, fact.field, mark)} is new`;
    case "word":
      return `${named(fact.event, fact.field, mark)} is ${mark(String(fact.is))}, was ${mark(String(fact.was))}`;
    case "value":
      return `${named(fact.event, fact.field, mark)} is made otherwise`;
    case "part":
      return partNames[fact.part] ?? fact.part;
  }
}

const sharedNames: Record<SharedChange["kind"], string> = { table: "table", key: "what tells messages apart in", refs: "ref", ensure: "what every row ensures in", values: "values", memory: "memory", transform: "transform", model: "canonical model", overlay: "overlay of" };

export function sharedText({ kind, change, name, says, rows }: SharedChange, mark: Mark): string {
  const shown = says.length <= most ? says : [...says.slice(0, most), `${says.length - most} more`];
  const what = shown.length === 0 ? "" : `: ${shown.map(mark).join(", ")}`;
  return `${sharedNames[kind]} ${mark(name)} ${change}${what}${touched(rows, kind, mark)}`;
}

function touched(rows: readonly RowRef[], kind: SharedChange["kind"], mark: Mark): string {
  if (rows.length === 0) return kind === "table" || kind === "key" ? "" : "; no row uses it";
  return `; touches ${counted(rows.length, "row")}: ${listed(rows.map(({ key }) => key), mark)}`;
}

export function versionText({ protocol, version, change, against, summary: judged, counts }: VersionChange): string {
  if (against === undefined) return `${protocol} ${version} ${change}`;
  const verdict = judged === undefined ? "the schemas cannot be read" : counts.length === 0 ? "no change in what messages hold" : `${counts.slice(0, most).join(", ")}${judged.breaks + judged.needs === 0 ? "" : `; ${judged.breaks} break a row, ${judged.needs} need one`}`;
  return `${protocol} ${version} ${change}, against ${against}: ${verdict}`;
}

function named(event: string, field: string | undefined, mark: Mark): string {
  return field === undefined ? mark(event) : `${mark(field)} of ${mark(event)}`;
}

export function listed(names: readonly string[], mark: Mark): string {
  const rest = names.length - most;
  return names.length <= most + 1 ? names.map(mark).join(", ") : `${names.slice(0, most).map(mark).join(", ")} and ${rest} more`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
