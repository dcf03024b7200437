import type * as Morph from "ts-morph";
import type { Diagnostic, Position } from "../diagnostic.js";
import type { Shape } from "../schema/types.js";
import type { Code } from "./codes.js";
import { inOrder, reportInto } from "./report.js";
import { unionOf } from "./shapes.js";
import { shapeOf, type Reader } from "./transform-types.js";
import type { Transform } from "./types.js";

/**
 * The exported functions of `src/transforms/*.ts` by their declarations: path -> text, and the folder that their modules are
 * named below (if not given, the deepest that holds them all). Types that come from the canonical events stay names; `check`
 * unfolds them. Findings: the `transform-*` codes.
 */
export async function readTransforms(files: ReadonlyMap<string, string>, folder = commonFolder([...files.keys()])): Promise<{ transforms: Transform[]; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  if (files.size === 0) return { transforms: [], diagnostics };
  const morph = await import("ts-morph");
  const project = new morph.Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true, compilerOptions: { noLib: true, noResolve: true } });
  const sources = new Map(Array.from(files, ([file, text]) => [file, project.createSourceFile(`/${file}`, text)]));
  const program = project.getProgram();
  const transforms: Transform[] = [];
  for (const [file, source] of sources) {
    const at = (node: Morph.Node): Position => positionOf(source, file, node.getStart(), node.getEnd());
    const report = (code: Code, node: Morph.Node, message: string, hint?: string) => reportInto(diagnostics)(code, at(node), message, hint);
    const [syntax] = program.getSyntacticDiagnostics(source);
    if (syntax) {
      const start = syntax.getStart();
      reportInto(diagnostics)("transform-syntax", positionOf(source, file, start, start + syntax.getLength()), `This is no TypeScript: ${textOf(syntax.getMessageText())}`);
      continue;
    }
    for (const strange of strangeExports(source)) report("transform-export", strange, "A transform is exported by its own name, where it is declared.", "Write `export function name(value: string): string { ... }`.");
    for (const { name, declaration, node } of exportedFunctions(morph, source)) {
      const transform = readFunction({ morph, source, report }, name, declaration, node);
      if (transform) transforms.push({ ...transform, name, module: file.slice(folder.length).replace(/^\/|\.ts$/g, ""), at: at(node) });
    }
  }
  return { transforms, diagnostics: inOrder(diagnostics) };
}

type FunctionNode = Morph.FunctionDeclaration | Morph.ArrowFunction | Morph.FunctionExpression;

function exportedFunctions({ Node }: typeof Morph, source: Morph.SourceFile): { name: string; declaration: FunctionNode; node: Morph.Node }[] {
  const declared = source.getFunctions().flatMap((declaration) => {
    const node = declaration.getNameNode();
    return node && declaration.hasExportKeyword() && !declaration.hasDefaultKeyword() && !declaration.isOverload() ? [{ name: node.getText(), declaration, node }] : [];
  });
  const constants = source.getVariableStatements().filter((statement) => statement.hasExportKeyword());
  const assigned = constants.flatMap((statement) =>
    statement.getDeclarations().flatMap((variable) => {
      const declaration = variable.getInitializer();
      const node = variable.getNameNode();
      return Node.isArrowFunction(declaration) || Node.isFunctionExpression(declaration) ? [{ name: node.getText(), declaration, node }] : [];
    }),
  );
  return [...declared, ...assigned];
}

/** Exports that a mapper could not import by the name of a function: defaults, lists, what comes from elsewhere. Types do not count. */
function strangeExports(source: Morph.SourceFile): Morph.Node[] {
  const lists = source.getExportDeclarations().filter((one) => !one.isTypeOnly() && (one.isNamespaceExport() || one.getNamedExports().some((named) => !named.isTypeOnly())));
  const defaults = source.getFunctions().filter((one) => one.hasDefaultKeyword() && !one.isOverload());
  return [...source.getExportAssignments(), ...lists, ...defaults.map((one) => one.getDefaultKeyword() ?? one)];
}

/** One value in, one value out, both of a plain written type. */
function readFunction(reader: Reader, name: string, declaration: FunctionNode, node: Morph.Node): Pick<Transform, "parameter" | "result" | "optional"> | undefined {
  const { report } = reader;
  const generator = "isGenerator" in declaration && declaration.isGenerator();
  if (declaration.isAsync() || generator) {
    report("transform-async", node, `The transform "${name}" is ${generator ? "a generator" : "asynchronous"}.`, "A transform gives its result at once.");
    return undefined;
  }
  if ("getOverloads" in declaration && declaration.getOverloads().length > 0) {
    report("transform-type", node, `The transform "${name}" is overloaded.`, "Write one declaration, with unions where it takes or gives several types.");
    return undefined;
  }
  const [parameter, ...others] = declaration.getParameters();
  if (parameter === undefined || others.length > 0 || parameter.isRestParameter()) {
    report("transform-parameter", others[0] ?? parameter ?? node, `The transform "${name}" takes ${parameter === undefined ? "nothing" : others.length > 0 ? `${others.length + 1} parameters` : "any number of parameters"}.`, "A transform takes one value and gives one value.");
    return undefined;
  }
  const taken = parameter.getTypeNode();
  const given = declaration.getReturnTypeNode();
  if (taken === undefined || given === undefined) {
    report("transform-untyped", taken === undefined ? parameter : node, `The transform "${name}" does not say the type of its ${taken === undefined ? "parameter" : "result"}.`, "The compiler reads what is written, it infers nothing.");
    return undefined;
  }
  const [typeParameter] = declaration.getTypeParameters();
  if (typeParameter) {
    report("transform-type", typeParameter, `The transform "${name}" is generic.`, "Write the types that it is used with.");
    return undefined;
  }
  const input = shapeOf({ reader, side: "parameter", within: [] }, taken);
  const output = shapeOf({ reader, side: "result", within: [] }, given);
  if (input === undefined || output === undefined || isMessage(reader, taken, input) || isEvent(reader, given, output)) return undefined;
  const members = output.kind === "union" ? output.members : [output];
  return {
    parameter: parameter.hasQuestionToken() || parameter.hasInitializer() ? unionOf([input, { kind: "null" }]) : input,
    result: unionOf(members.filter(({ kind }) => kind !== "null")),
    optional: members.some(({ kind }) => kind === "null"),
  };
}

function isMessage({ report }: Reader, node: Morph.TypeNode, shape: Shape): boolean {
  const whole = shape.kind === "object" && shape.fields.has("method") && shape.fields.has("params");
  if (whole) report("transform-takes-message", node, "This is a whole message.", "Take the one value that is needed.");
  return whole;
}

function isEvent({ report }: Reader, node: Morph.TypeNode, shape: Shape): boolean {
  const members = shape.kind === "union" ? shape.members : [shape];
  const event = members.some((member) => member.kind === "object" && member.fields.has("type") && member.fields.has("payload"));
  if (event) report("transform-returns-event", node, "This is an event.", "Events are for rows to give; a transform gives one value of theirs.");
  return event;
}

function positionOf(source: Morph.SourceFile, file: string, start: number, end: number): Position {
  const from = source.getLineAndColumnAtPos(start);
  const to = source.getLineAndColumnAtPos(end);
  return { file, line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function textOf(message: string | Morph.DiagnosticMessageChain): string {
  return typeof message === "string" ? message : message.getMessageText();
}

/** What all paths begin with, up to a slash. */
function commonFolder(files: readonly string[]): string {
  const folders = files.map((file) => file.slice(0, file.lastIndexOf("/") + 1));
  return folders.reduce((common, folder) => {
    let shared = common;
    while (!folder.startsWith(shared)) shared = shared.slice(0, shared.lastIndexOf("/", shared.length - 2) + 1);
    return shared;
  }, folders[0] ?? "");
}
