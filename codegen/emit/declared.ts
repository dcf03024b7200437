import type { CheckedExpression, CheckedKey, CheckedOperand, CheckedRef, CheckedRow } from "../check/types.js";
import type { Path } from "../mapping/types.js";
import { branches, element, field } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import type { Source } from "./source.js";

/**
 * A table's refs as the messages of one row have them. A ref that no schema declares for those messages drops out: reading what is
 * never there is most of a small mapper's time. A ref that is declared in one of its forms keeps them all, since a version that
 * nobody vendored may send another.
 */
export function declaredRefs(row: CheckedRow, source: Source): readonly CheckedRef[] {
  const { table, program } = source;
  const set = program.surfaces.get(table.protocol)!.merged;
  const shapes = row.covers.map(({ segments }) => narrowed(set, { kind: "named", name: table.union }, table.key, segments));
  const isDeclared = (path: Path): boolean => path.root !== "" || shapes.some((shape) => reaches(set, shape, path));
  return table.refs.filter(({ value }) => pathsOf(value).some(isDeclared));
}

function pathsOf(value: CheckedRef["value"]): Path[] {
  if (value.kind === "none") return [];
  const expressions = value.kind === "expression" ? [value.expression] : value.parts;
  return expressions.flatMap(operandsOf).flatMap((operand) => (operand.kind === "path" ? [operand.path] : []));
}

function operandsOf({ first, then }: CheckedExpression): CheckedOperand[] {
  return [first, ...then.flatMap((step) => (step.kind === "else" ? [step.operand] : []))];
}

/** The messages of a key: the union narrowed by each of its segments, as far as they are read from the message itself. */
export function narrowed(set: DefinitionSet, shape: Shape, key: CheckedKey | undefined, segments: readonly string[]): Shape {
  const [segment, ...rest] = segments;
  if (key === undefined || segment === undefined || key.kind !== "path" || key.path.root !== "") return shape;
  const names = key.path.steps.map((step) => (step.kind === "field" ? step.name : ""));
  const { values, absent, open } = branches(set, shape, names);
  const left = segment === "(none)" ? absent : segment === "(other)" ? open : values.find(({ value }) => value === segment)?.shape;
  return narrowed(set, left ?? shape, key.below.get(segment), rest);
}

function reaches(set: DefinitionSet, shape: Shape, path: Path): boolean {
  let at: Shape | undefined = shape;
  for (const step of path.steps) {
    if (at === undefined) return false;
    if (step.kind === "index") at = element(set, at);
    else {
      const found: Shape | undefined = field(set, at, step.kind === "field" ? step.name : step.list)?.shape;
      at = step.kind === "field" || found === undefined ? found : element(set, found);
    }
  }
  return at !== undefined;
}
