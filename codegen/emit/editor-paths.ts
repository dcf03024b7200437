import { fieldNames, listedValues, membersOf, stepInto, type Typed } from "../check/shapes.js";
import type { DefinitionSet, Shape } from "../schema/types.js";

/** A path that a row may read. */
export interface OfferedPath {
  readonly text: string;
  readonly shape: Shape;
  readonly kind: PathKind;
}

/** `any`: an object, or what may be several things. */
export type PathKind = "text" | "number" | "boolean" | "list" | "any";

/** Of a message with more, only so many, those with the fewest steps first; lists are not gone into. */
const mostPaths = 30;
const mostSteps = 4;

/** The paths that lead from some roots (`""` is `$`) to what is not always the same. */
export function pathsFrom(set: DefinitionSet, roots: ReadonlyMap<string, Pick<Typed, "shape">>): OfferedPath[] {
  const found: OfferedPath[] = [];
  let level = [...roots].map(([name, { shape }]) => ({ text: `$${name}`, shape }));
  for (let steps = 1; steps <= mostSteps; steps += 1) {
    const next: typeof level = [];
    for (const { text, shape } of level) {
      for (const name of fieldNames(set, shape)) {
        const typed = isPlain(name) ? stepInto(set, shape, name) : undefined;
        if (typed === undefined) continue;
        const path = { text: `${text}.${name}`, shape: typed.shape };
        next.push(path);
        if (!isFixed(set, path.shape)) found.push({ ...path, kind: kindOf(set, path.shape) });
        if (found.length === mostPaths) return found;
      }
    }
    level = next;
  }
  return found;
}

/** The values that a path has, where the schema lists them all. */
export function valuesOf(set: DefinitionSet, { kind, shape }: OfferedPath): readonly (string | boolean)[] | undefined {
  const listed = kind === "text" || kind === "boolean" ? listedValues(set, shape) : undefined;
  if (listed === undefined || listed.open) return undefined;
  return kind === "boolean" ? listed.values.map((value) => value === "true") : listed.values;
}

/** A name that needs no care in YAML or in an expression. */
function isPlain(name: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(name);
}

/** What tells messages apart is known already. */
function isFixed(set: DefinitionSet, shape: Shape): boolean {
  const [only, ...others] = membersOf(set, shape);
  return only === undefined || (only.kind === "literal" && others.length === 0);
}

export function kindOf(set: DefinitionSet, shape: Shape): PathKind {
  const kinds = new Set(membersOf(set, shape).flatMap((member) => (member.kind === "null" ? [] : [kindOfMember(member)])));
  const [only = "any"] = kinds;
  return kinds.size === 1 ? only : "any";
}

function kindOfMember(member: Shape): PathKind {
  switch (member.kind) {
    case "literal":
      return typeof member.value === "string" ? "text" : typeof member.value === "number" ? "number" : "boolean";
    case "string":
      return "text";
    case "integer":
      return "number";
    case "number":
    case "boolean":
    case "list":
      return member.kind;
    default:
      return "any";
  }
}
