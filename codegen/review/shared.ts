import { pathsOf, readsOfRow } from "../diff/row-reads.js";
import type { CellNode, Expression, KeyNode, MappingFile, RowNode, TableNode, ValueTableNode } from "../mapping/types.js";
import { meaningOf } from "./meaning.js";
import { flat, givenBy } from "./facts.js";
import { rowsOf } from "./rows.js";
import type { Breaking, RowRef, SharedChange } from "./types.js";

/** What tables say once for several rows: their refs, keys, value tables, and the memory that they share. */

export interface SharedComparison {
  readonly changes: readonly SharedChange[];
  readonly breaking: readonly Breaking[];
}

/** @param unread tables that cannot be read in one of the states, by file */
export function compareShared(before: readonly MappingFile[], after: readonly MappingFile[], unread: ReadonlySet<string>): SharedComparison {
  const [old, now] = [tablesOf(before, unread), tablesOf(after, unread)];
  const changes: SharedChange[] = [];
  const breaking: Breaking[] = [];
  for (const [source, table] of now) {
    const was = old.get(source);
    if (was === undefined) changes.push({ kind: "table", change: "added", name: source, file: table.file, says: [], rows: [] });
    else {
      changes.push(...headChanges(was, table));
      const values = valueChanges(was, table);
      changes.push(...values.changes);
      breaking.push(...values.breaking);
    }
  }
  for (const [source, table] of old) if (!now.has(source)) changes.push({ kind: "table", change: "removed", name: source, file: table.file, says: [], rows: [] });
  return { changes: [...changes, ...memoryChanges(before, after, unread)], breaking };
}

function tablesOf(files: readonly MappingFile[], unread: ReadonlySet<string>): Map<string, TableNode> {
  return new Map(files.flatMap((file) => (file.kind === "table" && !unread.has(file.file) ? [[file.source.value, file]] : [])));
}

/** What stands above the rows. */
function headChanges(was: TableNode, is: TableNode): SharedChange[] {
  const same = (part: (table: TableNode) => unknown): boolean => meaningOf({ part: part(was) }) === meaningOf({ part: part(is) });
  const { file } = is;
  const all = rowsOf(is);
  const changes: SharedChange[] = [];
  if (!same(({ schema, sentSchema, answers }) => ({ schema, sentSchema, answers }))) changes.push({ kind: "table", change: "changed", name: is.source.value, file, says: [], rows: all.map(refOf) });
  if (!same(({ key }) => key)) changes.push({ kind: "key", change: "changed", name: is.source.value, file, says: [], rows: [] });
  for (const name of new Set([...was.refs, ...is.refs].map((ref) => ref.name.value))) {
    const [before, after] = [was, is].map(({ refs }) => refs.find((ref) => ref.name.value === name));
    if (meaningOf({ ref: before }) === meaningOf({ ref: after })) continue;
    const own = (row: RowNode): boolean => row.alternatives.every(({ refs }) => refs.some((ref) => ref.name.value === name));
    changes.push({ kind: "refs", change: changeOf(before, after), name, file, says: [], rows: all.filter(({ row }) => !own(row)).map(refOf) });
  }
  if (!same(({ ensure }) => ensure)) changes.push({ kind: "ensure", change: changeOf(was.ensure.length || undefined, is.ensure.length || undefined), name: is.source.value, file, says: [], rows: all.filter(({ row, sent }) => !sent && !row.alternatives.every(({ ensuresNothing }) => ensuresNothing)).map(refOf) });
  return changes;
}

function changeOf(before: unknown, after: unknown): SharedChange["change"] {
  return before === undefined ? "added" : after === undefined ? "removed" : "changed";
}

function valueChanges(was: TableNode, is: TableNode): SharedComparison {
  const changes: SharedChange[] = [];
  const breaking: Breaking[] = [];
  for (const name of new Set([...was.values, ...is.values].map((one) => one.name.value))) {
    const [before, after] = [was, is].map(({ values }) => values.find((one) => one.name.value === name));
    if (meaningOf({ lines: linesOf(before), of: before?.of }) === meaningOf({ lines: linesOf(after), of: after?.of })) continue;
    const users = rowsOf(is).filter(({ table, row }) => readsOfRow(table, row).some(({ expression }) => pipes(expression, name)));
    const rows = users.map(refOf);
    const says = before === undefined || after === undefined ? [] : lineChanges(before, after);
    changes.push({ kind: "values", change: changeOf(before, after), name, file: is.file, says: says.map(({ text }) => text), rows });
    const fields = new Map(users.flatMap(({ row }) => fieldsThrough(row, name)).map((field) => [`${field.event} ${field.field}`, field]));
    for (const { was: word, is: other, from } of says) {
      if (word === undefined || word === other) continue;
      for (const { event, field } of fields.values()) {
        breaking.push({ kind: other === undefined ? "field-gone" : "field-changed", event, field, was: word, ...(other !== undefined && { is: other }), of: users.filter(({ row }) => givenBy(row).get(event)?.has(field)).map(({ row }) => row.key.value), by: `values ${name}, ${from}` });
      }
    }
  }
  return { changes, breaking };
}

/** What becomes of each value, and of those that no line names. */
function linesOf(table: ValueTableNode | undefined): Record<string, unknown> | undefined {
  if (table === undefined) return undefined;
  const lines = table.map.map(({ from, to, undecided }): [string, unknown] => [`"${from.value}"`, [to.value, undecided !== undefined]]);
  return Object.fromEntries([...lines, ["unlisted", table.unlisted?.value], ["absent", table.absent?.value]]);
}

interface LineChange {
  readonly from: string;
  readonly was?: unknown;
  readonly is?: unknown;
  readonly text: string;
}

function lineChanges(before: ValueTableNode, after: ValueTableNode): LineChange[] {
  const [old, now] = [before, after].map((table) => new Map<string, unknown>([...table.map.map(({ from, to }) => [from.value, to.value] as const), ...(table.unlisted ? [["(unlisted)", table.unlisted.value] as const] : []), ...(table.absent ? [["(absent)", table.absent.value] as const] : [])]));
  return [...new Set([...old!.keys(), ...now!.keys()])].flatMap((from): LineChange[] => {
    const [was, is] = [old!.get(from), now!.get(from)];
    if (was === is) return [];
    if (was === undefined) return [{ from, is, text: `+ ${from}: ${String(is)}` }];
    // A value without a line is one that no schema lists.
    const other = is ?? (from.startsWith("(") ? undefined : now!.get("(unlisted)"));
    const line = { from, was, ...(other !== undefined && { is: other }) };
    return is === undefined ? [{ ...line, text: `- ${from}: ${String(was)}` }] : [{ ...line, text: `${from}: ${String(was)} -> ${String(is)}` }];
  });
}

function fieldsThrough(row: RowNode, name: string): { readonly event: string; readonly field: string }[] {
  return [...row.alternatives, ...(row.answer ?? [])].flatMap(({ ensure, events }) =>
    [...ensure, ...events].flatMap(({ type, fields }) => flat(fields, "").flatMap(([field, value]) => (value.kind === "expression" && pipes(value.expression, name) ? [{ event: type.value, field }] : []))),
  );
}

/** The rows that put a value through a transform. */
export function rowsThrough(files: readonly MappingFile[], transform: string): RowRef[] {
  const tables = files.flatMap((file) => (file.kind === "table" ? [file] : []));
  return tables.flatMap((table) => rowsOf(table).filter(({ row }) => readsOfRow(table, row).some(({ expression }) => pipes(expression, transform))).map(refOf));
}

function pipes({ then }: Expression, name: string): boolean {
  return then.some((step) => step.kind === "pipe" && step.name === name);
}

function memoryChanges(before: readonly MappingFile[], after: readonly MappingFile[], unread: ReadonlySet<string>): SharedChange[] {
  const [old, now] = [cellsOf(before, unread), cellsOf(after, unread)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): SharedChange[] => {
    const [was, is] = [old.get(id), now.get(id)];
    if (meaningOf({ cell: was?.cell }) === meaningOf({ cell: is?.cell })) return [];
    const { cell, file } = (is ?? was)!;
    const name = cell.name.value;
    const tables = after.flatMap((one) => (one.kind === "table" && folderOf(one.file) === folderOf(file) ? [one] : []));
    const rows = tables.flatMap((table) => rowsOf(table).filter(({ row }) => remembers(row, name) || readsOfRow(table, row).some(({ expression }) => pathsOf(expression).some(({ root }) => root === name)) || branchesOn(table.key, name)).map(refOf));
    return [{ kind: "memory", change: changeOf(was, is), name, file, says: [], rows }];
  });
}

function cellsOf(files: readonly MappingFile[], unread: ReadonlySet<string>): Map<string, { readonly cell: CellNode; readonly file: string }> {
  const memories = files.flatMap((file) => (file.kind === "memory" && !unread.has(file.file) ? [file] : []));
  return new Map(memories.flatMap(({ file, cells }) => cells.map((cell) => [`${folderOf(file)}\0${cell.name.value}`, { cell, file }])));
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

function remembers({ alternatives, answer = [] }: RowNode, name: string): boolean {
  return [...alternatives, ...answer].some(({ remember }) => remember.some(({ cell }) => cell.value === name));
}

function branchesOn(key: KeyNode, name: string): boolean {
  if (key.kind === "each") return branchesOn(key.key, name);
  return (key.kind === "path" && key.path.root === name) || key.below.some((branch) => branchesOn(branch.key, name));
}

export function refOf({ table, row, sent }: { readonly table: TableNode; readonly row: RowNode; readonly sent: boolean }): RowRef {
  return { source: table.source.value, key: row.key.value, sent };
}

