import type { MappingFile } from "../mapping/types.js";
import { rowsThrough } from "./shared.js";
import type { SharedChange } from "./types.js";

/**
 * Which transforms are other functions now; comments and layout do not count. A change beside the exported functions of a module
 * counts for all of them, and for those of the modules that import it; where one stands does not.
 * @param before path to text
 */
export async function compareTransforms(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, files: readonly MappingFile[]): Promise<SharedChange[]> {
  if (before.size === after.size && [...before].every(([file, text]) => after.get(file) === text)) return [];
  const { ts } = await import("ts-morph");
  const modules = (texts: ReadonlyMap<string, string>): ReadonlyMap<string, Module> => new Map(Array.from(texts, ([file, text]) => [file, statementsOf(ts, text)]));
  const [old, now] = [modules(before), modules(after)];
  const known = new Map([...old].flatMap(([file, { functions }]) => [...functions].map(([name, text]) => [name, { file, text }] as const)));
  const touched = new Map<string, Set<string>>();
  for (const [file, { functions, rest }] of now) {
    const beside = old.has(file) && old.get(file)!.rest !== rest;
    touched.set(file, new Set([...functions].flatMap(([name, text]) => (known.get(name)?.text !== text || (beside && known.get(name)?.file === file) ? [name] : []))));
  }
  // What a changed module exports beside functions, others may import.
  for (let found = true; found; ) {
    found = false;
    for (const [file, { functions, imports }] of now) {
      const names = touched.get(file)!;
      if (names.size === functions.size || !imports.some((from) => (touched.get(resolved(file, from))?.size ?? 0) > 0)) continue;
      for (const name of functions.keys()) names.add(name);
      found = true;
    }
  }
  const changed = Array.from(touched, ([file, names]) => [...names].map((name): SharedChange => ({ kind: "transform", change: known.has(name) ? "changed" : "added", name, file, says: [], rows: rowsThrough(files, name) })));
  const left = new Set([...now.values()].flatMap(({ functions }) => [...functions.keys()]));
  const gone = Array.from(known, ([name, { file }]): SharedChange[] => (left.has(name) ? [] : [{ kind: "transform", change: "removed", name, file, says: [], rows: [] }]));
  return [...changed.flat(), ...gone.flat()];
}

interface Module {
  /** The exported functions without comments. */
  readonly functions: ReadonlyMap<string, string>;
  /** What else runs. */
  readonly rest: string;
  readonly imports: readonly string[];
}

function statementsOf(ts: (typeof import("ts-morph"))["ts"], text: string): Module {
  const source = ts.createSourceFile("transform.ts", text, ts.ScriptTarget.ES2022, true);
  const printer = ts.createPrinter({ removeComments: true });
  const functions = new Map<string, string>();
  const rest: string[] = [];
  const imports: string[] = [];
  for (const statement of source.statements) {
    const printed = printer.printNode(ts.EmitHint.Unspecified, statement, source);
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true) functions.set(statement.name.text, printed);
    else if (!ts.isImportDeclaration(statement)) {
      if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) rest.push(printed);
    } else if (ts.isStringLiteral(statement.moduleSpecifier) && statement.importClause?.isTypeOnly !== true) imports.push(statement.moduleSpecifier.text);
  }
  return { functions, rest: rest.join("\n"), imports };
}

/** `./text.js` as the file beside it. */
function resolved(file: string, from: string): string {
  return from.startsWith("./") ? `${file.slice(0, file.lastIndexOf("/") + 1)}${from.slice(2).replace(/\.js$/, ".ts")}` : from;
}
