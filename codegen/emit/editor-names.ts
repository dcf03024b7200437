import type { CheckedProvider, CheckedTable, Program } from "../check/types.js";
import { expressionsOfRefs, expressionsOfRow } from "./walk.js";

/** What may follow `|` in a table: its own value tables, and the transforms that any table uses. In order of code points. */
export function namesAfterBar(program: Program, provider: CheckedProvider, table: CheckedTable): string[] {
  const names = new Set(table.values.map((values) => values.name));
  const cells = provider.cells.flatMap((cell) => cell.by);
  const expressions = [
    ...cells,
    ...program.providers
      .flatMap((one) => one.tables)
      .flatMap((one) => [...expressionsOfRefs(one.refs), ...[...one.rows, ...one.sent].flatMap((row) => [...expressionsOfRow(row)])]),
  ];
  for (const step of expressions.flatMap((expression) => expression.then)) if (step.kind === "transform") names.add(step.transform.name);
  return [...names].sort();
}
