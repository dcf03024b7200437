import type { CheckedValueTable } from "../../../codegen/check/types.js";
import type { Position } from "../../../codegen/diagnostic.js";
import type { RowNode, TableNode } from "../../../codegen/mapping/types.js";
import type { TableBench } from "../workbench.js";
import { ensureChanges, refsChanges, type EventWords } from "./alternative.js";
import type { Change, Kind } from "./mutant.js";
import { rowChanges } from "./row.js";
import { valueTableChanges } from "./values.js";

/** A table with one thing changed. */
export interface Mutant {
  /** `codex/notifications`. */
  readonly table: string;
  /** The row's key, `sent <key>`, the name of a value table, or `refs` or `ensure` of the table. */
  readonly row: string;
  readonly kind: Kind;
  readonly what: string;
  readonly at: Position;
  readonly change: TableChange;
}

/** How much of the table it is. */
export type TableChange =
  | { readonly of: "row"; readonly row: RowNode; readonly to: RowNode; readonly sent: boolean }
  | { readonly of: "values"; readonly to: CheckedValueTable }
  | { readonly of: "table"; readonly to: TableNode };

/** All of a table, in document order. */
export function mutantsOf(bench: TableBench, words: EventWords): Mutant[] {
  const { node, values } = bench;
  const table = node.file.replace(/^.*?([^/]+\/[^/]+)\.ya?ml$/, "$1");
  const made = <T>(row: string, changes: readonly Change<T>[], change: (to: T) => TableChange): Mutant[] =>
    changes.map(({ kind, what, at, to }) => ({ table, row, kind, what, at, change: change(to) }));
  const rows = (nodes: readonly RowNode[], sent: boolean): Mutant[] =>
    nodes.flatMap((row) => made(`${sent ? "sent " : ""}${row.key.value}`, rowChanges(row, words), (to) => ({ of: "row", row, to, sent })));
  return [
    ...made("refs", refsChanges(node.refs, "refs"), (refs) => ({ of: "table", to: { ...node, refs } })),
    ...made("ensure", ensureChanges(node.ensure, "ensure", words), (ensure) => ({ of: "table", to: { ...node, ensure } })),
    ...rows(node.rows, false),
    ...rows(node.sent, true),
    ...node.values.flatMap((one) => {
      const checked = values.get(one.name.value);
      return checked === undefined ? [] : made(one.name.value, valueTableChanges(one, checked, []), (to) => ({ of: "values", to }));
    }),
  ];
}

/** The whole table as it would be written, for what can only be said of all of it. */
export function changedTable(node: TableNode, { change }: Mutant): TableNode {
  switch (change.of) {
    case "table":
      return change.to;
    case "row": {
      const { row, to, sent } = change;
      const replaced = (rows: readonly RowNode[]): readonly RowNode[] => rows.map((one) => (one === row ? to : one));
      return sent ? { ...node, sent: replaced(node.sent) } : { ...node, rows: replaced(node.rows) };
    }
    case "values":
      return { ...node, values: node.values.map((one) => (one.name.value === change.to.name ? valuesAs(one, change.to) : one)) };
  }
}

function valuesAs(node: TableNode["values"][number], to: CheckedValueTable): TableNode["values"][number] {
  return {
    ...node,
    map: node.map.map((line, index) => ({ ...line, to: { ...line.to, value: to.map[index]?.to ?? line.to.value } })),
    ...(node.unlisted && { unlisted: { ...node.unlisted, value: to.unlisted ?? node.unlisted.value } }),
    ...(node.absent && { absent: { ...node.absent, value: to.absent ?? node.absent.value } }),
  };
}
