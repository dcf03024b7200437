import { argumentFor, type Argument } from "./argued.js";
import type { Judged } from "./judged.js";

export interface Score {
  readonly table: string;
  /** Mutants that compile. */
  readonly all: number;
  readonly killed: number;
  /** Mutants that the compiler refuses; not among all. */
  readonly refused: number;
  /** Survivors for which there is an argument. */
  readonly argued: number;
}

export interface Report {
  readonly total: Score;
  readonly tables: readonly Score[];
  readonly survivors: readonly (Judged & { readonly reason?: string })[];
  /** Arguments for nothing that has survived. */
  readonly stale: readonly Argument[];
  /** Survivors without an argument. */
  readonly missing: number;
}

/** `whole`: all mutants were judged, so that an argument for none of them is stale. */
export function reportOf(judged: readonly Judged[], all: readonly Argument[], whole: boolean): Report {
  const inOrder = [...judged].sort((a, b) => a.order - b.order);
  const used = new Set<Argument>();
  const survivors = inOrder
    .filter(({ verdict }) => verdict.is === "survivor")
    .map((one) => {
      const argument = argumentFor(all, one);
      if (argument !== undefined) used.add(argument);
      return { ...one, ...(argument && { reason: argument.reason }) };
    });
  const scoreOf = (table: string, own: readonly Judged[]): Score => {
    const count = (is: Judged["verdict"]["is"]): number => own.filter(({ verdict }) => verdict.is === is).length;
    const argued = survivors.filter((one) => one.reason !== undefined && own.some(({ order }) => order === one.order)).length;
    return { table, all: own.length - count("refused"), killed: count("killed"), refused: count("refused"), argued };
  };
  const names = [...new Set(inOrder.map(({ table }) => table))];
  return {
    total: scoreOf("all", inOrder),
    tables: names.map((table) => scoreOf(table, inOrder.filter((one) => one.table === table))),
    survivors,
    stale: whole ? all.filter((one) => !used.has(one)) : [],
    missing: survivors.filter(({ reason }) => reason === undefined).length,
  };
}

/** For a terminal. The figure comes last, where it is seen. */
export function textReport({ total, tables, survivors, stale, missing }: Report): string {
  const lines: string[] = [];
  for (const one of survivors.filter(({ reason }) => reason === undefined)) lines.push(`${one.file}:${one.line}  ${one.kind}  ${said(one)}${note(one)}`);
  for (const one of stale) lines.push(`test/mutate/argued.yaml:${one.line}  argues for nothing that has survived: ${one.reason}`);
  if (lines.length > 0) lines.push("");
  const width = Math.max(...tables.map(({ table }) => table.length), 3);
  for (const one of [...tables, total]) {
    const { table, all, killed, refused, argued } = one;
    lines.push(`${table.padEnd(width)}  ${percent(one).padStart(7)}  ${String(killed).padStart(4)} of ${String(all).padStart(4)} killed, ${all - killed} survive (${argued} argued), ${refused} do not compile`);
  }
  lines.push("", `The tests notice ${percent(total)} of the mutants of the tables; ${plural(missing, "survivor")} without an argument.`);
  return `${lines.join("\n")}\n`;
}

/** For a pull request. */
export function markdownReport({ total, tables, survivors, stale, missing }: Report): string {
  const row = (one: Score): string => `| ${one.table} | ${percent(one)} | ${one.killed} | ${one.all} | ${one.all - one.killed} | ${one.argued} | ${one.refused} |`;
  const lines = ["| table | score | killed | of | survive | argued | do not compile |", "| --- | --- | --- | --- | --- | --- | --- |", ...tables.map(row), row(total)];
  if (missing > 0) {
    lines.push("", "| survivor | kind | what |", "| --- | --- | --- |");
    for (const one of survivors.filter(({ reason }) => reason === undefined)) lines.push(`| ${one.file}:${one.line} | ${one.kind} | \`${said(one).replaceAll("|", "\\|")}\`${note(one)} |`);
  }
  if (stale.length > 0) lines.push("", ...stale.map(({ line, reason }) => `- test/mutate/argued.yaml:${line} argues for nothing that has survived: ${reason}`));
  return `${lines.join("\n")}\n`;
}

export function jsonReport(report: Report): string {
  const withScore = (one: Score) => ({ ...one, score: one.all === 0 ? 1 : one.killed / one.all });
  return `${JSON.stringify({ ...report, total: withScore(report.total), tables: report.tables.map(withScore) }, null, 2)}\n`;
}

function said({ row, what }: Judged): string {
  return what === "" ? row : `${row}, ${what}`;
}

function note({ verdict }: Judged): string {
  return verdict.is === "survivor" && verdict.same ? " (compiles to the same)" : "";
}

/** Rounded down: nothing is whole that is not. */
function percent({ killed, all }: Score): string {
  return `${(all === 0 ? 100 : Math.floor((killed / all) * 1000) / 10).toFixed(1)} %`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
