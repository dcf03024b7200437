import { copyFile, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { VendorError } from "./error.js";
import type { Unpacked } from "./package.js";

/**
 * Unpacks the tarball of an npm package below `folder`, which must be empty. Links and what leads out of the folder are left out.
 * Rejects if it is no such tarball; `called` is how messages name it.
 */
export async function unpackTarball(file: string, folder: string, called: string): Promise<Unpacked> {
  const { default: pacote } = await import("pacote");
  const name = "package.tgz";
  const into = path.join(folder, "package");
  await mkdir(folder, { recursive: true });
  // Under a name that nobody has to quote, and that says what it is.
  if (path.resolve(file) !== path.join(folder, name)) await symlink(path.resolve(file), path.join(folder, name)).catch(() => copyFile(file, path.join(folder, name)));
  try {
    const result = await pacote.extract(`./${name}`, into, { where: folder });
    return { folder: into, ...(result.integrity !== null && { integrity: result.integrity }) };
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    // The disk, not what is on it.
    if (syscall !== undefined && code !== "ENOENT") throw error;
    const about = /package\.json|normalize/.test(message);
    throw new VendorError(`${called} is no tarball of an npm package: ${about ? "it has no package.json that can be read" : message.split("\n", 1)[0]!.replaceAll(`${folder}${path.sep}`, "")}`);
  }
}
