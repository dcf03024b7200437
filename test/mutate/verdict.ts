import type { CheckedRow, CheckedTable } from "../../codegen/check/types.js";
import { expressionsOfRow, pathsOf } from "../../codegen/emit/walk.js";
import { exportsOf } from "../../codegen/emit/mapper.js";
import { changedTable, type Mutant } from "./mutants/table.js";
import { javascript, load, partsOf, type Imports, type Parts } from "./module.js";
import type { Oracle, Tested } from "./oracle.js";
import type { TableBench, Workbench } from "./workbench.js";

/** What became of a mutant. */
export type Verdict =
  | { readonly is: "killed"; readonly by: string }
  /** The compiler refuses it. */
  | { readonly is: "refused"; readonly by: string }
  | { readonly is: "survivor"; /** It compiles to the same code. */ readonly same: boolean };

export interface Judge {
  verdict(bench: TableBench, mutant: Mutant): Promise<Verdict>;
}

export function openJudge({ program, checkWhole }: Workbench, oracle: Oracle, imports: Imports, refresh: () => void): Judge {
  const rowParts = new Map<object, Parts>();
  /** What a row is alone in its table. */
  const alone = (bench: TableBench, row: CheckedRow, sent: boolean): Parts => partsOf(program, bench.provider, { ...bench.table, rows: sent ? [] : [row], sent: sent ? [row] : [] });

  const judged = async (bench: TableBench, { change }: Mutant): Promise<Verdict> => {
    const tested = oracle.tables.get(bench.table.source)!;
    const { source } = bench.table;
    switch (change.of) {
      case "values": {
        const own = partsOf(program, bench.provider, { ...bench.table, rows: [], sent: [], refs: [], ensure: [], values: [change.to] });
        return tryExchange(tested, oracle, source, new Map([[change.to.name, own.code.get(change.to.name)!]]), [change.to.name]);
      }
      case "row": {
        const { row, to, sent } = change;
        const { row: checked, errors } = bench.recheck(row, to);
        if (errors[0] !== undefined) return { is: "refused", by: errors[0].code };
        const before = rowParts.get(row) ?? alone(bench, own(bench, row, sent), sent);
        rowParts.set(row, before);
        const changed = differing(before, alone(bench, checked, sent));
        if (changed.size > 0 && [...changed.keys()].every((name) => isOwn(name, before, tested.parts))) return tryExchange(tested, oracle, source, changed, [...changed.keys()].filter((name) => before.code.has(name)));
        const replaced = (rows: readonly CheckedRow[]): readonly CheckedRow[] => rows.map((one) => (one.at === checked.at ? checked : one));
        return tryWhole(bench, tested, sent ? { ...bench.table, sent: replaced(bench.table.sent) } : { ...bench.table, rows: replaced(bench.table.rows) }, [...changed.keys()]);
      }
      case "table": {
        const { table, errors } = bench.reopen(change.to);
        if (errors[0] !== undefined) return { is: "refused", by: errors[0].code };
        return tryWhole(bench, tested, table, []);
      }
    }
  };

  const tryWhole = async (bench: TableBench, tested: Tested, table: CheckedTable, functions: readonly string[]): Promise<Verdict> => {
    const parts = partsOf(program, bench.provider, table);
    const changed = differing(tested.parts, parts);
    if (changed.size === 0) return { is: "survivor", same: true };
    const main = mainFunctions(table);
    const rows = functions.filter((name) => tested.parts.code.has(name) && !main.has(name));
    const object = [...changed.values()].some((code) => code.startsWith("export const"));
    tested.use(await load(table, parts, imports));
    refresh();
    try {
      const by = await oracle.firstFailing(bench.table.source, object ? "all" : rows.length > 0 ? [...rows, ...[...changed.keys()].filter((name) => name.startsWith("decisions"))] : [...changed.keys()]);
      return by === undefined ? { is: "survivor", same: false } : { is: "killed", by };
    } finally {
      tested.use(tested.running);
      refresh();
    }
  };

  return {
    verdict: async (bench, mutant) => {
      const verdict = await judged(bench, mutant);
      if (verdict.is !== "survivor" || !mayBreakOthers(bench, mutant)) return verdict;
      const [error] = checkWhole(bench.node.file, changedTable(bench.node, mutant));
      return error === undefined ? verdict : { is: "refused", by: error.code };
    },
  };
}

/** Whether the compiler may have something against it that is not said of the changed row: what it remembers, or was the last to use. */
function mayBreakOthers(bench: TableBench, { kind, what, change }: Mutant): boolean {
  if (change.of === "values") return false;
  if (change.of === "table" || kind === "drop-remember" || kind === "drop-twin" || what.includes("remember.")) return true;
  const { row, to, sent } = change;
  const before = namesIn(own(bench, row, sent));
  const after = namesIn(bench.recheck(row, to).row);
  return [...before].some((name) => !after.has(name));
}

/** The value tables and the cells that a row names. */
function namesIn(row: CheckedRow): Set<string> {
  const expressions = [...expressionsOfRow(row)];
  const values = expressions.flatMap(({ then }) => then.flatMap((step) => (step.kind === "values" ? [step.table.name] : [])));
  const cells = [...row.alternatives, ...(row.answer ?? [])].flatMap(({ remember }) => remember.map(({ cell }) => cell.name));
  return new Set([...values, ...cells, ...[...pathsOf(expressions)].map(({ root }) => root)]);
}

async function tryExchange(tested: Tested, oracle: Oracle, source: string, changed: ReadonlyMap<string, string>, names: readonly string[]): Promise<Verdict> {
  tested.running.exchange(await javascript([...changed.values()].join("\n\n")), names);
  try {
    const by = await oracle.firstFailing(source, names);
    return by === undefined ? { is: "survivor", same: false } : { is: "killed", by };
  } finally {
    tested.running.restore();
  }
}

function own({ table }: TableBench, row: { readonly at: CheckedRow["at"] }, sent: boolean): CheckedRow {
  return (sent ? table.sent : table.rows).find(({ at }) => at === row.at)!;
}

/** Functions that are new or another; what rows read says nothing to a session that does not warn. */
function differing(before: Parts, after: Parts): Map<string, string> {
  return new Map([...after.code].filter(([name, code]) => !/[rR]eads$/.test(name) && before.code.get(name) !== code));
}

/** The function of the row itself: it is in the whole module just as it is in that of the row alone, or in neither. */
function isOwn(name: string, alone: Parts, whole: Parts): boolean {
  return alone.code.get(name) === whole.code.get(name);
}

/** What finds the row of a message. */
function mainFunctions(table: CheckedTable): Set<string> {
  const { map, table: name } = exportsOf(table);
  return new Set([map, ...["ensured", "sent", "answer", "decide", "decisions"].map((verb) => `${verb}${name.charAt(0).toUpperCase()}${name.slice(1)}`)]);
}
