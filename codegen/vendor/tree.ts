import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Every file below a folder, by path with forward slashes, in order. */
export async function readTree(folder: string, keep: (file: string) => boolean = () => true): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
  const files = await Promise.all(paths.filter(keep).map(async (file): Promise<[string, Uint8Array]> => [file, await readFile(path.join(folder, file))]));
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
