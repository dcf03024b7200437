import { transformWithOxc } from "vite";
import type { CheckedProvider, CheckedTable, Program } from "../../codegen/check/types.js";
import type { Places } from "../../codegen/emit/imports.js";
import { exportsOf, mapperParts } from "../../codegen/emit/mapper.js";
import type { Table } from "../../src/contract.js";

/** A generated module before it is text: its functions and constants by name, and what it imports. */
export interface Parts {
  readonly code: ReadonlyMap<string, string>;
  readonly imports: ReturnType<typeof mapperParts>["imports"];
}

const places: Places = { output: "generated", runtime: { kind: "folders", contract: "src", testing: "codegen" }, transforms: "src/transforms", schemas: "schemas" };

export function partsOf(program: Program, provider: CheckedProvider, table: CheckedTable): Parts {
  const { imports, statements } = mapperParts(program, provider, table, places);
  return { imports, code: new Map(statements.flatMap((text) => text.split(/\n\n(?=(?:\/\*\*.*\n)?(?:const|export const) )/)).map((text) => [nameOf(text), text])) };
}

function nameOf(statement: string): string {
  return /(?:^|\n)(?:export )?(?:function|const) (\w+)/.exec(statement)?.[1] ?? "";
}

/** A module that runs, whose functions can be exchanged. */
export interface Running {
  readonly table: Table;
  /** Declares functions in a scope of their own, and puts those that the module has in the place of its own. */
  exchange(code: string, names: readonly string[]): void;
  /** As it was loaded. */
  restore(): void;
}

/** Everything that generated code may import, by name. */
export interface Imports {
  readonly contract: { readonly [name: string]: unknown };
  /** By the name of its module below the transforms: `text`. */
  transforms(module: string): { readonly [name: string]: unknown };
}

/** Runs a module. `entered` hears of every function of it that is called. */
export async function load(table: CheckedTable, { code, imports }: Parts, available: Imports, entered?: (name: string) => void): Promise<Running> {
  const texts = Array.from(code.values(), (text) => (entered === undefined ? text : text.replace(/^((?:export )?function (\w+)\(.*\{)$/m, '$1 (entered)("$2");')));
  const body = await javascript(texts.join("\n\n"));
  const scope: { [name: string]: unknown } = { ...available.contract, entered };
  for (const { from, values = [] } of imports) {
    const module = /\/transforms\/(.*)\.js$/.exec(from)?.[1];
    if (module === undefined) continue;
    for (const { name, as } of values) scope[as ?? name] = available.transforms(module)[name];
  }
  const name = exportsOf(table).table;
  const source = `"use strict"; ${body}\nreturn { table: ${name}, evaluate: (code) => eval(code) };`;
  // oxlint-disable-next-line no-implied-eval, no-new-func -- generated modules are programs; running them is what is tested
  const made = new Function(...Object.keys(scope), source)(...Object.values(scope)) as { readonly table: Table; readonly evaluate: (code: string) => unknown };
  let exchanged: { readonly names: readonly string[]; readonly own: readonly unknown[] } | undefined;
  const put = (names: readonly string[], values: readonly unknown[]): void => {
    if (names.length > 0) (made.evaluate(`(given) => { [${names.join(", ")}] = given; }`) as (given: readonly unknown[]) => void)(values);
  };
  return {
    table: made.table,
    exchange: (changed, names) => {
      exchanged = { names, own: made.evaluate(`[${names.join(", ")}]`) as readonly unknown[] };
      put(names, made.evaluate(`(() => { ${changed}\nreturn [${names.join(", ")}]; })()`) as readonly unknown[]);
    },
    restore: () => {
      if (exchanged !== undefined) put(exchanged.names, exchanged.own);
      exchanged = undefined;
    },
  };
}

/** TypeScript without its types, and without what makes it a module. */
export async function javascript(text: string): Promise<string> {
  return (await transformWithOxc(text.replaceAll(/^export /gm, ""), "module.ts", { sourcemap: false, target: "es2022" })).code;
}
