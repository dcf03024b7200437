import type { CheckedProvider, CheckedTable, CheckedValueTable, Program, Transform } from "../check/types.js";
import { freeName, localNames, reservedNames } from "./names.js";
import { type RuntimeHelper, runtimeHelpers } from "./runtime-names.js";
import { expressionsOfEvent, expressionsOfRefs, expressionsOfRow } from "./walk.js";

/** What one generated module gathers while its functions are written. */
export interface Source {
  readonly program: Program;
  readonly provider: CheckedProvider;
  readonly table: CheckedTable;
  /** Names of functions and imports; local variables keep off them. */
  readonly taken: Set<string>;
  readonly valueNames: ReadonlyMap<CheckedValueTable, string>;
  readonly transforms: ReadonlyMap<string, { readonly transform: Transform; readonly name: string }>;
  /** What the module imports from the runtime contract and from the provider's types. */
  readonly helpers: Set<string>;
  readonly types: Set<string>;
  readonly providerTypes: Set<string>;
  /** Small functions that others asked for, by what they do, in the order they were asked for. */
  readonly asked: Map<string, GeneratedFunction>;
}

/** A function of the module; `roots` are what it is called with: roots of paths, and `memory`. */
export interface GeneratedFunction {
  readonly name: string;
  readonly roots: readonly string[];
  readonly code: string;
}

export function newSource(program: Program, provider: CheckedProvider, table: CheckedTable): Source {
  const taken = new Set<string>([...reservedNames, ...localNames, ...runtimeHelpers]);
  const take = (wanted: string): string => {
    const name = freeName(wanted, taken);
    taken.add(name);
    return name;
  };
  return {
    program,
    provider,
    table,
    taken,
    valueNames: new Map(table.values.map((values) => [values, take(values.name)])),
    transforms: new Map(transformsOf(provider, table).map((transform) => [transform.name, { transform, name: take(transform.name) }])),
    helpers: new Set(),
    types: new Set(),
    providerTypes: new Set(),
    asked: new Map(),
  };
}

/** A function of the runtime contract, imported from now on. */
export function helper(source: Source, name: RuntimeHelper): string {
  source.helpers.add(name);
  return name;
}

/** A type of the runtime contract, imported from now on. */
export function contractType(source: Source, name: string): string {
  source.types.add(name);
  return name;
}

/** What a mapper gives: the drafts of a message, or nothing where no row knows it. */
export function draftsType(source: Source): string {
  return `readonly ${contractType(source, "Draft")}[] | undefined`;
}

/** A small function of the module, written when it is first asked for. */
export function ask(source: Source, what: string, wanted: string, write: (name: string) => Omit<GeneratedFunction, "name">): GeneratedFunction {
  const known = source.asked.get(what);
  if (known !== undefined) return known;
  const name = freeName(wanted, source.taken);
  source.taken.add(name);
  const asked = { name, ...write(name) };
  source.asked.set(what, asked);
  return asked;
}

function transformsOf(provider: CheckedProvider, table: CheckedTable): Transform[] {
  const found = new Map<string, Transform>();
  const expressions = [
    ...expressionsOfRefs(table.refs),
    ...table.ensure.flatMap((event) => [...expressionsOfEvent(event)]),
    ...[...table.rows, ...table.sent].flatMap((row) => [...expressionsOfRow(row)]),
    ...provider.cells.flatMap((cell) => cell.by),
  ];
  for (const { then } of expressions) {
    for (const step of then) if (step.kind === "transform") found.set(step.transform.name, step.transform);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
