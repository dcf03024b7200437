import { UNKNOWN, union } from "./shape.js";
import type { DefinitionSet, Shape } from "./types.js";

/** Questions that the checker asks of a shape. None of them changes one. */

/** The shape itself, unfolded until it is no longer the name of a definition. A name that means only itself is unknown. */
export function resolve(set: DefinitionSet, shape: Shape): Shape {
  const seen = new Set<string>();
  let current = shape;
  while (current.kind === "named") {
    const target = seen.has(current.name) ? undefined : set.definitions.get(current.name);
    if (target === undefined) return UNKNOWN;
    seen.add(current.name);
    current = target.shape;
  }
  return current;
}

/** The members of a union, unfolded through definitions and unions of unions; any other shape is its only member. */
export function members(set: DefinitionSet, shape: Shape): readonly Shape[] {
  return branchesOf(set, shape).map((member) => resolve(set, member));
}

/** Like `members`, but a member that is a definition keeps its name. */
export function branchesOf(set: DefinitionSet, shape: Shape, seen: ReadonlySet<string> = new Set()): readonly Shape[] {
  if (shape.kind === "union") return shape.members.flatMap((member) => branchesOf(set, member, seen));
  if (shape.kind !== "named" || seen.has(shape.name)) return [shape];
  const target = resolve(set, shape);
  return target.kind === "union" ? branchesOf(set, target, new Set([...seen, shape.name])) : [shape];
}

/**
 * The property `name` of an object, or of those members of a union that have it: then it is optional. Undefined if no
 * member can have it. Undeclared properties that the schema allows are optional.
 */
export function field(set: DefinitionSet, shape: Shape, name: string): { readonly shape: Shape; readonly optional: boolean } | undefined {
  const found: Shape[] = [];
  let optional = false;
  for (const member of members(set, shape)) {
    const step = fieldOf(member, name);
    if (step === undefined) optional = true;
    else {
      found.push(step.shape);
      optional ||= step.optional;
    }
  }
  return found.length === 0 ? undefined : { shape: union(found), optional };
}

/** The element of a list, or of the lists among the members of a union; undefined if there is none. */
export function element(set: DefinitionSet, shape: Shape): Shape | undefined {
  const found = members(set, shape).flatMap((member) => (member.kind === "list" ? [member.element] : member.kind === "unknown" ? [UNKNOWN] : []));
  return found.length === 0 ? undefined : union(found);
}

/**
 * The values that an enum lists, through unions, null left out. `tag`: some members are objects with one required key, which
 * is the value. `open`: the schema allows more than it lists. Undefined if nothing is listed.
 */
export function listedValues(set: DefinitionSet, shape: Shape): { readonly values: readonly string[]; readonly open: boolean; readonly form: "string" | "boolean" | "tag" } | undefined {
  const values = new Set<string>();
  const forms = new Set<string>();
  let open = false;
  for (const member of members(set, shape)) {
    if (member.kind === "boolean") {
      values.add("true").add("false");
      forms.add("boolean");
    } else if (member.kind === "literal") {
      values.add(String(member.value));
      forms.add(typeof member.value === "boolean" ? "boolean" : "string");
    } else if (member.kind === "object" && tagOf(member) !== undefined) {
      values.add(tagOf(member) as string);
      forms.add("tag");
    } else if (member.kind !== "null") open = true;
  }
  if (values.size === 0) return undefined;
  const form = forms.has("tag") ? "tag" : forms.size === 1 && forms.has("boolean") ? "boolean" : "string";
  return { values: [...values], open, form };
}

/** A shape in a message: `string`, `"a" | "b"`, `ThreadItem`, `string[]`, `{ id, status }`. */
export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case "literal":
      return JSON.stringify(shape.value);
    case "named":
      return shape.name;
    case "list":
      return shape.element.kind === "union" ? `(${shapeText(shape.element)})[]` : `${shapeText(shape.element)}[]`;
    case "union":
      return atMost(shape.members.map(shapeText), " | ");
    case "object":
      if (shape.title !== undefined) return shape.title;
      return shape.fields.size === 0 ? "object" : `{ ${atMost([...shape.fields].map(([name, { required }]) => (required ? name : `${name}?`)), ", ")} }`;
    default:
      return shape.kind;
  }
}

function fieldOf(member: Shape, name: string): { readonly shape: Shape; readonly optional: boolean } | undefined {
  if (member.kind === "unknown") return { shape: UNKNOWN, optional: true };
  if (member.kind !== "object") return undefined;
  const declared = member.fields.get(name);
  if (declared !== undefined) return { shape: declared.shape, optional: !declared.required };
  return member.rest === undefined ? undefined : { shape: member.rest, optional: true };
}

function tagOf(shape: Shape & { readonly kind: "object" }): string | undefined {
  const [only, ...others] = shape.fields;
  return only !== undefined && others.length === 0 && only[1].required ? only[0] : undefined;
}

function atMost(parts: readonly string[], separator: string): string {
  const limit = 6;
  const shown = [...new Set(parts)];
  return shown.length <= limit ? shown.join(separator) : [...shown.slice(0, limit), "..."].join(separator);
}
