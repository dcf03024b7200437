import type { CheckedProvider, CheckedTable, Program, Transform } from "../check/types.js";
import { expressionsOfRefs, expressionsOfRow } from "./walk.js";

/** What may follow `|` in a table: its own value tables, and the transforms that any table uses. In order of code points. */
export function namesAfterBar(program: Program, table: CheckedTable): string[] {
  const names = [...table.values, ...transformsIn(program)].map(({ name }) => name);
  return [...new Set(names)].sort();
}

/** The transforms that tables and the keys of cells use. */
export const transformsIn = remembered((program: Program): readonly Transform[] => {
  const found = new Map<string, Transform>();
  const steps = program.providers.flatMap(expressionsOf).flatMap((expression) => expression.then);
  for (const step of steps) if (step.kind === "transform") found.set(step.transform.name, step.transform);
  return [...found.values()];
});

function expressionsOf({ cells, tables }: CheckedProvider) {
  return [...cells.flatMap((cell) => cell.by), ...tables.flatMap((one) => [...expressionsOfRefs(one.refs), ...[...one.rows, ...one.sent].flatMap((row) => [...expressionsOfRow(row)])])];
}

/** Every table of a program asks. */
function remembered<T>(find: (program: Program) => T): (program: Program) => T {
  const known = new WeakMap<Program, T>();
  return (program) => {
    const found = known.get(program) ?? find(program);
    known.set(program, found);
    return found;
  };
}
