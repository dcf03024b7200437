import { copyFile, mkdir, symlink } from "node:fs/promises";
import path from "node:path";
import { VendorError } from "./error.js";
import type { Unpacked } from "./package.js";

/**
 * Unpacks the tarball of an npm package below `folder`, which must be empty. Links and what leads out of the folder are left out.
 * Rejects if it is no such tarball, or another than `integrity` says.
 */
export async function unpackTarball(file: string, folder: string, integrity?: string): Promise<Unpacked> {
  const { default: pacote } = await import("pacote");
  const name = "package.tgz";
  const into = path.join(folder, "package");
  await mkdir(folder, { recursive: true });
  // Under a name that nobody has to quote, and that says what it is.
  if (path.resolve(file) !== path.join(folder, name)) await symlink(path.resolve(file), path.join(folder, name)).catch(() => copyFile(file, path.join(folder, name)));
  try {
    const result = await pacote.extract(`./${name}`, into, { where: folder, ...(integrity !== undefined && { integrity }) });
    return { folder: into, ...(result.integrity !== null && { integrity: result.integrity }) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EINTEGRITY") throw new VendorError(`'${file}' is not what it should be: its integrity is another`);
    if (code?.startsWith("Z_") === true || code?.startsWith("TAR_") === true || code === "ENOENT") throw new VendorError(`'${file}' is no tarball of an npm package: ${message}`);
    throw error;
  }
}
