import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";

/** Every file below a folder, by path with forward slashes, in order. Hidden ones are left out, as everywhere else; links to files are followed. */
export async function readTree(folder: string, keep: (file: string) => boolean = () => true): Promise<Map<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/");
    if (/(^|\/)\./.test(file) || !keep(file)) continue;
    if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path.join(folder, file))))) paths.push(file);
  }
  const files = await Promise.all(paths.map(async (file): Promise<[string, Uint8Array]> => [file, await readFile(path.join(folder, file))]));
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isFile(file: string): Promise<boolean> {
  return stat(file).then((status) => status.isFile(), () => false);
}
