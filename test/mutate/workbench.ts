import { readFileSync } from "node:fs";
import path from "node:path";
import { checkRow } from "../../codegen/check/check-row.js";
import { checkTable, openRows } from "../../codegen/check/check-table.js";
import { check, openProvider, readTransforms, type CheckInput } from "../../codegen/check/index.js";
import { decisions } from "../../codegen/check/decisions.js";
import { reportInto, type Report } from "../../codegen/check/report.js";
import type { CheckedProvider, CheckedRow, CheckedTable, CheckedValueTable, Program } from "../../codegen/check/types.js";
import { understandTransforms } from "../../codegen/check/understand-transforms.js";
import { readConfig } from "../../codegen/cli/config.js";
import { readInputs, textsBelow } from "../../codegen/cli/inputs.js";
import { equivalenceFile } from "../../codegen/cli/input-faults.js";
import { understand } from "../../codegen/cli/pipeline.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { MappingFile, RowNode, TableNode } from "../../codegen/mapping/types.js";
import { readCanonical } from "../../codegen/schema/read-canonical.js";
import type { EventWords } from "./mutants/alternative.js";

/** All that the compiler knows of a project's tables, so that one changed row costs no more than itself. */
export interface Workbench {
  readonly program: Program;
  readonly tables: readonly TableBench[];
  readonly words: EventWords;
  /** What the compiler says of a whole provider whose table is changed: errors alone. */
  checkWhole(file: string, changed: TableNode): readonly Diagnostic[];
}

export interface TableBench {
  readonly node: TableNode;
  readonly provider: CheckedProvider;
  readonly table: CheckedTable;
  /** Those that rows use, each with its name. */
  readonly values: ReadonlyMap<string, CheckedValueTable>;
  /** A changed row in the place of one of the table's, and what the compiler has against it. */
  recheck(row: RowNode, changed: RowNode): { readonly row: CheckedRow; readonly errors: readonly Diagnostic[] };
  /** The table with other refs or another `ensure`. */
  reopen(changed: TableNode): { readonly table: CheckedTable; readonly errors: readonly Diagnostic[] };
}

/** The project in a folder; it has to be sound. */
export async function openWorkbench(root: string): Promise<Workbench> {
  const file = path.join(root, "mapwright.config.yaml");
  const { settings } = readConfig(root, file, readFileSync(file, "utf8"));
  if (settings === undefined) throw new Error("mapwright.config.yaml has errors: see `npx mapwright check`");
  const inputs = readInputs(root, settings);
  const { surfaces, diagnostics, program } = await understand(settings, inputs);
  const canonical = readCanonical(textsBelow(inputs, `${settings.schemas}/canonical`, /\.ya?ml$/)).model;
  if (program === undefined || canonical === undefined || diagnostics.some(isError)) throw new Error("the tables have errors: see `npx mapwright check`");
  const { transforms } = await readTransforms(settings.transforms === undefined ? new Map() : textsBelow(inputs, settings.transforms, /\.ts$/));
  const texts = [...textsBelow(inputs, settings.mappings, /\.ya?ml$/)].filter(([name]) => name !== equivalenceFile(settings.mappings));
  const mappings = texts.flatMap(([name, text]) => parseMapping(name, text).node ?? []);
  return benchOf(program, { mappings, surfaces, canonical, transforms });
}

/** A workbench for tables that have been read; `program` is what the checker makes of them. */
export function benchOf(program: Program, input: CheckInput): Workbench {
  const folders = new Map<string, MappingFile[]>();
  for (const file of input.mappings) {
    const folder = path.posix.dirname(file.file);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return {
    program,
    tables: [...folders.values()].flatMap((files) => providerBench(files, input)),
    words: (type) => {
      const fields = input.canonical.events.find((event) => event.type === type)?.fields ?? [];
      return (name) => {
        if (type === "request.resolved" && name === "decision") return decisions;
        const field = fields.find((one) => one.name === name);
        return field && input.canonical.enums.get(field.type);
      };
    },
    checkWhole: (file, changed) => {
      const files = folders.get(path.posix.dirname(file)) ?? [];
      return check({ ...input, mappings: files.map((one) => (one.file === file ? changed : one)) }).diagnostics.filter(isError);
    },
  };
}

function providerBench(files: readonly MappingFile[], input: CheckInput): TableBench[] {
  let found: Diagnostic[] = [];
  const report: Report = (...finding) => reportInto(found)(...finding);
  const heard = <T>(made: () => T): { readonly made: T; readonly errors: readonly Diagnostic[] } => {
    found = [];
    return { made: made(), errors: found.filter(isError) };
  };
  const open = openProvider(files, { ...input, transforms: understandTransforms(input.transforms, input.canonical, report), report });
  const provider: CheckedProvider = { name: path.posix.basename(path.posix.dirname(files[0]!.file)), tables: [], cells: [...open.cells.values()] };
  return open.tables.map(({ table, rows, sent, around }) => {
    /** Rows and what they are checked against have to be of one making: they know each other. */
    const assembled = (node: TableNode) => {
      const changed = { ...table, node };
      const checked = checkTable(changed, rows, sent, around, report);
      const { refs, ensure, context, sentContext } = openRows(changed, rows, sent, around);
      const recheck = (row: RowNode, to: RowNode): CheckedRow => {
        const own = rows.rows.find((one) => one.row === row);
        return own === undefined ? checkRow(sentContext!, { leaves: sent?.rows.find((one) => one.row === row)?.leaves ?? [], row: to }) : checkRow(context, { ...own, row: to });
      };
      return {
        recheck,
        table: { ...checked, refs, ensure: ensure.map(({ event }) => event), rows: node.rows.map((row) => recheck(row, row)), sent: node.sent.map((row) => recheck(row, row)) },
      };
    };
    const whole = assembled(table.node);
    return {
      node: table.node,
      provider,
      table: whole.table,
      values: new Map(whole.table.values.map((values) => [values.name, values])),
      recheck: (row, changed) => {
        const { made, errors } = heard(() => whole.recheck(row, changed));
        return { row: made, errors };
      },
      reopen: (changed) => {
        const { made, errors } = heard(() => assembled(changed));
        return { table: made.table, errors };
      },
    };
  });
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}
