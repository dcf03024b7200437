import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The package as npm would publish it, and a project that has installed it. Nothing touches the network, or the repository's own `dist/`. */

export const repository = fileURLToPath(new URL("../..", import.meta.url));

export interface Packed {
  readonly tarball: string;
  /** The unpacked package inside of the project. */
  readonly folder: string;
  /** A project with the package and what it depends on in `node_modules`. */
  readonly project: string;
  /** Of the package, by path. */
  readonly files: readonly string[];
  dispose(): void;
}

export interface Manifest {
  readonly files: readonly string[];
  readonly dependencies: { readonly [name: string]: string };
  readonly exports: { readonly [subpath: string]: string | { readonly types: string; readonly default?: string } };
}

export const manifest = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8")) as Manifest;

export function pack(): Packed {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-package-")));
  const source = path.join(root, "source");
  mkdirSync(source);
  for (const name of ["package.json", "README.md", "LICENSE", ...manifest.files.filter((file) => file !== "dist")]) cpSync(path.join(repository, name), path.join(source, name), { recursive: true });
  node([path.join(repository, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", "--outDir", path.join(root, "declarations")], repository);
  node([path.join(repository, "build.mjs"), path.join(root, "declarations"), path.join(source, "dist")], repository);
  run("npm", ["pack", "--ignore-scripts", "--offline", "--pack-destination", root], source);
  const tarball = path.join(root, readdirSync(root).find((file) => file.endsWith(".tgz")) ?? "none");

  const project = path.join(root, "project");
  const modules = path.join(project, "node_modules");
  mkdirSync(modules, { recursive: true });
  run("tar", ["-xzf", path.basename(tarball), "-C", path.relative(root, modules)], root);
  const folder = path.join(modules, "mapwright");
  cpSync(path.join(modules, "package"), folder, { recursive: true });
  rmSync(path.join(modules, "package"), { recursive: true });
  for (const name of [...Object.keys(manifest.dependencies), "vitest", "@types/node"]) link(modules, name);
  writeFileSync(path.join(project, "package.json"), '{ "name": "bridge", "type": "module", "dependencies": { "mapwright": "*" } }\n');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    tarball,
    folder,
    project,
    files: files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/")).sort(),
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What a program of Node's prints. Throws with all of it if it fails. */
export function node(argv: readonly string[], cwd: string): string {
  return run(process.execPath, argv, cwd);
}

export function git(argv: readonly string[], cwd: string): string {
  return run("git", argv, cwd);
}

function run(program: string, argv: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, argv, { cwd, encoding: "utf8", shell: process.platform === "win32" && program === "npm", env: { ...process.env, NO_COLOR: "1" } });
  if (status !== 0) throw new Error(`${program} ${argv.join(" ")}\n${stdout}${stderr}${error?.message ?? ""}`);
  return stdout;
}

function link(modules: string, name: string): void {
  mkdirSync(path.dirname(path.join(modules, name)), { recursive: true });
  symlinkSync(path.join(repository, "node_modules", name), path.join(modules, name), "junction");
}
