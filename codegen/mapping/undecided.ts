import type { Position } from "../diagnostic.js";
import type { FieldNode, Scalar, ValueNode } from "./types.js";

/** `state: { undecided: [idle, active] }`: a field that nobody has decided yet, with what there is to choose from. */

/** The choices as written; `undefined` for a value that is decided. */
export function choicesIn(node: ValueNode): readonly string[] | undefined {
  const [only, second] = node.kind === "object" ? node.fields : [];
  if (only?.name.value !== "undecided" || second !== undefined) return undefined;
  const options = only.value.kind === "list" ? only.value.items : [only.value];
  return options.map((option) => (option.kind === "literal" ? String(option.value) : option.kind === "expression" ? option.expression.text : "…"));
}

/** @param options words, and expressions, which begin with a dollar sign */
export function choice(options: readonly Scalar[], at: Position): ValueNode {
  return { kind: "object", fields: [field("undecided", { kind: "list", items: options.map((option) => plainValue(option, at)), at }, at)], at };
}

export function field(name: string, value: ValueNode, at: Position): FieldNode {
  return { name: { value: name, at }, value };
}

/** A plain path such as `$.params.turn.id`, or a word. */
export function plainValue(value: Scalar, at: Position): ValueNode {
  if (typeof value !== "string" || !value.startsWith("$")) return { kind: "literal", value, at };
  const [root = "", ...names] = value.slice(1).split(".");
  const path = { root, steps: names.map((name) => ({ kind: "field", name }) as const), text: value, at };
  // oxlint-disable-next-line unicorn/no-thenable -- what comes after the first operand
  return { kind: "expression", expression: { first: { kind: "path", path }, then: [], text: value, at }, at };
}
