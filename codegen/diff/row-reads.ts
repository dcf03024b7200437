import type { AlternativeNode, ConditionNode, EventNode, Expression, FieldNode, KeyNode, Path, RefNode, RowNode, TableNode, ValueNode } from "../mapping/types.js";

/** One expression of a table and what its paths begin with. */
export interface Read {
  readonly expression: Expression;
  /** It looks at the answer to the message; the message is `$request`. */
  readonly answer: boolean;
  /** Names of `each` around it, the outermost first, with the list that each goes through. */
  readonly elements: readonly { readonly name: string; readonly list: Path }[];
}

/** Every expression of a row, and those of its table that it does not switch off. */
export function readsOfRow(table: TableNode, row: RowNode): Read[] {
  const elements = keyElements(table.key);
  const sets = (name: string): boolean => row.alternatives.every(({ refs }) => refs.some((ref) => ref.name.value === name));
  const ofTable = [...table.refs.filter((ref) => !sets(ref.name.value)).flatMap(refReads), ...table.ensure.flatMap(eventReads)];
  const decided = (row.decide?.decisions ?? []).flatMap(({ reply }) => (reply.kind === "result" ? valueReads(reply.value, []) : []));
  const own = [...ofTable, ...row.alternatives.flatMap(alternativeReads), ...decided];
  const answered = (row.answer ?? []).flatMap(alternativeReads).map((read) => ({ ...read, answer: true }));
  return [...own, ...answered].map((read) => ({ ...read, elements: [...elements, ...read.elements] }));
}

function alternativeReads(node: AlternativeNode): Read[] {
  const remembered = node.remember.flatMap(({ fields }) => fields.flatMap((field) => fieldReads(field, [])));
  return [...node.when.flatMap(conditionReads), ...node.refs.flatMap(refReads), ...remembered, ...node.ensure.flatMap(eventReads), ...node.events.flatMap(eventReads)];
}

function eventReads({ when, fields }: EventNode): Read[] {
  return [...when.flatMap(conditionReads), ...fields.flatMap((field) => fieldReads(field, []))];
}

function conditionReads({ expression }: ConditionNode): Read[] {
  return [read(expression, [])];
}

function refReads({ value }: RefNode): Read[] {
  if (value.kind === "none") return [];
  return (value.kind === "identity" ? value.parts : [value.expression]).map((expression) => read(expression, []));
}

function fieldReads({ value }: FieldNode, elements: Read["elements"]): Read[] {
  return valueReads(value, elements);
}

function valueReads(node: ValueNode, elements: Read["elements"]): Read[] {
  switch (node.kind) {
    case "literal":
      return [];
    case "expression":
      return [read(node.expression, elements)];
    case "object":
      return node.fields.flatMap((field) => fieldReads(field, elements));
    case "list":
      return node.items.flatMap((item) => valueReads(item, elements));
    case "each": {
      const [list] = pathsOf(node.list);
      const inside = list === undefined ? elements : [...elements, { name: node.as, list }];
      return [read(node.list, elements), ...node.fields.flatMap((field) => fieldReads(field, inside))];
    }
  }
}

function read(expression: Expression, elements: Read["elements"]): Read {
  return { expression, answer: false, elements };
}

/** The paths of an expression, in the order in which they are tried. */
export function pathsOf({ first, then }: Expression): Path[] {
  const operands = [first, ...then.flatMap((step) => (step.kind === "else" ? [step.operand] : []))];
  return operands.flatMap((operand) => (operand.kind === "path" ? [operand.path] : []));
}

function keyElements(key: KeyNode): Read["elements"] {
  if (key.kind === "each") return [{ name: key.as, list: key.list }, ...keyElements(key.key)];
  return key.below.flatMap((branch) => keyElements(branch.key));
}
