import { distance } from "fastest-levenshtein";
import type { AlternativeNode, RowNode, TableNode } from "../mapping/types.js";
import { keyText, rowLines } from "../mapping/row-text.js";
import { rowFor } from "./alike.js";
import type { RowContext } from "./check-row.js";
import type { Leaf } from "./resolve-key.js";
import type { Environment, ResolvedValues } from "./scope.js";
import { alikeKeys, alikeness, stubFor, wordsOf } from "./stub.js";
import type { CheckedRow, ProposedRow, ProposedValue } from "./types.js";

/** What `mapwright bump` writes for what nobody has decided yet. */

/** How many of their words keys must share for the one row to be a model for the other: if it gives the likely event, or any. */
const alikeEnough = 1 / 3;
const alikeForAny = 3 / 5;
const mostTried = 8;

/**
 * The event that a message is most likely to be; where an alike row gives it, as that row does. Unlike the stub in a diagnostic,
 * which may be pasted and forgotten, this may be bold: it is marked.
 */
export function proposeRow(context: RowContext, leaf: Leaf, within: readonly string[], node: TableNode, rows: readonly CheckedRow[]): ProposedRow {
  const key = leaf.segments.join(":");
  const stub = stubFor(context.env, leaf, rows);
  // `hook/started` can be nothing but `hook.started`.
  const named = wordsOf(stub.type).every((word) => wordsOf(key).includes(word));
  const since = `new in ${within.join(", ")}`;
  const proposed = { file: node.file, key, versions: within };
  // Where messages are requests, a new one is asked like the others, whatever it is called.
  const asks = node.rows.filter(({ answer }) => answer !== undefined).length > node.rows.length / 2;
  const models = rows
    .map((row, index) => ({ row: node.rows[index]!, gives: typesOf(row).includes(stub.type), score: Math.max(0, ...row.covers.map((covered) => alikeKeys(key, covered.key))) }))
    .filter(({ row, gives, score }) => (asks ? row.answer !== undefined : gives && !remembers(row) ? score >= alikeEnough : !named && score >= alikeForAny))
    .sort((a, b) => b.score - a.score || Number(b.gives) - Number(a.gives))
    .slice(0, mostTried);
  const best = bestOf(models.flatMap(({ row, score }) => adaptedTo(context, leaf, row, key, score) ?? []));
  if (best === undefined) return { ...proposed, events: [stub.type], lines: [`  undecided: ${JSON.stringify(since)}`, `  ${stub.event}`] };
  const how = `${since}, proposed like ${best.like}${best.without === undefined ? "" : ` without its ${best.without}`}`;
  return { ...proposed, like: best.like, events: typesGiven(best.row), lines: rowLines(withMark(best.row, how)) };
}

interface Adapted {
  readonly row: RowNode;
  readonly like: string;
  /** What of the model cannot be said of this message. */
  readonly without?: string;
  /** How alike the keys are. */
  readonly score: number;
  /** How much of the model was left, from 0 to 1. */
  readonly left: number;
  readonly letters: number;
}

function adaptedTo(context: RowContext, leaf: Leaf, model: RowNode, key: string, score: number): Adapted | undefined {
  const size = (one: RowNode): number => rowLines(withMark(one, "")).join("").length;
  const { answer, decide, ...bare } = model;
  const tries: readonly { readonly row: RowNode; readonly without?: string }[] = [
    { row: model },
    ...(answer && decide ? [{ row: { ...bare, answer }, without: "`decide`" }] : []),
    ...(answer ? [{ row: bare, without: decide ? "`answer` and `decide`" : "`answer`" }] : []),
  ];
  for (const { row: one, ...without } of tries) {
    const row = rowFor(context, leaf, one);
    // What was about the other message and says nothing of this one is no model.
    if (row !== undefined && (reads(row) || !reads(one))) return { row, like: model.key.value, ...without, score, left: size(row) / size(model), letters: distance(key, model.key.value) };
  }
  return undefined;
}

/** The one with the most alike key; of equals, the one that fits best as it is. */
function bestOf(all: readonly Adapted[]): Adapted | undefined {
  return [...all].sort((a, b) => b.score - a.score || b.left - a.left || a.letters - b.letters)[0];
}

/** For each value without a line: the canonical word of the same name, else what the most alike value becomes, else what unlisted ones do. */
export function proposeValues({ file, values: nodes }: TableNode, values: ReadonlyMap<string, ResolvedValues>, { enums }: Environment["canonical"]): ProposedValue[] {
  return nodes.flatMap((node) => {
    const { missing = [], results = [] } = values.get(node.name.value) ?? {};
    const words = [...enums.values()].filter((all) => results.length > 0 && results.every(({ value }) => typeof value === "string" && all.includes(value))).flat();
    return missing.flatMap((value): ProposedValue[] => {
      const named = words.find((word) => wordsOf(word).join(" ") === wordsOf(value).join(" "));
      const alike = node.map.map((line) => ({ line, score: alikeness(value, line.from.value) })).sort((a, b) => b.score - a.score)[0];
      const like = named === undefined && alike !== undefined && alike.score > 0.5 ? alike.line : undefined;
      const becomes = named ?? like?.to.value ?? node.unlisted?.value ?? results[0]?.value;
      return becomes === undefined ? [] : [{ file, table: node.name.value, key: value, becomes, ...(like && { like: like.from.value }), text: `${keyText(value)}: { undecided: ${JSON.stringify(becomes).replace(/^"([A-Za-z_]\w*)"$/, "$1")} }` }];
    });
  });
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

/** Whether its events hold anything of the message. */
function reads({ alternatives }: RowNode): boolean {
  return alternatives.some(({ events }) => events.some(({ fields }) => fields.some(({ value }) => value.kind !== "literal")));
}

/** One mark is enough for a row. Notes of another row would say what is not so. */
function withMark({ alternatives, answer, ...row }: RowNode, text: string): RowNode {
  const marked = alternatives.map(withoutNote).map((node, index) => (index === 0 ? { ...node, undecided: { value: text, at: node.at } } : node));
  return { ...row, alternatives: marked, ...(answer && { answer: answer.map(withoutNote) }) };
}

function withoutNote(node: AlternativeNode): AlternativeNode {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name !== "note")) as unknown as AlternativeNode;
}
