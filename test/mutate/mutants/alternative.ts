import type { AlternativeNode, ConditionNode, EventNode, RefNode, RememberNode } from "../../../codegen/mapping/types.js";
import { expressionChanges } from "./expression.js";
import { fieldChanges, type Words } from "./fields.js";
import { type Change, within, withinEach, without } from "./mutant.js";

/** The words of an event's field, if they are listed. */
export type EventWords = (event: string) => Words;

/** A row's alternatives, or those of its answer, with one thing changed. `where` begins what is said of it: `answer `, or nothing. */
export function alternativesChanges(alternatives: readonly AlternativeNode[], where: string, words: EventWords): Change<readonly AlternativeNode[]>[] {
  const several = alternatives.length > 1;
  const named = (index: number): string => (several ? `${where}alternative ${index + 1}` : where.trimEnd());
  return [
    ...alternatives.flatMap(({ at }, index): Change<readonly AlternativeNode[]>[] => (several ? [{ kind: "drop-alternative", what: named(index), at, to: without(alternatives, index) }] : [])),
    ...alternatives.flatMap((one, index): Change<readonly AlternativeNode[]>[] => {
      const next = alternatives[index + 1];
      if (next === undefined || one.when.length === 0 || next.when.length === 0) return [];
      return [{ kind: "swap-alternatives", what: `${named(index)} and ${index + 2}`, at: one.at, to: alternatives.with(index, next).with(index + 1, one) }];
    }),
    ...alternatives.flatMap((one, index): Change<readonly AlternativeNode[]>[] =>
      // Those after it would never be taken.
      one.when.length === 0 ? [] : [{ kind: "always", what: named(index), at: one.when[0]!.at, to: [...alternatives.slice(0, index), { ...one, when: [] }] }],
    ),
    ...withinEach(alternatives, (one, index) => alternativeChanges(one, several ? `${named(index)}, ` : where, words)),
  ];
}

function alternativeChanges(node: AlternativeNode, where: string, words: EventWords): Change<AlternativeNode>[] {
  return [
    ...within(conditionsChanges(node.when, `${where}when`), (when) => ({ ...node, when })),
    ...within(refsChanges(node.refs, `${where}refs`), (refs) => ({ ...node, refs })),
    ...within(rememberChanges(node.remember, `${where}remember`), (remember) => ({ ...node, remember })),
    ...within(ensureChanges(node.ensure, `${where}ensure`, words), (ensure) => ({ ...node, ensure })),
    ...(node.ensuresNothing ? [{ kind: "drop-ensure" as const, what: `${where}ensure: none`, at: node.at, to: { ...node, ensuresNothing: false } }] : []),
    ...within(eventsChanges(node.events, where, words), (events) => ({ ...node, events })),
  ];
}

/** Of two or more entries, and of the values of one, each is missing once; of one alone, `always` says what that is. */
function conditionsChanges(conditions: readonly ConditionNode[], where: string): Change<readonly ConditionNode[]>[] {
  return conditions.flatMap((condition, index): Change<readonly ConditionNode[]>[] => {
    const { expression, test, at } = condition;
    const what = `${where} ${expression.text}`;
    const changed = (to: ConditionNode): readonly ConditionNode[] => conditions.with(index, to);
    return [
      ...(conditions.length > 1 ? [{ kind: "drop-condition" as const, what, at, to: without(conditions, index) }] : []),
      ...(test.kind === "values"
        ? test.values.length < 2
          ? []
          : test.values.map((value, place) => ({ kind: "drop-condition" as const, what: `${what}: ${value.value}`, at: value.at, to: changed({ ...condition, test: { ...test, values: without(test.values, place) } }) }))
        : [{ kind: "negate-condition" as const, what: `${what}: ${test.kind}`, at, to: changed({ ...condition, test: { kind: test.kind === "present" ? "absent" : "present" } }) }]),
      ...within(expressionChanges(expression, what), (to) => changed({ ...condition, expression: to })),
    ];
  });
}

/** Of a row, or of a whole table. */
export function refsChanges(refs: readonly RefNode[], where: string): Change<readonly RefNode[]>[] {
  return refs.flatMap((ref, index): Change<readonly RefNode[]>[] => {
    const { value } = ref;
    const what = `${where}.${ref.name.value}`;
    const changed = (to: RefNode["value"]): readonly RefNode[] => refs.with(index, { ...ref, value: to });
    return [
      { kind: "drop-ref", what, at: ref.at, to: without(refs, index) },
      ...(value.kind === "expression" ? within(expressionChanges(value.expression, what), (expression) => changed({ ...value, expression })) : []),
      ...(value.kind === "identity"
        ? [
            // The first is the provider's id.
            ...value.parts.flatMap((part, place): Change<readonly RefNode[]>[] =>
              place === 0 ? [] : [{ kind: "drop-part", what: `${what}: ${part.text}`, at: part.at, to: changed({ ...value, parts: without(value.parts, place) }) }],
            ),
            ...within(withinEach(value.parts, (part) => expressionChanges(part, what)), (parts) => changed({ ...value, parts })),
          ]
        : []),
    ];
  });
}

function rememberChanges(remember: readonly RememberNode[], where: string): Change<readonly RememberNode[]>[] {
  return remember.flatMap((one, index): Change<readonly RememberNode[]>[] => {
    const what = `${where}.${one.cell.value}`;
    return [
      { kind: "drop-remember", what, at: one.cell.at, to: without(remember, index) },
      ...fieldChanges(one.fields, `${what}.`).flatMap(({ kind, to, ...change }): Change<readonly RememberNode[]>[] =>
        // Without its only field the cell is not there.
        to.length === 0 ? [] : [{ ...change, kind: kind === "drop-field" ? "drop-remember" : kind, to: remember.with(index, { ...one, fields: to }) }],
      ),
    ];
  });
}

/** Of a row, or of a whole table. */
export function ensureChanges(events: readonly EventNode[], where: string, words: EventWords): Change<readonly EventNode[]>[] {
  return eventsChanges(events, `${where} `, words).map((change) => (change.kind === "drop-event" ? { ...change, kind: "drop-ensure" } : change));
}

function eventsChanges(events: readonly EventNode[], where: string, words: EventWords): Change<readonly EventNode[]>[] {
  const counts = new Map<string, number>();
  return events.flatMap((event, index): Change<readonly EventNode[]>[] => {
    const type = event.type.value;
    const nth = (counts.get(type) ?? 0) + 1;
    counts.set(type, nth);
    const what = `${where}${type}${nth > 1 ? ` ${nth}` : ""}`;
    const changed = (to: EventNode): readonly EventNode[] => events.with(index, to);
    return [
      { kind: "drop-event", what, at: event.at, to: without(events, index) },
      ...(event.when.length > 0 ? [{ kind: "always" as const, what, at: event.when[0]!.at, to: changed({ ...event, when: [] }) }] : []),
      ...within(conditionsChanges(event.when, `${what} when`), (when) => changed({ ...event, when })),
      ...within(fieldChanges(event.fields, `${what}.`, words(type)), (fields) => changed({ ...event, fields })),
    ];
  });
}
