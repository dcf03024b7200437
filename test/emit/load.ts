import { ts } from "ts-morph";
import * as contract from "../../src/contract.js";
import type { Table } from "../../src/contract.js";
import * as words from "./transforms/words.js";

/** Runs a generated module that stands in no file. */
export function load(text: string): { readonly [name: string]: unknown } & { table(): Table } {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } });
  const module = { exports: {} as { [name: string]: unknown } };
  const require = (from: string): unknown => (from.endsWith("contract.js") ? contract : from.endsWith("words.js") ? words : {});
  // oxlint-disable-next-line no-implied-eval, no-new-func -- generated modules are programs; running them is what is tested
  new Function("module", "exports", "require", outputText)(module, module.exports, require);
  const table = (): Table => Object.values(module.exports).find((value) => typeof value === "object" && value !== null && "map" in value) as Table;
  return { ...module.exports, table };
}
