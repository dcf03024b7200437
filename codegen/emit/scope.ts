import { camelCase, localNames } from "./names.js";
import { contractType, type GeneratedFunction, helper, type Source } from "./source.js";

/** Where code is written: what the roots of paths are called there, and what has been read already. */
export interface Scope {
  readonly source: Source;
  /** Root of a path -> variable; `memoryRoot` -> the memory. A root that is no variable is a cell, which is recalled. */
  readonly variables: ReadonlyMap<string, string>;
  /** Reads that have a variable: code -> variable. */
  readonly known: Map<string, string>;
  /** Variables of the function that is being written, and those of its parameters that it uses. */
  readonly locals: Set<string>;
  readonly used: Set<string>;
}

/** Parameters that no path can begin with, whatever a cell or an element is called. */
export const memoryRoot = "(memory)";
export const decisionRoot = "(decision)";
export const refsParameter = "(refs)";

/** Parameters that are called the same everywhere, and their types; others are messages, called what the table calls them. */
const usual: ReadonlyMap<string, { readonly name: string; readonly type: string }> = new Map([
  ["", { name: "m", type: "Unvalidated" }],
  [memoryRoot, { name: "memory", type: "Memory" }],
  ["request", { name: "request", type: "Unvalidated" }],
  [decisionRoot, { name: "wanted", type: "Decision" }],
  ["extra", { name: "extra", type: "Unvalidated" }],
  [refsParameter, { name: "refs", type: "Refs" }],
]);

/** The scope of a new function that may be called with these roots, in this order. */
export function functionScope(source: Source, roots: readonly string[]): Scope {
  const scope: Scope = { source, variables: new Map(), known: new Map(), locals: new Set(), used: new Set() };
  const names = roots.map((root) => usual.get(root)?.name ?? local(scope, root));
  return { ...scope, variables: new Map(roots.map((root, index) => [root, names[index]!])) };
}

/** The scope of a block: what is read and named there is not known outside. */
export function innerScope(scope: Scope, variables: ReadonlyMap<string, string> = new Map()): Scope {
  return { ...scope, variables: new Map([...scope.variables, ...variables]), known: new Map(scope.known), locals: new Set(scope.locals) };
}

/** What stands for the whole table, such as its refs and the keys of cells: there the name of a cell is the cell. */
export function tableScope(scope: Scope): Scope {
  const cells = new Set(scope.source.provider.cells.map(({ name }) => name));
  return { ...scope, variables: new Map([...scope.variables].filter(([root]) => !cells.has(root))) };
}

/** A fresh variable of the function that is being written. */
export function local(scope: Scope, wanted: string): string {
  const base = camelCase(wanted);
  // Functions that are asked for while code is written may come later than the variable.
  const free = (name: string): boolean =>
    !scope.locals.has(name) && (localNames.has(name) || (!scope.source.taken.has(name) && !/^(as|ensure|recall)[A-Z]/.test(name)));
  let name = free(base) ? base : `${base}Value`;
  for (let number = 2; !free(name); number++) name = `${base}Value${number}`;
  scope.locals.add(name);
  return name;
}

/** The variable of a root, which the function then needs as a parameter. */
export function variable(scope: Scope, root: string): string | undefined {
  const name = scope.variables.get(root);
  if (name !== undefined) scope.used.add(name);
  return name;
}

/** The parameters that a function turned out to need, in order. */
export function parametersOf(scope: Scope): string[] {
  return [...scope.variables].filter(([, name]) => scope.used.has(name)).map(([root]) => root);
}

export function parameterCode(scope: Scope, roots: readonly string[]): string {
  return roots.map((root) => `${scope.variables.get(root)}: ${contractType(scope.source, usual.get(root)?.type ?? "Unvalidated")}`).join(", ");
}

/** A call with what is at hand; what is not at hand is an empty message. */
export function callCode(scope: Scope, { name, roots }: Omit<GeneratedFunction, "code">): string {
  const given = roots.map((root) => variable(scope, root) ?? helper(scope.source, root === memoryRoot ? "noMemory" : "nothing"));
  return `${name}(${given.join(", ")})`;
}
