import type { CheckedKey, CheckedRow } from "../check/types.js";
import { decideFunction, decisionsOf } from "./decide.js";
import { declaredRefs } from "./declared.js";
import { dispatchLines } from "./dispatch.js";
import { rowFunction, type RowKind } from "./row.js";
import { callCode, decisionRoot, functionScope, innerScope, memoryRoot, parameterCode, parametersOf, type Scope } from "./scope.js";
import { contractType, draftsType, type GeneratedFunction, helper, type Source } from "./source.js";
import { elementsOf, treeOf } from "./tree.js";
import type { Typed } from "./typed.js";

/** The functions of one kind in a table: the one that finds the row of a message, and those of the rows. */
export interface TableFunctions {
  readonly main: GeneratedFunction;
  readonly rows: readonly GeneratedFunction[];
}

/** What is typed in the main function: a message of the provider's own type. */
interface Entrance {
  readonly name: string;
  readonly rows: readonly CheckedRow[];
  readonly rowName: (row: CheckedRow) => string;
  readonly kind: RowKind;
  /** The root of the typed message, and the definition that it is of. */
  readonly root: "" | "request";
  readonly union: string;
  readonly key: CheckedKey;
  /** Called for every message that an agent streams. */
  readonly hot: boolean;
}

/** `map...`: from a message to its drafts. */
export function mapFunctions(source: Source, name: string, rowName: (row: CheckedRow) => string, refsOf: GeneratedFunction): TableFunctions {
  const { answers, key, rows, union } = source.table;
  const roots = answers === undefined ? ["", memoryRoot] : ["", memoryRoot, "request"];
  return typedFunctions(source, { name, rows, rowName, kind: { roots, refsOf, answers: false }, root: answers === undefined ? "" : "request", union, key, hot: answers === undefined });
}

/** `ensured...`: what the table ensures for a message that no row knows. Answers without a row give nothing. */
export function ensuredFunction(source: Source, name: string, refsOf: GeneratedFunction): GeneratedFunction | undefined {
  const { answers, ensure } = source.table;
  const [first] = ensure;
  if (first === undefined || answers !== undefined) return undefined;
  const alternative = { when: [], note: undefined, refs: [], remember: [], tableEnsure: ensure, ensure: [], events: [], at: first.at };
  return rowFunction(name, [alternative], { roots: ["", memoryRoot], refsOf, answers: false }, source);
}

/** `sent...`: the same for what the host wrote. */
export function sentFunctions(source: Source, name: string, rowName: (row: CheckedRow) => string, refsOf: GeneratedFunction): TableFunctions | undefined {
  const { key, sent, sentKey, sentUnion, union } = source.table;
  if (sent.length === 0) return undefined;
  return typedFunctions(source, { name, rows: sent, rowName, kind: { roots: ["", memoryRoot], refsOf, answers: false }, root: "", union: sentUnion ?? union, key: sentKey ?? key, hot: false });
}

function typedFunctions(source: Source, entrance: Entrance): TableFunctions {
  const { name, rows, rowName, kind, root, union } = entrance;
  const kindOf = (row: CheckedRow): RowKind => ({
    ...kind,
    elements: elementsOf(entrance.key, row),
    ...(entrance.hot && { declared: declaredRefs(row, source) }),
  });
  const functions = new Map(rows.map((row) => [row, rowFunction(rowName(row), row.alternatives, kindOf(row), source)]));
  const plain = functionScope(source, kind.roots);
  // `request` is the typed one; what rows walk has another name.
  const scope: Scope = { ...plain, variables: new Map([...plain.variables].map(([key, variable]) => [key, key === "request" ? "asked" : variable])) };
  const variable = root === "" ? "message" : "request";
  const typed: Typed = { variable, set: source.program.surfaces.get(source.table.protocol)!.merged, shape: { kind: "named", name: union } };

  const tree = treeOf(entrance.key, rows);
  const dispatch = { leaf: call(functions), unknown: "return undefined;", functions: new Array<GeneratedFunction>() };
  const lines = tree === undefined ? ["return undefined;"] : dispatchLines(tree, dispatch, { scope, typed: new Map([[root, typed]]), values: [] });
  source.providerTypes.add(union);
  const walked = [
    ...(scope.used.has("m") ? [`const m = ${helper(source, "unvalidated")}(message);`] : []),
    ...(scope.used.has("asked") ? [`const asked = ${helper(source, "unvalidated")}(request);`] : []),
  ];
  const body = [...walked, ...lines].join("\n");
  // An underscore tells the compiler that a parameter is there for the sake of the others.
  const parameter = (name: string, isUsed: boolean, type: string): string => `${isUsed ? "" : "_"}${name}: ${type}`;
  const isTyped = body.includes(`${variable}?.`);
  const parameters = [
    parameter("message", scope.used.has("m") || (root === "" && isTyped), root === "" ? union : "unknown"),
    parameter("memory", scope.used.has("memory"), contractType(source, "Memory")),
    ...(root === "request" ? [parameter("request", scope.used.has("asked") || isTyped, union)] : []),
  ];
  const code = `export function ${name}(${parameters.join(", ")}): ${draftsType(source)} {\n${body}\n}`;
  return { main: { name, roots: kind.roots, code }, rows: [...functions.values(), ...dispatch.functions] };
}

/** `answer...`: what the host's answer to a request becomes. The row is found by the request, and looks at the answer. */
export function answerFunctions(source: Source, name: string, rowName: (row: CheckedRow) => string, refsOf: GeneratedFunction): TableFunctions | undefined {
  const rows = source.table.rows.flatMap((row) => (row.answer === undefined ? [] : [{ row, answer: row.answer }]));
  const kind: RowKind = { roots: ["", memoryRoot, "request"], refsOf, answers: true };
  const functions = new Map(rows.map(({ row, answer }) => [row, rowFunction(`${rowName(row)}Answer`, answer, kind, source)]));
  const scope = functionScope(source, kind.roots);
  const asked = innerScope(scope, new Map([["", scope.variables.get("request")!]]));
  return untypedFunctions({ name, result: draftsType(source), functions, scope, asked, leaf: call(functions, scope), unknown: "return undefined;" });
}

/** `decide...`: what `session.decide` writes. */
export function decideFunctions(source: Source, name: string, rowName: (row: CheckedRow) => string): TableFunctions | undefined {
  const rows = source.table.rows.filter(({ decide }) => decide !== undefined);
  if (rows.length === 0) return undefined;
  const functions = new Map(rows.map((row) => [row, decideFunction(`${rowName(row)}Decision`, row, source)]));
  const scope = functionScope(source, ["", decisionRoot, "extra"]);
  return untypedFunctions({ name, result: contractType(source, "Reply"), functions, scope, asked: scope, leaf: call(functions, scope), unknown: "return undefined;" });
}

/** `decisions...`: which decisions a request can be answered with. */
export function decisionsFunctions(source: Source, name: string): TableFunctions | undefined {
  const rows = source.table.rows.filter(({ decide }) => decide !== undefined);
  if (rows.length === 0) return undefined;
  const functions = new Map(rows.map((row): [CheckedRow, undefined] => [row, undefined]));
  const scope = functionScope(source, [""]);
  const leaf = (row: CheckedRow): string => `return ${JSON.stringify(decisionsOf(row))};`;
  return untypedFunctions({ name, result: `readonly ${contractType(source, "Decision")}[]`, functions, scope, asked: scope, leaf, unknown: "return [];" });
}

interface Untyped {
  readonly name: string;
  readonly result: string;
  readonly functions: ReadonlyMap<CheckedRow, GeneratedFunction | undefined>;
  /** Of the function, and of the message that finds the row. */
  readonly scope: Scope;
  readonly asked: Scope;
  readonly leaf: (row: CheckedRow) => string;
  readonly unknown: string;
}

function untypedFunctions({ name, result, functions, scope, asked, leaf, unknown }: Untyped): TableFunctions | undefined {
  const tree = treeOf(scope.source.table.key, [...functions.keys()]);
  if (tree === undefined) return undefined;
  const written: GeneratedFunction[] = [];
  const lines = dispatchLines(tree, { leaf, unknown, functions: written }, { scope: asked, typed: new Map(), values: [] });
  const roots = parametersOf(scope);
  const code = `function ${name}(${parameterCode(scope, roots)}): ${result} {\n${lines.join("\n")}\n}`;
  return { main: { name, roots, code }, rows: [...[...functions.values()].filter((made) => made !== undefined), ...written] };
}

/** Calls a row's function, from the scope that the dispatch is in, or from one where roots are called otherwise. */
function call(functions: ReadonlyMap<CheckedRow, GeneratedFunction>, from?: Scope): (row: CheckedRow, scope?: Scope) => string {
  return (row, scope) => `return ${callCode((from ?? scope)!, functions.get(row)!)};`;
}
