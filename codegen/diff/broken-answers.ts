import { checkDecide } from "../check/check-decide.js";
import { unite } from "../check/check-row.js";
import { extraShape } from "../check/responses.js";
import { scopeOf, withRoot } from "../check/scope.js";
import type { Diagnostic } from "../diagnostic.js";
import { reportInto } from "../check/report.js";
import type { Mapped } from "./table-messages.js";

/** What a row answers, and the newer version alone does not take. Both versions together take it as long as one of them does. */
export interface Refused {
  readonly file: string;
  readonly line: number;
  readonly row: string;
  /** The requests that the row answers. */
  readonly messages: readonly string[];
  /** The word that is refused, where it is one. */
  readonly word?: string;
  readonly why: string;
}

export function refusedAnswers(old: readonly Mapped[], fresh: readonly Mapped[], version: string): Refused[] {
  const known = new Set(old.flatMap(said).map(({ diagnostic }) => placeOf(diagnostic)));
  return fresh.flatMap(said).flatMap(({ row, messages, diagnostic }): Refused[] => {
    const { file, line, message } = diagnostic;
    if (file === undefined || line === undefined || known.has(placeOf(diagnostic))) return [];
    const word = /^"([^"]*)" is no value of /.exec(message)?.[1] ?? /, not "([^"]*)"\.$/.exec(message)?.[1];
    return [{ file, line, row, messages, ...(word !== undefined && { word }), why: word === undefined ? `answers what ${version} does not take: ${message}` : `writes "${word}", which ${version} does not take` }];
  });
}

interface Said {
  readonly row: string;
  readonly messages: readonly string[];
  readonly diagnostic: Diagnostic;
}

/** What is wrong with the answers of rows in a version; that a path is not there is said elsewhere. */
function said({ env, rows }: Mapped): Said[] {
  return rows.flatMap(({ row, leaves }) => {
    if (row.decide === undefined || leaves.length === 0) return [];
    const found: Diagnostic[] = [];
    const scope = withRoot(scopeOf(unite(leaves.map(({ roots }) => roots))), "extra", { shape: extraShape, optional: false });
    checkDecide({ ...env, report: reportInto(found) }, scope, row.decide);
    const messages = leaves.map(({ segments }) => segments.join(":"));
    return found.filter(({ code }) => wrongAnswers.has(code)).map((diagnostic) => ({ row: row.key.value, messages, diagnostic }));
  });
}

const wrongAnswers = new Set(["unknown-literal", "type-mismatch", "unknown-field", "missing-field"]);

function placeOf({ file, line, column }: Diagnostic): string {
  return `${file}:${line}:${column}`;
}
