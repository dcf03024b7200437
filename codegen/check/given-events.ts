import type { Scalar } from "../mapping/types.js";
import type { CanonicalEvent } from "../schema/canonical.js";
import type { CheckedAlternative, CheckedEvent, CheckedExpression, CheckedValue } from "./types.js";

/** An event, and the words that some of its fields must be able to hold. */
export interface Wanted {
  readonly event: CanonicalEvent;
  readonly fixed: readonly { readonly name: string; readonly values: readonly Scalar[] }[];
}

/** Whether any of the alternatives gives the event with one of the words, as far as the table fixes them. */
export function givenBy(alternatives: readonly CheckedAlternative[], { event, fixed }: Wanted): boolean {
  return alternatives.some(({ tableEnsure, ensure, events }) =>
    [...tableEnsure, ...ensure, ...events].some((given) => given.type === event.type && fixed.every(({ name, values }) => mayHold(given, event, name, values))),
  );
}

/** `content.delta with streamKind assistant_text`. */
export function describeGiven({ event, fixed }: Wanted): string {
  const words = fixed.map(({ name, values }) => `${name} ${values.map(String).join(" or ")}`);
  return words.length === 0 ? event.type : `${event.type} with ${words.join(" and ")}`;
}

function mayHold({ fields }: CheckedEvent, event: CanonicalEvent, name: string, values: readonly Scalar[]): boolean {
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return event.fields.some((one) => one.name === name && one.inherited);
  const possible = possibleValues(field.value);
  return possible === undefined || values.some((value) => possible.includes(value));
}

/** What a value can be; `undefined` if the table alone does not say. */
function possibleValues(value: CheckedValue): readonly Scalar[] | undefined {
  if (value.kind === "literal") return [value.value];
  return value.kind === "expression" ? possibleResults(value.expression) : undefined;
}

function possibleResults({ first, then }: CheckedExpression): readonly Scalar[] | undefined {
  let possible: readonly Scalar[] | undefined = first.kind === "literal" ? [first.value] : undefined;
  for (const step of then) {
    if (step.kind === "transform") possible = undefined;
    else if (step.kind === "else") possible = possible && step.operand.kind === "literal" ? [...possible, step.operand.value] : undefined;
    else {
      const { map, unlisted, absent } = step.table;
      possible = [...map.map(({ to }) => to), ...[unlisted, absent].filter((one) => one !== undefined)];
    }
  }
  return possible;
}
