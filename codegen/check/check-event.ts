import { decisions } from "./decisions.js";
import type { EventNode } from "../mapping/types.js";
import type { CanonicalField } from "../schema/canonical.js";
import { checkConditions } from "./check-condition.js";
import { checkFields } from "./check-value.js";
import type { Environment, Scope } from "./scope.js";
import { suggest } from "../spelling.js";
import type { CheckedEvent } from "./types.js";

/** An event of an `ensure`, as written and checked. */
export interface Ensured {
  readonly node: EventNode;
  readonly event: CheckedEvent;
}

/** An event of the canonical model with all that it needs; `undefined` if there is no such event. */
export function checkEvent(env: Environment, scope: Scope, node: EventNode): CheckedEvent | undefined {
  const { conditions, scope: inside } = checkConditions(env, scope, node.when);
  const { value: type, at } = node.type;
  const event = env.canonical.events.find((one) => one.type === type);
  if (event === undefined) {
    env.report("unknown-event", at, `There is no canonical event "${type}".`, suggest(type, env.canonical.events.map((one) => one.type), "Events"));
    return undefined;
  }
  const fields = type === "request.resolved" ? event.fields.map(inOwnWords) : event.fields;
  return { type, when: conditions, fields: checkFields(env, inside, node.fields, { fields, owner: type, at }), at: node.at };
}

/** A decision is one of the four words whatever the wire calls it (EVENTS.md rule 14), though its type is any text. */
function inOwnWords(field: CanonicalField): CanonicalField {
  return field.name === "decision" ? { ...field, shape: { kind: "union", members: decisions.map((value) => ({ kind: "literal", value })) } } : field;
}

/** The events of an `ensure`, each as written and checked. */
export function checkEnsured(env: Environment, scope: Scope, nodes: readonly EventNode[]): Ensured[] {
  reportShadowed(env, nodes);
  return nodes.flatMap((node) => {
    const event = checkOpening(env, scope, node);
    return event ? [{ node, event }] : [];
  });
}

/** What the first has opened is open when the second comes. A task or a hook is told apart by its payload. */
function reportShadowed(env: Environment, nodes: readonly EventNode[]): void {
  const always = new Set<string>();
  for (const { type, when, at } of nodes) {
    const entity = env.canonical.events.find((event) => event.type === type.value)?.lifecycle?.entity;
    if (entity === undefined || entity === "task" || entity === "hook") continue;
    if (always.has(entity)) env.report("unreachable-alternative", at, `This is never given: what it opens is opened before it, without a \`when\`.`, "Put the one without `when` last, or remove one of the two.");
    if (when.length === 0) always.add(entity);
  }
}

/** An event of `ensure`: it opens something, unless it is open already. */
function checkOpening(env: Environment, scope: Scope, node: EventNode): CheckedEvent | undefined {
  const event = env.canonical.events.find((one) => one.type === node.type.value);
  if (event && event.lifecycle?.does !== "opens") {
    const opening = env.canonical.events.filter(({ lifecycle }) => lifecycle?.does === "opens").map(({ type }) => type);
    env.report("ensure-opens-nothing", node.type.at, `"${node.type.value}" opens nothing, so that \`ensure\` cannot tell whether it is needed.`, `Events that open something: ${opening.join(", ")}.`);
  }
  return checkEvent(env, scope, node);
}
