import { resolve } from "../schema/index.js";
import type { DefinitionSet, Field, ObjectShape, Shape } from "../schema/types.js";
import { partsOf, tagOf, textOf, variantsOf, withoutNull, type Variant } from "./parts.js";
import type { ChangeKind, SchemaChange } from "./types.js";

/** A change where it is written; which messages it reaches is found later. */
export type LocalChange = Omit<SchemaChange, "reached" | "places" | "renamed"> & { readonly at: Site; readonly shapes: { readonly was?: Shape; readonly is?: Shape } };

/** Below what a path begins: a message, the answer to one, or a definition. */
export interface Site {
  /** Told apart from every other: `ThreadItem`, `ServerNotification turn/completed`. */
  readonly home: string;
  readonly path: string;
}

export interface Sides {
  readonly from: DefinitionSet;
  readonly to: DefinitionSet;
}

export interface Comparison {
  readonly compare: (was: Shape, is: Shape, at: Site) => void;
  readonly found: readonly LocalChange[];
}

/**
 * Compares shapes of two versions, each pair of definitions once, whoever refers to them. What is found stands at the most
 * specific place: below a definition for what that definition says.
 */
export function comparison(sides: Sides): Comparison {
  const found: LocalChange[] = [];
  const seen = new Set<string>();
  const queue: (() => void)[] = [];
  const work: Work = {
    ...sides,
    tell: (kind, change, name, at, more = {}) => {
      const { was, is, shapes = {} } = more;
      found.push({ kind, change, name, at, shapes, ...(was !== undefined && { was }), ...(is !== undefined && { is }) });
    },
    definitions: (was, is) => {
      if (seen.has(`${was} ${is}`)) return;
      seen.add(`${was} ${is}`);
      queue.push(() => compareAt(work, unfolded(sides.from, was), unfolded(sides.to, is), { home: is, path: "$" }));
    },
  };
  const compare = (was: Shape, is: Shape, at: Site): void => {
    compareAt(work, was, is, at);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) next();
  };
  return { compare, found };
}

interface Work extends Sides {
  readonly tell: (kind: ChangeKind, change: LocalChange["change"], name: string, at: Site, more?: { was?: string; is?: string; shapes?: LocalChange["shapes"] }) => void;
  readonly definitions: (was: string, is: string) => void;
}

/** One step, so that a definition that is another's name is compared as that. */
function unfolded(set: DefinitionSet, name: string): Shape {
  return set.definitions.get(name)?.shape ?? { kind: "unknown" };
}

/** Where no field can say that its type changed, the place says it. */
function compareAt(work: Work, was: Shape, is: Shape, at: Site): void {
  if (compareShapes(work, was, is, at)) work.tell("type", "changed", "", at, { was: textOf(work.from, was), is: textOf(work.to, is), shapes: { was, is } });
}

/** Tells what changed inside; true if the type itself did. */
function compareShapes(work: Work, was: Shape, is: Shape, at: Site): boolean {
  const [a, b] = [withoutNull(was), withoutNull(is)];
  if (a.bare.kind === "named" && b.bare.kind === "named") return compareNamed(work, a.bare.name, b.bare.name) || a.nullable !== b.nullable;
  const [left, right] = [partsOf(work.from, was), partsOf(work.to, is)];
  const changed = left.nullable !== right.nullable || !sameWords(left.plain, right.plain) || (left.lists.length > 0) !== (right.lists.length > 0);
  const [element, other] = [left.lists[0], right.lists[0]];
  if (element !== undefined && other !== undefined) compareAt(work, element, other, { ...at, path: `${at.path}[]` });
  const alike = left.objects.length + left.literals.size > 0 && right.objects.length + right.literals.size > 0;
  if (!alike) return changed || left.objects.length + left.literals.size + right.objects.length + right.literals.size > 0;
  // One object instead of a list of words is another type, not a variant more.
  if ((left.objects.length === 0) !== (right.objects.length === 0) && !isTagged(left.literals.size > 0 ? right.objects : left.objects, left.literals.size > 0 ? work.to : work.from)) return true;
  compareWords(work, left.literals, right.literals, at);
  compareObjects(work, left.objects, right.objects, at);
  return changed;
}

/** The same name, or a new name for one that is gone. Else another definition stands here; one that says the same is no change. */
function compareNamed(work: Work, was: string, is: string): boolean {
  const renamed = !work.to.definitions.has(was) || !work.from.definitions.has(is);
  if (was === is || renamed) {
    work.definitions(was, is);
    return false;
  }
  return !sayTheSame(work, { kind: "named", name: was }, { kind: "named", name: is }, new Set());
}

function compareWords(work: Work, was: ReadonlySet<string>, is: ReadonlySet<string>, at: Site): void {
  for (const value of is) if (!was.has(value)) work.tell("value", "added", value, at);
  for (const value of was) if (!is.has(value)) work.tell("value", "removed", value, at);
}

function compareObjects(work: Work, was: readonly Shape[], is: readonly Shape[], at: Site): void {
  const [only, other] = [was[0], is[0]];
  if (only !== undefined && other !== undefined && was.length === 1 && is.length === 1) return compareMembers(work, only, other, at);
  const tag = tagOf([[work.from, was], [work.to, is]]);
  const [before, after] = [variantsOf(work.from, was, tag), variantsOf(work.to, is, tag)];
  const partners = partnersOf(work, before, after);
  for (const variant of after.values()) {
    const { name, shape, step } = variant;
    const known = partners.get(variant);
    const place = { ...at, path: `${at.path}${step}` };
    if (known === undefined) work.tell("variant", "added", name, place, { is: textOf(work.to, shape), shapes: { is: shape } });
    else compareMembers(work, known.shape, shape, place, tag);
  }
  const kept = new Set(partners.values());
  for (const variant of before.values()) {
    const { name, shape, step } = variant;
    if (!kept.has(variant)) work.tell("variant", "removed", name, { ...at, path: `${at.path}${step}` }, { was: textOf(work.from, shape), shapes: { was: shape } });
  }
}

/** By name; what has no tag may have been given another, and is known by its fields. */
function partnersOf({ from, to }: Sides, before: ReadonlyMap<string, Variant>, after: ReadonlyMap<string, Variant>): Map<Variant, Variant> {
  const partners = new Map<Variant, Variant>();
  for (const variant of after.values()) {
    const known = before.get(variant.name);
    if (known !== undefined) partners.set(variant, known);
  }
  const taken = new Set(partners.values());
  for (const old of before.values()) {
    if (taken.has(old)) continue;
    const left = [...after.values()].filter((variant) => !partners.has(variant) && (variant.value === undefined || old.value === undefined || variant.value === old.value));
    const best = left.reduce<readonly [Variant, number] | undefined>((found, variant) => {
      const alike = sharedFields(from, old.shape, to, variant.shape);
      return alike >= 0.6 && alike > (found?.[1] ?? 0) ? [variant, alike] : found;
    }, undefined);
    if (best !== undefined) partners.set(best[0], old);
  }
  return partners;
}

/** From 0 to 1. */
function sharedFields(from: DefinitionSet, was: Shape, to: DefinitionSet, is: Shape): number {
  const [left, right] = [resolve(from, was) as ObjectShape, resolve(to, is) as ObjectShape];
  const shared = [...left.fields.keys()].filter((name) => right.fields.has(name)).length;
  return shared / Math.max(left.fields.size + right.fields.size - shared, 1);
}

/** @param tag what told the two apart from others, and needs no comparing */
function compareMembers(work: Work, was: Shape, is: Shape, at: Site, tag?: string): void {
  if (was.kind === "named" && is.kind === "named") {
    if (compareNamed(work, was.name, is.name)) work.tell("type", "changed", "", at, { was: was.name, is: is.name, shapes: { was, is } });
    return;
  }
  compareFields(work, resolve(work.from, was) as ObjectShape, resolve(work.to, is) as ObjectShape, at, tag);
}

function compareFields(work: Work, was: ObjectShape, is: ObjectShape, at: Site, tag: string | undefined): void {
  for (const [name, after] of is.fields) {
    if (name === tag && was.fields.has(name)) continue;
    const before = was.fields.get(name);
    const place = { ...at, path: `${at.path}.${name}` };
    if (before === undefined) {
      work.tell("field", "added", name, place, { is: fieldText(work.to, after), shapes: { is: after.shape } });
      continue;
    }
    const changed = compareShapes(work, before.shape, after.shape, place);
    if (changed || before.required !== after.required) {
      work.tell("field", "changed", name, place, { was: fieldText(work.from, before), is: fieldText(work.to, after), shapes: { was: before.shape, is: after.shape } });
    }
  }
  for (const [name, before] of was.fields) {
    if (!is.fields.has(name)) work.tell("field", "removed", name, { ...at, path: `${at.path}.${name}` }, { was: fieldText(work.from, before), shapes: { was: before.shape } });
  }
  if (was.rest !== undefined && is.rest !== undefined) compareAt(work, was.rest, is.rest, { ...at, path: `${at.path}.*` });
  else if (was.rest !== is.rest && was.fields.size + is.fields.size === 0) {
    work.tell("type", "changed", "", at, { was: was.rest === undefined ? "no fields" : "any fields", is: is.rest === undefined ? "no fields" : "any fields", shapes: { was, is } });
  }
}

function fieldText(set: DefinitionSet, { shape, required }: Field): string {
  return `${textOf(set, shape)}${required ? "" : " (optional)"}`;
}

/** Words and objects with one key each are the two forms of one enum. */
function isTagged(objects: readonly Shape[], set: DefinitionSet): boolean {
  return objects.every((shape) => {
    const { fields } = resolve(set, shape) as ObjectShape;
    return fields.size === 1 && [...fields.values()][0]!.required;
  });
}

/** Two definitions under two names with one meaning. */
function sayTheSame(sides: Sides, was: Shape, is: Shape, assumed: Set<string>): boolean {
  if (was.kind === "named" && is.kind === "named") {
    if (assumed.has(`${was.name} ${is.name}`)) return true;
    assumed.add(`${was.name} ${is.name}`);
  }
  const [left, right] = [partsOf(sides.from, was), partsOf(sides.to, is)];
  if (left.nullable !== right.nullable || !sameWords(left.plain, right.plain) || !sameWords(left.literals, right.literals)) return false;
  if (left.lists.length !== right.lists.length || left.objects.length !== right.objects.length) return false;
  if (!left.lists.every((element, index) => sayTheSame(sides, element, right.lists[index]!, assumed))) return false;
  return left.objects.every((shape, index) => {
    const [a, b] = [resolve(sides.from, shape) as ObjectShape, resolve(sides.to, right.objects[index]!) as ObjectShape];
    if (a.fields.size !== b.fields.size || (a.rest === undefined) !== (b.rest === undefined)) return false;
    return [...a.fields].every(([name, field]) => {
      const other = b.fields.get(name);
      return other !== undefined && other.required === field.required && sayTheSame(sides, field.shape, other.shape, assumed);
    });
  });
}

function sameWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}
