import type {
  CheckedAlternative,
  CheckedCondition,
  CheckedEvent,
  CheckedExpression,
  CheckedField,
  CheckedOperand,
  CheckedRef,
  CheckedRow,
  CheckedValue,
} from "../check/types.js";
import type { Path } from "../mapping/types.js";

/** Every expression and every path below a node, in document order. */

export function* expressionsOfRow(row: CheckedRow): Generator<CheckedExpression> {
  for (const alternative of row.alternatives) yield* expressionsOfAlternative(alternative);
  for (const alternative of row.answer ?? []) yield* expressionsOfAlternative(alternative);
  for (const { reply } of row.decide ?? []) if (reply.kind === "result") yield* expressionsOfValue(reply.value);
}

export function* expressionsOfAlternative(alternative: CheckedAlternative): Generator<CheckedExpression> {
  yield* expressionsOfConditions(alternative.when);
  yield* expressionsOfRefs(alternative.refs);
  for (const { fields } of alternative.remember) yield* expressionsOfFields(fields);
  yield* expressionsOfEvents(alternative);
}

export function* expressionsOfEvents(alternative: CheckedAlternative): Generator<CheckedExpression> {
  for (const event of [...alternative.ensure, ...alternative.events]) yield* expressionsOfEvent(event);
}

export function* expressionsOfEvent(event: CheckedEvent): Generator<CheckedExpression> {
  yield* expressionsOfConditions(event.when);
  yield* expressionsOfFields(event.fields);
}

export function* expressionsOfConditions(conditions: readonly CheckedCondition[]): Generator<CheckedExpression> {
  for (const { expression } of conditions) yield expression;
}

export function* expressionsOfRefs(refs: readonly CheckedRef[]): Generator<CheckedExpression> {
  for (const { value } of refs) {
    if (value.kind === "expression") yield value.expression;
    if (value.kind === "identity") yield* value.parts;
  }
}

export function* expressionsOfFields(fields: readonly CheckedField[]): Generator<CheckedExpression> {
  for (const { value } of fields) yield* expressionsOfValue(value);
}

export function* expressionsOfValue(value: CheckedValue): Generator<CheckedExpression> {
  switch (value.kind) {
    case "literal":
      return;
    case "expression":
      yield value.expression;
      return;
    case "object":
      yield* expressionsOfFields(value.fields);
      return;
    case "list":
      for (const item of value.items) yield* expressionsOfValue(item);
      return;
    case "each":
      yield value.list;
      yield* expressionsOfFields(value.fields);
  }
}

export function* pathsOf(expressions: Iterable<CheckedExpression>): Generator<Path> {
  for (const { first, then } of expressions) {
    yield* pathsOfOperand(first);
    for (const step of then) if (step.kind === "else") yield* pathsOfOperand(step.operand);
  }
}

function* pathsOfOperand(operand: CheckedOperand): Generator<Path> {
  if (operand.kind === "path") yield* withInner(operand.path);
}

/** A path, and the paths that its steps compare with. */
function* withInner(path: Path): Generator<Path> {
  yield path;
  for (const step of path.steps) if (step.kind === "pick" && typeof step.equals === "object") yield* withInner(step.equals);
}
