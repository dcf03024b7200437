import { resolve, shapeText } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";

/** Deep enough to see what a row reads, shallow enough to stay on a page. */
const depth = 3;

/** A shape as a person reads it, objects unfolded: `turn: Turn {`, `  id: string`, `  error?: TurnError | null`, `}`. */
export function shapeLines(set: DefinitionSet, shape: Shape): string[] {
  return lines(set, shape, "", depth, new Set());
}

function lines(set: DefinitionSet, shape: Shape, label: string, left: number, above: ReadonlySet<string>): string[] {
  // `X | null` unfolds like `X`.
  const [only, ...others] = shape.kind === "union" ? shape.members.filter(({ kind }) => kind !== "null") : [shape];
  const inner = only !== undefined && others.length === 0 ? only : shape;
  const target = inner.kind === "list" ? inner.element : inner;
  const name = target.kind === "named" ? target.name : undefined;
  const object = resolve(set, target);
  if (object.kind !== "object" || object.fields.size === 0 || left === 0 || (name !== undefined && above.has(name))) {
    const meaning = name !== undefined && object.kind === "union" ? `  // ${shapeText(object)}` : "";
    return [`${label}${shapeText(shape)}${meaning}`];
  }

  const around = name === undefined ? above : new Set([...above, name]);
  const fields = [...object.fields].flatMap(([field, { shape: value, required }]) => lines(set, value, `${field}${required ? "" : "?"}: `, left - 1, around));
  const after = `}${inner.kind === "list" ? "[]" : ""}${inner === shape ? "" : " | null"}`;
  return [`${label}${name === undefined ? "" : `${name} `}{`, ...fields.map((line) => `  ${line}`), after];
}
