import { once } from "node:events";
import { watch as watchFolder, type FSWatcher } from "node:fs";
import path from "node:path";
import { watch as watchFiles } from "chokidar";
import { formatSummary } from "./code-frame.js";
import { complain } from "./complain.js";
import type { Settings } from "./config.js";
import { recall } from "./cache.js";
import { contentOf, sha256 } from "./files.js";
import { formattedBefore } from "./formatted.js";
import { compileAndWrite } from "./generate.js";
import { fingerprint, readInputs } from "./inputs.js";
import { fine, print, type Io } from "./io.js";
import { BrokenConfig, loadSettings, type Project } from "./project.js";

/** Editors save in several steps: a save is over when nothing has happened for this many milliseconds. */
const settled = 50;

/** Generates, and again after each save, until `io.signal` says stop. What goes wrong is printed, and the watch goes on. */
export async function watch(project: Project, io: Io): Promise<number> {
  const { signal } = io;
  const stopped = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
  const folders = foldersOf(project, await settingsOf(project));
  const watcher = watchFiles(folders, { ignoreInitial: true });
  // With nothing to watch yet, it would never say so.
  if (folders.length > 0) await once(watcher, "ready");

  let timer: NodeJS.Timeout | undefined;
  let wake = (): void => {};
  const saved = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => wake(), settled);
  };
  watcher.on("all", saved);
  const files = watchSingleFiles(saved);
  try {
    let before: string | undefined;
    // With a broken config, what it named when it was sound: a folder may be gone, and come back.
    let sound = folders;
    // Whether all that compiling needs is loaded and read.
    let warm = false;
    while (signal?.aborted !== true) {
      // A save that comes while we generate counts, too.
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const settings = await settingsOf(project);
      if (settings !== undefined) sound = foldersOf(project, settings);
      watcher.add(sound);
      files.watch([project.configFile, ...(settings?.events === undefined ? [] : [path.join(project.root, settings.events)])]);
      const now = stateOf(project, settings);
      if (now !== before) {
        before = now;
        try {
          const { news, files: compiled, comparison } = await compileAndWrite(project, io);
          warm ||= compiled !== undefined || comparison === undefined;
          // EVENTS.md is an input that we wrote: its new text is no reason to begin again.
          if (news !== undefined) before = `${news.config}${news.inputs.at(-1)}`;
        } catch (error) {
          await complain(error, io);
          if (error instanceof BrokenConfig) await print(io.stderr, `${formatSummary(error.diagnostics)}; nothing was written\n`);
        }
        await print(io.stderr, "watching for changes; Ctrl-C stops\n");
        if (!warm && settings !== undefined) await warmUp(project, settings);
        warm ||= settings !== undefined;
      }
      await Promise.race([woken, stopped]);
    }
  } finally {
    clearTimeout(timer);
    files.close();
    await watcher.close();
  }
  return fine;
}

/** Where nothing had to be compiled, the first save would wait for all that a compiler loads and reads. */
async function warmUp({ root, configFile }: Project, settings: Settings): Promise<void> {
  const { compile } = await import("./pipeline.js");
  await compile(settings, readInputs(root, settings), formattedBefore(root, recall(configFile)));
}

/**
 * Single files by the folder that they stand in: what watches a file itself loses it when it is replaced by a rename, which
 * is how editors save, and how we write EVENTS.md.
 */
function watchSingleFiles(saved: () => void): { readonly watch: (files: readonly string[]) => void; readonly close: () => void } {
  const watched = new Map<string, FSWatcher>();
  return {
    watch: (files) => {
      for (const file of files) {
        if (watched.has(file)) continue;
        const name = path.basename(file);
        const watcher = watchFolder(path.dirname(file), (_, changed) => (changed === null || changed === name) && saved());
        watched.set(file, watcher.on("error", () => watched.delete(file)));
      }
    },
    close: () => watched.forEach((watcher) => watcher.close()),
  };
}

/** With a broken config there is only the config to wait for. */
function settingsOf(project: Project): Promise<Settings | undefined> {
  return loadSettings(project).catch(() => undefined);
}

function foldersOf({ root }: Project, settings: Settings | undefined): string[] {
  const { schemas, mappings, transforms } = settings ?? {};
  return [schemas, mappings, transforms].flatMap((input) => (input === undefined ? [] : [path.join(root, input)]));
}

function stateOf({ configFile, root }: Project, settings: Settings | undefined): string {
  return sha256(contentOf(configFile) ?? "") + (settings === undefined ? "" : fingerprint(readInputs(root, settings)));
}
