import type { CheckedRow, CheckedTable } from "../check/types.js";
import { propertyName } from "./names.js";
import { decisionRoot, memoryRoot } from "./scope.js";
import { contractType, type GeneratedFunction, helper, type Source } from "./source.js";
import type { TableFunctions } from "./table-functions.js";

export interface Parts {
  readonly refsOf: GeneratedFunction;
  readonly keyOf: GeneratedFunction;
  readonly map: TableFunctions;
  readonly ensured: GeneratedFunction | undefined;
  readonly sent: TableFunctions | undefined;
  readonly answer: TableFunctions | undefined;
  readonly decide: TableFunctions | undefined;
  readonly decisions: TableFunctions | undefined;
}

/** The table as a session drives it. Nothing that it is called with is taken for granted. */
export function tableCode(source: Source, name: string, rowName: (row: CheckedRow) => string, parts: Parts): string {
  const { table } = source;
  const { refsOf, keyOf, map, ensured, sent, answer, decide, decisions } = parts;
  const entries = [
    `source: ${JSON.stringify(table.source)}`,
    `key: ${arrow(source, keyOf, ["", "request"], true)}`,
    `refs: ${arrow(source, refsOf, ["", memoryRoot, "request"], true)}`,
    table.answers === undefined
      ? `map: (message, memory) => ${map.main.name}(message as unknown as ${table.union}, memory)`
      : `map: (message, memory, request) => ${map.main.name}(message, memory, request as unknown as ${table.union})`,
    ...(ensured === undefined ? [] : [`ensure: ${arrow(source, ensured, ["", memoryRoot])}`]),
    ...(sent === undefined ? [] : [`sent: (message, memory) => ${sent.main.name}(message as unknown as ${table.sentUnion ?? table.union}, memory)`]),
    ...(answer === undefined ? [] : [`answer: ${arrow(source, answer.main, ["request", "", memoryRoot])}`]),
    ...(decide === undefined ? [] : [`decide: ${arrow(source, decide.main, ["", decisionRoot, "extra"])}`]),
    ...(decisions === undefined ? [] : [`decisions: ${arrow(source, decisions.main, [""])}`]),
    ...lists("twins", table.rows, ({ twin }) => twin),
    ...lists("yields", table.rows, ({ yieldsTo }) => yieldsTo),
    "reads",
  ];
  return `${readsCode(table, rowName)}\n\nexport const ${name}: ${contractType(source, "Table")} = { ${entries.join(", ")} };`;
}

/** Calls a function with what it needs of what it may be given; `alone`: perhaps with the message only. */
function arrow(source: Source, { name, roots }: GeneratedFunction, given: readonly string[], alone = false): string {
  const last = Math.max(...roots.map((root) => given.indexOf(root)));
  const parameters = given.slice(0, last + 1).map((root) => {
    if (!roots.includes(root)) return `_${parameterName(root)}`;
    return alone && root !== "" ? `${parameterName(root)} = ${helper(source, root === memoryRoot ? "noMemory" : "nothing")}` : parameterName(root);
  });
  const isMessage = (root: string): boolean => root === "" || root === "request" || root === "extra";
  const values = roots.map((root) => (isMessage(root) ? `${helper(source, "unvalidated")}(${parameterName(root)})` : parameterName(root)));
  return `(${parameters.join(", ")}) => ${name}(${values.join(", ")})`;
}

function parameterName(root: string): string {
  return root === "" ? "message" : root.replace(/[()]/g, "");
}

/** By key, for `validate: "warn"`: path, type, and whether the schemas require it. Keys of one row share a list. */
function readsCode({ rows }: CheckedTable, nameOf: (row: CheckedRow) => string): string {
  const shared: string[] = [];
  const entries = rows.flatMap((row) => {
    if (row.reads.length === 0) return [];
    const fields = `[${row.reads.map(({ path, type, required }) => JSON.stringify([path, type, required])).join(", ")}]`;
    // Under the name of what every object inherits, a list in place would not be taken for what it is.
    const named = row.covers.length > 1 || row.covers.some(({ key }) => key in Object.prototype);
    if (named) shared.push(`const ${nameOf(row)}Reads: Table["reads"][string] = ${fields};`);
    return row.covers.map(({ key }) => `${propertyName(key)}: ${named ? `${nameOf(row)}Reads` : fields}`);
  });
  return `${shared.join("\n")}
/** What rows read of each message, what type the schemas give it, and whether they require it. */
const reads: Table["reads"] = { ${entries.join(", ")} };`;
}

function lists(name: string, rows: readonly CheckedRow[], listOf: (row: CheckedRow) => readonly string[]): string[] {
  const entries = rows.flatMap((row) => (listOf(row).length === 0 ? [] : row.covers.map(({ key }) => `${propertyName(key)}: ${JSON.stringify(listOf(row))}`)));
  return entries.length === 0 ? [] : [`${name}: { ${entries.join(", ")} }`];
}
