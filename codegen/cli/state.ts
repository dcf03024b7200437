import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { createSession } from "../../src/index.js";
import type { Settings } from "./config.js";
import { reason, UserError } from "./io.js";
import { packageFolder } from "./package.js";

/** A state of the project as it would run: its runtime and its generated mappers, by path relative to the config's folder. */
export interface State {
  /** How messages name it. */
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  /** The module that it is entered by. */
  readonly entry: string;
}

export interface Runtime {
  readonly createSession: typeof createSession;
  /** Modules that were asked for by their path, as the sessions use them. */
  readonly modules: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

const runtime = "src/index.ts";

/** The module with the sessions of a project: its own runtime's, or what was generated where it extends ours. */
export function entryOf({ output, extends: extending }: Pick<Settings, "output" | "extends">): string {
  return extending ? `${output}/index.ts` : runtime;
}

/** Most files are the same in both states. */
const transpiled = new Map<string, string>();

/**
 * Loads a state: its TypeScript, types taken off, in a temporary folder that is gone before this returns.
 * @param also modules to give beside the one that the state is entered by
 * @throws UserError when it does not run
 */
export async function load({ name, files, entry }: State, root: string, also: readonly string[] = []): Promise<Runtime> {
  if (!files.has(entry)) throw new UserError(`${name} has no ${entry}`, "the sessions that are compared begin there");
  const { ts } = await import("ts-morph");
  const folder = mkdtempSync(path.join(tmpdir(), "mapwright-state-"));
  try {
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
    linkModules(root, folder, entry !== runtime);
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, isolatedModules: true, verbatimModuleSyntax: true };
    const plain = (text: string): string => {
      const known = transpiled.get(text) ?? ts.transpileModule(text, { compilerOptions }).outputText;
      transpiled.set(text, known);
      return known;
    };
    for (const [file, text] of files) {
      const to = path.join(folder, file.replace(/\.ts$/, ".js"));
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, file.endsWith(".ts") ? plain(text) : text);
    }
    const imported = async (file: string): Promise<unknown> => import(pathToFileURL(path.join(folder, file.replace(/\.ts$/, ".js"))).href);
    const loaded = (await imported(entry)) as Partial<Runtime>;
    if (typeof loaded.createSession !== "function") throw new UserError(`${name}: ${entry} exports no createSession`);
    const modules = new Map<string, Readonly<Record<string, unknown>>>();
    for (const file of also) if (files.has(file)) modules.set(file, (await imported(file)) as Record<string, unknown>);
    return { createSession: loaded.createSession, modules };
  } catch (error) {
    if (error instanceof UserError) throw error;
    const missing = (error as NodeJS.ErrnoException | undefined)?.code === "ERR_MODULE_NOT_FOUND";
    throw new UserError(`${name} does not run: ${reason(error).replaceAll(`${folder}${path.sep}`, "")}`, missing ? "is its generated code committed?" : undefined);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What runs; tests and declarations do not. */
export function runs(file: string): boolean {
  return /\.(?:ts|json)$/.test(file) && !/\.(?:test|d)\.ts$/.test(file);
}

/** What the project has installed; where it needs us, and its workspace has us further up, us alone. */
function linkModules(root: string, folder: string, needsUs: boolean): void {
  const modules = modulesAbove(root);
  const linked = path.join(folder, "node_modules");
  if (modules !== undefined && (!needsUs || existsSync(path.join(modules, "mapwright")))) symlinkSync(modules, linked, "junction");
  if (!needsUs || existsSync(linked)) return;
  mkdirSync(linked);
  symlinkSync(packageFolder(), path.join(linked, "mapwright"), "junction");
}

function modulesAbove(root: string): string | undefined {
  for (let at = root; ; at = path.dirname(at)) {
    const modules = path.join(at, "node_modules");
    if (statSync(modules, { throwIfNoEntry: false })?.isDirectory() === true) return modules;
    if (at === path.dirname(at)) return undefined;
  }
}
