import type { DecideNode } from "../mapping/types.js";
import type { Shape } from "../schema/types.js";
import { checkValue } from "./check-value.js";
import { methodsOf, resultOf } from "./responses.js";
import { narrowed, type Environment, type Scope } from "./scope.js";
import { unknown } from "./shapes.js";
import type { CheckedDecide } from "./types.js";

/** What `session.decide` writes: a result that the answer's schema allows, whichever of the row's requests it answers. */
export function checkDecide(env: Environment, scope: Scope, nodes: readonly DecideNode[]): CheckedDecide[] {
  const listed = new Map(nodes.map((node) => [node.decision.value, node]));
  return nodes.flatMap((node): CheckedDecide[] => {
    const decision = node.decision.value as CheckedDecide["decision"];
    switch (node.reply.kind) {
      case "error":
        return [{ decision, reply: { kind: "error" } }];
      case "as":
        return checkSameAs(env, node, listed) ? [{ decision, reply: node.reply }] : [];
      case "result": {
        const { value } = node.reply;
        // A result that lacks what its schema requires is not written: `otherwise` is, or the decision cannot be expressed.
        const object = { fields: undefined, owner: "the answer", at: value.at, lenient: decision !== "otherwise" };
        const checked = resultsOf(env, scope).map(({ shape, inside }) => checkValue(env, inside, value, { name: "result", shape, required: true }, object));
        const [first] = checked;
        return first && !checked.includes(undefined) ? [{ decision, reply: { kind: "result", value: first } }] : [];
      }
    }
  });
}

/** Each of the requests with the shape of its result. */
function resultsOf(env: Environment, scope: Scope): { shape: Shape; inside: Scope }[] {
  const { shape } = scope.roots.get("")!;
  const methods = methodsOf(env.set, shape);
  if (methods.length === 0) return [{ shape: unknown, inside: scope }];
  const path = { root: "", steps: [{ kind: "field", name: "method" }], text: "$.method" } as const;
  return methods.map((method) => {
    const inside = narrowed(env.set, scope, path, new Set([method]), true);
    return { shape: resultOf(env, inside.roots.get("")!.shape), inside };
  });
}

/** `cancel: decline` leads to a decision that says something itself. */
function checkSameAs(env: Environment, node: DecideNode, listed: ReadonlyMap<string, DecideNode>): boolean {
  const seen = new Set<string>();
  for (let at: DecideNode | undefined = node; at?.reply.kind === "as"; at = listed.get(at.reply.decision)) {
    if (seen.has(at.decision.value)) {
      env.report("decision-cycle", node.at, `"${node.decision.value}" is the same as itself.`, "Write what one of them answers.");
      return false;
    }
    seen.add(at.decision.value);
  }
  const target = node.reply.kind === "as" ? node.reply.decision : "";
  if (listed.has(target)) return true;
  const others = [...listed.keys()].filter((name) => name !== node.decision.value && name !== "otherwise");
  env.report("unknown-decision", node.at, `"${node.decision.value}" is the same as "${target}", which this row does not give.`, others.length > 0 ? `It gives: ${others.join(", ")}.` : undefined);
  return false;
}
