import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Derived } from "./declarations.js";
import { VendorError } from "./error.js";
import { hashesOf, type LockEntry } from "./lock.js";

/** What was vendored: the files to write below the version's folder, and what the lock says of them. */
export interface Vendored {
  readonly version: string;
  readonly entry: LockEntry;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Types that a package names and declares nowhere, as `Name in Where`: what an overlay may have to say. */
  readonly undeclared?: readonly string[];
}

/** An unpacked npm package. */
export interface Unpacked {
  readonly folder: string;
  /** Of the tarball, where it is known. */
  readonly integrity?: string;
}

/** What a `package.json` says, as far as vendoring asks. */
export interface About {
  readonly name: string;
  readonly version: string;
  /** An object in packages of old. */
  readonly license?: string | { readonly type?: unknown };
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
}

/** Rejects if the folder is no package. `called` is how messages name its `package.json`. */
export async function aboutOf(folder: string, called = `'${path.join(folder, "package.json")}'`): Promise<About> {
  const text = await readFile(path.join(folder, "package.json"), "utf8");
  const about = parsed(text);
  if (typeof about?.name !== "string" || typeof about.version !== "string") throw new VendorError(`${called} does not say the name and version of a package`);
  return about as About;
}

/** The lock's entry for files that came out of a package, or were made from it. */
export function entryOf({ name, version, license }: About, integrity: string | undefined, obtained: string, files: ReadonlyMap<string, Uint8Array>): LockEntry {
  return { package: name, version, ...(integrity !== undefined && { integrity }), license: licenseText(license), obtained, files: hashesOf(files) };
}

function licenseText(license: About["license"]): string {
  const text = typeof license === "object" && license !== null ? license.type : license;
  return typeof text === "string" ? text : "UNKNOWN";
}

/** What a schema that was derived from a package's declarations and those of another is called, and what the lock says of it. */
export async function vendoredFrom(own: Unpacked, imported: Unpacked, declarations: string, { text, undeclared }: Derived): Promise<Vendored> {
  const about = await aboutOf(own.folder);
  const other = await aboutOf(imported.folder);
  const files = new Map([[path.posix.basename(declarations).replace(/\.d\.ts$/, ".json"), new TextEncoder().encode(text)]]);
  const pinned = [`${other.name}@${other.version}`, ...(imported.integrity === undefined ? [] : [imported.integrity])].join(" ");
  const entry = entryOf(about, own.integrity, `derived from the types of ${declarations}, and what they import of ${pinned}`, files);
  return { version: about.version, entry, files, undeclared };
}

/** A declaration file of a package. Rejects if it is not there. */
export async function declarationsIn({ folder }: Unpacked, file: string): Promise<string> {
  const { name, version } = await aboutOf(folder);
  return readFile(path.join(folder, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? new VendorError(`${name}@${version} has no ${file}`) : error;
  });
}

function parsed(text: string): Partial<About> | undefined {
  try {
    return JSON.parse(text) as Partial<About> | undefined;
  } catch {
    return undefined;
  }
}
