import type { CheckedRow, CheckedTable, Program } from "../check/types.js";
import type { Position } from "../diagnostic.js";
import { nearest } from "../spelling.js";
import { blockAt } from "../yaml/block.js";
import { UserError } from "./io.js";
import { schemasOf } from "./row-parts.js";

/** All there is to know about one row: what `explain --format json` prints. */
export interface Explanation {
  readonly source: string;
  readonly key: string;
  readonly file: string;
  readonly line: number;
  /** The row as written. */
  readonly row: string;
  /** Rows of the table that this one extends, in whose place it stands, for some of their messages or for all; `more` is what they say and it does not, such as `refs`. */
  readonly replaces?: readonly { readonly key: string; readonly file: string; readonly line: number; readonly row: string; readonly more: readonly string[] }[];
  /** The messages that the row takes, and the versions that have them. */
  readonly covers: readonly { readonly key: string; readonly versions: readonly string[] }[];
  readonly notes: readonly string[];
  /** What the publisher says of the message, in a line; `UNSTABLE` begins it where that may change at any time. */
  readonly about?: string;
  /** What the merged schemas say of the message, much as TypeScript would. */
  readonly message?: string;
  /** For a request, or an answer: what the result of the request holds. */
  readonly answer?: string;
  /** For an answer that is an error: what `$.error` holds. */
  readonly error?: string;
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
    row: blockAt(textOf(row.at.file) ?? "", row.at),
    ...(row.replaces && { replaces: row.replaces.map(({ key, at, more }) => ({ key, file: at.file, line: at.line, row: blockAt(textOf(at.file) ?? "", at), more })) }),
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

function schemas(program: Program, table: CheckedTable, row: CheckedRow, key: string): Pick<Explanation, "about" | "message" | "answer" | "error"> {
  const segments = (row.covers.find((one) => one.key === key) ?? row.covers[0])?.segments;
  const { about, message, answer, error } = segments === undefined ? {} : schemasOf(program, table, segments, table.sent.includes(row));
  return {
    ...(about !== undefined && { about }),
    ...(message !== undefined && { message: message.join("\n") }),
    ...(answer !== undefined && { answer: answer.join("\n") }),
    ...(error !== undefined && { error: error.join("\n") }),
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
