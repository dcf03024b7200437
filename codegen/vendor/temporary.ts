import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { VendorError } from "./error.js";

/** Lets work have a temporary folder, which is gone afterwards: when it is done, when it failed, and when `signal` ends it. */
export async function withTemporary<T>(work: (folder: string) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "mapwright-vendor-")).catch((error: NodeJS.ErrnoException) => {
    throw new VendorError(`no temporary folder can be made in '${tmpdir()}' (${error.code ?? error.message})`, "TMPDIR names another place.");
  });
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (): void => reject(new VendorError("interrupted; nothing was changed"));
    if (signal?.aborted === true) stop();
    signal?.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work(folder), stopped]);
  } finally {
    signal?.removeEventListener("abort", stop);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
