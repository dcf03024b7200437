import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, type Stats } from "node:fs";
import path from "node:path";

/** Reading folders: the same order on every machine. */

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * The files below a folder, as paths relative to `root` with forward slashes, in order. Hidden files and folders are
 * left out, and so is what `keep` refuses. A folder that does not exist has no files.
 */
export function filesBelow(root: string, folder: string, keep: (file: string) => boolean = () => true): string[] {
  const found: string[] = [];
  const walk = (relative: string, around: readonly string[]): void => {
    let names: string[];
    try {
      names = readdirSync(path.join(root, relative));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return;
      throw error;
    }
    for (const name of names) {
      if (name.startsWith(".")) continue;
      const below = `${relative}/${name}`;
      const status = statusOf(path.join(root, below));
      if (status?.isDirectory()) {
        // A link that leads back to a folder around it would go round for ever.
        const real = realpathSync(path.join(root, below));
        if (!around.includes(real)) walk(below, [...around, real]);
      }
      if (status?.isFile() && keep(below)) found.push(below);
    }
  };
  const start = path.join(root, folder);
  walk(folder, existsSync(start) ? [realpathSync(start)] : []);
  // By UTF-16 unit: the same in every locale.
  return found.sort();
}

/** A link to nothing, or round in a circle, has no status: it is no file of ours. */
function statusOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return undefined;
    throw error;
  }
}

/** The bytes of a file, or undefined where there is none (or a folder, or a file in its way). */
export function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw error;
  }
}
