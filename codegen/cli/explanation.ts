import type { CheckedRow, CheckedTable, Program } from "../check/types.js";
import type { Position } from "../diagnostic.js";
import { narrowed } from "../emit/declared.js";
import { nearest } from "../spelling.js";
import { UserError } from "./io.js";
import { shapeLines } from "./shape-lines.js";

/** All there is to know about one row: what `explain --format json` prints. */
export interface Explanation {
  readonly source: string;
  readonly key: string;
  readonly file: string;
  readonly line: number;
  /** The row as written. */
  readonly row: string;
  /** The messages that the row takes, and the versions that have them. */
  readonly covers: readonly { readonly key: string; readonly versions: readonly string[] }[];
  readonly notes: readonly string[];
  /** What the merged schemas say of the message, much as TypeScript would. */
  readonly message?: string;
  /** For a request, or an answer: what the result of the request holds. */
  readonly answer?: string;
  readonly examples: readonly { readonly message: unknown; readonly events: readonly unknown[] }[];
  /** Absent as long as something of the tables is not decided. */
  readonly generated?: { readonly file: string; readonly code: string };
}

/**
 * @param output the folder of generated files
 * @param textOf the text of a mapping file or a generated file, if there is one
 * @throws UserError for a source or a key that is not there, with the nearest that is
 */
export function explainRow(program: Program, wanted: { readonly source: string; readonly key: string }, output: string, textOf: (file: string) => string | undefined): Explanation {
  const tables = program.providers.flatMap(({ name, tables }) => tables.map((table) => ({ provider: name, table })));
  const found = tables.find(({ table }) => table.source === wanted.source);
  if (found === undefined) throw unknown("source", wanted.source, tables.map(({ table }) => table.source));
  const { provider, table } = found;
  const rows = [...table.rows, ...table.sent];
  const row = rows.find(({ key }) => key === wanted.key) ?? rows.find(({ covers }) => covers.some(({ key }) => key === wanted.key));
  if (row === undefined) throw unknown("key", wanted.key, rows.flatMap(({ key, covers }) => [key, ...covers.map((one) => one.key)]));

  const generated = `${output}/${provider}/${table.name}.ts`;
  const text = textOf(generated);
  return {
    ...wanted,
    file: row.at.file,
    line: row.at.line,
    row: excerpt(textOf(row.at.file) ?? "", row.at),
    covers: row.covers.map(({ key, versions }) => ({ key, versions })),
    notes: [...new Set(row.alternatives.flatMap(({ note }) => note ?? []))],
    ...schemas(program, table, row, wanted.key),
    examples: row.examples.map(({ message, events }) => ({ message, events })),
    ...(text !== undefined && { generated: { file: generated, code: codeOf(text, row.at) } }),
  };
}

function unknown(what: string, word: string, known: readonly string[]): UserError {
  const best = nearest(word, known);
  return new UserError(`there is no ${what} '${word}'`, best === undefined ? `there is: ${[...new Set(known)].slice(0, 12).join(", ")}` : `did you mean '${best}'?`);
}

/** The lines of a row: from its key to the next line that is indented no deeper. */
function excerpt(text: string, at: Position): string {
  const lines = text.split("\n").slice(at.line - 1);
  const indent = at.column - 1;
  const deeper = (line: string): boolean => line.trim() === "" || line.search(/\S/) > indent;
  const end = lines.findIndex((line, index) => index > 0 && !deeper(line));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.slice(indent).trimEnd())
    .join("\n")
    .trimEnd();
}

function schemas(program: Program, table: CheckedTable, row: CheckedRow, key: string): { message?: string; answer?: string } {
  const surface = program.surfaces.get(table.protocol);
  const union = table.sent.includes(row) ? table.sentUnion : table.union;
  const segments = (row.covers.find((one) => one.key === key) ?? row.covers[0])?.segments;
  if (surface === undefined || union === undefined || segments === undefined) return {};
  const set = surface.merged;
  // The union of an answer table is that of the requests, which its key tells apart by `$request`.
  const { key: tree } = table;
  const asked = tree.kind === "path" && tree.path.root === "request" ? { ...tree, path: { ...tree.path, root: "" } } : tree;
  const message = narrowed(set, { kind: "named", name: union }, asked, segments);
  // The request's method leads to its result, also from the row that maps the answer.
  const method = segments.find((segment) => surface.responses.has(segment));
  const response = method === undefined ? undefined : surface.responses.get(method);
  return {
    message: shapeLines(set, message).join("\n"),
    ...(response !== undefined && { answer: shapeLines(set, { kind: "named", name: response }).join("\n") }),
  };
}

/** The generated `case`s of a row (its events, its answer, its decisions), and the functions that they call. */
function codeOf(text: string, { file, line }: Position): string {
  const lines = text.split("\n");
  const cases = lines.flatMap((one, start) => {
    if (one.trim() !== `// ${file}:${line}`) return [];
    const indent = one.search(/\S/);
    const end = lines.findIndex((later, index) => index > start && /\breturn\b/.test(later));
    return lines.slice(start, end + 1).map((part) => part.slice(indent));
  });
  const functions = lines.flatMap((one, start) => {
    const name = /^function (\w+)/.exec(one)?.[1];
    return name !== undefined && cases.some((called) => called.includes(`return ${name}(`)) ? ["", ...lines.slice(start, lines.indexOf("}", start) + 1)] : [];
  });
  return [...cases, ...functions].join("\n");
}
