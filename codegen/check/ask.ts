import type { Position } from "../diagnostic.js";
import type { AlternativeNode, DecideMapNode, EventNode, RowNode, ValueNode } from "../mapping/types.js";
import { choice, field, plainValue } from "../mapping/undecided.js";
import type { Shape } from "../schema/types.js";
import { decisions } from "./decisions.js";
import { wordsIn } from "./fill.js";
import { resultOf } from "./responses.js";
import type { Leaf } from "./resolve-key.js";
import type { Environment } from "./scope.js";
import { membersOf, shapeText } from "./shapes.js";

/** How deep into an answer its fields are written one by one. */
const deepest = 2;

/** A request as any other is asked: of what it is, and of what its answer means, nothing is known. */
export function askedRow(env: Environment, leaf: Leaf, at: Position): RowNode | undefined {
  const event = env.canonical.events.find(({ type }) => type === "request.opened");
  const types = event?.fields.find(({ name }) => name === "requestType");
  if (types === undefined) return undefined;
  const opened = eventNode("request.opened", [field("requestType", choice(wordsIn(env, types.shape), at), at), field("args", plainValue("$.params", at), at)], at);
  const resolved = (decision: ValueNode, resolution: string): EventNode => eventNode("request.resolved", [field("decision", decision, at), field("resolution", plainValue(resolution, at), at)], at);
  const failed = plainValue("$.error", at);
  const isError = failed.kind === "expression" ? [{ expression: failed.expression, test: { kind: "present" as const }, at }] : [];
  return {
    key: { value: leaf.segments.join(":"), at },
    alternatives: [alternative([opened], at)],
    answer: [{ ...alternative([resolved(plainValue("cancel", at), "$.error")], at), when: isError }, alternative([resolved(choice(decisions, at), "$.result")], at)],
    decide: draftDecide(env, leaf, at),
    twin: [],
    yieldsTo: [],
    examples: [],
    at,
  };
}

/** Whatever is asked may be refused; what it takes to accept, the schema of the answer says. */
export function draftDecide(env: Environment, { roots }: Leaf, at: Position): DecideMapNode {
  const result = resultOf(env, roots.get("")!.shape);
  const located = (value: string) => ({ value, at });
  return {
    decisions: [
      { decision: located("accept"), reply: { kind: "result", value: draft(env, result, at) }, at },
      { decision: located("decline"), reply: { kind: "error" }, at },
      { decision: located("cancel"), reply: { kind: "error" }, at },
    ],
    otherwise: [],
  };
}

export function alternative(events: readonly EventNode[], at: Position): AlternativeNode {
  return { when: [], refs: [], remember: [], ensure: [], ensuresNothing: false, events, at };
}

function eventNode(type: string, fields: EventNode["fields"], at: Position): EventNode {
  return { type: { value: type, at }, when: [], fields, at };
}

/** What must be there, each to be chosen; where nothing must, all that may be. */
function draft(env: Environment, shape: Shape, at: Position, depth = 0): ValueNode {
  const members = membersOf(env.set, shape);
  const words = wordsIn(env, shape);
  if (words.length > 0) return choice(words, at);
  const [only] = members;
  if (members.length !== 1 || only?.kind !== "object" || depth === deepest) return choice([...new Set(members.map((member) => (member.kind === "object" ? objectText(member) : member.kind === "literal" ? String(member.value) : shapeText(member))))], at);
  const required = [...only.fields].filter(([, one]) => one.required);
  if (required.length === 0) return choice([objectText(only)], at);
  return { kind: "object", fields: required.map(([name, one]) => field(name, draft(env, one.shape, at, depth + 1), at)), at };
}

/** `{ content, isError? }`. */
function objectText({ fields }: Shape & { readonly kind: "object" }): string {
  const names = [...fields].map(([name, { required }]) => `${name}${required ? "" : "?"}`);
  return names.length === 0 ? "{}" : `{ ${names.join(", ")} }`;
}
