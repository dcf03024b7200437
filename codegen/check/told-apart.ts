import type { KeyNode, Path, TableNode } from "../mapping/types.js";
import type { DefinitionSet, Shape, Surface } from "../schema/types.js";
import { elementOf, stepInto } from "./shapes.js";

/** The definitions whose members the keys of some tables tell apart, by protocol: `acp#/SessionUpdate`. */
export function toldApart(tables: readonly TableNode[], surfaces: ReadonlyMap<string, Surface>): Set<string> {
  const found = new Set<string>();
  for (const { key, schema, sentSchema } of tables) {
    for (const { value } of [schema, ...(sentSchema ? [sentSchema] : [])]) {
      const set = surfaces.get(value.protocol)?.merged;
      if (set !== undefined) follow(set, key, new Map([["", { kind: "named", name: value.name }], ["request", { kind: "named", name: value.name }]]), (name) => found.add(`${value.protocol}#/${name}`));
    }
  }
  return found;
}

function follow(set: DefinitionSet, key: KeyNode, roots: ReadonlyMap<string, Shape>, found: (name: string) => void): void {
  if (key.kind === "each") {
    const list = end(set, roots, key.list);
    const element = list && elementOf(set, list);
    return follow(set, key.key, element ? new Map(roots).set(key.as, element) : roots, found);
  }
  if (key.kind === "path") {
    const above = end(set, roots, { ...key.path, steps: key.path.steps.slice(0, -1) });
    if (above) for (const name of namesAt(set, above)) found(name);
  }
  for (const { key: below } of key.below) follow(set, below, roots, found);
}

function end(set: DefinitionSet, roots: ReadonlyMap<string, Shape>, { root, steps }: Path): Shape | undefined {
  return steps.reduce<Shape | undefined>((shape, step) => (shape && step.kind === "field" ? stepInto(set, shape, step.name)?.shape : undefined), roots.get(root));
}

/** The names that a shape has, and those of its members. */
function namesAt(set: DefinitionSet, shape: Shape, seen = new Set<string>()): Set<string> {
  if (shape.kind === "union") for (const member of shape.members) namesAt(set, member, seen);
  if (shape.kind !== "named" || seen.has(shape.name)) return seen;
  seen.add(shape.name);
  const target = set.definitions.get(shape.name)?.shape;
  return target === undefined ? seen : namesAt(set, target, seen);
}
