import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { readArguments } from "./argued.js";
import type { Judged } from "./judged.js";
import { jsonReport, markdownReport, reportOf, textReport } from "./report.js";
import type { Share } from "./share.js";

const usage = `npm run mutate -- [--format text|json|markdown] [TABLE...]

Changes one thing after the other in the mapping tables and asks the tests whether they notice. TABLE is a part of a table's
name, as codex/notifications or cursor; without one, all are changed. Exit code 1: a survivor is not in test/mutate/argued.yaml, or
an argument there is stale. 2: wrong use, or the tables or their tests are broken as they are.
`;

const writers = { text: textReport, json: jsonReport, markdown: markdownReport };

export interface Surroundings {
  readonly root: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Judges the mutants; processes share the work. Rejects with what is broken. */
  readonly judge: (names: Share["names"]) => Promise<readonly Judged[]>;
}

/** The command: what it was given in, its exit code out. */
export async function command(args: readonly string[], { root, out, err, judge }: Surroundings): Promise<number> {
  const { values, positionals: names, problem } = read(args);
  if (values.help === true) return out(usage), 0;
  const writer = Object.entries(writers).find(([name]) => name === (values.format ?? "text"))?.[1];
  if (problem !== undefined || writer === undefined) return err(`${problem ?? `There is no format '${values.format}'.`}\n\n${usage}`), 2;
  const file = "test/mutate/argued.yaml";
  const text = readFileSync(path.join(root, file), "utf8");
  const { all, problems } = readArguments(file, text);
  if (problems.length > 0) return err(`${problems.join("\n")}\n`), 2;
  try {
    const judged = await judge(names);
    if (judged.length === 0) return err(`No table is called '${names.join("' or '")}'.\n`), 2;
    const report = reportOf(judged, all, names.length === 0);
    out(writer(report));
    return report.missing + report.stale.length > 0 ? 1 : 0;
  } catch (error) {
    return err(`${error instanceof Error ? error.message : String(error)}\n`), 2;
  }
}

function read(args: readonly string[]) {
  try {
    return { ...parseArgs({ args: [...args], allowPositionals: true, options: { format: { type: "string" }, help: { type: "boolean", short: "h" } } }), problem: undefined };
  } catch (error) {
    return { values: {} as { format?: string; help?: boolean }, positionals: [], problem: error instanceof Error ? error.message : String(error) };
  }
}
