import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readSurface } from "../schema/index.js";
import type { Surface } from "../schema/types.js";

/** Reads a protocol as vendored below its folders, each version from the first that has it, with the overlays of all. Throws with what is wrong. */
export async function readVersions(folders: readonly URL[], protocol: string, versions: readonly string[]): Promise<Surface> {
  const roots = folders.map((folder) => fileURLToPath(folder));
  const firstWith = (name: string): string | undefined => roots.map((root) => path.join(root, name)).find((place) => existsSync(place));
  const texts = await Promise.all(versions.map(async (version) => [version, await textsBelow(firstWith(version) ?? missing(version, roots))] as const));
  const overlays = roots.map((root) => path.join(root, "overlay.yaml")).filter((place) => existsSync(place)).reverse();
  const { surface, diagnostics } = readSurface({
    protocol,
    folder: protocol,
    versions: new Map(texts),
    overlays: await Promise.all(overlays.map(async (overlay) => ({ file: "overlay.yaml", text: await readFile(overlay, "utf8") }))),
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
