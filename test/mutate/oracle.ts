import type { CheckedTable } from "../../codegen/check/types.js";
import type { Table } from "../../src/contract.js";
import { isSame, outcome, recorder, type Call } from "./calls.js";
import type { CollectedTest } from "./collector.js";
import { load, type Imports, type Parts, type Running } from "./module.js";

/** The tests, the tables that they use, and which of them asks which table what. */
export interface Oracle {
  readonly tables: ReadonlyMap<string, Tested>;
  /** The first test that fails, `undefined` if none does. Tests that see no difference in what they ask are not run. */
  firstFailing(source: string, functions: readonly string[] | "all"): Promise<string | undefined>;
}

/** A table that tests use, with what runs in its place. */
export interface Tested {
  readonly checked: CheckedTable;
  readonly parts: Parts;
  /** Puts another module, or the own one again, in the place of the table. */
  use(running: Running): void;
  readonly running: Running;
  readonly pristine: Running;
}

/** What an oracle is made of. */
export interface TestedProject {
  readonly tests: readonly CollectedTest[];
  /** By source: the object that sessions and tests hold. */
  readonly live: ReadonlyMap<string, Table>;
  readonly imports: Imports;
  /** Makes sessions see which messages repeat others. */
  refresh(): void;
}

interface Asking {
  readonly test: CollectedTest;
  readonly cost: number;
  /** By source. */
  readonly calls: ReadonlyMap<string, readonly Call[]>;
}

/** Runs every test once to learn what it asks. Throws if one fails. */
export async function openOracle(project: TestedProject, tables: readonly { readonly checked: CheckedTable; readonly parts: Parts }[]): Promise<Oracle> {
  const { live, imports, refresh } = project;
  const put = (source: string, table: Table): void => {
    const held = live.get(source) as unknown as { [name: string]: unknown };
    for (const name of Object.keys(held)) if (!(name in table)) delete held[name];
    Object.assign(held, table);
  };
  const recorders = new Map<string, ReturnType<typeof recorder>>();
  for (const { checked, parts } of tables) {
    const own = recorder();
    recorders.set(checked.source, own);
    put(checked.source, own.listen((await load(checked, parts, imports, own.entered)).table));
  }
  refresh();
  const asking: Asking[] = [];
  for (const test of project.tests) {
    for (const { take } of recorders.values()) take();
    const begun = performance.now();
    await test.run().catch((error: unknown) => {
      throw new Error(`${test.file} fails as the tables are: ${test.name}\n${String(error)}`);
    });
    const calls = new Map(Array.from(recorders, ([source, { take }]) => [source, take()]));
    if ([...calls.values()].some((all) => all.length > 0)) asking.push({ test, cost: performance.now() - begun, calls });
  }
  const tested = new Map<string, Tested>();
  for (const { checked, parts } of tables) {
    const running = await load(checked, parts, imports);
    tested.set(checked.source, { checked, parts, running, pristine: await load(checked, parts, imports), use: (other) => put(checked.source, other.table) });
    put(checked.source, running.table);
  }
  refresh();
  asking.sort((a, b) => a.cost - b.cost);
  const known = new Map<Call, unknown>();

  const differs = (call: Call, source: string): boolean => {
    const { pristine } = tested.get(source)!;
    if (!known.has(call)) known.set(call, outcome(pristine.table, call));
    return !isSame(known.get(call), outcome(live.get(source)!, call));
  };
  const bySource = new Map([...tested.keys()].map((source) => [source, asking.filter(({ calls }) => calls.get(source)!.length > 0)]));
  return {
    tables: tested,
    firstFailing: async (source, functions) => {
      for (const { test, calls } of bySource.get(source)!) {
        const sees = functions === "all" || calls.get(source)!.some((call) => functions.some((name) => call.reached.has(name)) && differs(call, source));
        if (!sees) continue;
        try {
          await test.run();
        } catch {
          return `${test.file}: ${test.name}`;
        }
      }
      return undefined;
    },
  };
}
