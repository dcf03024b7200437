import type { Expression, ExpressionStep, Operand } from "../../../codegen/mapping/types.js";
import { type Change, without } from "./mutant.js";

/** An expression with an operand of a `??` chain less, or a pipe less. */
export function expressionChanges(expression: Expression, where: string): Change<Expression>[] {
  const { first, then, at } = expression;
  const changes: Change<Expression>[] = [];
  const [next] = then;
  if (next?.kind === "else") {
    changes.push({ kind: "drop-operand", what: `${where}: ${textOf(first)}`, at, to: spelt(expression, next.operand, then.slice(1)) });
  }
  for (const [index, step] of then.entries()) {
    const to = spelt(expression, first, without(then, index));
    if (step.kind === "else") changes.push({ kind: "drop-operand", what: `${where}: ${textOf(step.operand)}`, at: step.at, to });
    else changes.push({ kind: "drop-pipe", what: `${where}: ${step.name}`, at: step.at, to });
  }
  return changes;
}

/** Its text is part of what the checker knows it by. */
function spelt({ at }: Expression, first: Operand, then: readonly ExpressionStep[]): Expression {
  // oxlint-disable-next-line unicorn/no-thenable -- a list, never awaited
  return { first, then, text: [textOf(first), ...then.map(stepText)].join(" "), at };
}

function stepText(step: ExpressionStep): string {
  return step.kind === "else" ? `?? ${textOf(step.operand)}` : `| ${step.name}`;
}

function textOf(operand: Operand): string {
  return operand.kind === "path" ? operand.path.text : JSON.stringify(operand.value);
}
