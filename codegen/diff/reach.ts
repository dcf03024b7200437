import { resolve } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import { tagOf, variantsOf } from "./parts.js";
import type { Reached } from "./types.js";

/** A message, or the answer to one, and where its content begins. */
export interface Root extends Omit<Reached, "path"> {
  readonly shape: Shape;
  /** `$`, or `$.result` for an answer. */
  readonly path: string;
}

/** For every definition, the messages that hold it, each with the shortest way there. */
export function reachOf(set: DefinitionSet, roots: readonly Root[]): Map<string, Reached[]> {
  const reached = new Map<string, Reached[]>();
  const note = (name: string, { union, message, answer }: Root, path: string): void => {
    const list = reached.get(name) ?? [];
    list.push({ union, message, answer, path });
    reached.set(name, list);
  };
  const steps = stepsOf(set);
  for (const root of roots) {
    const seen = new Set<string>();
    let level: readonly Step[] = unnamed(set, root.shape, root.path);
    while (level.length > 0) {
      const next: Step[] = [];
      for (const { name, path } of level) {
        if (seen.has(name)) continue;
        seen.add(name);
        note(name, root, path);
        for (const step of steps(name)) next.push({ name: step.name, path: `${path}${step.path.slice(1)}` });
      }
      level = next;
    }
  }
  return reached;
}

/** A definition and the way to it. */
interface Step {
  readonly name: string;
  readonly path: string;
}

function stepsOf(set: DefinitionSet): (name: string) => readonly Step[] {
  const known = new Map<string, readonly Step[]>();
  return (name) => {
    const found = known.get(name) ?? unnamed(set, set.definitions.get(name)?.shape ?? { kind: "unknown" }, "$");
    known.set(name, found);
    return found;
  };
}

/** The definitions that a shape refers to, through everything that has no name. */
function unnamed(set: DefinitionSet, shape: Shape, path: string): Step[] {
  switch (shape.kind) {
    case "named":
      return set.definitions.has(shape.name) ? [{ name: shape.name, path }] : [];
    case "list":
      return unnamed(set, shape.element, `${path}[]`);
    case "object":
      return [...[...shape.fields].flatMap(([name, field]) => unnamed(set, field.shape, `${path}.${name}`)), ...(shape.rest === undefined ? [] : unnamed(set, shape.rest, `${path}.*`))];
    case "union": {
      const objects = shape.members.filter((member) => resolve(set, member).kind === "object");
      const others = shape.members.filter((member) => !objects.includes(member));
      const tag = tagOf([[set, objects]]);
      const variants = [...variantsOf(set, objects, tag).values()];
      return [...others.flatMap((member) => unnamed(set, member, path)), ...variants.flatMap((variant) => unnamed(set, variant.shape, objects.length === 1 ? path : `${path}${variant.step}`))];
    }
    default:
      return [];
  }
}

