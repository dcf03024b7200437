import path from "node:path";
import { VendorError } from "./error.js";
import { aboutOf, entryOf, type Vendored } from "./package.js";
import { brokenIn } from "./schema-files.js";
import { readTree } from "./tree.js";

/** Where packages have it that hold several versions of the protocol: the stable schema of the one that agents speak. */
const STABLE = "v1/schema.json";

/**
 * Takes the schemas of the Agent Client Protocol out of an unpacked npm package (`@agentclientprotocol/sdk`), as they are.
 * `integrity` is the one of the tarball, where it is known. Rejects if there are none.
 */
export async function vendorAcp(from: string, integrity?: string): Promise<Vendored> {
  const about = await aboutOf(from);
  const all = await readTree(path.join(from, "schema"), isStable).catch(() => new Map<string, Uint8Array>());
  const files = spokenIn(all);
  if (files.size === 0) throw new VendorError(`${about.name}@${about.version} has no schemas in its folder "schema"`);
  const broken = brokenIn(files);
  if (broken !== undefined) throw new VendorError(`'${broken}' of ${about.name}@${about.version} is no JSON schema`);
  return { version: about.version, files, entry: entryOf(about, integrity, files === all ? "package" : `schema/${STABLE} of the package`, files) };
}

/** The files that are vendored of a folder of schemas. The same name in every version, wherever it lies, so that versions compare. */
export function spokenIn(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const stable = files.get(STABLE);
  return stable === undefined ? files : new Map([["schema.json", stable]]);
}

/** What is unstable repeats the stable schema, with what may change any day. */
export function isStable(file: string): boolean {
  return file.endsWith(".json") && !file.endsWith(".unstable.json");
}
