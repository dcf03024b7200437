import type { DecideMapNode, DecideNode, Located } from "../mapping/types.js";
import type { Shape } from "../schema/types.js";
import { checkValue } from "./check-value.js";
import { methodField, methodsOf, resultOf } from "./responses.js";
import { narrowed, type Environment, type Scope } from "./scope.js";
import { unknown } from "./shapes.js";
import type { CheckedDecide, Decision } from "./types.js";

/** The decisions of a row by name, as written. */
type Listed = ReadonlyMap<string, DecideNode>;

/** What `session.decide` writes: a result that the answer's schema allows, whichever of the row's requests it answers. */
export function checkDecide(env: Environment, scope: Scope, { decisions, otherwise }: DecideMapNode): CheckedDecide[] {
  const listed = new Map(decisions.map((node) => [node.decision.value, node]));
  const replies = new Map(decisions.flatMap((node) => (node.reply.kind === "as" ? [] : [[node.decision.value, checkReply(env, scope, node.reply)] as const])));
  const next = checkOtherwise(env, otherwise, listed);
  return decisions.flatMap((node): CheckedDecide[] => {
    const said = node.reply.kind === "as" ? checkSameAs(env, node, listed) : node.decision.value;
    const reply = said === undefined ? undefined : replies.get(said);
    const decision = node.decision.value as Decision;
    return reply ? [{ decision, reply, otherwise: next(decision) ?? next(said!) }] : [];
  });
}

function checkReply(env: Environment, scope: Scope, reply: Exclude<DecideNode["reply"], { kind: "as" }>): CheckedDecide["reply"] | undefined {
  if (reply.kind === "error") return { kind: "error" };
  const { value } = reply;
  // A result that lacks what its schema requires is not written: `otherwise` is, or the decision cannot be expressed.
  const object = { fields: undefined, owner: "the answer", at: value.at, lenient: true };
  const checked = resultsOf(env, scope).map(({ shape, inside }) => checkValue(env, inside, value, { name: "result", shape, required: true }, object));
  const [first] = checked;
  return first && !checked.includes(undefined) ? { kind: "result", value: first } : undefined;
}

/** Each of the requests with the shape of its result. */
function resultsOf(env: Environment, scope: Scope): { shape: Shape; inside: Scope }[] {
  const { shape } = scope.roots.get("")!;
  const methods = methodsOf(env.set, shape);
  if (methods.length === 0) return [{ shape: unknown, inside: scope }];
  const name = methodField(env.set, shape);
  const path = { root: "", steps: [{ kind: "field", name }], text: `$.${name}` } as const;
  return methods.map((method) => {
    const inside = narrowed(env.set, scope, path, new Set([method]), true);
    return { shape: resultOf(env, inside.roots.get("")!.shape), inside };
  });
}

/** `cancel: decline` leads to a decision that says something itself: which. */
function checkSameAs(env: Environment, node: DecideNode, listed: Listed): string | undefined {
  const seen = new Set<string>();
  for (let at: DecideNode | undefined = node; at?.reply.kind === "as"; at = listed.get(at.reply.decision)) {
    if (seen.has(at.decision.value)) {
      const circle = [...seen].slice([...seen].indexOf(at.decision.value));
      const first = [...listed.keys()].find((name) => circle.includes(name));
      if (node.decision.value === first) reportCircle(env, node, circle);
      return undefined;
    }
    seen.add(at.decision.value);
    if (listed.has(at.reply.decision)) continue;
    if (at === node) reportUnlisted(env, listed, { value: at.reply.decision, at: node.at }, `"${node.decision.value}" is the same as "${at.reply.decision}"`, node.decision.value);
    return undefined;
  }
  return sayer(listed, node.decision.value);
}

function reportCircle(env: Environment, { at }: DecideNode, circle: readonly string[]): void {
  const names = circle.map((name) => `"${name}"`);
  if (names.length === 1) env.report("decision-cycle", at, `${names[0]} is the same as itself.`, "Write what it answers.");
  else env.report("decision-cycle", at, `${names.slice(0, -1).join(", ")} and ${names.at(-1)} lead to each other.`, "Write what one of them answers.");
}

/** The decision whose reply is written for another. */
function sayer(listed: Listed, decision: string): string {
  const seen = new Set<string>();
  let name = decision;
  for (let node = listed.get(name); node?.reply.kind === "as" && !seen.has(name); node = listed.get(name)) {
    seen.add(name);
    name = node.reply.decision;
  }
  return name;
}

/** What comes next after each decision. It ends somewhere, whatever the request lacks. */
function checkOtherwise(env: Environment, nodes: DecideMapNode["otherwise"], listed: Listed): (decision: string) => Decision | "error" | undefined {
  for (const { decision, instead } of nodes) {
    if (decision.value !== "*" && !listed.has(decision.value)) reportUnlisted(env, listed, decision, `\`otherwise\` says what comes after "${decision.value}"`, "");
    if (instead.value !== "error" && !listed.has(instead.value)) reportUnlisted(env, listed, instead, `\`otherwise\` falls back to "${instead.value}"`, decision.value);
  }
  const named = new Map(nodes.map(({ decision, instead }) => [decision.value, instead.value]));
  const all = named.get("*");
  const next = (decision: string): string | undefined => named.get(decision) ?? (all !== undefined && sayer(listed, all) !== sayer(listed, decision) ? all : undefined);
  for (const { decision, instead } of nodes) {
    if (decision.value === "*" || !leadsBack(decision.value, next, listed)) continue;
    env.report("decision-cycle", instead.at, `What comes after "${decision.value}" leads back to it.`, "Let one of them end: where nothing can be written, the caller learns that the decision cannot be expressed.");
    return () => undefined;
  }
  return (decision) => next(decision) as Decision | "error" | undefined;
}

function leadsBack(decision: string, next: (decision: string) => string | undefined, listed: Listed): boolean {
  const said = new Set([sayer(listed, decision)]);
  for (let at = next(decision); at !== undefined && at !== "error"; at = next(at) ?? next(sayer(listed, at))) {
    if (said.has(sayer(listed, at))) return true;
    said.add(sayer(listed, at));
  }
  return false;
}

function reportUnlisted(env: Environment, listed: Listed, { at }: Located<string>, what: string, except: string): void {
  const others = [...listed.keys()].filter((name) => name !== except);
  env.report("unknown-decision", at, `${what}, which this row does not give.`, others.length > 0 ? `It gives: ${others.join(", ")}.` : undefined);
}
