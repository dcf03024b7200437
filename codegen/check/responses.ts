import type { DefinitionSet, Field, Shape, Surface } from "../schema/types.js";
import { withRoot, type Scope } from "./scope.js";
import { listedValues, stepInto, unionOf, unknown } from "./shapes.js";

type Protocol = { readonly set: DefinitionSet; readonly surface: Surface };

/** The JSON-RPC answer to some requests: `{ id, result }` or `{ id, error }`. */
export function responseFrame(protocol: Protocol, request: Shape): Shape {
  const id: Field = { shape: stepInto(protocol.set, request, "id")?.shape ?? unknown, required: true };
  return {
    kind: "union",
    members: [
      { kind: "object", fields: new Map([["id", id], ["result", { shape: resultOf(protocol, request), required: true }]]) },
      { kind: "object", fields: new Map([["id", id], ["error", { shape: errorShape, required: true }]]) },
    ],
  };
}

/** Where paths look at the answer to a row's request, and at the request itself as `$request`. */
export function answerScope(protocol: Protocol, scope: Scope): Scope {
  const request = scope.roots.get("")!;
  return withRoot(withRoot(scope, "request", request), "", { shape: responseFrame(protocol, request.shape), optional: false });
}

/** What a JSON-RPC answer has that failed. */
export const errorShape: Shape = {
  kind: "object",
  fields: new Map<string, Field>([
    ["code", { shape: { kind: "integer" }, required: true }],
    ["message", { shape: { kind: "string" }, required: true }],
    ["data", { shape: unknown, required: false }],
  ]),
};

/** What the answers to some requests hold; unknown if the schemas do not say so for one of them. */
export function resultOf({ set, surface }: Protocol, request: Shape): Shape {
  const results = methodsOf(set, request).map((method) => {
    const name = surface.responses.get(method);
    return name !== undefined && set.definitions.has(name) ? ({ kind: "named", name } as const) : unknown;
  });
  return results.length === 0 ? unknown : unionOf(results);
}

export function methodsOf(set: DefinitionSet, request: Shape): readonly string[] {
  const method = stepInto(set, request, methodField(set, request));
  return (method && listedValues(set, method.shape)?.values) ?? [];
}

/** What names a request: its method, or the kind of the act that stands for one (`permission.request`). */
export function methodField(set: DefinitionSet, request: Shape): "method" | "kind" {
  return stepInto(set, request, "method") === undefined && stepInto(set, request, "kind") !== undefined ? "kind" : "method";
}

/** What the host adds to a decision. */
export const extraShape: Shape = {
  kind: "object",
  fields: new Map<string, Field>([
    ["answers", { shape: unknown, required: false }],
    ["optionId", { shape: { kind: "string" }, required: false }],
    ["message", { shape: { kind: "string" }, required: false }],
    ["updatedInput", { shape: unknown, required: false }],
  ]),
};
