import type { Position } from "../../../codegen/diagnostic.js";

/** What is done to a table, one thing at a time. */
export const kinds = {
  "drop-row": "the message gives nothing",
  "drop-alternative": "an alternative is missing",
  "swap-alternatives": "two alternatives with conditions change places",
  "always": "an alternative is taken whatever its `when` says, or an event given",
  "drop-condition": "one entry of a `when`, or one of its values, is missing",
  "negate-condition": "`present` for `absent`, and the other way round",
  "drop-event": "an event is missing",
  "drop-field": "a field is missing",
  "swap-literal": "another word of the same enum, the other truth value, or another text",
  "drop-operand": "one operand of a `??` chain is missing",
  "drop-pipe": "a value goes past a value table or a transform",
  "drop-ref": "an entry of `refs` is missing",
  "drop-part": "a part of an identity is missing",
  "drop-remember": "nothing is remembered, or one thing less",
  "drop-ensure": "an event of `ensure` is missing, or `ensure: none`",
  "drop-decision": "an entry of `decide` is missing",
  "drop-answer": "the host's answer gives nothing",
  "drop-twin": "a message is no exact repeat, or yields to none",
  "swap-value": "a line of a value table gives another of its values",
} as const;
export type Kind = keyof typeof kinds;

/** One change of one node; `T` is the node that is changed: a row, or a part of it. */
export interface Change<T> {
  readonly kind: Kind;
  /** What is changed, in the words of the table. */
  readonly what: string;
  readonly at: Position;
  readonly to: T;
}

/** The changes of a part as changes of the whole that it stands in. */
export function within<T, U>(changes: Iterable<Change<T>>, whole: (part: T) => U): Change<U>[] {
  return Array.from(changes, (change) => ({ ...change, to: whole(change.to) }));
}

/** The changes of each element of a list as changes of the list. */
export function withinEach<T>(list: readonly T[], changesOf: (element: T, index: number) => Iterable<Change<T>>): Change<readonly T[]>[] {
  return list.flatMap((element, index) => within(changesOf(element, index), (to) => list.with(index, to)));
}

export function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.toSpliced(index, 1);
}
