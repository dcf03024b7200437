import type { Diagnostic } from "../diagnostic.js";
import type { EquivalenceNode } from "../mapping/equivalence.js";
import { providerOf } from "../mapping/place.js";
import type { CellNode, MappingFile, MemoryNode, RowNode, TableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Surface } from "../schema/types.js";
import { checkEquivalence } from "./check-equivalence.js";
import { isUndecided, isWrong } from "./codes.js";
import { checkCells, collectCells, holdsOf, reportUnusedCells, typedMemory, type Rememberer } from "./check-memory.js";
import { checkTable, expandGroup, openTable, type ExpandedGroup, type Group, type Neighbours, type OpenTable } from "./check-table.js";
import { unite } from "./check-row.js";
import { inOrder, reportInto, silent, type Report } from "./report.js";
import { answerScope } from "./responses.js";
import { unlistedSegment } from "./resolve-key.js";
import { scopeOf, type Memory } from "./scope.js";
import { unknown } from "./shapes.js";
import { understandTransforms } from "./understand-transforms.js";
import type { CheckedCell, CheckedProvider, Program, Proposals, Transform } from "./types.js";

export { codes, isUndecided, isWrong, type Code } from "./codes.js";
export { toldApart } from "./told-apart.js";
export { readTransforms } from "./read-transforms.js";
export type * from "./types.js";

export interface CheckInput {
  /** Tables and memories; a file's folder is its provider. */
  readonly mappings: readonly MappingFile[];
  /** By protocol. */
  readonly surfaces: ReadonlyMap<string, Surface>;
  readonly canonical: CanonicalModel;
  readonly transforms: readonly Transform[];
  /** Looked at only where the tables are sound and decided: with one of them missing, half of what is said would be wrong. */
  readonly equivalence?: EquivalenceNode;
  /** Whether to propose rows and lines for what is missing. */
  readonly propose?: boolean;
  /** Whether the project has a specification, whose sections show tables; it has unless this says no. */
  readonly specified?: boolean;
}

/**
 * Checks mapping tables against the surfaces and the canonical model (mappings/README.md). Every finding has a code of
 * `codes`, a place and, where there is one, the nearest right spelling. The program is there if there is no error; messages
 * that no row covers and what is undecided do not count, so that `coverage` can list them, but nothing may be emitted from such a program.
 */
export function check(input: CheckInput): { program?: Program; diagnostics: Diagnostic[]; proposals?: Proposals } {
  const found: Diagnostic[] = [];
  const report = once(reportInto(found));
  const transforms = understandTransforms(input.transforms, input.canonical, report);
  reportRepeatedSources(input.mappings, report);
  const providers = [...byProvider(input.mappings)].map(([name, files]) => checkProvider(name, files, { ...input, transforms, report }));
  const program: Program = { canonical: input.canonical, surfaces: input.surfaces, providers };
  const decided = !found.some(isUndecided);
  const equivalence = input.equivalence && decided && !broken(found) ? checkEquivalence(input.equivalence, program, report) : undefined;
  const diagnostics = inOrder(found);
  const proposals = input.propose === true && { proposals: together(providers) };
  return broken(found) ? { diagnostics, ...proposals } : { program: { ...program, ...(equivalence && { equivalence }) }, diagnostics, ...proposals };
}

function broken(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isWrong);
}

function together(providers: readonly CheckedProvider[]): Proposals {
  const all = providers.flatMap(({ tables }) => tables.flatMap(({ proposals }) => proposals ?? []));
  return { rows: all.flatMap(({ rows }) => rows), values: all.flatMap(({ values }) => values) };
}

export interface ProviderInput {
  readonly surfaces: ReadonlyMap<string, Surface>;
  readonly canonical: CanonicalModel;
  readonly transforms: ReadonlyMap<string, Transform>;
  readonly report: Report;
  readonly propose?: boolean;
  readonly specified?: boolean;
}

/** The tables of one folder beside the messages that their rows take, and the memory that they share. */
export interface OpenProvider {
  readonly tables: readonly { readonly table: OpenTable; readonly rows: ExpandedGroup; readonly sent: ExpandedGroup | undefined; readonly around: Neighbours }[];
  readonly cellNodes: ReadonlyMap<string, CellNode>;
  readonly cells: ReadonlyMap<string, CheckedCell>;
  /** All of it is, so that what is missing is missing. */
  readonly understood: boolean;
}

/** What there is to know of the tables of one folder before their rows are looked at one by one. */
export function openProvider(files: readonly MappingFile[], input: ProviderInput): OpenProvider {
  const { report } = input;
  const cellNodes = collectCells(files.filter((file): file is MemoryNode => file.kind === "memory"), report);
  const nodes = files.filter((file): file is TableNode => file.kind === "table");
  const tables = nodes.flatMap((node) => openTable({ ...input, specified: input.specified !== false, node }) ?? []);
  const memory = learnMemory(holdsOf(cellNodes), tables);
  const expanded = tables.map((table) => ({
    table,
    rows: expandGroup(table.rows, table.sent, table.node.key, memory, report),
    sent: table.sent && expandGroup(table.sent, table.rows, table.node.key, memory, report),
  }));
  const understood = tables.length === nodes.length && !expanded.some(({ rows, sent }) => rows.tree.broken || sent?.tree.broken === true);
  const cells = checkCells(cellNodes, expanded.flatMap(({ rows, sent }) => [rows, ...(sent ? [sent] : [])].map(({ env, whole }) => ({ env, roots: whole }))), understood ? report : silent);
  const keysOf = ({ tree }: ExpandedGroup) => tree.leaves.map(({ segments }) => segments.join(":"));
  const around = (table: OpenTable): Neighbours => {
    const others = expanded.filter((other) => other.table !== table);
    const otherKeys = !understood ? undefined : others.flatMap((other) => keysOf(other.rows).filter((key) => !key.includes(unlistedSegment)));
    return { cells, memory, otherKeys, propose: input.propose === true };
  };
  return { tables: expanded.map((open) => ({ ...open, around: around(open.table) })), cellNodes, cells, understood };
}

function checkProvider(name: string, files: readonly MappingFile[], input: ProviderInput): CheckedProvider {
  const { report } = input;
  const { tables, cellNodes, cells, understood } = openProvider(files, input);
  const checked = tables.map(({ table, rows, sent, around }) => checkTable(table, rows, sent, around, report));
  const filled = new Set(tables.flatMap(({ table: { node } }) => [...node.rows, ...node.sent].flatMap((row) => [...row.alternatives, ...(row.answer ?? [])].flatMap(({ remember }) => remember.map(({ cell }) => cell.value)))));
  const read = new Set(tables.flatMap(({ rows, sent }) => [...rows.env.used.cells, ...(sent?.env.used.cells ?? [])]));
  if (understood) reportUnusedCells(cellNodes, filled, read, report);
  return { name, tables: checked, cells: [...cells.values()] };
}

/**
 * A key may branch on what is remembered, and what is remembered follows from which rows there are. So the rows are
 * expanded once without knowing it, which every row that does not hang on memory survives.
 */
function learnMemory(cells: Memory["cells"], tables: readonly OpenTable[]): Memory {
  const ignorant: Memory = { cells, held: () => unknown };
  if (cells.size === 0) return ignorant;
  const filling = tables.flatMap(({ node: { key }, rows, sent }) => [{ key, group: rows, other: sent }, ...(sent ? [{ key, group: sent, other: rows }] : [])]).filter(({ group }) => group.nodes.some(remembers));
  return typedMemory(cells, filling.flatMap(({ group, other, key }) => rememberers(group, expandGroup(group, other, key, ignorant, silent))));
}

function remembers({ alternatives, answer = [] }: RowNode): boolean {
  return [...alternatives, ...answer].some(({ remember }) => remember.length > 0);
}

function rememberers(group: Group, { env, rows, whole }: ExpandedGroup): Rememberer[] {
  return rows.filter(({ row }) => remembers(row)).map(({ row, leaves }) => {
    const scope = scopeOf(leaves.length > 0 ? unite(leaves.map(({ roots }) => roots)) : whole);
    return { row, environment: group.environment, scope, answerScope: row.answer && answerScope(env, scope) };
  });
}

function reportRepeatedSources(files: readonly MappingFile[], report: Report): void {
  const seen = new Map<string, TableNode>();
  for (const file of files) {
    if (file.kind !== "table") continue;
    const other = seen.get(file.source.value);
    if (other) report("duplicate-source", file.source.at, `"${file.source.value}" is mapped by ${other.file}, too.`, "One source has one table.");
    else seen.set(file.source.value, file);
  }
}

/** By folder, in the order given: `mappings/codex/notifications.yaml` belongs to `codex`. */
function byProvider(files: readonly MappingFile[]): Map<string, MappingFile[]> {
  const providers = new Map<string, MappingFile[]>();
  for (const file of files) {
    const name = providerOf(file.file);
    providers.set(name, [...(providers.get(name) ?? []), file]);
  }
  return providers;
}

/** The same finding at the same place is reported once, however often its place is looked at. */
function once(report: Report): Report {
  const seen = new Set<string>();
  return (code, at, message, hint, more) => {
    // A misspelt result of a value table is one mistake, in however many fields it ends up.
    const key = `${code} ${at?.file}:${at?.line}:${at?.column} ${code === "unknown-literal" ? "" : message}`;
    if (seen.has(key)) return;
    seen.add(key);
    report(code, at, message, hint, more);
  };
}
