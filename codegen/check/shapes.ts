import { branches, element, field, listedValues, resolve, shapeText } from "../schema/index.js";
import type { Branches, DefinitionSet, Shape } from "../schema/types.js";

/** What stands at the end of a path. `shape` is never null: null counts as absent. */
export interface Typed {
  readonly shape: Shape;
  readonly optional: boolean;
}

export const unknown: Shape = { kind: "unknown" };
export const never: Shape = { kind: "never" };

/** The shape taken apart: no unions, no names, no never. */
export const membersOf = remembered((set: DefinitionSet, shape: Shape): readonly Shape[] => {
  const members: Shape[] = [];
  const unfolding = new Set<string>();
  const take = (part: Shape): void => {
    if (part.kind === "union") part.members.forEach(take);
    else if (part.kind === "named") {
      if (unfolding.has(part.name)) return;
      unfolding.add(part.name);
      take(resolve(set, part));
      unfolding.delete(part.name);
    } else if (part.kind !== "never") members.push(part);
  };
  take(shape);
  return members;
});

/** The shape without null, and whether null was possible. A definition's name is kept as long as it says the same. */
export const withoutNull = remembered((set: DefinitionSet, shape: Shape): Typed => {
  const members = membersOf(set, shape);
  if (!members.some((member) => member.kind === "null")) return { shape, optional: false };
  const direct = shape.kind === "union" ? shape.members.filter((member) => member.kind !== "null") : [];
  const kept = direct.length > 0 && !direct.some((member) => membersOf(set, member).some(({ kind }) => kind === "null")) ? direct : members.filter(({ kind }) => kind !== "null");
  return { shape: unionOf(kept), optional: true };
});

/** What every kind of member says together. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const [only] = shapes;
  if (only && shapes.length === 1) return only;
  const members: Shape[] = [];
  const take = (shape: Shape): void => {
    if (shape.kind === "union") shape.members.forEach(take);
    else if (shape.kind !== "never" && !members.some((other) => same(other, shape))) members.push(shape);
  };
  shapes.forEach(take);
  if (members.some(({ kind }) => kind === "unknown")) return unknown;
  return members.length === 0 ? never : members.length === 1 ? members[0]! : { kind: "union", members };
}

function same(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case "literal":
      return a.value === (b as typeof a).value;
    case "named":
      return a.name === (b as typeof a).name;
    case "object":
    case "list":
    case "union":
      return false;
    default:
      return true;
  }
}

/**
 * One step into an object, null put aside on both sides. Beside objects that do not declare a name, a member of unknown
 * type does not help: that would hide every misspelling.
 */
export function stepInto(set: DefinitionSet, from: Shape, name: string): Typed | undefined {
  const found = fieldsOf(set, from).get(name) ?? read(set, from, name);
  return found ?? undefined;
}

const fieldsOf = remembered((_set: DefinitionSet, _shape: Shape) => new Map<string, Typed | null>());

function read(set: DefinitionSet, from: Shape, name: string): Typed | null {
  const found = field(set, from, name);
  const members = membersOf(set, from);
  const onlyUnknown = members.some(({ kind }) => kind === "unknown") && members.some((member) => member.kind === "object" && member.fields.size > 0) && !members.some((member) => member.kind === "object" && (member.fields.has(name) || member.rest !== undefined));
  if (onlyUnknown) return null;
  const bare = found && withoutNull(set, found.shape);
  const typed = found && bare ? { shape: bare.shape, optional: found.optional || bare.optional } : null;
  fieldsOf(set, from).set(name, typed);
  return typed;
}

/** What a list holds, or `undefined` if it is none. */
export function elementOf(set: DefinitionSet, shape: Shape): Shape | undefined {
  const members = membersOf(set, shape);
  if (members.some(({ kind }) => kind === "unknown")) return unknown;
  if (!members.some(({ kind }) => kind === "list")) return undefined;
  const found = element(set, shape);
  return found && withoutNull(set, found).shape;
}

/** `branches`, once for each shape and path. */
export function branchesOf(set: DefinitionSet, shape: Shape, path: readonly string[]): Branches {
  const known = branchesBelow(set, shape);
  const key = path.join("\u0000");
  const found = known.get(key) ?? branches(set, shape, path);
  known.set(key, found);
  return found;
}

const branchesBelow = remembered((_set: DefinitionSet, _shape: Shape) => new Map<string, Branches>());

/** The names that may follow a dot. */
export function fieldNames(set: DefinitionSet, shape: Shape): string[] {
  const names = membersOf(set, shape).flatMap((member) => (member.kind === "object" ? [...member.fields.keys()] : []));
  return [...new Set(names)];
}

/** Remembers what was found for a shape of a set; both are immutable, and forgotten together with their surface. */
function remembered<T>(find: (set: DefinitionSet, shape: Shape) => T): (set: DefinitionSet, shape: Shape) => T {
  const bySet = new WeakMap<DefinitionSet, WeakMap<Shape, T>>();
  return (set, shape) => {
    let byShape = bySet.get(set);
    if (!byShape) bySet.set(set, (byShape = new WeakMap()));
    const known = byShape.get(shape);
    if (known !== undefined) return known;
    const found = find(set, shape);
    byShape.set(shape, found);
    return found;
  };
}

export { listedValues, shapeText };
