import { branches } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import { members } from "../schema/walk.js";
import { property } from "./path.js";

/** A variable of the provider's own type, which a `switch` narrows: exhaustive at compile time. */
export interface Typed {
  readonly variable: string;
  readonly set: DefinitionSet;
  readonly shape: Shape;
}

/** A question asked of the typed message. */
export interface TypedQuestion {
  readonly code: string;
  /** What is left of the message for these values. */
  readonly narrowed: (values: readonly string[]) => Typed | undefined;
  /** Every value that the type lists; absence counts as listed where it is possible. `undefined`: others are possible. */
  readonly listed: ReadonlySet<string> | undefined;
}

/**
 * The question whether TypeScript can follow: each step is a property of all members of the union, and the values are
 * strings. Otherwise the message is looked at without its type.
 */
export function typedQuestion(typed: Typed | undefined, names: readonly string[]): TypedQuestion | undefined {
  if (typed === undefined || names.length === 0) return undefined;
  const { set, shape, variable } = typed;
  let code = variable;
  let parts: readonly Shape[] = members(set, shape);
  for (const name of names) {
    const objects = parts.filter(({ kind }) => kind !== "null");
    const fields = objects.map((part) => (part.kind === "object" ? part.fields.get(name) : undefined));
    if (fields.length === 0 || fields.includes(undefined)) return undefined;
    parts = fields.flatMap((field) => members(set, field!.shape));
    code = property(code, "?.", name);
  }
  const isText = (part: Shape): boolean => part.kind === "string" || part.kind === "null" || (part.kind === "literal" && typeof part.value === "string");
  if (!parts.every(isText)) return undefined;

  const found = branches(set, shape, names);
  const listed = new Set(found.values.map(({ value }) => value));
  if (found.absent !== undefined) listed.add("(none)");
  return {
    code,
    listed: found.open === undefined ? listed : undefined,
    narrowed: (values) => {
      const left = found.values.filter(({ value }) => values.includes(value)).map((branch) => branch.shape);
      return left.length === 0 ? undefined : { variable, set, shape: { kind: "union", members: left } };
    },
  };
}
