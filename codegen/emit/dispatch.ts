import type { CheckedRow } from "../check/types.js";
import type { Path } from "../mapping/types.js";
import { element, field } from "../schema/index.js";
import { patternTest } from "./condition.js";
import { camelCase, freeName } from "./names.js";
import { pathCode } from "./path.js";
import { callCode, functionScope, innerScope, local, parameterCode, parametersOf, type Scope } from "./scope.js";
import { draftsType, type GeneratedFunction, helper } from "./source.js";
import type { Tree } from "./tree.js";
import { type Typed, typedQuestion } from "./typed.js";

/** How a tree is written as `switch` statements that a person can follow in a debugger. */
export interface Dispatch {
  /** The statement for a row: `return turnCompleted(m);`. */
  readonly leaf: (row: CheckedRow, scope: Scope) => string;
  /** The statement for a message that no row takes. */
  readonly unknown: string;
  /** Functions written on the way. */
  readonly functions: GeneratedFunction[];
}

/** Where in the tree: what is typed so far, and which values led here. */
interface Place {
  readonly scope: Scope;
  readonly typed: ReadonlyMap<string, Typed>;
  readonly values: readonly string[];
}

export function dispatchLines(tree: Tree, dispatch: Dispatch, place: Place): string[] {
  switch (tree.kind) {
    case "row":
      return [remark(tree.row), dispatch.leaf(tree.row, place.scope)];
    case "each":
      return eachLines(tree, dispatch, place);
    case "question":
      return tree.key.kind === "has" ? hasLines(tree, dispatch, place) : questionLines(tree, dispatch, place);
  }
}

type Question = Tree & { readonly kind: "question" };

function questionLines(tree: Question, dispatch: Dispatch, place: Place): string[] {
  const { path } = tree.key as { readonly path: Path };
  const names = path.steps.flatMap((step) => (step.kind === "field" ? [step.name] : []));
  const typed = names.length === path.steps.length ? typedQuestion(place.typed.get(path.root), names) : undefined;
  const name = local(place.scope, variableName(names, path.root));
  const answered = new Set(tree.cases.flatMap(({ values }) => values));
  if (tree.none !== undefined) answered.add("(none)");
  const exhaustive = typed?.listed !== undefined && [...typed.listed].every((value) => answered.has(value));

  const inside = (values: readonly string[]): Place => {
    const narrowed = typed?.narrowed(values);
    return {
      scope: innerScope(place.scope),
      typed: narrowed === undefined ? place.typed : new Map(place.typed).set(path.root, narrowed),
      values: [...place.values, values[0]!],
    };
  };
  const lines = [typed === undefined ? `const ${name} = ${helper(place.scope.source, "word")}(${pathCode(path, place.scope)});` : `const ${name} = ${typed.code};`];
  const below = tree.cases.map(({ next }) => next).find((next): next is Question => next.kind === "question" && next.key.kind === "has");
  if (below !== undefined) lines.push(...nameField(below, place.scope));
  lines.push(`switch (${name}) {`);
  const absent = ["case undefined:", "case null:"];
  const withAbsent = tree.cases.find(({ next }) => next.kind === "row" && tree.none?.kind === "row" && next.row === tree.none.row);
  for (const each of tree.cases) {
    const cases = each.values.map((value) => `case ${JSON.stringify(value)}:`);
    lines.push(...caseLines(each === withAbsent ? [...cases, ...absent] : cases, each.next, dispatch, inside(each.values)));
  }
  if (tree.none !== undefined && withAbsent === undefined) lines.push(...caseLines(absent, tree.none, dispatch, inside(["none"])));
  // What no case names is of no type that the schemas know.
  const untyped = new Map([...place.typed].filter(([root]) => root !== path.root));
  const rest = unlistedLines(tree, name, exhaustive, dispatch, { ...inside(["other"]), typed: untyped });
  lines.push(...braced("default:", [...(exhaustive ? [`${name} satisfies never;`] : []), ...rest]), "}");
  return lines;
}

/** A `case` needs braces where something is declared in it. */
export function braced(label: string, lines: readonly string[]): string[] {
  return declares(lines) ? [`${label} {`, ...lines, "}"] : [label, ...lines];
}

function declares(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith("const "));
}

/** The last field, with the one before it where it says nothing by itself or begins a declaration: `type satisfies never`. */
function variableName(names: readonly string[], root: string): string {
  const last = names.at(-1) ?? root;
  const words = ["type", "kind", "namespace", "module", "declare", "abstract", "global", "async"];
  return words.includes(last) ? `${(names.at(-2) ?? root) || "message"} ${last}` : last;
}

/** What a `switch` does with a value that no case names. */
function unlistedLines(tree: Question, name: string, exhaustive: boolean, dispatch: Dispatch, place: Place): string[] {
  const lines: string[] = [];
  let subject = name;
  if (tree.patterns.length > 0 && exhaustive) {
    subject = local(place.scope, "unlisted");
    lines.push(`const ${subject}: unknown = ${name};`);
  }
  for (const { pattern, next } of tree.patterns) {
    lines.push(`if (${patternTest(pattern, subject)}) {`, ...dispatchLines(next, dispatch, { ...place, scope: innerScope(place.scope) }), "}");
  }
  lines.push(...(tree.other === undefined ? [dispatch.unknown] : dispatchLines(tree.other, dispatch, place)));
  return lines;
}

function hasLines(tree: Question, dispatch: Dispatch, place: Place): string[] {
  const scope = innerScope(place.scope);
  const lines = nameField(tree, scope);
  const name = scope.known.get(hasCode(tree, scope))!;
  const inside = (value: string): Place => ({ ...place, scope: innerScope(scope), values: [...place.values, value] });
  for (const { values, next } of tree.cases) {
    const test = values.map((value) => `${name} === ${JSON.stringify(value)}`).join(" || ");
    const below = dispatchLines(next, dispatch, inside(values[0]!));
    lines.push(...(next.kind === "row" ? [below[0]!, `if (${test}) ${below[1]!}`] : [`if (${test}) {`, ...below, "}"]));
  }
  return [...lines, ...(tree.none === undefined ? [dispatch.unknown] : dispatchLines(tree.none, dispatch, inside("none")))];
}

/** Looks which field there is, unless it is known. */
function nameField(tree: Question, scope: Scope): string[] {
  const code = hasCode(tree, scope);
  if (scope.known.has(code)) return [];
  const name = local(scope, "field");
  scope.known.set(code, name);
  return [`const ${name} = ${code};`];
}

function hasCode(tree: Question, scope: Scope): string {
  const { fields } = tree.key as { readonly fields: readonly string[] };
  const message = pathCode({ root: "", steps: [], text: "$" }, scope);
  return `${helper(scope.source, "has")}(${[message, ...fields.map((field) => JSON.stringify(field))].join(", ")})`;
}

function eachLines(tree: Tree & { readonly kind: "each" }, dispatch: Dispatch, place: Place): string[] {
  const { scope, values } = place;
  const { as, list } = tree.key;
  const inner = elementFunction(tree, dispatch, place, camelCase([...values, as].join(" ")));
  const elements = local(scope, `${as}s`);
  const variable = local(scope, as);
  const lines = [`const ${elements} = ${helper(scope.source, "objects")}(${pathCode(list, scope)}) ?? [];`];
  if (tree.none !== undefined) {
    lines.push(`if (${elements}.length === 0) {`, ...dispatchLines(tree.none, dispatch, { ...place, scope: innerScope(scope) }), "}");
  }
  const call = callCode(innerScope(scope, new Map([[as, variable]])), inner);
  lines.push(`return ${helper(scope.source, "each")}(${elements}, (${variable}) => ${call});`);
  return lines;
}

/** The `switch` for one element of a list. */
function elementFunction(tree: Tree & { readonly kind: "each" }, dispatch: Dispatch, place: Place, wanted: string): GeneratedFunction {
  const { source } = place.scope;
  const { as, list } = tree.key;
  const name = freeName(wanted, source.taken);
  source.taken.add(name);
  const scope = functionScope(source, [...place.scope.variables.keys(), as]);
  const lines: string[] = [];
  const typed = new Map<string, Typed>();
  const shape = elementShape(place.typed.get(list.root), list);
  if (shape?.shape.kind === "named") {
    const variable = local(scope, "typed");
    source.providerTypes.add(shape.shape.name);
    lines.push(`const ${variable} = ${pathCode({ root: as, steps: [], text: "" }, scope)} as unknown as ${shape.shape.name};`);
    typed.set(as, { ...shape, variable });
  }
  lines.push(...dispatchLines(tree.element, dispatch, { scope, typed, values: place.values }));
  const roots = parametersOf(scope);
  const made = { name, roots, code: `function ${name}(${parameterCode(scope, roots)}): ${draftsType(source)} {\n${lines.join("\n")}\n}` };
  dispatch.functions.push(made);
  return made;
}

function elementShape(typed: Typed | undefined, list: Path): Typed | undefined {
  if (typed === undefined) return undefined;
  const names = list.steps.flatMap((step) => (step.kind === "field" ? [step.name] : []));
  const { set } = typed;
  let shape: Typed["shape"] | undefined = typed.shape;
  for (const name of names) shape = shape && field(set, shape, name)?.shape;
  const found = shape && element(set, shape);
  return found && { ...typed, shape: found };
}

function caseLines(cases: readonly string[], next: Tree, dispatch: Dispatch, place: Place): string[] {
  const lines = dispatchLines(next, dispatch, place);
  // The remark belongs to the case, above it.
  if (next.kind === "row") return [lines[0]!, ...cases, ...lines.slice(1)];
  return [...cases.slice(0, -1), ...braced(cases.at(-1)!, lines)];
}

function remark({ at }: CheckedRow): string {
  return `// ${at.file}:${at.line}`;
}
