import { resolve } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import type { Path, Step } from "../mapping/types.js";
import { branchesOf } from "../schema/walk.js";
import type { Site } from "./compare.js";
import { tagOf, variantsOf } from "./parts.js";

/** Where a path has come to: a shape, and what it is called there. */
export interface Spot {
  readonly shape: Shape;
  readonly site: Site;
}

/** All places that a path touches on its way, its end among them, as changes name them. */
export function trace(set: DefinitionSet, from: readonly Spot[], steps: Path["steps"]): { readonly touched: ReadonlySet<string>; readonly end: readonly Spot[] } {
  const touched = new Set<string>();
  let spots = from.flatMap((spot) => unfold(set, spot, touched));
  for (const step of steps) spots = spots.flatMap((spot) => stepFrom(set, spot, step, touched));
  return { touched, end: spots };
}

/** What a list holds, as one spot for each kind of element. */
export function elementsOf(set: DefinitionSet, spots: readonly Spot[], touched: Set<string>): Spot[] {
  return spots.flatMap((spot) => elementOf(set, spot, touched));
}

export function siteKey({ home, path }: Site): string {
  return `${home}\0${path}`;
}

function stepFrom(set: DefinitionSet, spot: Spot, step: Step, touched: Set<string>): Spot[] {
  switch (step.kind) {
    case "field":
      return fieldOf(set, spot, step.name, touched);
    case "index":
      return elementOf(set, spot, touched);
    case "pick": {
      const elements = elementsOf(set, fieldOf(set, spot, step.list, touched), touched);
      for (const element of elements) fieldOf(set, element, step.field, touched);
      return elements;
    }
  }
}

function fieldOf(set: DefinitionSet, { shape, site }: Spot, name: string, touched: Set<string>): Spot[] {
  const target = resolve(set, shape);
  const field = target.kind === "object" ? target.fields.get(name) : undefined;
  if (field === undefined) return [];
  return unfold(set, { shape: field.shape, site: { ...site, path: `${site.path}.${name}` } }, touched);
}

function elementOf(set: DefinitionSet, { shape, site }: Spot, touched: Set<string>): Spot[] {
  const target = resolve(set, shape);
  return target.kind === "list" ? unfold(set, { shape: target.element, site: { ...site, path: `${site.path}[]` } }, touched) : [];
}

/** A definition is a place of its own, and so is each member of a union. */
function unfold(set: DefinitionSet, { shape, site }: Spot, touched: Set<string>): Spot[] {
  touched.add(siteKey(site));
  if (shape.kind === "named") {
    const below = set.definitions.get(shape.name)?.shape;
    return below === undefined ? [] : unfold(set, { shape: below, site: { home: shape.name, path: "$" } }, touched);
  }
  if (shape.kind !== "union") return [{ shape, site }];
  const members = shape.members.flatMap((member) => branchesOf(set, member));
  const objects = members.filter((member) => resolve(set, member).kind === "object");
  const others = members.filter((member) => !objects.includes(member));
  const variants = [...variantsOf(set, objects, tagOf([[set, objects]])).values()];
  return [
    ...others.flatMap((member) => unfold(set, { shape: member, site }, touched)),
    ...variants.flatMap((variant) => unfold(set, { shape: variant.shape, site: objects.length === 1 ? site : { ...site, path: `${site.path}${variant.step}` } }, touched)),
  ];
}
