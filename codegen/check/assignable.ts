import type { DefinitionSet, ObjectShape, Shape } from "../schema/types.js";
import { membersOf, stepInto, unionOf } from "./shapes.js";

/** Recursive types are compared this deep. */
const deepest = 6;

/**
 * The members of `from` that `to` does not take; none means that it fits. Unknown fits everywhere, because what is read is checked
 * at run time, and null counts as absent. An object fits if each property that `to` declares fits where it is present.
 */
export function misfits(set: DefinitionSet, from: Shape, to: Shape): Shape[] {
  return membersOf(set, from).filter((member) => member.kind !== "null" && !fits(set, member, to, 0));
}

function fits(set: DefinitionSet, from: Shape, to: Shape, depth: number): boolean {
  if (from.kind === "unknown" || depth > deepest) return true;
  const targets = membersOf(set, to);
  if (from.kind === "boolean" && [true, false].every((value) => targets.some((target) => target.kind === "literal" && target.value === value))) return true;
  return targets.some((target) => fitsMember(set, from, target, depth));
}

function fitsMember(set: DefinitionSet, from: Shape, to: Shape, depth: number): boolean {
  if (to.kind === "unknown") return true;
  switch (from.kind) {
    case "literal":
      if (to.kind === "literal") return from.value === to.value;
      if (to.kind === "integer") return Number.isInteger(from.value);
      return typeof from.value === to.kind;
    case "integer":
      return to.kind === "integer" || to.kind === "number";
    case "list":
      return to.kind === "list" && fitsAll(set, from.element, to.element, depth + 1);
    case "object":
      return to.kind === "object" && fitsObject(set, from, to, depth + 1);
    default:
      return from.kind === to.kind;
  }
}

function fitsAll(set: DefinitionSet, from: Shape, to: Shape, depth: number): boolean {
  return membersOf(set, from).every((member) => member.kind === "null" || fits(set, member, to, depth));
}

function fitsObject(set: DefinitionSet, from: ObjectShape, to: ObjectShape, depth: number): boolean {
  if (to.fields.size === 0) return true;
  let shared = from.rest !== undefined;
  for (const [name, field] of to.fields) {
    const given = from.fields.get(name);
    if (given === undefined) continue;
    shared = true;
    if (!fitsAll(set, given.shape, field.shape, depth)) return false;
  }
  return shared;
}

/**
 * A union of objects fits an object if what its members have under each declared name fits there; so a member may lack
 * all of them, as long as another does not.
 */
export function fitsAsWhole(set: DefinitionSet, from: Shape, to: Shape): boolean {
  const rest = misfits(set, from, to);
  if (rest.length === 0) return true;
  const objects = membersOf(set, to).filter((target) => target.kind === "object");
  return rest.every(
    (member) =>
      member.kind === "object" &&
      objects.some((target) => {
        const names = [...target.fields.keys()];
        return names.some((name) => stepInto(set, from, name) !== undefined) && names.every((name) => !member.fields.has(name));
      }),
  );
}

/** The part of a shape that is objects, for values that are written as mappings. */
export function objectsOf(set: DefinitionSet, shape: Shape): ObjectShape[] {
  return membersOf(set, shape).filter((member) => member.kind === "object");
}

/** What the lists among a shape hold; `undefined` if there are none. */
export function listedElement(set: DefinitionSet, shape: Shape): Shape | undefined {
  const lists = membersOf(set, shape).filter((member) => member.kind === "list");
  return lists.length === 0 ? undefined : unionOf(lists.map((list) => list.element));
}
