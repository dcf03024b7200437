import { collectCells, holdsOf } from "../check/check-memory.js";
import { openTable, type Group } from "../check/check-table.js";
import { expandRows, givenValues, rowKeyOf, type ExpandedRow } from "../check/expand-rows.js";
import { silent } from "../check/report.js";
import { resolveKey, type Leaf } from "../check/resolve-key.js";
import { responseFrame } from "../check/responses.js";
import type { Environment, Memory } from "../check/scope.js";
import { unknown, type Typed } from "../check/shapes.js";
import type { MemoryNode, TableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Surface } from "../schema/types.js";

/** The rows of a table, or those of what the host writes, beside the messages of one version that they take. */
export interface Mapped {
  readonly node: TableNode;
  readonly union: string;
  readonly env: Environment;
  readonly leaves: ReadonlyMap<string, Leaf>;
  readonly rows: readonly ExpandedRow[];
}

/** What a table takes of one version alone; nothing where the version does not have its union. What is wrong is not said here. */
export function mappedBy(node: TableNode, memories: readonly MemoryNode[], surface: Surface, version: string, canonical: CanonicalModel): Mapped[] {
  const set = surface.byVersion.get(version)!;
  const alone: Surface = { ...surface, versions: [version], merged: set, byVersion: new Map([[version, set]]) };
  const table = openTable({ node, surfaces: new Map([[surface.protocol, alone]]), canonical, transforms: new Map(), specified: false, report: silent });
  if (table === undefined) return [];
  const memory: Memory = { cells: holdsOf(collectCells(memories, silent)), held: () => unknown };
  return [table.rows, ...(table.sent === undefined ? [] : [table.sent])].map((group) => mappedGroup(node, group, memory));
}

function mappedGroup(node: TableNode, group: Group, memory: Memory): Mapped {
  const env = { ...group.environment(memory), report: silent };
  const keys = group.nodes.map(rowKeyOf);
  const messages: Typed = { shape: { kind: "named", name: group.union }, optional: false };
  const answer = (): Typed => ({ shape: responseFrame(env, messages.shape), optional: false });
  const roots = group.answers ? new Map([["", answer()], ["request", messages]]) : new Map([["", messages]]);
  const tree = resolveKey({ env, key: node.key, roots, answers: group.answers, given: givenValues(keys) });
  return { node, union: group.union, env, leaves: new Map(tree.leaves.map((leaf) => [leaf.segments.join(":"), leaf])), rows: expandRows(tree, keys, silent) };
}
