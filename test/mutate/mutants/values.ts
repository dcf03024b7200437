import type { CheckedValueTable } from "../../../codegen/check/types.js";
import type { Located, Scalar, ValueTableNode } from "../../../codegen/mapping/types.js";
import type { Change } from "./mutant.js";

/**
 * A value table with one line that gives another of the table's results; what `unlisted` and `absent` give, too. `others` are
 * the words that its only result could be exchanged for.
 */
export function valueTableChanges(node: ValueTableNode, table: CheckedValueTable, others: readonly string[]): Change<CheckedValueTable>[] {
  const results = [...new Set([...table.map.map(({ to }) => to), table.unlisted, table.absent].filter((to) => to !== undefined && to !== null))];
  const another = (to: Scalar): Scalar | undefined => {
    if (to === null) return undefined;
    if (typeof to === "boolean") return !to;
    const all = results.length > 1 ? results : [...results, ...others.filter((word) => !results.includes(word)).slice(0, 1)];
    return all.length > 1 ? all[(all.indexOf(to) + 1) % all.length] : undefined;
  };
  const swapped = (name: string, at: Located<unknown>["at"], to: Scalar | undefined, change: (to: Scalar) => CheckedValueTable): Change<CheckedValueTable>[] => {
    const other = to === undefined ? undefined : another(to);
    return other === undefined ? [] : [{ kind: "swap-value", what: name, at, to: change(other) }];
  };
  return [
    ...node.map.flatMap(({ from }, index) => swapped(from.value, from.at, table.map[index]?.to, (to) => ({ ...table, map: table.map.with(index, { ...table.map[index]!, to }) }))),
    ...(node.unlisted ? swapped("(unlisted)", node.unlisted.at, table.unlisted, (unlisted) => ({ ...table, unlisted })) : []),
    ...(node.absent ? swapped("(absent)", node.absent.at, table.absent, (absent) => ({ ...table, absent })) : []),
  ];
}
