import { distance } from "fastest-levenshtein";
import { shortKey } from "../mapping/key.js";
import { rowLines } from "../mapping/row-text.js";
import { aboutMessage } from "../schema/about.js";
import type { AlternativeNode, KeyNode, RowNode, TableNode, ValueNode } from "../mapping/types.js";
import { choicesIn } from "../mapping/undecided.js";
import { rowFor } from "./alike.js";
import { alternative, askedRow, draftDecide } from "./ask.js";
import type { RowContext } from "./check-row.js";
import { pathsOf, type Candidate } from "./fill.js";
import { eventFor, namedEvent } from "./named-event.js";
import { openLiterals, replacement } from "./open-literals.js";
import { methodField } from "./responses.js";
import { unlistedSegment, type Leaf } from "./resolve-key.js";
import type { CheckedRow, CoveredKey, ProposedRow } from "./types.js";
import { alikeness, likeness, thingsIn, wordsOf, type Likeness } from "./words.js";

/**
 * Rows for messages that no row covers, to be looked at, not to be trusted: each is marked, and what cannot be known is a choice, which does not
 * compile. A row is proposed where another is about something really alike, or where an event has the message's name; else none is.
 */

/** How much of what a row reads its message must have, too. */
const mostlyAlike = 1 / 2;
const mostTried = 8;
const mostEvents = 3;

export interface Missing {
  readonly leaf: Leaf;
  /** The versions that have it. */
  readonly within: readonly string[];
}

export function proposeRows(context: RowContext, missing: readonly Missing[], node: TableNode, rows: readonly CheckedRow[]): ProposedRow[] {
  const work: Work = { context, node, rows, models: rows.flatMap((row, index) => row.covers.map((covered) => ({ covered, row: node.rows[index]! }))) };
  const found = missing.map(({ leaf }) => proposal(work, leaf));
  return missing.map(({ leaf, within }, index) => {
    const own = found[index] ?? likeSibling(work, leaf, missing, found);
    const key = leaf.segments.join(":");
    const { unstable } = aboutMessage(context.env.set, (leaf.roots.get("request") ?? leaf.roots.get(""))!.shape, waysIn(node.key));
    // What every version has is not new.
    const since = within.length === context.env.surface.versions.length ? "" : `new in ${within.join(", ")}, `;
    const head = unstable ? `${since}UNSTABLE, ` : since;
    const proposed = { file: node.file, key, versions: within, ...(unstable && { unstable }) };
    if (own === undefined) return { ...proposed, events: [], lines: rowLines(withMark({ ...emptyRow(node), alternatives: [alternative([], node.source.at)] }, `${head}nothing like it${perhaps(work, key)}`)) };
    const like = own.model?.key.value;
    const how = like === undefined ? own.how : `proposed like ${shortKey(like)}`;
    return { ...proposed, ...(like !== undefined && { like }), events: typesGiven(own.row), lines: rowLines(withMark(own.row, `${head}${how}`)) };
  });
}

/** The fields at which a key tells messages apart, and `params`, which says what the message is. */
export function waysIn(key: KeyNode): string[][] {
  const own = key.kind === "path" ? [key.path.steps.slice(0, -1).flatMap((step) => (step.kind === "field" ? [step.name] : []))] : [];
  const below = key.kind === "each" ? waysIn(key.key) : key.below.flatMap((branch) => waysIn(branch.key));
  return [...below, ...own, ["params"]].filter((way, index, all) => way.length > 0 && all.findIndex((other) => other.join() === way.join()) === index);
}

interface Work {
  readonly context: RowContext;
  readonly node: TableNode;
  readonly rows: readonly CheckedRow[];
  /** Every message that has a row. */
  readonly models: readonly { readonly covered: CoveredKey; readonly row: RowNode }[];
}

interface Found {
  readonly row: RowNode;
  readonly model?: RowNode;
  readonly how?: string;
}

function proposal(work: Work, leaf: Leaf): Found | undefined {
  const { context, node } = work;
  const key = leaf.segments.join(":");
  const paths = pathsOf(context.env, leaf);
  return general(work, leaf) ?? named(work, leaf, paths, true) ?? likeBest(work, leaf, paths) ?? (asks(node) && isRequest(context, leaf) ? asked(work, leaf) : named(work, leaf, paths, false));

  function asked({ context: { env } }: Work, of: Leaf): Found | undefined {
    const row = askedRow(env, of, node.source.at);
    return row && fitting(context, of, row, paths, { how: "asked as any request is" }, key);
  }
}

/** Where the table says something of whatever method nobody knows, that holds for this one. */
function general({ context, models }: Work, leaf: Leaf): Found | undefined {
  const { segments } = leaf;
  const found = models.find(({ covered }) => {
    const at = covered.segments.indexOf(unlistedSegment);
    return at !== -1 && at < segments.length - 1 && covered.segments.length === segments.length && covered.segments.every((segment, index) => index === at || segment === segments[index]);
  });
  const row = found && rowFor(context, leaf, found.row, () => undefined);
  return row && found && reading(row) === reading(found.row) ? { row, model: found.row } : undefined;
}

function named({ context, node }: Work, leaf: Leaf, paths: readonly Candidate[], exactly: boolean): Found | undefined {
  const key = leaf.segments.join(":");
  const { env } = context;
  const event = asks(node) ? undefined : namedEvent(env, key);
  const same = event !== undefined && [key, leaf.segments.at(-1)!].some((name) => wordsOf(name).join(" ") === wordsOf(event.type).join(" "));
  if (event === undefined || same !== exactly) return undefined;
  const at = node.source.at;
  const row = { ...emptyRow(node), key: { value: key, at }, alternatives: [alternative([eventFor(env, key, event, paths, at)], at)] };
  return fitting(context, leaf, row, paths, { how: "proposed by its name" }, key);
}

/** What is said must be so at least as far as the types go. */
function fitting(context: RowContext, leaf: Leaf, row: RowNode, paths: readonly Candidate[], found: Omit<Found, "row">, key: string): Found | undefined {
  const fits = rowFor(context, leaf, row, (event, field) => replacement({ env: context.env, key, paths }, event, field));
  return fits && { ...found, row: fits };
}

function likeBest(work: Work, leaf: Leaf, paths: readonly Candidate[]): Found | undefined {
  const key = leaf.segments.join(":");
  const byRow = new Map<RowNode, Likeness & { readonly key: string }>();
  for (const { covered, row } of work.models) {
    const like = likeness(key, covered.key);
    if (like !== undefined && !remembers(row) && (byRow.get(row)?.score ?? -1) < like.score) byRow.set(row, { ...like, key: covered.key });
  }
  const models = [...byRow].sort(([, a], [, b]) => rank(b) - rank(a) || distance(key, a.key) - distance(key, b.key)).slice(0, mostTried);
  for (const [row, like] of models) {
    const found = adapted(work.context, leaf, row, like.kind, paths);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rank({ kind, score }: Likeness): number {
  return score + (kind === "same" ? 1 : 0);
}

function adapted(context: RowContext, leaf: Leaf, model: RowNode, kind: Likeness["kind"], paths: readonly Candidate[]): Found | undefined {
  const key = leaf.segments.join(":");
  const opening = { env: context.env, key, paths };
  const { decide, ...bare } = openLiterals(opening, model);
  const drafted = decide && { ...bare, decide: draftDecide(context.env, leaf, model.at) };
  for (const row of [{ ...bare, ...(decide && { decide }) }, ...(drafted ? [drafted] : [])]) {
    const fits = rowFor(context, leaf, row, (event, field) => replacement(opening, event, field));
    if (fits === undefined) continue;
    const [before, after] = [reading(model), reading(fits)];
    const kept = before === 0 ? 1 : after / before;
    if (kind === "same" ? after > 0 || before === 0 || hasChoices(fits) : kept >= (kind === "piece" ? 1 : mostlyAlike)) return { row: fits, model };
  }
  return undefined;
}

/** Messages of one family, `thread/goal/*`, are proposed alike. */
function likeSibling({ context }: Work, leaf: Leaf, missing: readonly Missing[], found: readonly (Found | undefined)[]): Found | undefined {
  const family = familyOf(leaf);
  if (family === undefined) return undefined;
  for (const [index, { leaf: other }] of missing.entries()) {
    const model = familyOf(other) === family ? found[index]?.model : undefined;
    const own = model && adapted(context, leaf, model, "family", pathsOf(context.env, leaf));
    if (own !== undefined) return own;
  }
  return undefined;
}

/** `thread/goal` of `thread/goal/cleared`; a first part alone is too wide a family. */
function familyOf({ segments }: Leaf): string | undefined {
  const key = segments.join(":");
  const family = key.slice(0, Math.max(key.lastIndexOf("/"), 0));
  return segments.length === 1 && family.includes("/") ? family : undefined;
}

/** Events that relatives give, and those that share words with the key: where to begin to look. */
function perhaps({ context, rows }: Work, key: string): string {
  const scores = new Map<string, number>();
  const add = (type: string, score: number): void => void scores.set(type, (scores.get(type) ?? 0) + score);
  for (const row of rows) if (row.covers.some((covered) => areRelated(covered.key, key))) for (const type of typesOf(row)) add(type, 1 / 4);
  for (const { type, host } of context.env.canonical.events) {
    // That something begins or ends says too little.
    const shared = thingsIn(type).filter((word) => wordsOf(key).includes(word)).length;
    if (!host && shared > 0) add(type, shared + alikeness(type, key));
  }
  const most = Math.max(1 / 2, ...[...scores.values()].map((score) => score / 2));
  const best = [...scores].filter(([, score]) => score >= most).sort(([, a], [, b]) => b - a).slice(0, mostEvents);
  return best.length === 0 ? "" : `; perhaps ${best.map(([type]) => type).join(", ")}`;
}

/** Of one message, or of methods that begin alike. */
function areRelated(key: string, other: string): boolean {
  const [left, right] = [key.split(":"), other.split(":")];
  const at = left.findIndex((segment, index) => segment !== right[index]);
  return at !== -1 && right[at] !== undefined && wordsOf(left[at]!)[0] === wordsOf(right[at])[0];
}

function typesOf({ alternatives }: CheckedRow): string[] {
  return [...new Set(alternatives.flatMap(({ events }) => events.map(({ type }) => type)))];
}

function typesGiven({ alternatives }: RowNode): string[] {
  return [...new Set(alternatives.flatMap(({ events }) => events.map(({ type }) => type.value)))];
}

/** What a row remembers is its own business, and that of the rows that recall it. */
function remembers({ alternatives }: RowNode): boolean {
  return alternatives.some(({ remember }) => remember.length > 0);
}

/** Where messages are requests, a new one is asked like the others. */
function asks({ rows }: TableNode): boolean {
  return rows.filter(({ answer }) => answer !== undefined).length > rows.length / 2;
}

function isRequest({ env }: RowContext, { roots }: Leaf): boolean {
  return methodField(env.set, roots.get("")!.shape) === "method";
}

/** How many values of its events come from the message. */
function reading({ alternatives }: RowNode): number {
  return alternatives.flatMap(({ events }) => events.flatMap(({ fields }) => fields.map(({ value }) => readsIn(value)))).reduce((sum, count) => sum + count, 0);
}

function readsIn(node: ValueNode): number {
  if (choicesIn(node) !== undefined || node.kind === "literal") return 0;
  if (node.kind === "expression") return 1;
  const below = node.kind === "list" ? node.items : node.fields.map(({ value }) => value);
  return below.reduce((sum, value) => sum + readsIn(value), 0);
}

function hasChoices({ alternatives }: RowNode): boolean {
  return alternatives.some(({ events }) => events.some(({ fields }) => fields.some(({ value }) => choicesIn(value) !== undefined)));
}

function emptyRow({ source: { at } }: TableNode): RowNode {
  return { key: { value: "", at }, alternatives: [], twin: [], yieldsTo: [], examples: [], at };
}

/** One mark is enough for a row. Notes of another row would say what is not so. */
function withMark({ alternatives, answer, ...row }: RowNode, text: string): RowNode {
  const marked = alternatives.map(withoutNote).map((node, index) => (index === 0 ? { ...node, undecided: { value: text, at: node.at } } : node));
  return { ...row, alternatives: marked, ...(answer && { answer: answer.map(withoutNote) }) };
}

function withoutNote(node: AlternativeNode): AlternativeNode {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name !== "note")) as unknown as AlternativeNode;
}
