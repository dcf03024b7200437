import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { reason, UserError } from "./io.js";

/** What a command does to the disk: all of it, or nothing. Paths are relative to `root`. */
export interface Changes {
  readonly write: readonly { readonly path: string; readonly content: string | Uint8Array }[];
  readonly remove: readonly string[];
}

/** A file on its way in, or an old one kept until all are in; hidden, with the process that it belongs to. */
const temporary = /^\..+\.(\d+)-[0-9a-f]+\.mapwright$/;

/**
 * Writes and removes files, all or nothing. New content first goes to temporary files beside the targets, so that a full
 * disk or a read-only folder is met before anything changed; then each file is replaced by a rename, so that nobody
 * ever reads half a file. What fails after that is undone by renames, which need no space.
 * @throws UserError that names the file and the reason; every file is then as it was.
 */
export async function applyChanges(root: string, changes: Changes): Promise<void> {
  const staged: { readonly file: string; readonly target: string; readonly fresh: string }[] = [];
  const leftovers: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];
  let at = "";
  try {
    for (const { path: file, content } of changes.write) {
      at = file;
      const created = await makeFolder(path.dirname(path.join(root, file)));
      if (created !== undefined) undo.push(() => removeEmptyTree(created));
      const target = await behindLinks(path.join(root, file));
      const fresh = beside(target);
      staged.push({ file, target, fresh });
      await fs.writeFile(fresh, content, { mode: (await fs.stat(target).catch(() => undefined))?.mode });
    }
    for (const { file, target, fresh } of staged) {
      at = file;
      const old = beside(target);
      leftovers.push(old);
      const kept = await keep(target, old);
      await fs.rename(fresh, target);
      undo.push(() => (kept ? fs.rename(old, target) : fs.rm(target)));
    }
    for (const file of changes.remove) {
      at = file;
      const target = path.join(root, file);
      const old = beside(target);
      // Another `generate` may have been quicker.
      if (await fs.rename(target, old).then(() => true, isMissing)) undo.push(() => fs.rename(old, target));
      leftovers.push(old);
    }
  } catch (error) {
    await removeAll(staged.map(({ fresh }) => fresh));
    for (const step of undo.reverse()) await step().catch(ignored);
    await removeAll(leftovers);
    throw new UserError(`cannot write '${at}': ${reason(error)}; nothing was changed`);
  }
  await removeAll(leftovers);
  for (const file of changes.remove) await removeEmptyFolders(root, path.posix.dirname(file));
}

/** Removes what a killed command left beside these files; what a running one is writing stays. */
export async function removeLeftovers(root: string, files: readonly string[]): Promise<void> {
  for (const folder of new Set(files.map((file) => path.dirname(path.join(root, file))))) {
    for (const name of await fs.readdir(folder).catch(() => [])) {
      const owner = temporary.exec(name)?.[1];
      if (owner !== undefined && !isRunning(Number(owner))) await fs.rm(path.join(folder, name), { force: true }).catch(ignored);
    }
  }
}

/** Gives the first folder that had to be made. */
async function makeFolder(folder: string): Promise<string | undefined> {
  try {
    return await fs.mkdir(folder, { recursive: true });
  } catch (error) {
    // Where folders cannot be made, Node goes on to the one inside, and says that there is none around it.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    let at = folder;
    while (!(await exists(path.dirname(at)))) at = path.dirname(at);
    await fs.mkdir(at);
    await fs.rmdir(at);
    throw error;
  }
}

function exists(file: string): Promise<boolean> {
  return fs.access(file).then(() => true, () => false);
}

function beside(target: string): string {
  return path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}-${randomBytes(4).toString("hex")}.mapwright`);
}

function behindLinks(file: string): Promise<string> {
  return fs.realpath(file).catch(() => file);
}

/** Gives a file a second name, so that it survives being replaced. False where there is none yet. */
async function keep(file: string, old: string): Promise<boolean> {
  try {
    await fs.link(file, old);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    // Folders, and file systems without hard links.
    await fs.copyFile(file, old);
    return true;
  }
}

function isMissing(error: NodeJS.ErrnoException): false {
  if (error.code === "ENOENT") return false;
  throw error;
}

async function removeAll(files: readonly string[]): Promise<void> {
  for (const file of files) await fs.rm(file, { force: true }).catch(ignored);
}

async function removeEmptyTree(folder: string): Promise<void> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmptyTree(path.join(folder, entry.name));
  }
  await fs.rmdir(folder);
}

/** Goes up from a folder below `root` as long as nothing is left in it. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== "."; at = path.posix.dirname(at)) {
    try {
      await fs.rmdir(path.join(root, at));
    } catch {
      return;
    }
  }
}

function isRunning(owner: number): boolean {
  try {
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function ignored(): void {}
