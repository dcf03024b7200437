import type { Position } from "../diagnostic.js";
import type { AlternativeNode, EventNode, Expression, ExpressionStep, FieldNode, Operand, RefNode, RowNode, ValueNode } from "../mapping/types.js";
import { choicesIn } from "../mapping/undecided.js";
import { checkRow, type RowContext } from "./check-row.js";
import { warnings } from "./codes.js";
import type { Leaf } from "./resolve-key.js";

/** An unending quarrel between what is taken away and what is missed then ends here. */
const mostAttempts = 12;

/** What stands in the place of a value that says nothing of this message; `undefined` if the field goes. */
export type Replace = (event: EventNode, field: FieldNode) => ValueNode | undefined;

/**
 * What a row would be if it were about another message: without the paths, and what hangs on them, that this message does not have.
 * `undefined` if what is left says too little.
 */
export function rowFor(context: RowContext, leaf: Leaf, row: RowNode, replace: Replace): RowNode | undefined {
  let adapted: RowNode | undefined = { ...row, twin: [], yieldsTo: [], examples: [] };
  for (let attempt = 0; attempt < mostAttempts && adapted !== undefined; attempt++) {
    const places: (Position | undefined)[] = [];
    const used = { values: new Set<string>(), cells: new Set<string>() };
    checkRow({ ...context, env: { ...context.env, used, report: (code, at) => void (warnings.has(code) || code === "undecided-field" || places.push(at)) } }, { row: adapted, leaves: [leaf] });
    if (places.length === 0) return adapted;
    adapted = without(adapted, { wrong: (at) => places.some((place) => place !== undefined && isInside(place, at)), replace });
  }
  return undefined;
}

/** Whether something that is wrong stands there. */
type Wrong = (at: Position) => boolean;

interface Mending {
  readonly wrong: Wrong;
  readonly replace: Replace;
}

/** `undefined` if what is wrong cannot be taken away. */
function without(row: RowNode, mending: Mending): RowNode | undefined {
  const alternatives = row.alternatives.flatMap((node) => alternativeWithout(node, mending));
  const answer = row.answer?.flatMap((node) => alternativeWithout(node, mending));
  const less = { ...row, alternatives, ...(answer && { answer }) };
  const size = (one: RowNode): number => JSON.stringify([one.alternatives, one.answer]).length;
  return alternatives.length === 0 || answer?.length === 0 || size(less) === size(row) ? undefined : less;
}

function alternativeWithout(node: AlternativeNode, mending: Mending): AlternativeNode[] {
  const { wrong } = mending;
  if (node.when.some(({ expression }) => wrong(expression.at))) return [];
  const events = node.events.flatMap((event) => eventWithout(event, mending));
  if (events.length === 0 && node.events.length > 0) return [];
  const remember = node.remember.map((one) => ({ ...one, fields: fieldsWithout(one.fields, wrong) })).filter(({ fields }) => fields.length > 0);
  return [{ ...node, refs: node.refs.flatMap((ref) => refWithout(ref, wrong)), remember, ensure: node.ensure.flatMap((event) => eventWithout(event, mending)), events }];
}

function refWithout(ref: RefNode, wrong: Wrong): RefNode[] {
  const { value } = ref;
  if (value.kind === "identity") return value.parts.some(({ at }) => wrong(at)) ? [] : [ref];
  if (value.kind === "none" || !wrong(value.expression.at)) return [ref];
  const expression = operandsWithout(value.expression, wrong);
  return expression === undefined ? [] : [{ ...ref, value: { kind: "expression", expression } }];
}

function eventWithout(event: EventNode, { wrong, replace }: Mending): EventNode[] {
  if (event.when.some(({ expression }) => wrong(expression.at))) return [];
  const fields = event.fields.flatMap((field) => {
    const [left] = fieldsWithout([field], wrong);
    const value = left === undefined && choicesIn(field.value) === undefined ? replace(event, field) : undefined;
    return left ?? (value === undefined ? [] : { ...field, value });
  });
  return [{ ...event, fields }];
}

function fieldsWithout(fields: readonly FieldNode[], wrong: Wrong): FieldNode[] {
  return fields.flatMap((field) => {
    if (wrong(field.name.at)) return [];
    const value = valueWithout(field.value, wrong);
    return value === undefined ? [] : [{ ...field, value }];
  });
}

function valueWithout(node: ValueNode, wrong: Wrong): ValueNode | undefined {
  switch (node.kind) {
    case "literal":
      return wrong(node.at) ? undefined : node;
    case "expression": {
      if (!wrong(node.at)) return node;
      const expression = operandsWithout(node.expression, wrong);
      return expression && { ...node, expression };
    }
    case "object":
    case "each": {
      if (node.kind === "each" && wrong(node.list.at)) return undefined;
      const fields = fieldsWithout(node.fields, wrong);
      return fields.length === 0 ? undefined : { ...node, fields };
    }
    case "list": {
      const items = node.items.flatMap((item) => valueWithout(item, wrong) ?? []);
      return items.length === 0 ? undefined : { ...node, items };
    }
  }
}

/** `$.gone ?? $.there | name` becomes `$.there | name`. */
function operandsWithout(expression: Expression, wrong: Wrong): Expression | undefined {
  const isWrong = (operand: Operand): boolean => operand.kind === "path" && operand.path.at !== undefined && wrong(operand.path.at);
  let first: Operand | undefined = isWrong(expression.first) ? undefined : expression.first;
  const steps: ExpressionStep[] = [];
  for (const step of expression.then) {
    if (step.kind === "else" && isWrong(step.operand)) continue;
    if (first !== undefined) steps.push(step);
    else if (step.kind === "else") first = step.operand;
  }
  const same = first === expression.first && steps.length === expression.then.length;
  if (first === undefined || first.kind === "literal" || same) return undefined;
  // oxlint-disable-next-line unicorn/no-thenable -- what comes after the first operand
  return { ...expression, first, then: steps, text: [operandText(first), ...steps.map((step) => (step.kind === "pipe" ? `| ${step.name}` : `?? ${operandText(step.operand)}`))].join(" ") };
}

function operandText(operand: Operand): string {
  if (operand.kind === "path") return operand.path.text;
  const { value } = operand;
  return typeof value === "string" && !/^[A-Za-z_][\w-]*$/.test(value) ? JSON.stringify(value) : String(value);
}

function isInside(place: Position, { line, column, endLine = line, endColumn = column }: Position): boolean {
  const before = (a: number, b: number, c: number, d: number): boolean => a < c || (a === c && b <= d);
  return before(line, column, place.line, place.column) && before(place.line, place.column, endLine, endColumn);
}
