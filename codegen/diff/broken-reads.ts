import { answerScope } from "../check/responses.js";
import type { Leaf } from "../check/resolve-key.js";
import { resolvePath } from "../check/resolve-path.js";
import { scopeOf, withRoot, type Environment, type Scope } from "../check/scope.js";
import { elementOf } from "../check/shapes.js";
import type { Path } from "../mapping/types.js";
import { pathsOf, readsOfRow, type Read } from "./row-reads.js";
import { homeOf, type Version, type Versions } from "./schema-diff.js";
import type { Mapped } from "./table-messages.js";
import { elementsOf, trace, type Spot } from "./trace.js";

/** A row whose expression finds nothing any more in a message that both versions have. */
export interface Broken {
  readonly file: string;
  readonly line: number;
  readonly row: string;
  readonly path: string;
  /** Every place of the older version that the path touches. */
  readonly touched: ReadonlySet<string>;
}

/** What the expressions on a line of a table touch. */
export interface LineReads {
  readonly row: string;
  readonly touched: Set<string>;
}

/** Expressions of which some path led somewhere in the older version, and none does in the newer, message by message. */
export function brokenReads(old: readonly Mapped[], fresh: readonly Mapped[], { from }: Versions): Broken[] {
  const found = new Map<string, Broken>();
  for (const table of old) {
    const newer = fresh.find(({ node, union }) => node === table.node && union === table.union);
    if (newer === undefined) continue;
    for (const { row, leaves } of table.rows) {
      const both = leaves.flatMap((leaf) => {
        const other = newer.leaves.get(leaf.segments.join(":"));
        return leaf.possible && other?.possible === true ? [{ leaf, other }] : [];
      });
      if (both.length === 0) continue;
      for (const read of readsOfRow(table.node, row)) {
        for (const { leaf, other } of both) {
          const [path] = pathsThere(table.env, leaf, read);
          if (path === undefined || pathsThere(newer.env, other, read).length > 0) continue;
          const { file, line } = path.at ?? row.at;
          const key = `${file}:${line}:${row.key.value}:${path.text}`;
          if (!found.has(key)) found.set(key, { file, line, row: row.key.value, path: path.text, touched: touchedBy(table, leaf, read, [path], from) });
        }
      }
    }
  }
  return [...found.values()];
}

/** By `file:line`. */
export function readsByLine(tables: readonly Mapped[], version: Version): Map<string, LineReads> {
  const lines = new Map<string, LineReads>();
  for (const table of tables) {
    for (const { row, leaves } of table.rows) {
      for (const read of leaves.length === 0 ? [] : readsOfRow(table.node, row)) {
        const { file, line } = read.expression.at;
        const known = lines.get(`${file}:${line}`) ?? { row: row.key.value, touched: new Set<string>() };
        lines.set(`${file}:${line}`, known);
        for (const leaf of leaves) for (const place of touchedBy(table, leaf, read, pathsOf(read.expression), version)) known.touched.add(place);
      }
    }
  }
  return lines;
}

/** The paths of an expression that lead somewhere; what is remembered is always there. */
function pathsThere(env: Environment, leaf: Leaf, { expression, answer, elements }: Read): Path[] {
  let scope: Scope = answer ? answerScope(env, scopeOf(leaf.roots)) : withRoot(scopeOf(leaf.roots), "extra", { shape: { kind: "unknown" }, optional: true });
  for (const { name, list } of elements) {
    if (scope.roots.has(name)) continue;
    const typed = resolvePath(env, scope, list);
    const element = typed && elementOf(env.set, typed.shape);
    if (element !== undefined) scope = withRoot(scope, name, { shape: element, optional: false });
  }
  return pathsOf(expression).filter((path) => resolvePath(env, scope, path) !== undefined);
}

function touchedBy(table: Mapped, leaf: Leaf, { answer, elements }: Read, paths: readonly Path[], version: Version): ReadonlySet<string> {
  const touched = new Set<string>();
  const set = version.set;
  const roots = rootSpots(table, leaf, version, answer);
  const follow = (path: Path): readonly Spot[] => {
    const spots = roots.get(path.root) ?? [];
    const way = trace(set, spots, path.steps);
    for (const place of way.touched) touched.add(place);
    return way.end;
  };
  for (const { name, list } of elements) roots.set(name, elementsOf(set, follow(list), touched));
  for (const path of paths) follow(path);
  return touched;
}

/** Where `$` and `$request` begin: at the messages of the leaf, or at their answers. */
function rootSpots({ node, union }: Mapped, { segments }: Leaf, { messages }: Version, answer: boolean): Map<string, Spot[]> {
  const key = segments.join(":");
  const own = [...(messages.get(union) ?? [])].filter(([name]) => name === "" || key === name || key.startsWith(`${name}:`) || name.startsWith(`${key}:`));
  const asked = own.map(([message, { shape }]): Spot => ({ shape, site: { home: homeOf({ union, message, answer: false }), path: "$" } }));
  const answers = own.flatMap(([message, { response }]): Spot[] => {
    if (response === undefined) return [];
    const site = { home: homeOf({ union, message, answer: true }), path: "$" };
    return [{ shape: { kind: "object", fields: new Map([["result", { shape: { kind: "named", name: response }, required: true }]]) }, site }];
  });
  const isAnswer = answer || node.answers !== undefined;
  return new Map(isAnswer ? [["", answers], ["request", asked]] : [["", asked]]);
}
