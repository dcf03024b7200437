import { open, stat } from "node:fs/promises";
import path from "node:path";
import semver from "semver";
import { vendorCodex } from "./codex.js";
import { VendorError } from "./error.js";
import { hashesOf } from "./lock.js";
import { aboutOf, type Unpacked, type Vendored } from "./package.js";
import type { VendoredProtocol } from "./protocols.js";
import { brokenIn, looksLikeSchema } from "./schema-files.js";
import { unpackTarball } from "./tarball.js";
import { readTree } from "./tree.js";

/** What somebody has of a protocol: packages by their name, or else a binary or schemas. */
type Given = { readonly kind: "package"; readonly name: string; readonly unpacked: Unpacked } | { readonly kind: "binary" | "schemas"; readonly path: string };

/**
 * Makes the schemas of a protocol from what is there: tarballs, unpacked packages, a folder of schemas, a `codex` binary. Never
 * asks a registry. `version` is what it must be, and must be known for schemas, which do not say it; `folder` is empty, and for what is unpacked.
 */
export async function takeVersion(protocol: VendoredProtocol, paths: readonly string[], version: string | undefined, folder: string, signal?: AbortSignal): Promise<Vendored> {
  const given: Given[] = [];
  for (const [index, from] of paths.entries()) given.push(await recognise(from, protocol, path.join(folder, String(index))));
  const vendored = await vendor(protocol, given, version, { folder, signal });
  // It becomes a folder's name.
  if (semver.valid(vendored.version) !== vendored.version) throw new VendorError(`what --from names calls itself version '${vendored.version}', which is none`);
  if (version !== undefined && vendored.version !== version) throw new VendorError(`what --from names is version ${vendored.version}, not ${version}`);
  return vendored;
}

async function vendor(protocol: VendoredProtocol, given: readonly Given[], version: string | undefined, running: Parameters<VendoredProtocol["vendor"]>[2]): Promise<Vendored> {
  const single = given.find((one) => one.kind !== "package");
  if (single !== undefined && given.length > 1) throw new VendorError(`'${single.path}' is all that is needed, and there are ${given.length} --from`);
  if (single?.kind === "binary") return vendorCodex(single.path, undefined, running);
  if (single !== undefined) return schemasIn(single.path, protocol, version);

  const packages = new Map(given.flatMap((one) => (one.kind === "package" ? [[one.name, one.unpacked]] : [])));
  const own = packages.get(protocol.package);
  if (own === undefined) throw new VendorError(`the package ${protocol.package} is missing`, "Add --from PATH with its tarball or folder.");
  const imported = protocol.imports && (packages.get(protocol.imports.name) ?? (await importedAround(own, protocol)));
  return protocol.vendor(own, imported, running);
}

async function recognise(from: string, protocol: VendoredProtocol, folder: string): Promise<Given> {
  const status = await stat(from).catch(() => undefined);
  if (status === undefined) throw new VendorError(`there is nothing at '${from}'`);
  if (!status.isDirectory()) {
    if (await isTarball(from)) return packageIn(from, await unpackTarball(from, folder, `'${from}'`), protocol);
    if (protocol.package === "@openai/codex") return { kind: "binary", path: from };
    throw new VendorError(`'${from}' is neither the tarball of a package nor a folder`);
  }
  const isPackage = await stat(path.join(from, "package.json")).then(() => true, () => false);
  return isPackage ? packageIn(from, { folder: from }, protocol) : { kind: "schemas", path: from };
}

async function packageIn(from: string, unpacked: Unpacked, protocol: VendoredProtocol): Promise<Given> {
  const { name } = await aboutOf(unpacked.folder, unpacked.folder === from ? undefined : `the package.json of '${from}'`);
  const needed = [protocol.package, ...(protocol.imports === undefined ? [] : [protocol.imports.name])];
  if (!needed.includes(name)) throw new VendorError(`'${from}' is the package ${name}, and what is needed is ${needed.join(" and ")}`);
  return { kind: "package", name, unpacked };
}

/** The package that the types import, where Node would find it, and only if it is a version that fits. */
async function importedAround(own: Unpacked, { package: importing, imports }: VendoredProtocol): Promise<Unpacked> {
  const { name, wanted } = imports!;
  const range = (await wanted(own))?.range;
  let other = "";
  for (let at = path.resolve(own.folder); ; at = path.dirname(at)) {
    const folder = path.join(at, "node_modules", name);
    const found = (await aboutOf(folder).catch(() => undefined))?.version;
    if (found !== undefined && range !== undefined && semver.satisfies(found, range)) return { folder };
    if (found !== undefined) other ||= `; '${folder}' is ${found}`;
    if (at === path.dirname(at)) break;
  }
  throw new VendorError(`the types of ${importing} import those of ${name}${range === undefined ? "" : ` (${range})`}, and it is not there${other}`, `Add --from PATH with the tarball or folder of ${name}.`);
}

async function schemasIn(from: string, protocol: VendoredProtocol, version: string | undefined): Promise<Vendored> {
  if (version === undefined) throw new VendorError(`'${from}' does not say which version its schemas are of`, "Name it: PROTOCOL@VERSION.");
  const files = protocol.schemas(await readTree(from, (file) => file.endsWith(".json") && !/(^|\/)node_modules\//.test(file)));
  const broken = brokenIn(files);
  if (broken !== undefined) throw new VendorError(`'${path.join(from, broken)}' is no JSON schema`);
  if (![...files.values()].some(looksLikeSchema)) throw new VendorError(`'${from}' is neither a package nor a folder of schemas`);
  return { version, files, entry: { package: protocol.package, version, license: "UNKNOWN", obtained: "folder", files: hashesOf(files) } };
}

/** By its first bytes (gzip), or by its name. */
async function isTarball(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return /\.(tgz|tar|tar\.gz)$/.test(file) || (bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b);
  } finally {
    await handle.close();
  }
}
