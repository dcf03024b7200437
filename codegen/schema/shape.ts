import { isObject, type JsonObject } from "./json.js";
import type { Field, ObjectShape, Shape } from "./types.js";

/** A clean schema as the structural type of the values it allows. */

export const UNKNOWN: Shape = { kind: "unknown" };
export const NEVER: Shape = { kind: "never" };
export const NULL: Shape = { kind: "null" };

/** The shape of a definition by name; asked for only where two schemas must both hold. */
export type Lookup = (name: string) => Shape | undefined;

/** What a clean schema allows. Formats, patterns and bounds are annotations: they change no type. */
export function shapeOf(schema: unknown, lookup: Lookup): Shape {
  if (schema === false) return NEVER;
  if (!isObject(schema)) return UNKNOWN;
  if (typeof schema.$ref === "string") return { kind: "named", name: schema.$ref.slice("#/definitions/".length) };
  let shape = assertion(schema, lookup);
  for (const member of list(schema.allOf)) shape = intersect(shape, shapeOf(member, lookup), lookup);
  for (const keyword of ["anyOf", "oneOf"]) {
    if (!Array.isArray(schema[keyword])) continue;
    shape = intersect(shape, union(list(schema[keyword]).map((member) => shapeOf(member, lookup))), lookup);
  }
  // The words of a union are not those of its only member.
  return "anyOf" in schema || "oneOf" in schema ? shape : titled(shape, schema);
}

/** Alternatives without repeats; a union of one is that one. `unknown` stays a member: it is the catch-all. */
export function union(members: readonly Shape[]): Shape {
  const seen = new Set<string>();
  const kept: Shape[] = [];
  for (const member of members.flatMap((shape) => (shape.kind === "union" ? shape.members : [shape]))) {
    const key = simpleKey(member);
    if (member.kind === "never" || (key !== undefined && seen.has(key))) continue;
    if (key !== undefined) seen.add(key);
    else if (kept.some((other) => equal(other, member))) continue;
    kept.push(member);
  }
  if (kept.length === 0) return NEVER;
  return kept.length === 1 ? (kept[0] as Shape) : { kind: "union", members: kept };
}

/** What both allow. */
export function intersect(a: Shape, b: Shape, lookup: Lookup): Shape {
  if (a.kind === "unknown") return b;
  if (b.kind === "unknown" || a === b) return a;
  if (a.kind === "never" || b.kind === "never") return NEVER;
  if (a.kind === "named" && b.kind === "named" && a.name === b.name) return a;
  if (a.kind === "named" || b.kind === "named") {
    const left = a.kind === "named" ? lookup(a.name) : a;
    const right = b.kind === "named" ? lookup(b.name) : b;
    // A definition that is being built cannot be unfolded yet: the other side says at least as much.
    if (left === undefined || left.kind === "named") return b;
    return right === undefined || right.kind === "named" ? a : intersect(left, right, lookup);
  }
  if (a.kind === "union") return union(a.members.map((member) => intersect(member, b, lookup)));
  if (b.kind === "union") return union(b.members.map((member) => intersect(a, member, lookup)));
  if (a.kind === "object" && b.kind === "object") return intersectObjects(a, b, lookup);
  if (a.kind === "list" && b.kind === "list") return { kind: "list", element: intersect(a.element, b.element, lookup) };
  if (equal(a, b)) return a;
  if (accepts(a, b)) return b;
  return accepts(b, a) ? a : NEVER;
}

/** The same type, titles and descriptions aside. */
export function equal(a: Shape, b: Shape): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "literal":
      return b.kind === "literal" && a.value === b.value;
    case "named":
      return b.kind === "named" && a.name === b.name;
    case "list":
      return b.kind === "list" && equal(a.element, b.element);
    case "union":
      return b.kind === "union" && a.members.length === b.members.length && a.members.every((member, index) => equal(member, b.members[index] as Shape));
    case "object":
      if (b.kind !== "object" || a.fields.size !== b.fields.size || (a.rest === undefined) !== (b.rest === undefined)) return false;
      if (a.rest !== undefined && b.rest !== undefined && !equal(a.rest, b.rest)) return false;
      return [...a.fields].every(([name, field]) => {
        const other = b.fields.get(name);
        return other !== undefined && other.required === field.required && equal(field.shape, other.shape);
      });
    default:
      return a.kind === b.kind;
  }
}

/** What the keywords of one schema say by themselves, its `allOf`, `anyOf`, `oneOf` aside. */
function assertion(schema: JsonObject, lookup: Lookup): Shape {
  if ("const" in schema) return literal(schema.const);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal));
  const types = schema.type === undefined ? implied(schema) : [schema.type].flat();
  return types.length === 0 ? UNKNOWN : union(types.map((type) => ofType(String(type), schema, lookup)));
}

function implied(schema: JsonObject): string[] {
  if ("properties" in schema || "required" in schema || "additionalProperties" in schema) return ["object"];
  return "items" in schema || "prefixItems" in schema ? ["array"] : [];
}

function ofType(type: string, schema: JsonObject, lookup: Lookup): Shape {
  switch (type) {
    case "null":
    case "boolean":
    case "number":
    case "integer":
    case "string":
      return { kind: type };
    case "array":
      return { kind: "list", element: elementOf(schema, lookup) };
    case "object":
      return objectOf(schema, lookup);
    default:
      return UNKNOWN;
  }
}

function objectOf(schema: JsonObject, lookup: Lookup): ObjectShape {
  const required = new Set(list(schema.required).map(String));
  const fields = new Map<string, Field>();
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
    const description = isObject(property) && typeof property.description === "string" ? property.description : undefined;
    fields.set(name, { shape: shapeOf(property, lookup), required: required.has(name), ...(description !== undefined && { description }) });
  }
  for (const name of required) if (!fields.has(name)) fields.set(name, { shape: UNKNOWN, required: true });
  const patterns = Object.values(isObject(schema.patternProperties) ? schema.patternProperties : {});
  const extra = schema.additionalProperties ?? schema.unevaluatedProperties;
  const rests = [...patterns, ...(extra === undefined || extra === false ? [] : [extra])];
  const rest = rests.length === 0 ? undefined : union(rests.map((entry) => shapeOf(entry, lookup)));
  return { kind: "object", fields, ...(rest !== undefined && { rest }) };
}

function elementOf(schema: JsonObject, lookup: Lookup): Shape {
  const tuple = list(schema.prefixItems).map((entry) => shapeOf(entry, lookup));
  const after = schema.items ?? schema.additionalItems;
  if (tuple.length > 0) return union([...tuple, ...(after === undefined || after === false ? [] : [shapeOf(after, lookup)])]);
  return after === undefined ? UNKNOWN : shapeOf(after, lookup);
}

function literal(value: unknown): Shape {
  if (value === null) return NULL;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? { kind: "literal", value } : UNKNOWN;
}

function intersectObjects(a: ObjectShape, b: ObjectShape, lookup: Lookup): Shape {
  const fields = new Map(a.fields);
  for (const [name, field] of b.fields) {
    const other = fields.get(name);
    if (other === undefined) {
      fields.set(name, field);
      continue;
    }
    const shape = intersect(other.shape, field.shape, lookup);
    const required = other.required || field.required;
    if (shape.kind === "never" && required) return NEVER;
    fields.set(name, { ...field, ...other, shape, required });
  }
  const rest = a.rest !== undefined && b.rest !== undefined ? intersect(a.rest, b.rest, lookup) : (a.rest ?? b.rest);
  return { ...b, ...a, kind: "object", fields, ...(rest !== undefined && { rest }) };
}

/** Every value of the narrower type is one of the wider. */
function accepts(wide: Shape, narrow: Shape): boolean {
  if (wide.kind === "number" && narrow.kind === "integer") return true;
  if (narrow.kind !== "literal") return false;
  if (wide.kind === "integer") return Number.isInteger(narrow.value);
  return wide.kind === typeof narrow.value;
}

/** Branches are told apart by their title where they have no tag. */
function titled(shape: Shape, schema: JsonObject): Shape {
  if (shape.kind !== "object" && shape.kind !== "named") return shape;
  const title = typeof schema.title === "string" ? { title: schema.title } : {};
  const description = typeof schema.description === "string" ? { description: schema.description } : {};
  return "title" in title || "description" in description ? { ...shape, ...title, ...description } : shape;
}

function simpleKey(shape: Shape): string | undefined {
  switch (shape.kind) {
    case "literal":
      return `=${JSON.stringify(shape.value)}`;
    case "named":
      return `#${shape.name}`;
    case "object":
    case "list":
    case "union":
      return undefined;
    default:
      return shape.kind;
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

