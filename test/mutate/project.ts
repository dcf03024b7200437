import { readdirSync } from "node:fs";
import path from "node:path";
import type { Cell, Table } from "../../src/contract.js";
import { collect, type CollectedTest } from "./collector.js";
import type { TestedProject } from "./oracle.js";
import type { Workbench } from "./workbench.js";

/** The tests that are asked: what they hold of a table, `npm test` holds. */
const folders = ["generated/tests", "test/cases", "test/tables"];

/** Imports a module of this project by its path from the root. */
export type ImportModule = (file: string) => Promise<{ readonly [name: string]: unknown }>;

/** The project's own tests and tables, all of one making: what one module holds, the others hold. */
export async function openProject(root: string, { program }: Workbench, load: ImportModule): Promise<TestedProject> {
  const live = new Map<string, Table>();
  for (const { name, tables } of program.providers) {
    for (const table of tables) {
      const module = await load(`generated/${name}/${table.name}.ts`);
      live.set(table.source, Object.values(module).find((one) => (one as Partial<Table>).source === table.source) as Table);
    }
  }
  const transforms = new Map<string, { readonly [name: string]: unknown }>();
  for (const file of readdirSync(path.join(root, "src/transforms"))) transforms.set(file.replace(/\.ts$/, ""), await load(`src/transforms/${file}`));
  const tests: CollectedTest[] = [];
  for (const file of folders.flatMap((folder) => testFiles(root, folder))) tests.push(...(await collect(file, () => load(file))));
  return { tests, live, imports: { contract: await load("src/contract.ts"), transforms: (module) => transforms.get(module) ?? {} }, refresh: await refreshing(load, live) };
}

function testFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .sort();
}

/** Providers are made once; what of a table they look at then is looked at again. */
async function refreshing(load: ImportModule, live: ReadonlyMap<string, Table>): Promise<() => void> {
  const { codex } = (await load("src/providers/codex-generated.ts")) as { readonly codex: object };
  const { codexProvider } = (await load("src/providers/codex.ts")) as { readonly codexProvider: (tables: object) => object };
  const { cells } = (await load("generated/codex/memory.ts")) as { readonly cells: { readonly [name: string]: Cell } };
  const tables = {
    notifications: live.get("codex.app-server.notification"),
    requests: live.get("codex.app-server.request"),
    responses: live.get("codex.app-server.response"),
    eventMsg: live.get("codex.eventmsg"),
    cells,
  };
  return () => void Object.assign(codex, codexProvider(tables));
}
