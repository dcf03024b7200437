import type { FieldNode, Scalar, ValueNode } from "../../../codegen/mapping/types.js";
import { expressionChanges } from "./expression.js";
import { type Change, within, withinEach, without } from "./mutant.js";

/** The words that may stand in a field's place, if they are listed: dotted path of the field to its enum. */
export type Words = (field: string) => readonly string[] | undefined;

const noWords: Words = () => undefined;

/** The fields of an object, each of them missing once, or with another value. */
export function fieldChanges(fields: readonly FieldNode[], where: string, words: Words = noWords): Change<readonly FieldNode[]>[] {
  return fields.flatMap((field, index) => [
    { kind: "drop-field" as const, what: `${where}${field.name.value}`, at: field.name.at, to: without(fields, index) },
    ...within(valueChanges(field.value, `${where}${field.name.value}`, words(field.name.value)), (value) => fields.with(index, { ...field, value })),
  ]);
}

export function valueChanges(node: ValueNode, where: string, listed?: readonly string[]): Change<ValueNode>[] {
  switch (node.kind) {
    case "literal":
      return otherLiterals(node.value, listed).map((value) => ({ kind: "swap-literal", what: `${where}: ${JSON.stringify(node.value)}`, at: node.at, to: { ...node, value } }));
    case "expression":
      return within(expressionChanges(node.expression, where), (expression) => ({ ...node, expression }));
    case "object":
      return within(fieldChanges(node.fields, `${where}.`), (fields) => ({ ...node, fields }));
    case "list":
      return [
        ...(node.items.length > 1 ? node.items.map((item, index): Change<ValueNode> => ({ kind: "drop-field", what: `${where}.${index}`, at: item.at, to: { ...node, items: without(node.items, index) } })) : []),
        ...within(withinEach(node.items, (item, index) => valueChanges(item, `${where}.${index}`)), (items) => ({ ...node, items })),
      ];
    case "each":
      return [
        ...within(expressionChanges(node.list, `${where}.each`), (list) => ({ ...node, list })),
        ...within(fieldChanges(node.fields, `${where}.`), (fields) => ({ ...node, fields })),
      ];
  }
}

/** The next word of the enum; a text that is in none becomes another text. */
function otherLiterals(value: Scalar, listed: readonly string[] | undefined): Scalar[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1];
  if (typeof value !== "string") return [];
  if (listed === undefined) return [`${value} changed`];
  const next = listed[(listed.indexOf(value) + 1) % listed.length];
  return next === undefined || next === value ? [] : [next];
}
