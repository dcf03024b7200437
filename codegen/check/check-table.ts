import { keyText } from "../mapping/row-text.js";
import { tableName } from "../mapping/place.js";
import type { KeyNode, RowNode, TableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { DefinitionSet, Surface } from "../schema/types.js";
import { checkRefs } from "./check-alternative.js";
import { checkEnsured, type Ensured } from "./check-event.js";
import { checkRow, type RowContext } from "./check-row.js";
import { checkValueTables } from "./check-values.js";
import { expandRows, givenValues, meantKeys, rowKeyOf, type ExpandedRow } from "./expand-rows.js";
import { refPaths } from "./reads.js";
import { silent, type Report } from "./report.js";
import { responseFrame } from "./responses.js";
import { resolvePath } from "./resolve-path.js";
import { resolveKey, unlistedSegment, type KeyTree, type Leaf, type Roots, type StrangeBranch } from "./resolve-key.js";
import { scopeOf, type Environment, type Memory, type ResolvedValues } from "./scope.js";
import { membersOf, unknown, type Typed } from "./shapes.js";
import { proposeRows, type Missing } from "./propose.js";
import { canonicalSpec } from "./sections.js";
import { nearestRow } from "./nearest-row.js";
import { suggest } from "../spelling.js";
import type { CheckedCell, CheckedMessage, CheckedRow, CheckedTable, ProposedRow, Transform } from "./types.js";

export interface TableInput {
  readonly node: TableNode;
  readonly surfaces: ReadonlyMap<string, Surface>;
  readonly canonical: CanonicalModel;
  readonly transforms: ReadonlyMap<string, Transform>;
  /** The project has a specification, whose sections show tables. */
  readonly specified: boolean;
  readonly report: Report;
}

/** A table whose schema is known. What it says is not looked at yet: that needs the memory it shares with other tables. */
export interface OpenTable {
  readonly node: TableNode;
  readonly rows: Group;
  readonly sent: Group | undefined;
  readonly usedValues: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, ResolvedValues>;
}

/** The rows of one union of messages. */
export interface Group {
  readonly surface: Surface;
  readonly union: string;
  readonly nodes: readonly RowNode[];
  readonly answers: boolean;
  readonly environment: (memory: Memory) => Environment;
}

/** The rows of a group beside the messages that they take. */
export interface ExpandedGroup {
  readonly env: Environment;
  readonly whole: Roots;
  readonly tree: KeyTree;
  readonly rows: readonly ExpandedRow[];
}

/** Finds the schema and reads the value tables; `undefined` if there is no such schema. */
export function openTable(input: TableInput): OpenTable | undefined {
  const { node, surfaces, canonical, transforms, specified, report } = input;
  if (!canonical.sources.includes(node.source.value)) {
    report("unknown-source", node.source.at, `"${node.source.value}" is no source of the canonical model.`, suggest(node.source.value, canonical.sources, "Sources"));
  }
  if (node.spec === undefined && specified) report("missing-spec", node.source.at, "This table says no section of the specification, so that its rows are shown nowhere.", 'Add `spec: "3.1"` with the number of its section.');
  if (node.spec?.value === canonicalSpec) report("taken-section", node.spec.at, `Section ${canonicalSpec} shows the canonical events.`, "Give the table a section of its own.");
  const values = checkValueTables(node, surfaces, transforms, canonical.enums, report);
  const used = { values: new Set<string>(), cells: new Set<string>() };
  const groupOf = (schema: TableNode["schema"], nodes: readonly RowNode[], answers: boolean): Group | undefined => {
    const surface = findUnion(schema, surfaces, report);
    const environment = (memory: Memory): Environment => ({ set: surface!.merged, surface: surface!, canonical, values, transforms, memory, report, used });
    return surface && { surface, union: schema.value.name, nodes, answers, environment };
  };
  const rows = groupOf(node.schema, node.rows, node.answers !== undefined);
  const sent = node.sentSchema && groupOf(node.sentSchema, node.sent, false);
  return rows && { node, rows, sent, usedValues: used.values, values };
}

function findUnion(schema: TableNode["schema"], surfaces: ReadonlyMap<string, Surface>, report: Report): Surface | undefined {
  const { protocol, name } = schema.value;
  const surface = surfaces.get(protocol);
  if (surface === undefined) {
    report("unknown-protocol", schema.at, `No schemas of a protocol "${protocol}" are vendored.`, suggest(protocol, surfaces.keys(), "There is"));
    return undefined;
  }
  const { definitions } = surface.merged;
  if (definitions.has(name)) return surface;
  report("unknown-definition", schema.at, `${protocol} has no definition "${name}".`, suggest(name, definitions.keys(), "There is"));
  return undefined;
}

/** Runs the key over the messages, and gives each message to a row. `other` are the messages that have the key, too. */
export function expandGroup(group: Group, other: Group | undefined, key: KeyNode, memory: Memory, report: Report): ExpandedGroup {
  const env = { ...group.environment(memory), report };
  const keys = group.nodes.map(rowKeyOf);
  const roots = rootsOf(env, group);
  const resolved = treeOf(env, group, key);
  const strange = strangeToBoth(resolved, other && treeOf({ ...other.environment(memory), report: silent }, other, key));
  for (const { branch, values } of strange) {
    const { value, at } = branch.value;
    report("unknown-key-value", at, `The key goes on below "${value}", which its path never is.`, suggest(value, values, "Values"));
  }
  const tree = strange.length > 0 ? { ...resolved, broken: true } : resolved;
  const rows = tree.broken ? group.nodes.map((row) => ({ row, leaves: [] })) : expandRows(tree, keys, report);
  return { env, whole: withElements(roots, key), tree, rows };
}

function treeOf(env: Environment, group: Group, key: KeyNode): KeyTree {
  return resolveKey({ env, key, roots: rootsOf(env, group), answers: group.answers, given: givenValues(group.nodes.map(rowKeyOf)) });
}

/** Rows and `sent` rows share a key, of which each may need its own branches. */
function strangeToBoth({ strange }: KeyTree, other: KeyTree | undefined): readonly StrangeBranch[] {
  return other === undefined ? strange : strange.filter(({ branch }) => other.strange.some((one) => one.branch === branch));
}

/** What paths begin with in any message of a group. */
function rootsOf(env: Pick<Environment, "set" | "surface">, { union, answers }: Group): Roots {
  const messages = { shape: { kind: "named", name: union }, optional: false } as const;
  if (!answers) return new Map([["", messages]]);
  const answer = { shape: responseFrame(env, messages.shape), optional: false };
  return new Map<string, Typed>([["", answer], ["request", messages]]);
}

function withElements(roots: Roots, key: KeyNode): Roots {
  if (key.kind === "each") return withElements(new Map(roots).set(key.as, { shape: unknown, optional: true }), key.key);
  return key.below.reduce((known, branch) => withElements(known, branch.key), roots);
}

export interface Neighbours {
  readonly cells: ReadonlyMap<string, CheckedCell>;
  readonly memory: Memory;
  /** Keys of the messages of the provider's other tables; `undefined` if one of them is not understood. */
  readonly otherKeys: readonly string[] | undefined;
  /** Whether to propose what is missing. */
  readonly propose: boolean;
}

/** What the rows of a table are checked against, before any of them is. */
export function openRows(table: OpenTable, rows: ExpandedGroup, sent: ExpandedGroup | undefined, around: Neighbours) {
  const { node } = table;
  const scope = scopeOf(tableRoots(rows));
  const refs = checkRefs(rows.env, scope, node.refs);
  const ensure = checkEnsured(rows.env, scope, node.ensure);
  if (node.answers) resolvePath(rows.env, scopeOf(rows.whole), node.answers.value);
  const versions = leavesByVersion(table.rows, rows, node.key);
  const context = contextOf(rows, versions, around, { refs, ensure }, (leaf) => node.answers === undefined || isError(rows.env, leaf));
  const sentContext = sent && table.sent && contextOf(sent, leavesByVersion(table.sent, sent, node.key), around, { refs: [], ensure: [], sent: true }, () => false);
  return { refs, ensure, versions, context, sentContext };
}

/** Everything that a table says, checked. */
export function checkTable(table: OpenTable, rows: ExpandedGroup, sent: ExpandedGroup | undefined, around: Neighbours, report: Report): CheckedTable {
  const { node } = table;
  const { refs, ensure, versions, context, sentContext } = openRows(table, rows, sent, around);
  const checkedRows = rows.rows.map((row) => checkRow(context, row));
  const sentRows = sent && sentContext ? sent.rows.map((row) => checkRow(sentContext, row)) : [];
  if (!rows.tree.broken) checkRepeats(node, rows, around, report);
  const uncovered = rows.tree.broken ? [] : uncoveredBy(table, rows, versions, checkedRows);
  const missing = uncovered.filter(({ within }) => within.length > 0);
  const proposed = proposeRows(context, missing, node, checkedRows);
  reportUncovered(node, proposed, checkedRows, report, versions.length);
  const checkedValues = [...table.values].filter(([name, { table: values }]) => {
    if (!table.usedValues.has(name) && !isInherited(node, name)) report("unused-values", values.at, `No row uses the value table "${name}".`, "Remove it.");
    return table.usedValues.has(name);
  });
  return {
    file: node.file,
    ...(node.shipped && { shipped: node.shipped }),
    ...(node.extended && { extended: node.extended }),
    name: tableName(node.file),
    source: node.source.value,
    spec: node.spec?.value,
    protocol: node.schema.value.protocol,
    union: node.schema.value.name,
    versions: table.rows.surface.versions,
    answers: node.answers?.value,
    key: rows.tree.checked,
    refs,
    ensure: ensure.map(({ event }) => event),
    rows: checkedRows,
    sent: sentRows,
    sentUnion: node.sentSchema?.value.name,
    sentKey: sent?.tree.checked,
    values: checkedValues.map(([, { table: values }]) => values),
    messages: messagesOf(rows),
    sentMessages: sent ? messagesOf(sent) : [],
    uncovered: uncovered.map(({ leaf: { segments } }) => ({ key: segments.join(":"), segments, versions: context.versionsOf(segments.join(":")) })),
    ...(around.propose && {
      proposals: {
        rows: proposed,
        values: [...table.values.values()].flatMap(({ missing: lines }) => lines),
      },
    }),
  };
}

function isInherited(node: TableNode, values: string): boolean {
  return node.values.some(({ name, inherited }) => name.value === values && inherited === true);
}

function messagesOf({ tree }: ExpandedGroup): CheckedMessage[] {
  return tree.leaves.filter(({ possible }) => possible).map(({ segments, roots }) => ({ key: segments.join(":"), roots }));
}

/** Refs of a table hold for every message, so elements of a list are not there. */
function tableRoots({ whole }: ExpandedGroup): Roots {
  return new Map([...whole].filter(([name]) => name === "" || name === "request"));
}

function contextOf(expanded: ExpandedGroup, versions: readonly VersionLeaves[], around: Neighbours, { refs, ensure, sent = false }: { readonly refs: CheckedTable["refs"]; readonly ensure: readonly Ensured[]; readonly sent?: boolean }, mustSpeak: RowContext["mustSpeak"]): RowContext {
  return {
    env: expanded.env,
    cells: around.cells,
    whole: expanded.whole,
    versionsOf: (name) => versions.filter(({ keys }) => keys.has(name)).map(({ version }) => version),
    mustSpeak,
    refs: refs.flatMap(refPaths),
    ensure,
    sent,
  };
}

interface VersionLeaves {
  readonly version: string;
  readonly keys: ReadonlyMap<string, Leaf>;
}

/** The messages of each version; with one version, those of the merged surface. */
function leavesByVersion(group: Group, expanded: ExpandedGroup, key: KeyNode): VersionLeaves[] {
  const { surface } = group;
  return surface.versions.map((version) => {
    const set = surface.versions.length > 1 ? surface.byVersion.get(version) : undefined;
    const leaves = set ? versionTree(group, expanded.env, set, key).leaves : expanded.tree.leaves;
    return { version, keys: new Map(leaves.map((leaf) => [leaf.segments.join(":"), leaf])) };
  });
}

function versionTree(group: Group, merged: Environment, set: DefinitionSet, key: KeyNode): KeyTree {
  return treeOf({ ...merged, set, report: silent }, group, key);
}

/** Messages of any version without a row; an answer table may be silent about results, not about errors. Where a misspelt row was probably meant for one, it is in no version. */
function uncoveredBy({ rows: { answers } }: OpenTable, { env, tree, rows: expanded }: ExpandedGroup, versions: readonly VersionLeaves[], rows: readonly CheckedRow[]): Missing[] {
  const meant = meantKeys(tree, expanded);
  const covered = new Set(rows.flatMap(({ covers }) => covers.map(({ key }) => key)));
  return tree.leaves.flatMap((leaf) => {
    const key = leaf.segments.join(":");
    if (covered.has(key) || (answers && !isError(env, leaf))) return [];
    const within = versions.filter(({ keys }) => keys.get(key)?.possible === true).map(({ version }) => version);
    return within.length === 0 ? [] : [{ leaf, within: meant.has(key) ? [] : within }];
  });
}

function reportUncovered(node: TableNode, proposed: readonly ProposedRow[], rows: readonly CheckedRow[], report: Report, all: number): void {
  for (const { key, versions, lines } of proposed) {
    const where = versions.length === all ? "" : ` (in ${versions.join(", ")})`;
    const row = [`${keyText(key)}:`, ...lines].map((line) => `  ${line}`);
    report("uncovered-message", nearestRow(key, rows)?.at ?? node.schema.at, `No row covers "${key}"${where}.`, `Add a row such as:\n${row.join("\n")}`, { uncovered: { key, row: row.join("\n") } });
  }
}

function isError(env: Environment, leaf: Leaf): boolean {
  const message = leaf.roots.get("");
  return message !== undefined && membersOf(env.set, message.shape).some((member) => member.kind === "object" && member.fields.has("error"));
}

/** The messages that say the same as a row does (EVENTS.md rule 28) exist. */
function checkRepeats(node: TableNode, { tree }: ExpandedGroup, { otherKeys }: Neighbours, report: Report): void {
  const own = tree.leaves.filter(({ segments }) => !segments.includes(unlistedSegment)).map(({ segments }) => segments.join(":"));
  for (const row of node.rows) {
    for (const { value, at } of row.twin) {
      if (otherKeys?.includes(value) === false) report("unknown-twin", at, `No other table of this provider has a message "${value}".`, suggest(value, otherKeys, "There is"));
    }
    for (const { value, at } of row.yieldsTo) {
      if (!own.includes(value) || value === row.key.value) report("unknown-yields", at, `No other row of this table has a message "${value}".`, suggest(value, own.filter((key) => key !== row.key.value), "There is"));
    }
  }
}
