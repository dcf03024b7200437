import type { AlternativeNode, CellNode, HoldKind, MemoryNode, RowNode, ValueNode } from "../mapping/types.js";
import type { Shape } from "../schema/types.js";
import { misfits } from "./assignable.js";
import { checkConditions } from "./check-condition.js";
import { silent, type Report } from "./report.js";
import { resolveExpression, typeOfLiteral } from "./resolve-expression.js";
import type { Roots } from "./resolve-key.js";
import { scopeOf, type Environment, type Memory, type Scope } from "./scope.js";
import { never, shapeText, unionOf, unknown } from "./shapes.js";
import type { CheckedCell, CheckedExpression } from "./types.js";

/** The cells of a provider by name, from the memory files beside its tables. */
export function collectCells(files: readonly MemoryNode[], report: Report): Map<string, CellNode> {
  const cells = new Map<string, CellNode>();
  for (const cell of files.flatMap((file) => file.cells)) {
    const other = cells.get(cell.name.value);
    if (other) report("duplicate-cell", cell.name.at, `The memory cell "${cell.name.value}" is declared at ${other.name.at.file}:${other.name.at.line}, too.`, "Rename or remove one of the two.");
    else cells.set(cell.name.value, cell);
  }
  return cells;
}

export function holdsOf(cells: ReadonlyMap<string, CellNode>): Map<string, ReadonlyMap<string, HoldKind>> {
  return new Map([...cells].map(([name, cell]) => [name, new Map(cell.holds.map((held) => [held.name.value, held.kind.value]))]));
}

/** A row where something may be remembered, with what its paths find. */
export interface Rememberer {
  readonly row: RowNode;
  readonly environment: (memory: Memory) => Environment;
  readonly scope: Scope;
  readonly answerScope: Scope | undefined;
}

/**
 * The memory that knows what its `last` values can be: all that any row remembers under their name. A value that is
 * remembered from itself adds nothing.
 */
export function typedMemory(cells: Memory["cells"], rememberers: readonly Rememberer[]): Memory {
  const known = new Map<string, Shape>();
  const held = (cell: string, name: string): Shape => {
    const key = `${cell}.${name}`;
    const found = known.get(key);
    if (found) return found;
    known.set(key, never);
    const shape = unionOf(rememberers.flatMap((rememberer) => rememberedIn(rememberer, memory, cell, name)));
    known.set(key, shape);
    return shape;
  };
  const memory: Memory = { cells, held };
  return memory;
}

function rememberedIn({ row, environment, scope, answerScope }: Rememberer, memory: Memory, cell: string, name: string): Shape[] {
  const env = { ...environment(memory), report: silent };
  const inRow = row.alternatives.flatMap((node) => rememberedBy(env, scope, node, cell, name));
  return answerScope ? [...inRow, ...(row.answer ?? []).flatMap((node) => rememberedBy(env, answerScope, node, cell, name))] : inRow;
}

function rememberedBy(env: Environment, scope: Scope, node: AlternativeNode, cell: string, name: string): Shape[] {
  const values = node.remember.filter((one) => one.cell.value === cell).flatMap(({ fields }) => fields.filter((field) => field.name.value === name));
  if (values.length === 0) return [];
  const { scope: inside } = checkConditions(env, scope, node.when);
  return values.map(({ value }) => shapeOfValue(env, inside, value));
}

function shapeOfValue(env: Environment, scope: Scope, node: ValueNode): Shape {
  if (node.kind === "literal") return typeOfLiteral(node.value).shape;
  if (node.kind === "expression") return resolveExpression(env, scope, node.expression)?.shape ?? unknown;
  return node.kind === "object" ? { kind: "object", fields: new Map(), rest: unknown } : { kind: "list", element: unknown };
}

/** One table as the keys of cells see it: any of its messages. */
export interface KeyScope {
  readonly env: Environment;
  readonly roots: Roots;
}

/** Cells with their keys resolved: a part of a key is a path that some message of the provider has. */
export function checkCells(cells: ReadonlyMap<string, CellNode>, scopes: readonly KeyScope[], report: Report): Map<string, CheckedCell> {
  const checked = new Map<string, CheckedCell>();
  for (const cell of cells.values()) {
    if (needsItself(cells, cell)) report("memory-cycle", cell.name.at, `The key of the memory cell "${cell.name.value}" needs the cell itself.`);
    const by = cell.by.map((part): CheckedExpression | undefined => {
      let strange: CheckedExpression | undefined;
      for (const { env, roots } of [...scopes, ...together(scopes)]) {
        const found = resolveExpression({ ...env, report: silent }, scopeOf(roots), part);
        if (found && misfits(env.set, found.shape, keyShape).length === 0) return { ...found, optional: true };
        strange ??= found;
      }
      if (strange) {
        report("type-mismatch", part.at, `A part of a key is a text, a number or a truth value, but \`${strange.text}\` is ${shapeText(strange.shape)}.`, "Name the field of it that tells things apart.");
        return undefined;
      }
      const [first] = scopes;
      if (first) resolveExpression({ ...first.env, report }, scopeOf(first.roots), part);
      return undefined;
    });
    checked.set(cell.name.value, {
      name: cell.name.value,
      by: by.filter((part) => part !== undefined),
      holds: cell.holds.map(({ name, kind }) => ({ name: name.value, kind: kind.value })),
      until: cell.until.value,
    });
  }
  return checked;
}

const keyShape = { kind: "union", members: [{ kind: "string" }, { kind: "number" }, { kind: "integer" }, { kind: "boolean" }] } as const;

/** All messages of a protocol at once: a part of a key may stand at one place in some of them and at another in others. */
function together(scopes: readonly KeyScope[]): KeyScope[] {
  const sets = new Set(scopes.map(({ env }) => env.set));
  return [...sets].map((set) => {
    const same = scopes.filter(({ env }) => env.set === set);
    const messages = same.flatMap(({ roots }) => roots.get("")?.shape ?? []);
    return { env: same[0]!.env, roots: new Map([["", { shape: unionOf(messages), optional: false }]]) };
  });
}

function needsItself(cells: ReadonlyMap<string, CellNode>, cell: CellNode): boolean {
  const seen = new Set<string>();
  const reach = (at: CellNode): void => {
    for (const { first, then } of at.by) {
      for (const operand of [first, ...then.flatMap((step) => (step.kind === "else" ? step.operand : []))]) {
        const next = operand.kind === "path" ? cells.get(operand.path.root) : undefined;
        if (next === undefined || seen.has(next.name.value)) continue;
        seen.add(next.name.value);
        reach(next);
      }
    }
  };
  reach(cell);
  return seen.has(cell.name.value);
}

/** Cells that are filled and never read, read and never filled, or neither. */
export function reportUnusedCells(cells: ReadonlyMap<string, CellNode>, filled: ReadonlySet<string>, read: ReadonlySet<string>, report: Report): void {
  // A misspelt cell is reported where it is used.
  if ([...filled].some((name) => !cells.has(name))) return;
  for (const [name, { name: located }] of cells) {
    if (filled.has(name) && read.has(name)) continue;
    const what = filled.has(name) ? "is filled, but never read" : read.has(name) ? "is read, but nothing is ever remembered there" : "is never used";
    report("unused-cell", located.at, `The memory cell "${name}" ${what}.`, filled.has(name) ? `Read it as \`$${name}\`, or remove it and what fills it.` : read.has(name) ? "Fill it with `remember:`." : "Remove it.");
  }
}
