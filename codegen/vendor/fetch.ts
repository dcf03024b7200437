import path from "node:path";
import semver from "semver";
import { VendorError } from "./error.js";
import type { Wanted } from "./imported.js";
import type { Unpacked, Vendored } from "./package.js";
import type { VendoredProtocol } from "./protocols.js";
import type { Registry, Releases } from "./registry.js";

/** Fetches a version of a protocol, and what its types import, and makes its schemas. `folder` is empty, and for what is fetched. */
export async function fetchVersion(protocol: VendoredProtocol, version: string, registry: Registry, folder: string, signal?: AbortSignal): Promise<Vendored> {
  const releases = await registry.releases(protocol.package);
  const found = (protocol.published?.(version) ?? [version]).find((name) => releases.versions.includes(name));
  if (found === undefined) throw new VendorError(`${protocol.package} has no version ${version}`, `The newest are ${newestOf(releases, 5).join(", ")}.`);
  const own = await registry.unpack(protocol.package, found, path.join(folder, "own"));
  const imported = protocol.imports && (await unpackImported(protocol, own, releases.published[found], registry, path.join(folder, "imported")));
  const vendored = await protocol.vendor(own, imported, { folder, signal });
  if (vendored.version !== version) throw new VendorError(`what the npm registry sent as ${protocol.package}@${found} calls itself ${vendored.version}`);
  return vendored;
}

/** The newest stable version that is published. */
export async function newestVersion(protocol: VendoredProtocol, registry: Registry): Promise<string> {
  const releases = await registry.releases(protocol.package);
  const [newest] = newestOf(releases, 1);
  if (newest === undefined) throw new VendorError(`${protocol.package} has no stable version`);
  return newest;
}

/** Stable versions, newest first; what its publisher calls the latest leads. */
function newestOf({ latest, versions }: Releases, count: number): string[] {
  const stable = versions.filter((version) => semver.prerelease(version) === null && semver.valid(version) !== null).sort(semver.rcompare);
  const first = stable.filter((version) => version === latest);
  return [...first, ...stable.filter((version) => version !== latest)].slice(0, count);
}

async function unpackImported({ package: importing, imports }: VendoredProtocol, own: Unpacked, published: string | undefined, registry: Registry, folder: string): Promise<Unpacked> {
  const { name, wanted } = imports!;
  const range = await wanted(own);
  if (range === undefined) throw new VendorError(`${importing} does not say which version of ${name} its types import`, "Give both packages with --from.");
  return registry.unpack(name, choose(name, range, await registry.releases(name), published), folder);
}

function choose(name: string, { range, pick }: Wanted, { versions, published }: Releases, before: string | undefined): string {
  if (pick === "newest" && before === undefined) throw new VendorError(`the npm registry does not say when packages were published, on which the version of ${name} depends`, "Give both packages with --from.");
  const older = versions.filter((version) => pick === "lowest" || (published[version] !== undefined && Date.parse(published[version]) <= Date.parse(before!)));
  const chosen = pick === "lowest" ? semver.minSatisfying(older, range) : semver.maxSatisfying(older, range);
  if (chosen === null) throw new VendorError(`the npm registry has no ${name}@${range} that fits`);
  return chosen;
}
