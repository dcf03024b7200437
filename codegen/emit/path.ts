import type { CheckedCell, CheckedExpression } from "../check/types.js";
import type { Path } from "../mapping/types.js";
import { rawCode } from "./expression.js";
import { camelCase, isIdentifier, upperFirst } from "./names.js";
import { callCode, functionScope, local, memoryRoot, parameterCode, parametersOf, type Scope, tableScope, variable } from "./scope.js";
import { ask, type GeneratedFunction, contractType, helper, type Source } from "./source.js";
import { pathsOf } from "./walk.js";

/** How a path is read: `m.params?.item?.id`. */
export function pathCode(path: Path, scope: Scope): string {
  let code = rootCode(path.root, scope);
  // The variables of roots are objects, whatever the message is; what lies below may be anything.
  let dot = ".";
  for (const step of path.steps) {
    switch (step.kind) {
      case "field":
        code = property(code, dot, step.name);
        break;
      case "index":
        code = `${helper(scope.source, "at")}(${code}, ${step.index})`;
        break;
      case "pick": {
        const equals = typeof step.equals === "string" ? JSON.stringify(step.equals) : pathCode(step.equals, scope);
        code = `${helper(scope.source, "pick")}(${property(code, dot, step.list)}, ${JSON.stringify(step.field)}, ${equals})`;
        break;
      }
    }
    dot = "?.";
    code = scope.known.get(code) ?? code;
  }
  return code;
}

/** `m.method`, `m?.params`, `m["x-y"]`. */
export function property(object: string, dot: string, name: string): string {
  if (isIdentifier(name)) return `${object}${dot}${name}`;
  return `${object}${dot === "." ? "" : dot}[${JSON.stringify(name)}]`;
}

/** The values that a cell holds for the message at hand, by a function that knows the cell's key. */
function rootCode(root: string, scope: Scope): string {
  const name = variable(scope, root);
  if (name !== undefined) return name;
  const cell = scope.source.provider.cells.find((candidate) => candidate.name === root);
  if (cell === undefined) return helper(scope.source, "nothing");
  const recall = recallFunction(cell, scope.source);
  const code = callCode(scope, recall);
  return scope.known.get(code) ?? code;
}

function recallFunction(cell: CheckedCell, source: Source): GeneratedFunction {
  return ask(source, `recall ${cell.name}`, `recall${upperFirst(camelCase(cell.name))}`, (name) => {
    const scope = functionScope(source, ["", memoryRoot, "request", ...elementRoots(cell, source)]);
    const recalled = `${variable(scope, memoryRoot)}.recall(${JSON.stringify(cell.name)}, ${keyCode(cell, scope)})`;
    const roots = parametersOf(scope);
    return { roots, code: `function ${name}(${parameterCode(scope, roots)}): ${contractType(source, "Unvalidated")} { return ${recalled}; }` };
  });
}

/** The key of a cell, read from the message at hand. */
export function keyCode(cell: CheckedCell, scope: Scope): string {
  const inside = tableScope(scope);
  return `[${cell.by.map((expression) => rawCode(expression, inside)).join(", ")}]`;
}

/** Elements of `each` that a cell's key reads: neither the message, nor a cell. */
function elementRoots(cell: CheckedCell, source: Source): string[] {
  const roots = new Set<string>();
  const visit = ({ by }: CheckedCell): void => {
    for (const { root } of pathsOf(by)) {
      const inner = source.provider.cells.find(({ name }) => name === root);
      if (inner !== undefined && inner !== cell) visit(inner);
      else if (root !== "" && root !== "request") roots.add(root);
    }
  };
  visit(cell);
  return [...roots];
}

/** Names what several paths begin with: `const item = m.params?.item;`. Gives the lines that do it. */
export function nameSharedReads(expressions: readonly CheckedExpression[], scope: Scope, shortest = 2): string[] {
  const paths = [...pathsOf(expressions)].filter(({ root }) => scope.variables.has(root)).map(fieldsOf);
  const prefixes = new Map<string, FieldPath>();
  for (const path of paths) {
    for (let length = shortest; length <= path.names.length; length++) {
      const prefix = { root: path.root, names: path.names.slice(0, length) };
      prefixes.set(JSON.stringify(prefix), prefix);
    }
  }
  const lines: string[] = [];
  for (const prefix of [...prefixes.values()].sort((a, b) => a.names.length - b.names.length)) {
    const readers = paths.filter((path) => beginsWith(path, prefix));
    // Where nobody goes on, or all by the same field, it is no beginning that needs a name.
    const next = new Set(readers.map(({ names }) => names[prefix.names.length]));
    if (readers.length < 2 || next.size < 2) continue;
    const steps = prefix.names.map((name) => ({ kind: "field" as const, name }));
    const code = pathCode({ root: prefix.root, steps, text: "" }, scope);
    const name = local(scope, prefix.names.at(-1)!);
    lines.push(`const ${name} = ${code};`);
    scope.known.set(code, name);
  }
  return lines;
}

/** The fields that a path begins with. */
interface FieldPath {
  readonly root: string;
  readonly names: readonly string[];
}

function fieldsOf({ root, steps }: Path): FieldPath {
  const other = steps.findIndex(({ kind }) => kind !== "field");
  const fields = other === -1 ? steps : steps.slice(0, other);
  return { root, names: fields.map((step) => (step.kind === "field" ? step.name : "")) };
}

function beginsWith(path: FieldPath, prefix: FieldPath): boolean {
  return path.root === prefix.root && prefix.names.every((name, index) => name === path.names[index]);
}

/** Recalls once what several expressions read from memory. Gives the lines that do it. */
export function nameRecalls(expressions: readonly CheckedExpression[], scope: Scope): string[] {
  const roots = [...pathsOf(expressions)].map(({ root }) => root).filter((root) => isCell(root, scope));
  const lines: string[] = [];
  for (const root of new Set(roots)) {
    if (roots.filter((other) => other === root).length < 2) continue;
    const code = rootCode(root, scope);
    const name = local(scope, root);
    lines.push(`const ${name} = ${code};`);
    scope.known.set(code, name);
  }
  return lines;
}

export function readsMemory(expressions: readonly CheckedExpression[], scope: Scope): boolean {
  return [...pathsOf(expressions)].some(({ root }) => isCell(root, scope));
}

/** An element of `each` hides a cell of its name, but it is not known out here; such a cell may be recalled for nothing. */
function isCell(root: string, scope: Scope): boolean {
  return !scope.variables.has(root) && scope.source.provider.cells.some(({ name }) => name === root);
}
