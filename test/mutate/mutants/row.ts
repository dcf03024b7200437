import type { AlternativeNode, DecideMapNode, RowNode } from "../../../codegen/mapping/types.js";
import { alternativesChanges, type EventWords } from "./alternative.js";
import { valueChanges } from "./fields.js";
import { type Change, within, without } from "./mutant.js";

/** One row with one thing changed, in document order. */
export function rowChanges(row: RowNode, words: EventWords): Change<RowNode>[] {
  const gives = row.alternatives.some(({ events, ensure, remember }) => events.length + ensure.length + remember.length > 0);
  return [
    ...(gives ? [{ kind: "drop-row" as const, what: "", at: row.at, to: { ...row, alternatives: [nothing(row.alternatives[0]!)] } }] : []),
    ...within(alternativesChanges(row.alternatives, "", words), (alternatives) => ({ ...row, alternatives })).filter(({ kind, to }) => !isDropRow(kind, to)),
    ...answerChanges(row, words),
    ...(row.decide === undefined ? [] : within(decideChanges(row.decide), (decide) => ({ ...row, decide }))),
    // A row is an exact repeat as long as it has any of them.
    ...row.twin.slice(0, 1).map(({ at }): Change<RowNode> => ({ kind: "drop-twin", what: "twin", at, to: { ...row, twin: [] } })),
    ...row.yieldsTo.map((other, index): Change<RowNode> => ({ kind: "drop-twin", what: `yieldsTo ${other.value}`, at: other.at, to: { ...row, yieldsTo: without(row.yieldsTo, index) } })),
  ];
}

function nothing({ at }: AlternativeNode): AlternativeNode {
  return { when: [], refs: [], remember: [], ensure: [], ensuresNothing: true, events: [], at };
}

/** Dropping the only event of the only alternative is dropping the row. */
function isDropRow(kind: string, { alternatives: [only, ...others] }: RowNode): boolean {
  return kind === "drop-event" && only !== undefined && others.length === 0 && only.events.length + only.ensure.length + only.remember.length === 0;
}

function answerChanges(row: RowNode, words: EventWords): Change<RowNode>[] {
  const { answer } = row;
  if (answer?.[0] === undefined) return [];
  return [
    { kind: "drop-answer", what: "answer", at: answer[0].at, to: { ...row, answer: [nothing(answer[0])] } },
    ...within(alternativesChanges(answer, "answer ", words), (to) => ({ ...row, answer: to })),
  ];
}

function decideChanges(decide: DecideMapNode): Change<DecideMapNode>[] {
  const { decisions, otherwise } = decide;
  return [
    ...decisions.flatMap((one, index): Change<DecideMapNode>[] => {
      const { reply } = one;
      const what = `decide ${one.decision.value}`;
      return [
        ...(decisions.length > 1 ? [{ kind: "drop-decision" as const, what, at: one.at, to: { ...decide, decisions: without(decisions, index) } }] : []),
        ...(reply.kind === "result" ? within(valueChanges(reply.value, what), (value) => ({ ...decide, decisions: decisions.with(index, { ...one, reply: { ...reply, value } }) })) : []),
      ];
    }),
    ...otherwise.map((one, index): Change<DecideMapNode> => ({ kind: "drop-decision", what: `decide otherwise ${one.decision.value}`, at: one.decision.at, to: { ...decide, otherwise: without(otherwise, index) } })),
  ];
}
