import type { Judged } from "./judged.js";
import { partsOf } from "./module.js";
import { mutantsOf } from "./mutants/table.js";
import { openOracle } from "./oracle.js";
import { openProject, type ImportModule } from "./project.js";
import { openJudge } from "./verdict.js";
import { openWorkbench } from "./workbench.js";

/** One process's part of the work: every `of`th mutant of the tables whose name has one of `names` in it. */
export interface Share {
  readonly nth: number;
  readonly of: number;
  /** Of tables or providers; none means all. */
  readonly names: readonly string[];
}

/** Judges a share of the mutants. Throws if the tables have errors or their tests fail. */
export async function judgeShare(root: string, load: ImportModule, { nth, of, names }: Share, tell: (judged: Judged) => void): Promise<void> {
  const workbench = await openWorkbench(root);
  const project = await openProject(root, workbench, load);
  const oracle = await openOracle(project, workbench.tables.map(({ table, provider }) => ({ checked: table, parts: partsOf(workbench.program, provider, table) })));
  const judge = openJudge(workbench, oracle, project.imports, project.refresh);
  let order = 0;
  for (const bench of workbench.tables) {
    for (const mutant of mutantsOf(bench, workbench.words)) {
      order += 1;
      const { table, row, kind, what, at } = mutant;
      if (order % of !== nth || (names.length > 0 && !names.some((name) => table.includes(name)))) continue;
      tell({ order, table, row, kind, what, file: at.file, line: at.line, verdict: await judge.verdict(bench, mutant) });
    }
  }
}
