import { mkdtemp, readdir, readFile, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { VendorError } from "./error.js";
import { aboutOf, entryOf, type About, type Vendored } from "./package.js";
import { runProgram } from "./program.js";
import { brokenIn } from "./schema-files.js";
import { readTree } from "./tree.js";

/** How it is run: what ends it, and where it may write what is removed afterwards. */
interface Running {
  readonly signal?: AbortSignal | undefined;
  readonly folder?: string;
  /** In milliseconds; it has a minute. */
  readonly patience?: number;
}

/** `DIR` stands for any empty folder. */
const COMMAND = ["app-server", "generate-json-schema", "--out"];

/** Ends a program that is not Codex, and waits for something. */
const PATIENCE = 60_000;

/**
 * Lets Codex write the JSON schemas of its app-server. `from` is an unpacked npm package of a platform (`@openai/codex` at
 * `0.107.0-linux-x64`), or a binary, inside such a package or on its own; `integrity` is the one of the tarball, where it is
 * known. Works offline. Rejects if there is no binary, or if it fails.
 */
export async function vendorCodex(from: string, integrity?: string, running: Running = {}): Promise<Vendored> {
  const isFile = (await stat(from)).isFile();
  const binary = isFile ? path.resolve(from) : await binaryIn(from);
  const about = isFile ? await aboutBinary(binary, running) : await aboutOf(from);
  const files = await generate(binary, running);
  // The package of a platform names it after the version.
  const version = about.version.replace(/-(linux|darwin|win32)-.*$/, "");
  return { version, files, entry: entryOf(about, integrity, ["codex", ...COMMAND, "DIR"].join(" "), files) };
}

async function generate(binary: string, running: Running): Promise<Map<string, Uint8Array>> {
  const home = await mkdtemp(path.join(running.folder ?? tmpdir(), "mapwright-codex-"));
  const out = path.join(home, "schemas");
  try {
    // A home of its own: the user's configuration must not change what is vendored.
    await call(binary, [...COMMAND, out], { ...process.env, CODEX_HOME: home, HOME: home }, running);
    const files = await readTree(out).catch(() => new Map<string, Uint8Array>());
    if (files.size === 0) throw new VendorError(`\`${path.basename(binary)}\` wrote no schemas`);
    const broken = brokenIn(files);
    if (broken !== undefined) throw new VendorError(`\`${path.basename(binary)}\` wrote '${broken}', which is no JSON schema`);
    return files;
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Of the package around a binary; a binary on its own is asked. */
async function aboutBinary(binary: string, running: Running): Promise<About> {
  const around = await packageAround(path.dirname(await realpath(binary)));
  if (around?.name === "@openai/codex") return around;
  const said = await call(binary, ["--version"], process.env, running);
  const version = /\d+\.\d+\.\d+\S*/.exec(said)?.[0];
  if (version === undefined) throw new VendorError(`'${binary}' is no codex: it does not say its version`);
  return { name: "@openai/codex", version };
}

function call(binary: string, args: readonly string[], env: NodeJS.ProcessEnv, { signal, patience = PATIENCE }: Running): Promise<string> {
  return runProgram(binary, args, env, { signal, patience }).catch((error: unknown) => {
    if (!(error instanceof VendorError)) throw error;
    throw new VendorError(`\`${[path.basename(binary), ...args.slice(0, 2)].join(" ")}\` failed: ${error.message}`);
  });
}

/** `vendor/<target>/` in a package of one platform, or of several; then the one of this machine. */
async function binaryIn(folder: string): Promise<string> {
  const entries = await readdir(path.join(folder, "vendor"), { recursive: true, withFileTypes: true }).catch(() => []);
  const binaries = entries.filter((entry) => entry.isFile() && /^codex(\.exe)?$/.test(entry.name)).map((entry) => path.join(entry.parentPath, entry.name)).sort((a, b) => (a < b ? -1 : 1));
  const binary = binaries.find((file) => target().every((part) => path.relative(folder, file).includes(part))) ?? binaries[0];
  if (binary !== undefined) return binary;
  const { name, version } = await aboutOf(folder);
  throw new VendorError(`${name}@${version} has no codex binary in its folder "vendor"`, "It is in the package of a platform, such as @openai/codex-linux-x64, which npm installs beside this one; or name a binary.");
}

/** As Codex writes it in the names of its folders. */
function target(): string[] {
  const systems: { readonly [platform: string]: string } = { linux: "linux", darwin: "apple", win32: "windows" };
  return [process.arch === "arm64" ? "aarch64" : "x86_64", systems[process.platform] ?? process.platform];
}

async function packageAround(start: string): Promise<About | undefined> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const text = await readFile(path.join(folder, "package.json"), "utf8").catch(() => undefined);
    if (text !== undefined) return aboutOf(folder).catch(() => undefined);
    if (path.dirname(folder) === folder) return undefined;
  }
}
