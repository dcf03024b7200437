import { resolve, shapeText } from "../schema/index.js";
import { branchesOf } from "../schema/walk.js";
import { enumerate } from "../spelling.js";
import type { DefinitionSet, ObjectShape, Shape } from "../schema/types.js";

/** A shape taken apart into what can be compared kind by kind. Null is left out. */
export interface Parts {
  readonly literals: ReadonlySet<string>;
  /** `string`, `integer`, `unknown`, ... */
  readonly plain: ReadonlySet<string>;
  readonly lists: readonly Shape[];
  readonly objects: readonly Shape[];
  readonly nullable: boolean;
}

export function partsOf(set: DefinitionSet, shape: Shape): Parts {
  const literals = new Set<string>();
  const plain = new Set<string>();
  const lists: Shape[] = [];
  const objects: Shape[] = [];
  let nullable = false;
  for (const member of branchesOf(set, shape)) {
    const target = resolve(set, member);
    if (target.kind === "literal") literals.add(String(target.value));
    else if (target.kind === "list") lists.push(target.element);
    else if (target.kind === "object") objects.push(member);
    else if (target.kind === "null") nullable = true;
    else if (target.kind !== "never") plain.add(target.kind);
  }
  return { literals, plain, lists, objects, nullable };
}

/** A shape without null among its direct members; a definition keeps its name. */
export function withoutNull(shape: Shape): { readonly bare: Shape; readonly nullable: boolean } {
  if (shape.kind !== "union") return { bare: shape, nullable: false };
  const kept = shape.members.filter(({ kind }) => kind !== "null");
  const [only] = kept;
  return { bare: only !== undefined && kept.length === 1 ? only : { ...shape, members: kept }, nullable: kept.length < shape.members.length };
}

/** A member of a union of objects, by what tells it from the others. One with several values stands under each. */
export interface Variant {
  /** `plan`; the definition's name, the title or the fields where no tag tells. */
  readonly name: string;
  /** As a step of a path: `(type=plan)`. */
  readonly step: string;
  readonly shape: Shape;
  /** Of the tag, where there is one. */
  readonly value: string | undefined;
}

/** The objects of a union by what tells them apart: a property that most of them have values of, else the only key of each, or what it must have. */
export function variantsOf(set: DefinitionSet, objects: readonly Shape[], tag: string | undefined): Map<string, Variant> {
  const variants = new Map<string, Variant>();
  const add = (name: string, step: string, shape: Shape, value?: string): void => void variants.set(name, { name, step, shape, value });
  const count = (value: string): number => objects.filter((shape) => valuesOf(set, shape, tag).includes(value)).length;
  for (const shape of objects) {
    const values = valuesOf(set, shape, tag);
    if (values.length === 0) add(...nameOf(shape, resolve(set, shape) as ObjectShape), shape);
    for (const value of values) {
      // Where one value has several objects, what they must have tells them apart.
      const name = count(value) === 1 ? value : `${value} ${needs(resolve(set, shape) as ObjectShape, tag)}`;
      add(name, `(${tag}=${name})`, shape, value);
    }
  }
  return variants;
}

function valuesOf(set: DefinitionSet, shape: Shape, tag: string | undefined): readonly string[] {
  return tag === undefined ? [] : literalsOf(set, resolve(set, shape) as ObjectShape, tag);
}

/** The property that most objects have a value of, the one with most values first. */
export function tagOf(sides: readonly (readonly [DefinitionSet, readonly Shape[]])[]): string | undefined {
  if (sides.every(([, objects]) => objects.length < 2)) return undefined;
  const counts = new Map<string, { readonly values: Set<string>; members: number }>();
  for (const [set, objects] of sides) {
    for (const shape of objects) {
      const target = resolve(set, shape) as ObjectShape;
      for (const name of target.fields.keys()) {
        const values = literalsOf(set, target, name);
        if (values.length === 0) continue;
        const count = counts.get(name) ?? { values: new Set(), members: 0 };
        count.members += 1;
        for (const value of values) count.values.add(value);
        counts.set(name, count);
      }
    }
  }
  let best: readonly [name: string, members: number, values: number] | undefined;
  for (const [name, { values, members }] of counts) {
    if (values.size < 2) continue;
    if (best === undefined || members > best[1] || (members === best[1] && values.size > best[2])) best = [name, members, values.size];
  }
  return best?.[0];
}

function literalsOf(set: DefinitionSet, target: ObjectShape, name: string): readonly string[] {
  const field = target.fields.get(name);
  if (field?.required !== true) return [];
  const { literals, plain, lists, objects, nullable } = partsOf(set, field.shape);
  return plain.size + lists.length + objects.length > 0 || nullable ? [] : [...literals];
}

function nameOf(shape: Shape, target: ObjectShape): [name: string, step: string] {
  const [only, ...others] = target.fields;
  const key = only !== undefined && others.length === 0 && only[1].required ? only[0] : undefined;
  const name = key ?? (shape.kind === "named" ? shape.name : (target.title ?? needs(target)));
  return [name, `(${name})`];
}

/** `{ message, sessionId }`: the properties that an object must have. */
function needs({ fields }: ObjectShape, tag?: string): string {
  const required = [...fields].flatMap(([name, { required: must }]) => (must && name !== tag ? [name] : []));
  const names = required.length > 0 ? required : [...fields.keys()];
  return names.length === 0 ? "object" : `{ ${enumerate(names, 4)} }`;
}

/** A shape in a report. Of a long union, how much of each kind it has: what is cut off would be what changed. */
export function textOf(set: DefinitionSet, shape: Shape): string {
  const text = shapeText(shape);
  if (shape.kind !== "union" || !text.endsWith("...")) return text;
  const { literals, plain, lists, objects, nullable } = partsOf(set, shape);
  const count = (size: number, one: string): string[] => (size === 0 ? [] : [size === 1 ? one : `${size} ${one}s`]);
  return [...count(literals.size, "value"), ...plain, ...count(lists.length, "list"), ...count(objects.length, "object"), ...(nullable ? ["null"] : [])].join(" | ");
}
