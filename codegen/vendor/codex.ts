import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { hashesOf, type LockEntry } from "./lock.js";

/** What was vendored: the files to write below the version's folder, and what the lock says of them. */
export interface Vendored {
  readonly version: string;
  readonly entry: LockEntry;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

const run = promisify(execFile);

/** `DIR` stands for any empty folder. */
const COMMAND = ["app-server", "generate-json-schema", "--out"];

/**
 * Lets Codex write the JSON schemas of its app-server. `from` is an unpacked npm package of a platform (`@openai/codex` at
 * `0.107.0-linux-x64`) or its binary inside such a package; `integrity` is the one of the tarball, where it is known. Works
 * offline. Rejects if there is no binary, or if it fails.
 */
export async function vendorCodex(from: string, integrity?: string): Promise<Vendored> {
  const isFile = (await stat(from)).isFile();
  const folder = isFile ? await packageAround(path.dirname(path.resolve(from))) : from;
  const about = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as { name: string; version: string; license?: string };
  const files = await generate(isFile ? path.resolve(from) : await binaryIn(folder));
  return {
    // The package of a platform names it after the version.
    version: about.version.replace(/-(linux|darwin|win32)-.*$/, ""),
    files,
    entry: {
      package: about.name,
      version: about.version,
      ...(integrity !== undefined && { integrity }),
      license: about.license ?? "UNKNOWN",
      obtained: ["codex", ...COMMAND, "DIR"].join(" "),
      files: hashesOf(files),
    },
  };
}

/** Every file below a folder, by path with forward slashes, in order. */
export async function readTree(folder: string): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  const files = await Promise.all(paths.map(async (file): Promise<[string, Uint8Array]> => [file.split(path.sep).join("/"), await readFile(path.join(folder, file))]));
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function generate(binary: string): Promise<Map<string, Uint8Array>> {
  const home = await mkdtemp(path.join(tmpdir(), "mapwright-codex-"));
  const out = path.join(home, "schemas");
  try {
    // A home of its own: the user's configuration must not change what is vendored.
    await run(binary, [...COMMAND, out], { env: { ...process.env, CODEX_HOME: home, HOME: home } });
    const files = await readTree(out);
    if (files.size === 0) throw new Error(`"${binary}" wrote no schemas.`);
    return files;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** `vendor/<target>/codex/codex` in a package of one platform. */
async function binaryIn(folder: string): Promise<string> {
  const entries = await readdir(path.join(folder, "vendor"), { recursive: true, withFileTypes: true }).catch(() => []);
  const binaries = entries.filter((entry) => entry.isFile() && /^codex(\.exe)?$/.test(entry.name)).map((entry) => path.join(entry.parentPath, entry.name));
  const binary = binaries.sort((a, b) => (a < b ? -1 : 1))[0];
  if (binary === undefined) throw new Error(`There is no codex binary below "${path.join(folder, "vendor")}".`);
  return binary;
}

async function packageAround(start: string): Promise<string> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = await stat(path.join(folder, "package.json")).then((entry) => entry.isFile(), () => false);
    if (found) return folder;
    if (path.dirname(folder) === folder) throw new Error(`There is no package.json around "${start}".`);
  }
}
