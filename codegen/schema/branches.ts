import { NULL, union } from "./shape.js";
import { branchesOf, resolve } from "./walk.js";
import type { Branch, Branches, DefinitionSet, Field, ObjectShape, Shape } from "./types.js";

/**
 * The values that `path` may take in `shape`, each with the shape narrowed to it, through definitions, unions and nulls.
 * A member of a union that lacks the property others are told apart by is its catch-all, and so is one where it is any
 * string: both are `open`. Where no member has the property, it is absent. `path` is steps of fields; an empty path asks
 * for the values of the shape itself (a string enum, null).
 */
export function branches(set: DefinitionSet, shape: Shape, path: readonly string[]): Branches {
  const found = split(set, shape, path);
  const values = [...found.values].map(([value, parts]): Branch => {
    const narrowed = union(parts);
    const from = parts.length === 1 ? resolve(set, narrowed) : narrowed;
    const words = { ...wordsOf(from), ...wordsOf(narrowed) };
    return { value, shape: narrowed, ...words };
  });
  const rest = (parts: readonly Shape[]): Shape | undefined => (parts.length === 0 ? undefined : union(parts));
  return { values, absent: rest(found.absent), open: rest(found.open) };
}

interface Split {
  readonly values: Map<string, Shape[]>;
  readonly absent: Shape[];
  readonly open: Shape[];
}

function split(set: DefinitionSet, shape: Shape, path: readonly string[]): Split {
  const parts: Split = { values: new Map(), absent: [], open: [] };
  const alternatives = branchesOf(set, shape);
  const name = path[0];
  if (name === undefined) {
    for (const alternative of alternatives) sortValue(parts, resolve(set, alternative));
    return parts;
  }
  const tagless: Shape[] = [];
  let tagged = false;
  for (const alternative of alternatives) {
    const target = resolve(set, alternative);
    if (target.kind === "unknown") parts.open.push(alternative);
    else if (target.kind !== "object") parts.absent.push(alternative);
    else if (!target.fields.has(name)) tagless.push(alternative);
    else {
      tagged = true;
      splitField(set, parts, alternative, target, path);
    }
  }
  for (const alternative of tagless) {
    const target = resolve(set, alternative);
    const mayHave = target.kind === "object" && target.rest !== undefined;
    if (tagged || mayHave) parts.open.push(alternative);
    if (!tagged) parts.absent.push(alternative);
  }
  return parts;
}

function splitField(set: DefinitionSet, parts: Split, alternative: Shape, target: ObjectShape, path: readonly string[]): void {
  const name = path[0] as string;
  const field = target.fields.get(name) as Field;
  const below = split(set, field.shape, path.slice(1));
  // An alternative that a value does not narrow stays what it is, by name if it has one.
  const whole = below.values.size === 1 && below.absent.length === 0 && below.open.length === 0 && field.required;
  const narrow = (to: Shape): Shape => (whole ? alternative : withField(target, name, { ...field, shape: to, required: true }));
  for (const [value, shapes] of below.values) push(parts.values, value, narrow(union(shapes)));
  if (below.open.length > 0) parts.open.push(withField(target, name, { ...field, shape: union(below.open), required: true }));
  if (!field.required) parts.absent.push(withField(target, name, { ...field, shape: union([NULL, ...below.absent]), required: false }));
  else if (below.absent.length > 0) parts.absent.push(withField(target, name, { ...field, shape: union(below.absent) }));
}

/** A value at the end of the path. */
function sortValue(parts: Split, shape: Shape): void {
  switch (shape.kind) {
    case "never":
      return;
    case "null":
      parts.absent.push(shape);
      return;
    case "literal":
      push(parts.values, String(shape.value), shape);
      return;
    case "boolean":
      for (const value of [true, false]) push(parts.values, String(value), { kind: "literal", value });
      return;
    default:
      parts.open.push(shape);
  }
}

function withField(target: ObjectShape, name: string, field: Field): Shape {
  return { ...target, fields: new Map(target.fields).set(name, field) };
}

function wordsOf(shape: Shape): { readonly title?: string; readonly description?: string } {
  if (shape.kind !== "object" && shape.kind !== "named") return {};
  return { ...(shape.title !== undefined && { title: shape.title }), ...(shape.description !== undefined && { description: shape.description }) };
}

function push(map: Map<string, Shape[]>, value: string, shape: Shape): void {
  const known = map.get(value);
  if (known === undefined) map.set(value, [shape]);
  else known.push(shape);
}

