import { Scalar as YamlText, stringify } from "yaml";
import type { AlternativeNode, ConditionNode, EventNode, FieldNode, RefNode, RowNode, Scalar, ValueNode } from "./types.js";

/** A row as a person would write it: the other way round than the readers of this folder. */

/** Longer lines are written as several. */
const width = 150;

/** The lines below the row's key, indented from it by two columns. What belongs to no proposal (examples, repeats) is left out. */
export function rowLines({ alternatives, answer, decide }: RowNode): string[] {
  const [only, second] = alternatives;
  const parts: Entry[] = [...(answer ? [["answer", bodies(answer)] as const] : []), ...(decide ? [["decide", decisions(decide)] as const] : [])];
  if (only !== undefined && second === undefined) return lines([...alternativeEntries(only), ...parts]).map(indented);
  // What belongs to the row as a whole may stand in any alternative.
  return alternatives.flatMap((node, index) => listItem([...alternativeEntries(node), ...(index === alternatives.length - 1 ? parts : [])])).map(indented);
}

/** As it may stand before a colon. */
export function keyText(key: string): string {
  return /^(?!(?:true|false|null)$)[A-Za-z_][\w./-]*$/i.test(key) ? key : JSON.stringify(key);
}

type Plain = Scalar | YamlText | readonly Plain[] | { readonly [key: string]: Plain };
type Entry = readonly [key: string, value: Plain];

function bodies(alternatives: readonly AlternativeNode[]): Plain {
  const all = alternatives.map((node) => Object.fromEntries(alternativeEntries(node)));
  return all.length === 1 ? all[0]! : all;
}

function alternativeEntries(node: AlternativeNode): Entry[] {
  const { when, note, undecided, refs, remember, ensure, ensuresNothing, events, none } = node;
  return [
    ...(undecided ? [["undecided", text(undecided.value)] as const] : []),
    ...(when.length > 0 ? [["when", conditions(when)] as const] : []),
    ...(note ? [["note", text(note.value)] as const] : []),
    ...(refs.length > 0 ? [["refs", Object.fromEntries(refs.map(ref))] as const] : []),
    ...(remember.length > 0 ? [["remember", Object.fromEntries(remember.map(({ cell, fields: held }) => [cell.value, fields(held)]))] as const] : []),
    ...(ensuresNothing ? [["ensure", "none"] as const] : ensure.length > 0 ? [["ensure", Object.fromEntries(eventEntries(ensure))] as const] : []),
    ...eventEntries(events),
    ...(none ? [["none", text(none.value)] as const] : []),
  ];
}

/** Events of one name are one key with a list of payloads. */
function eventEntries(events: readonly EventNode[]): Entry[] {
  const payloads = new Map<string, Plain[]>();
  for (const { type, when, fields: given } of events) {
    const payload = { ...(when.length > 0 && { when: conditions(when) }), ...fields(given) };
    payloads.set(type.value, [...(payloads.get(type.value) ?? []), payload]);
  }
  return [...payloads].map(([type, all]) => [type, all.length === 1 ? all[0]! : all]);
}

function conditions(nodes: readonly ConditionNode[]): { readonly [key: string]: Plain } {
  return Object.fromEntries(
    nodes.map(({ expression, test }) => {
      if (test.kind !== "values") return [expression.text, test.kind];
      const values = test.values.map(({ value }) => literal(value));
      return [expression.text, values.length === 1 ? values[0]! : values];
    }),
  );
}

function ref({ name, value }: RefNode): Entry {
  return [name.value, value.kind === "none" ? "none" : value.kind === "expression" ? value.expression.text : value.parts.map((part) => part.text)];
}

function fields(nodes: readonly FieldNode[]): { readonly [key: string]: Plain } {
  return Object.fromEntries(nodes.map(({ name, value }) => [name.value, plain(value)]));
}

function plain(node: ValueNode): Plain {
  switch (node.kind) {
    case "expression":
      return node.expression.text;
    case "literal":
      return literal(node.value);
    case "object":
      return fields(node.fields);
    case "list":
      return node.items.map(plain);
    case "each":
      return { each: node.list.text, as: node.as, ...fields(node.fields) };
  }
}

function decisions({ decisions: all, otherwise }: NonNullable<RowNode["decide"]>): Plain {
  const [first] = otherwise;
  const instead = otherwise.length === 1 && first!.decision.value === "*" ? first!.instead.value : Object.fromEntries(otherwise.map(({ decision, instead: to }) => [decision.value, to.value]));
  return {
    ...Object.fromEntries(all.map(({ decision, reply }): Entry => [decision.value, reply.kind === "result" ? plain(reply.value) : reply.kind === "as" ? reply.decision : "error"])),
    ...(otherwise.length > 0 && { otherwise: instead }),
  };
}

/** What begins with a dollar sign, or reads like a path, is text only in this form. */
function literal(value: Scalar): Plain {
  if (typeof value !== "string") return value;
  if (value.startsWith("$")) return `$${value}`;
  return /^\w+(?:\.\w+)+$/.test(value) ? text(value) : value;
}

/** In double quotes. */
function text(value: string): YamlText {
  const node = new YamlText(value);
  node.type = "QUOTE_DOUBLE";
  return node;
}

function listItem(entries: readonly Entry[]): string[] {
  return lines(entries).map((line, index) => (index === 0 ? `- ${line}` : indented(line)));
}

/** Each entry on one line if it is short enough, else on several. */
function lines(entries: readonly Entry[]): string[] {
  return entries.flatMap(([key, value]) => {
    const line = `${scalar(key)}: ${flow(value)}`;
    if (line.length <= width || isScalar(value) || isChoice(value) || Object.keys(value).length === 0) return [line];
    const below = isList(value) ? value.flatMap((item) => (isScalar(item) || isList(item) ? [`- ${flow(item)}`] : listItem(Object.entries(item)))) : lines(Object.entries(value));
    return [`${scalar(key)}:`, ...below.map(indented)];
  });
}

function flow(value: Plain): string {
  if (isScalar(value)) return scalar(value);
  if (isList(value)) return `[${value.map(flow).join(", ")}]`;
  const entries = Object.entries(value).map(([key, one]) => `${scalar(key)}: ${flow(one)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** As it may stand between braces. */
function scalar(value: Scalar | YamlText): string {
  return stringify([value], undefined, { lineWidth: 0, collectionStyle: "flow" }).trim().slice(2, -2);
}

function isScalar(value: Plain): value is Scalar | YamlText {
  return typeof value !== "object" || value === null || value instanceof YamlText;
}

/** What there is to choose from reads best side by side. */
function isChoice(value: Plain): boolean {
  return !isScalar(value) && Object.keys(value).join() === "undecided";
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

function indented(line: string): string {
  return `  ${line}`;
}
