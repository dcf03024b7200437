import { branchesOf, members, resolve } from "./walk.js";
import { branches } from "./branches.js";
import type { DefinitionSet, Discriminator, ObjectShape, Shape } from "./types.js";

/** How far below a message its next tag is looked for: `params.update.sessionUpdate`, `event.content_block.type`. */
const DEPTH = 3;

/**
 * Finds what tells the members of a union apart, without help: the required property that most of them have a value of, and below
 * each value the next tag, if several members share it or a required property holds a tagged union itself. Undefined if the
 * definition is unknown or no property tells its members apart.
 */
export function discriminate(set: DefinitionSet, name: string): Discriminator | undefined {
  const definition = set.definitions.get(name);
  return definition === undefined ? undefined : find(set, { kind: "named", name }, [], new Set());
}

function find(set: DefinitionSet, shape: Shape, used: readonly string[], above: ReadonlySet<string>): Discriminator | undefined {
  const path = tagPath(set, shape, used, above);
  if (path === undefined) return undefined;
  const { values, open } = branches(set, shape, path);
  const key = path.join(".");
  const below = values.map(({ value, shape: narrowed, title }): Discriminator["values"] extends ReadonlyMap<string, infer V> ? [string, V] : never => {
    const next = find(set, narrowed, [...used, key], above);
    const named = narrowed.kind === "named" ? narrowed.name : title;
    return [value, { ...(named !== undefined && { name: named }), ...(next !== undefined && { below: next }) }];
  });
  return { path, values: new Map(below), catchAll: open !== undefined };
}

/** The shortest path to a property whose values tell several members apart; each path is used once. */
function tagPath(set: DefinitionSet, shape: Shape, used: readonly string[], above: ReadonlySet<string>): readonly string[] | undefined {
  let level: { readonly path: readonly string[]; readonly shape: Shape; readonly seen: ReadonlySet<string> }[] = [{ path: [], shape, seen: above }];
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
    for (const at of level) {
      const name = ownTag(set, at.shape, (tag) => used.includes([...at.path, tag].join(".")));
      if (name !== undefined) return [...at.path, name];
    }
    level = level.flatMap(({ path, shape: here, seen }) => {
      const only = members(set, here);
      if (only.length !== 1 || only[0]?.kind !== "object") return [];
      return [...only[0].fields].flatMap(([name, { shape: next, required }]) => {
        // A definition inside itself would be found again and again.
        if (!required || (next.kind === "named" && seen.has(next.name))) return [];
        return [{ path: [...path, name], shape: next, seen: next.kind === "named" ? new Set([...seen, next.name]) : seen }];
      });
    });
  }
  return undefined;
}

/** The property that most members of a union have a literal value of, and of those the one with most values; the first of equals. */
function ownTag(set: DefinitionSet, shape: Shape, isUsed: (name: string) => boolean): string | undefined {
  const objects = branchesOf(set, shape).map((member) => resolve(set, member)).filter((member): member is ObjectShape => member.kind === "object");
  if (objects.length < 2) return undefined;
  const counts = new Map<string, { members: number; values: Set<string> }>();
  for (const object of objects) {
    for (const [name, { shape: value, required }] of object.fields) {
      const target = resolve(set, value);
      if (!required || target.kind !== "literal" || isUsed(name)) continue;
      const count = counts.get(name) ?? { members: 0, values: new Set() };
      count.members += 1;
      count.values.add(String(target.value));
      counts.set(name, count);
    }
  }
  let best: { readonly name: string; readonly members: number; readonly values: number } | undefined;
  for (const [name, { members: tagged, values }] of counts) {
    if (tagged < 2 || values.size < 2) continue;
    if (best === undefined || tagged > best.members || (tagged === best.members && values.size > best.values)) best = { name, members: tagged, values: values.size };
  }
  return best?.name;
}
