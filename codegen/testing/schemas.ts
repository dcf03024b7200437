import { existsSync, readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readSurface } from "../schema/index.js";
import type { Surface } from "../schema/types.js";
import { isProtocol } from "../vendor/own.js";

/** The folder of a protocol's versions as Mapwright ships them, for `Subject.schemas`. Throws a TypeError for a protocol that it has none of. */
export function shippedSchemas(protocol: string): URL {
  const folder = new URL("schemas/", packageFolder());
  const shipped = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && isProtocol(entry.name));
  const names = shipped.map(({ name }) => name).sort();
  if (!names.includes(protocol)) throw new TypeError(`Mapwright has no schemas of ${JSON.stringify(protocol)}; it has those of ${names.join(", ")}.`);
  return new URL(`${protocol}/`, folder);
}

/** Reads a protocol as vendored below its folders, each version and the overlay from the first that has it. Throws with what is wrong. */
export async function readVersions(folders: readonly URL[], protocol: string, versions: readonly string[]): Promise<Surface> {
  const roots = folders.map((folder) => fileURLToPath(folder));
  const firstWith = (name: string): string | undefined => roots.map((root) => path.join(root, name)).find((place) => existsSync(place));
  const texts = await Promise.all(versions.map(async (version) => [version, await textsBelow(firstWith(version) ?? missing(version, roots))] as const));
  const overlay = firstWith("overlay.yaml");
  const { surface, diagnostics } = readSurface({
    protocol,
    folder: protocol,
    versions: new Map(texts),
    ...(overlay !== undefined && { overlay: { file: "overlay.yaml", text: await readFile(overlay, "utf8") } }),
  });
  if (surface === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return surface;
}

async function textsBelow(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll("\\", "/")).filter((file) => file.endsWith(".json"));
  return new Map(await Promise.all(files.sort().map(async (file) => [file, await readFile(path.join(folder, file), "utf8")] as const)));
}

function missing(version: string, roots: readonly string[]): never {
  throw new Error(`There is no version ${version} in ${roots.join(" or ")}.`);
}

/** Sources and what is built of them stand at different depths. */
function packageFolder(): URL {
  let folder = new URL(".", import.meta.url);
  while (!existsSync(new URL("package.json", folder))) folder = new URL("..", folder);
  return folder;
}
