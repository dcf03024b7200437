import type { AlternativeNode, ConditionNode, Path, RowNode } from "../mapping/types.js";
import { checkAlternatives } from "./check-alternative.js";
import { checkDecide } from "./check-decide.js";
import type { Ensured } from "./check-event.js";
import type { ExpandedRow } from "./expand-rows.js";
import { eventPaths, readsOf } from "./reads.js";
import { aboutNames, silent, type Report } from "./report.js";
import { answerScope, extraShape } from "./responses.js";
import { unlistedSegment, type Leaf, type Roots } from "./resolve-key.js";
import { scopeOf, withRoot, type Environment, type Scope } from "./scope.js";
import { unionOf, type Typed } from "./shapes.js";
import { suggest } from "../spelling.js";
import type { CheckedAlternative, CheckedCell, CheckedRow, CoveredKey } from "./types.js";

export interface RowContext {
  readonly env: Environment;
  readonly cells: ReadonlyMap<string, CheckedCell>;
  /** What paths find in the messages of the table, for rows that match none. */
  readonly whole: Roots;
  readonly versionsOf: (key: string) => readonly string[];
  /** Whether a message must give an event: not so for results of the host's own requests, and for what the host writes. */
  readonly mustSpeak: (message: Leaf) => boolean;
  /** The paths of the table's provider ids, which every row reads. */
  readonly refs: readonly Path[];
  /** What the table ensures before its rows. */
  readonly ensure: readonly Ensured[];
  /** The rows are about what the host writes. */
  readonly sent: boolean;
}

/** What of the table's `ensure` any alternative gives, as paths. */
function ensuredPaths(ensure: readonly Ensured[], alternatives: readonly CheckedAlternative[]): Path[] {
  const given = new Set(alternatives.flatMap(({ tableEnsure }) => tableEnsure));
  return ensure.flatMap(({ node, event }) => (given.has(event) ? eventPaths(node) : []));
}

/** One row with all its parts, for the messages that it takes. */
export function checkRow(context: RowContext, { row, leaves, replaces = [] }: ExpandedRow): CheckedRow {
  const { cells } = context;
  const known = leaves.length > 0;
  const report = isProposal(row) ? sayingOnce(context.env.report) : context.env.report;
  const env = { ...context.env, report: known ? report : aboutNames(report) };
  const scope = scopeOf(known ? unite(leaves.map(({ roots }) => roots)) : context.whole);
  const mustSpeak = leaves.some(context.mustSpeak);
  reportProposal(env, row);
  checkOrder(env, row.alternatives, mustSpeak);
  if (mustSpeak) reportSilence(env, row);
  const alternatives = checkAlternatives(env, scope, row.alternatives, cells, context.ensure);
  // Of what belongs to no request, nothing more is said.
  const asks = checkRequestParts(env, row, context.sent);
  const answer = row.answer && checkAnswer(asks ? env : { ...env, report: silent }, scope, row.answer, cells);
  const decide = row.decide && checkDecide(known && asks ? env : { ...env, report: silent }, withRoot(scope, "extra", { shape: extraShape, optional: false }), row.decide);
  checkExamples(env, row);
  const covers = leaves.map(({ segments }): CoveredKey => ({ key: segments.join(":"), segments, versions: context.versionsOf(segments.join(":")) }));
  return {
    key: row.key.value,
    covers,
    open: leaves.some(({ segments }) => segments.includes(unlistedSegment)),
    alternatives,
    answer,
    decide,
    twin: row.twin.map(({ value }) => value),
    yieldsTo: row.yieldsTo.map(({ value }) => value),
    examples: row.examples,
    reads: readsOf(env, scope, row, [...context.refs, ...ensuredPaths(context.ensure, alternatives)]),
    ...(replaces.length > 0 && { replaces: replaces.map((old) => ({ key: old.key.value, at: old.at, more: partsOf(old).filter((part) => !partsOf(row).includes(part)) })) }),
    at: row.at,
  };
}

/** What a row says beside its events, by the words of the table. */
function partsOf({ alternatives, answer, decide, twin, yieldsTo }: RowNode): string[] {
  const some = (has: (one: AlternativeNode) => boolean): boolean => alternatives.some(has);
  const parts = {
    when: some(({ when }) => when.length > 0),
    refs: some(({ refs }) => refs.length > 0),
    remember: some(({ remember }) => remember.length > 0),
    ensure: some(({ ensure, ensuresNothing }) => ensuresNothing || ensure.length > 0),
    answer: answer !== undefined,
    decide: decide !== undefined,
    twin: twin.length > 0,
    yieldsTo: yieldsTo.length > 0,
  };
  return Object.entries(parts).flatMap(([part, said]) => (said ? [part] : []));
}

function isProposal({ alternatives, answer = [] }: RowNode): boolean {
  return [...alternatives, ...answer].some(({ undecided }) => undecided !== undefined);
}

function reportProposal({ report }: Environment, { key: { value: key }, alternatives, answer = [] }: RowNode): void {
  const given = [...new Set(alternatives.flatMap(({ events }) => events.map(({ type }) => type.value)))];
  const row = given.length === 0 ? key : `${key} -> ${given.join(", ")}`;
  for (const { undecided } of [...alternatives, ...answer]) {
    if (undecided === undefined) continue;
    report("undecided-row", undecided.at, `Nobody has decided yet what "${key}" means: ${undecided.value}.`, "Make the row say it, then delete this line.", { undecided: `${row} (${undecided.value})` });
  }
}

/** Of a row that is only proposed, its fields need not be said to be undecided, too. */
function sayingOnce(report: Report): Report {
  return (code, ...finding) => {
    if (code !== "undecided-field") report(code, ...finding);
  };
}

/** What paths find in any of several messages: what one of them lacks is optional. */
export function unite(several: readonly Roots[]): Roots {
  const names = new Set(several.flatMap((roots) => [...roots.keys()]));
  return new Map(
    [...names].map((name): [string, Typed] => {
      const found = several.flatMap((roots) => roots.get(name) ?? []);
      return [name, { shape: unionOf(found.map(({ shape }) => shape)), optional: found.length < several.length || found.some(({ optional }) => optional) }];
    }),
  );
}

function checkAnswer(env: Environment, scope: Scope, nodes: readonly AlternativeNode[], cells: RowContext["cells"]) {
  checkOrder(env, nodes, true);
  return checkAlternatives(env, answerScope(env, scope), nodes, cells);
}

/** The first alternative whose `when` holds is taken, so the one without comes last, and comes. */
function checkOrder(env: Environment, nodes: readonly AlternativeNode[], mustSpeak: boolean): void {
  const open = nodes.findIndex((node) => node.when.length === 0);
  for (const node of open === -1 ? [] : nodes.slice(open + 1)) {
    env.report("unreachable-alternative", node.at, "This alternative is never taken: the one before it has no `when`.", "Put the alternative without `when` last.");
  }
  if (!mustSpeak) return;
  const last = nodes.at(-1);
  if (last && open === -1) env.report("open-alternatives", last.at, "A message that meets none of these conditions would give nothing.", "End with an alternative without `when`.");
  for (const [index, node] of nodes.entries()) {
    if (mayBeSilent(node, nodes.slice(0, index))) {
      env.report("guarded-row", node.at, "Every event of this row has a condition, so that a message may give none.", "Leave one event without `when`.");
    }
  }
}

/** Where every message must give an event, the parser lets only answer tables say `none`: for results. */
function reportSilence(env: Environment, { alternatives }: RowNode): void {
  for (const { none } of alternatives) {
    if (none) env.report("silent-error", none.at, "An error always gives an event, but this row says that it gives none.", "Give `runtime.warning` where nothing is lost, else `runtime.error`.");
  }
}

/** No event is left where all their conditions fail, unless an earlier alternative takes just that, or two are opposites. */
function mayBeSilent({ events, ensure }: AlternativeNode, before: readonly AlternativeNode[]): boolean {
  if (events.length + ensure.length === 0 || events.some(({ when }) => when.length === 0)) return false;
  const guards = events.flatMap(({ when }) => (when.length === 1 ? when : []));
  const failing = new Set(guards.flatMap(({ expression, test }) => (test.kind === "values" ? [] : `${test.kind === "present" ? "absent" : "present"} ${expression.text}`)));
  const fails = ({ expression, test }: ConditionNode) => failing.has(`${test.kind} ${expression.text}`);
  return !guards.some(fails) && !before.some(({ when }) => when.length > 0 && when.every(fails));
}

/** Whether the row asks the host something, as far as its events are known. */
function checkRequestParts(env: Environment, row: RowNode, sent: boolean): boolean {
  const given = row.alternatives.flatMap(({ events, ensure }) => [...events, ...ensure].map(({ type }) => type.value));
  const isKnown = (type: string) => env.canonical.events.some((event) => event.type === type);
  if (!sent && given.some((type) => type === "request.opened" || type === "user-input.requested" || !isKnown(type))) return true;
  const why = sent ? "is what the host writes" : "opens no request";
  const hint = sent ? "It belongs to a row about a request of the agent's." : "A row with it gives `request.opened` or `user-input.requested`.";
  if (row.answer) env.report("answer-without-request", row.answer[0]?.at ?? row.at, `"${row.key.value}" says what an answer becomes, but ${why}.`, hint);
  if (row.decide) env.report("decide-without-request", row.decide.decisions[0]?.at ?? row.at, `"${row.key.value}" says what a decision writes, but ${why}.`, hint);
  return false;
}

function checkExamples(env: Environment, row: RowNode): void {
  if (row.examples.length === 0) return;
  const known = new Map(env.canonical.events.map((event) => [event.type, event.fields.map(({ name }) => name)]));
  for (const { events, at } of row.examples) {
    for (const { type, payload } of events) {
      const fields = known.get(type);
      if (fields === undefined) env.report("unknown-event", at, `The example expects "${type}", which is no canonical event.`, suggest(type, known.keys(), "Events"));
      for (const name of fields && typeof payload === "object" && payload !== null ? Object.keys(payload) : []) {
        if (!fields!.includes(name)) env.report("unknown-field", at, `The example expects "${name}" of ${type}, which has no such field.`, suggest(name, fields!, "It has"));
      }
    }
  }
}
