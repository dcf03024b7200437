import type { Position } from "../diagnostic.js";
import type { AlternativeNode, EventNode, FieldNode, RowNode, ValueNode } from "../mapping/types.js";
import { choice } from "../mapping/undecided.js";
import type { CanonicalEvent, CanonicalField } from "../schema/canonical.js";
import { decisions } from "./decisions.js";
import { namedWord, openValue, wordsIn, type Candidate } from "./fill.js";
import type { Environment } from "./scope.js";

/** What a row says in words of its own is said of its own message: of another one, it is still to be chosen. */

export interface Opening {
  readonly env: Environment;
  /** The message that the row is to be about, and what it holds. */
  readonly key: string;
  readonly paths: readonly Candidate[];
}

export function openLiterals(opening: Opening, row: RowNode): RowNode {
  const opened = (node: AlternativeNode): AlternativeNode => ({ ...node, events: node.events.map((event) => openEvent(opening, row, event)), ensure: node.ensure.map((event) => openEvent(opening, row, event)) });
  // An answer that is an error cancels, whatever was asked.
  const isError = ({ when }: AlternativeNode): boolean => when.some(({ expression, test }) => expression.text === "$.error" && test.kind === "present");
  return { ...row, alternatives: row.alternatives.map(opened), ...(row.answer && { answer: row.answer.map((node) => (isError(node) ? node : opened(node))) }) };
}

/** What an event needs, and the message has nothing for. */
export function replacement({ env, key, paths }: Opening, { type }: EventNode, { name, value }: FieldNode): ValueNode | undefined {
  const field = env.canonical.events.find((event) => event.type === type.value)?.fields.find((one) => one.name === name.value);
  if (field === undefined || field.inherited) return undefined;
  if (isDecision(type.value, field)) return choice(decisions, value.at);
  return field.required || wordsIn(env, field.shape).length > 0 ? openValue(env, key, field, paths, value.at) : undefined;
}

function openEvent(opening: Opening, row: RowNode, event: EventNode): EventNode {
  const known = opening.env.canonical.events.find(({ type }) => type === event.type.value);
  return { ...event, fields: event.fields.flatMap((field) => openField(opening, row, known, field)) };
}

function openField(opening: Opening, row: RowNode, event: CanonicalEvent | undefined, field: FieldNode): FieldNode[] {
  const known = event?.fields.find(({ name }) => name === field.name.value);
  if (event === undefined || known === undefined) return [field];
  const value = field.value.kind === "literal" ? openLiteral(opening, row, event, known, field.value) : withoutLiterals(field.value);
  if (value !== undefined) return [{ ...field, value }];
  return known.required && !known.inherited ? [{ ...field, value: openValue(opening.env, opening.key, known, opening.paths, field.value.at) }] : [];
}

function openLiteral({ env, key }: Opening, row: RowNode, event: CanonicalEvent, field: CanonicalField, node: ValueNode & { readonly kind: "literal" }): ValueNode | undefined {
  if (node.value === row.key.value) return { ...node, value: key };
  if (isDecision(event.type, field)) return choice(decisions, node.at);
  if (typeof node.value === "boolean") return choice([true, false], node.at);
  const words = wordsIn(env, field.shape);
  // To say that nothing is known, or that what begins has not ended, says nothing that is not so.
  if (words.length > 0 && (node.value === "unknown" || (node.value === "inProgress" && event.lifecycle?.does === "opens"))) return node;
  return words.length === 0 ? undefined : wordOrChoice(key, words, field, node.at);
}

function wordOrChoice(key: string, words: readonly string[], field: CanonicalField, at: Position): ValueNode | undefined {
  return namedWord(key, words, at) ?? (field.inherited ? undefined : choice(words, at));
}

function isDecision(type: string, { name }: CanonicalField): boolean {
  return type === "request.resolved" && name === "decision";
}

/** Objects and lists without the words among their values. */
function withoutLiterals(node: ValueNode): ValueNode | undefined {
  switch (node.kind) {
    case "literal":
      return undefined;
    case "expression":
      return node;
    case "list": {
      const items = node.items.flatMap((item) => withoutLiterals(item) ?? []);
      return items.length === 0 ? undefined : { ...node, items };
    }
    case "object":
    case "each": {
      const fields = node.fields.flatMap((field) => {
        const value = withoutLiterals(field.value);
        return value === undefined ? [] : [{ ...field, value }];
      });
      return fields.length === 0 ? undefined : { ...node, fields };
    }
  }
}
