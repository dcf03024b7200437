import path from "node:path";
import type { Diagnostic } from "../diagnostic.js";
import type { Vendored, VendoredProtocol } from "../vendor/index.js";
import type { Settings } from "./config.js";
import { contentOf, filesBelow } from "./files.js";
import { reason, UserError, type Io } from "./io.js";
import { progress } from "./progress.js";
import type { Project } from "./project.js";
import type { Changes } from "./write.js";

/** A version of a protocol from where it comes to what has to be written. Nothing here writes into the project. */

export interface Wanted {
  readonly name: string;
  readonly protocol: VendoredProtocol;
  /** Without it, what `from` holds. */
  readonly version: string | undefined;
  /** Absolute paths; without any, the registry. */
  readonly from: readonly string[];
}

export interface Found {
  /** What the surface holds: how many definitions, and how many messages each union of the new version has. */
  readonly versions: readonly string[];
  readonly definitions: number;
  readonly messages: Readonly<Record<string, number>>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Fetches a version, or takes it from where the user has it.
 * @throws UserError
 */
export async function obtain({ name, protocol, version, from }: Wanted, io: Io): Promise<Vendored> {
  const { fetchVersion, npmRegistry, takeVersion, withTemporary } = await import("../vendor/index.js");
  const { say, stop } = await progress(io, `vendoring ${name}`);
  const work = async (folder: string): Promise<Vendored> => {
    if (version === undefined || from.length > 0) return takeVersion(protocol, from, version, folder, io.signal);
    return fetchVersion(protocol, version, await npmRegistry({ ...io, heard: say }), folder, io.signal);
  };
  return explained(withTemporary(work, io.signal), name).finally(stop);
}

/** @throws UserError */
export async function newest(name: string, protocol: VendoredProtocol, io: Io): Promise<string> {
  const { newestVersion, npmRegistry } = await import("../vendor/index.js");
  const { say, stop } = await progress(io, `asking for ${name}`);
  return explained(npmRegistry({ ...io, heard: say }).then((registry) => newestVersion(protocol, registry)), name).finally(stop);
}

/**
 * What has to be written for a version to be vendored and pinned: nothing if it is. Paths are below the config's folder.
 * @throws UserError if there are other files already
 */
export async function changesFor(root: string, schemas: string, name: string, { version, files, entry }: Vendored): Promise<Changes> {
  const { formatLock, parseLock, withEntry } = await import("../vendor/index.js");
  const folder = `${schemas}/${name}/${version}`;
  const there = new Map(filesBelow(root, folder).map((file) => [file.slice(folder.length + 1), contentOf(path.join(root, file))]));
  const others = [...there].filter(([file, content]) => content?.equals(files.get(file) ?? new Uint8Array()) !== true).map(([file]) => file);
  const lockFile = `${schemas}/lock.json`;
  const text = contentOf(path.join(root, lockFile))?.toString("utf8");
  const { lock = {}, diagnostics: [broken] } = text === undefined ? { diagnostics: [] } : parseLock(lockFile, text);
  if (broken !== undefined) throw new UserError(broken.message, broken.hint);
  const pinned = lock[name]?.[version];
  const differs = pinned !== undefined && JSON.stringify(Object.entries(pinned.files).sort()) !== JSON.stringify(Object.entries(entry.files).sort());
  if (others.length > 0 || differs) {
    const which = others.length === 0 ? `${lockFile} has other hashes` : `${others.slice(0, 3).join(", ")}${others.length > 3 ? ` and ${others.length - 3} more` : ""} differ`;
    throw new UserError(`${name} ${version} is vendored already, and not the same: ${which}`, `To vendor it anew, delete '${folder}' and its entry in '${lockFile}'.`);
  }
  const missing = [...files].filter(([file]) => !there.has(file)).map(([file, content]) => ({ path: `${folder}/${file}`, content }));
  // Where it is known which tarball the files came from, that stays.
  const keeps = pinned !== undefined && (pinned.integrity !== undefined || entry.integrity === undefined);
  return { write: keeps ? missing : [...missing, { path: lockFile, content: formatLock(withEntry(lock, name, version, entry)) }], remove: [] };
}

/** Reads the schemas of the versions that the config names and of a new one, as `check` will once the config names it, too. */
export async function readVendored({ root }: Pick<Project, "root">, settings: Settings, name: string, version: string, messages: readonly string[]): Promise<Found> {
  const { discriminate, readSurface } = await import("../schema/index.js");
  const folder = `${settings.schemas}/${name}`;
  const versions = await versionsWith(settings, name, version);
  const texts = (below: string): ReadonlyMap<string, string> => {
    const files = filesBelow(root, below, (file) => file.endsWith(".json"));
    return new Map(files.map((file) => [file.slice(below.length + 1), contentOf(path.join(root, file))?.toString("utf8") ?? ""]));
  };
  const all = new Map(versions.map((each) => [each, texts(`${folder}/${each}`)] as const).filter(([, files]) => files.size > 0));
  const overlay = contentOf(path.join(root, `${folder}/overlay.yaml`))?.toString("utf8");
  const { surface, diagnostics } = readSurface({ protocol: name, folder, versions: all, ...(overlay !== undefined && { overlays: [{ file: `${folder}/overlay.yaml`, text: overlay }] }) });
  const set = surface?.byVersion.get(version);
  const counts = messages.map((union): [string, number] => [union, set?.definitions.has(union) === true ? (discriminate(set, union)?.values.size ?? 0) : 0]);
  return { versions: [...all.keys()], definitions: set?.definitions.size ?? 0, messages: Object.fromEntries(counts.filter(([, count]) => count > 0)), diagnostics };
}

/** What the config has to list for a version to be covered, oldest first. */
export async function versionsWith(settings: Settings, name: string, version: string): Promise<readonly string[]> {
  const { compareVersions } = await import("../vendor/lock.js");
  const listed = settings.protocols.find((protocol) => protocol.name === name)?.versions ?? [];
  return listed.includes(version) ? listed : [...listed, version].sort(compareVersions);
}

/** Faults of the world in words; what is left is a fault of ours. */
async function explained<T>(work: Promise<T>, name: string): Promise<T> {
  const { VendorError } = await import("../vendor/error.js");
  return work.catch((error: unknown) => {
    if (error instanceof VendorError) throw new UserError(error.message, error.hint);
    const { syscall, path: file } = error as NodeJS.ErrnoException;
    if (syscall !== undefined && file === undefined) throw new UserError(`cannot vendor ${name}: ${reason(error)}`);
    throw error;
  });
}
