import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Options } from "pacote";
import { VendorError } from "./error.js";
import type { Unpacked } from "./package.js";
import type { Registry } from "./registry.js";
import { unpackTarball } from "./tarball.js";

export interface NpmOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Told what is going on. */
  readonly heard: (what: string) => void;
}

const elsewhere = "Without the registry, `--from` takes a tarball, an unpacked package, a folder of schemas, or a codex binary.";

/** The registry that npm would ask: its configuration, with scopes, credentials, proxy and certificates, is read as npm reads it. */
export async function npmRegistry({ cwd, env, signal, heard }: NpmOptions): Promise<Registry> {
  const { default: pacote } = await import("pacote");
  // What is fetched once and is large has no place in npm's cache.
  const options: Options = { ...(await npmConfig(cwd, env)), cache: undefined, fullMetadata: true, ...(signal !== undefined && { signal }) };
  return {
    releases: async (name) => {
      heard(`asking for ${name}`);
      const packument = await asked(() => pacote.packument(name, options), name);
      if (typeof packument?.versions !== "object" || packument.versions === null) throw new VendorError(`the npm registry sent something for ${name} that cannot be read: it names no versions`, elsewhere);
      const latest = packument["dist-tags"]?.["latest"];
      return { versions: Object.keys(packument.versions), published: packument.time ?? {}, ...(latest !== undefined && { latest }) };
    },
    unpack: async (name, version, folder) => {
      const what = `${name}@${version}`;
      await mkdir(folder, { recursive: true });
      const tarball = path.join(folder, "package.tgz");
      let bytes = 0;
      const count = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          heard(`fetching ${what}, ${Math.ceil(bytes / 1_000_000)} MB`);
          yield chunk;
        }
      };
      heard(`fetching ${what}`);
      // Its integrity is checked on the way: the stream fails at its end if it is another.
      await asked(() => pacote.tarball.stream(what, (stream) => pipeline(stream, count, createWriteStream(tarball)), options), what);
      heard(`unpacking ${what}`);
      const unpacked: Unpacked = await unpackTarball(tarball, folder, `what the npm registry sent as ${what}`);
      await rm(tarball);
      return unpacked;
    },
  };
}

async function npmConfig(cwd: string, env: NpmOptions["env"]): Promise<Options> {
  const { default: Config } = await import("@npmcli/config");
  const { default: npm } = await import("@npmcli/config/lib/definitions/index.js");
  const config = new Config({ ...npm, npmPath: cwd, argv: [], env: { ...env }, cwd, warn: false });
  try {
    await config.load();
    // npm waits a minute before it says that there is no network; whoever wants that has configured it.
    const { retry, ...rest } = config.flat;
    return { ...rest, retry: { ...(retry as object), ...(config.isDefault("fetch-retry-mintimeout") && { minTimeout: 500, maxTimeout: 2000 }) } };
  } catch (error) {
    throw new VendorError(`npm's configuration cannot be read: ${firstLine(error)}`);
  }
}

/** Some of what is wrong is thrown before there is a promise. */
async function asked<T>(ask: () => Promise<T>, what: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    return refuse(error, what);
  }
}

function refuse(error: unknown, what: string): never {
  const { code = "", syscall, path: file } = error as NodeJS.ErrnoException;
  // The disk, not the registry.
  if (syscall !== undefined && (file !== undefined || syscall === "write")) throw error;
  throw new VendorError(why(code, what, error), code === "E404" ? undefined : elsewhere);
}

function why(code: string, what: string, error: unknown): string {
  if (code === "E404") return `the npm registry has no ${what}`;
  if (code === "E401" || code === "E403") return `the npm registry does not give ${what} to you (${code.slice(1)}): see \`npm login\``;
  if (code === "ERR_INVALID_URL") return "npm is configured for a registry that is no URL: see `npm config get registry`";
  if (code === "EINTEGRITY") return `what the npm registry sent as ${what} is not what was published: its integrity is another`;
  if (/TIMEOUT|TIMEDOUT/.test(code) || /timeout/i.test(firstLine(error))) return `the npm registry does not answer in time (${what})`;
  if (/^E\d+$/.test(code)) return `the npm registry answered ${code.slice(1)} (${what})`;
  if (/^E[A-Z]+$|^ERR_|^CERT_|_CERT/.test(code)) return `the npm registry cannot be reached (${code})`;
  return `the npm registry sent something for ${what} that cannot be read: ${firstLine(error)}`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
