import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readSurface } from "../schema/index.js";
import type { Surface } from "../schema/types.js";

/** Reads a protocol as vendored below its folder, with its overlay. Throws with what is wrong. */
export async function readVersions(folder: URL, protocol: string, versions: readonly string[]): Promise<Surface> {
  const root = fileURLToPath(folder);
  const texts = await Promise.all(versions.map(async (version) => [version, await textsBelow(path.join(root, version))] as const));
  const overlay = await readFile(path.join(root, "overlay.yaml"), "utf8").catch(() => undefined);
  const { surface, diagnostics } = readSurface({
    protocol,
    folder: protocol,
    versions: new Map(texts),
    ...(overlay !== undefined && { overlay: { file: "overlay.yaml", text: overlay } }),
  });
  if (surface === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return surface;
}

async function textsBelow(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true })).map((file) => file.replaceAll("\\", "/")).filter((file) => file.endsWith(".json"));
  return new Map(await Promise.all(files.sort().map(async (file) => [file, await readFile(path.join(folder, file), "utf8")] as const)));
}
