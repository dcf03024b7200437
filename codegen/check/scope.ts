import type { CanonicalModel } from "../schema/canonical.js";
import type { DefinitionSet, Shape, Surface } from "../schema/types.js";
import type { HoldKind, Located, Path, Scalar } from "../mapping/types.js";
import type { CheckedValueTable, ProposedValue, Transform } from "./types.js";
import type { Report } from "./report.js";
import { branchesOf, membersOf, unionOf, withoutNull, type Typed } from "./shapes.js";

/** What the expressions of one table may use. */
export interface Environment {
  readonly set: DefinitionSet;
  readonly surface: Surface;
  readonly canonical: CanonicalModel;
  readonly values: ReadonlyMap<string, ResolvedValues>;
  readonly transforms: ReadonlyMap<string, Transform>;
  readonly memory: Memory;
  readonly report: Report;
  /** Takes down which value tables and memory cells are read; what nobody reads is reported at the end. */
  readonly used: { readonly values: Set<string>; readonly cells: Set<string> };
}

/** A value table with what its `of` names. */
export interface ResolvedValues {
  readonly table: CheckedValueTable;
  /** The values that `of` lists; `anything` if it names nothing, which is reported once. */
  readonly takes: readonly string[] | "string" | "boolean" | "anything";
  readonly open: boolean;
  /** All that it may give, each where it is written. */
  readonly results: readonly Located<Scalar>[];
  /** A line for each value that `of` lists and that has none. */
  readonly missing: readonly ProposedValue[];
}

/** The cells of a provider as paths see them. */
export interface Memory {
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, HoldKind>>;
  /** What is held under a name, from all that is ever remembered there. */
  readonly held: (cell: string, name: string) => Shape;
}

/** What paths may begin with at one place, and what is known there. */
export interface Scope {
  /** By what follows `$`: `""` is the message, others are `request`, `extra` and the names of `each`. */
  readonly roots: ReadonlyMap<string, Typed>;
  /** Paths, as written, that cannot be absent here: a `when` says so, or the row has just remembered them. */
  readonly present: ReadonlySet<string>;
  /** Something that decides what is present is wrong, and reported: nothing more is said about what may be absent. */
  readonly doubtful?: boolean;
}

export function scopeOf(roots: Iterable<readonly [string, Typed]>): Scope {
  return { roots: new Map(roots), present: new Set() };
}

export function withRoot(scope: Scope, name: string, typed: Typed): Scope {
  return { ...scope, roots: new Map(scope.roots).set(name, typed) };
}

export function withPresent(scope: Scope, ...paths: readonly string[]): Scope {
  return { ...scope, present: new Set([...scope.present, ...paths]) };
}

/** The scope where a path has one of some values, or none of them: what they tell apart is told apart. */
export function narrowed(set: DefinitionSet, scope: Scope, path: Path, values: ReadonlySet<string>, holds: boolean): Scope {
  return narrowRoot(scope, path, (shape, names) => {
    const branches = branchesOf(set, shape, names);
    const kept = branches.values.filter((branch) => values.has(branch.value));
    if (kept.length < values.size) return undefined;
    if (holds) return kept.map((branch) => branch.shape);
    const others = branches.values.filter((branch) => !values.has(branch.value));
    return [...others.map((branch) => branch.shape), branches.open, branches.absent].filter((part) => part !== undefined);
  });
}

/** The scope where a field of the message itself is there, or is not: an answer has a result or an error. */
export function narrowedByPresence(set: DefinitionSet, scope: Scope, path: Path, present: boolean): Scope {
  return narrowRoot(scope, path, (shape, [name = "", ...deeper]) => {
    if (deeper.length > 0) return undefined;
    return membersOf(set, shape).filter((member) => {
      if (member.kind !== "object") return true;
      const field = member.fields.get(name);
      return present ? field !== undefined || member.rest !== undefined : field?.required !== true || withoutNull(set, field.shape).optional;
    });
  });
}

function narrowRoot(scope: Scope, path: Path, narrow: (shape: Shape, names: readonly string[]) => Shape[] | undefined): Scope {
  const root = scope.roots.get(path.root);
  const names = fieldSteps(path);
  if (!root || names === undefined || names.length === 0) return scope;
  const kept = narrow(root.shape, names);
  return kept === undefined || kept.length === 0 ? scope : withRoot(scope, path.root, { ...root, shape: unionOf(kept) });
}

/** The names of a path that has only names, else `undefined`. */
export function fieldSteps(path: Path): readonly string[] | undefined {
  const names = path.steps.map((step) => (step.kind === "field" ? step.name : undefined));
  return names.every((name) => name !== undefined) ? (names as string[]) : undefined;
}
