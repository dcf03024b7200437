import path from "node:path";
import { type ImportDeclarationStructure, type OptionalKind, Project, StructureKind } from "ts-morph";

/** What a module imports from one place; names of types say so. */
export interface Import {
  readonly from: string;
  readonly values?: readonly { readonly name: string; readonly as?: string }[];
  readonly types?: readonly string[];
}

/** A whole module, from its structure in one go: adding to a source file piece by piece is quadratic. */
export function moduleText(comment: string, imports: readonly Import[], statements: readonly string[]): string {
  const structure = { statements: [comment, ...imports.map((each) => ({ kind: StructureKind.ImportDeclaration as const, ...declaration(each) })), ...statements.map((text) => `\n${text}`)] };
  return project().createSourceFile("/module.ts", structure, { overwrite: true }).getFullText();
}

/** How a module in `folder` imports a file: `../../src/contract.js`. Folders are relative to the config's. */
export function importPath(folder: string, file: string): string {
  const relative = path.posix.relative(path.posix.normalize(folder), path.posix.normalize(file));
  return relative.startsWith(".") ? relative : `./${relative}`;
}

function declaration({ from, values = [], types = [] }: Import): OptionalKind<ImportDeclarationStructure> {
  const named = [
    ...values.map(({ name, as }) => ({ name, ...(as !== undefined && as !== name && { alias: as }) })),
    ...types.map((name) => ({ name, isTypeOnly: values.length > 0 })),
  ];
  return { moduleSpecifier: from, isTypeOnly: values.length === 0, namedImports: named.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}

let shared: Project | undefined;
function project(): Project {
  shared ??= new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return shared;
}
