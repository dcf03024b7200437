import { check, type CheckInput, type Program } from "../../codegen/check/index.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import * as contract from "../../src/contract.js";
import type { Table } from "../../src/contract.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { demo } from "../check/protocol.js";
import type { CollectedTest } from "./collector.js";
import { partsOf } from "./module.js";
import { mutantsOf } from "./mutants/table.js";
import { openOracle } from "./oracle.js";
import { openJudge, type Verdict } from "./verdict.js";
import { benchOf, type Workbench } from "./workbench.js";

/** A table over the small protocol of `test/check/protocol.ts`; all messages without a row are `*`. */
export function tinyBench(rows: string, more = ""): Workbench {
  const text = `source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrefs: { thread: $.params.threadId }\n${more}rows:\n${rows}  "*": { item.updated: {} }\n`;
  return benchOfText({ "mappings/demo/notifications.yaml": text });
}

export function benchOfText(files: { readonly [file: string]: string }): Workbench {
  const parsed = Object.entries(files).map(([file, text]) => parseMapping(file, text));
  const surface = demo();
  const input: CheckInput = { mappings: parsed.flatMap(({ node }) => node ?? []), surfaces: new Map([[surface.protocol, surface]]), canonical: canonicalModel(), transforms: [] };
  const { program, diagnostics } = check(input);
  const errors = [...parsed.flatMap((one) => one.diagnostics), ...diagnostics];
  if (program === undefined || errors.length > 0) throw new Error(JSON.stringify(errors, undefined, 2));
  return benchOf(program satisfies Program, input);
}

/** `kind what`, as the report has them. */
export function mutantNames({ tables, words }: Workbench, of: string): string[] {
  return tables.flatMap((bench) => mutantsOf(bench, words)).filter(({ row }) => row === of).map(({ kind, what }) => `${kind} ${what}`.trim());
}

/** What becomes of each mutant when this is what the tests say; by row, kind and what. */
export async function verdicts(workbench: Workbench, tests: (table: Table) => readonly (() => void)[]): Promise<ReadonlyMap<string, Verdict>> {
  const live = {} as Table;
  const imports = { contract: { ...contract }, transforms: () => ({}) };
  const collected = tests(live).map((run, index): CollectedTest => ({ file: "tiny.test.ts", name: String(index + 1), run: async () => run() }));
  const made = workbench.tables.map(({ table, provider }) => ({ checked: table, parts: partsOf(workbench.program, provider, table) }));
  const oracle = await openOracle({ tests: collected, live: new Map([["codex.app-server.notification", live]]), imports, refresh: () => {} }, made);
  const judge = openJudge(workbench, oracle, imports, () => {});
  const found = new Map<string, Verdict>();
  for (const bench of workbench.tables) {
    for (const mutant of mutantsOf(bench, workbench.words)) found.set([mutant.row, mutant.kind, mutant.what].filter((part) => part !== "").join(" "), await judge.verdict(bench, mutant));
  }
  return found;
}
