import { once } from "node:events";
import path from "node:path";
import { watch as watchFiles } from "chokidar";
import { complain } from "./complain.js";
import type { Settings } from "./config.js";
import { contentOf, sha256 } from "./files.js";
import { compileAndWrite } from "./generate.js";
import { fingerprint, readInputs } from "./inputs.js";
import { fine, print, type Io } from "./io.js";
import { loadSettings, type Project } from "./project.js";

/** Editors save in several steps: a save is over when nothing has happened for this many milliseconds. */
const settled = 50;

/** Generates, and again after each save, until `io.signal` says stop. What goes wrong is printed, and the watch goes on. */
export async function watch(project: Project, io: Io): Promise<number> {
  const { signal } = io;
  const stopped = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve(), { once: true }));
  const watcher = watchFiles(inputsOf(project, await settingsOf(project)), { ignoreInitial: true });
  await once(watcher, "ready");

  let timer: NodeJS.Timeout | undefined;
  let wake = (): void => {};
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => wake(), settled);
  });
  try {
    let before: string | undefined;
    while (signal?.aborted !== true) {
      // A save that comes while we generate counts, too.
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const settings = await settingsOf(project);
      watcher.add(inputsOf(project, settings));
      const now = stateOf(project, settings);
      if (now !== before) {
        before = now;
        try {
          const { news } = await compileAndWrite(project, io);
          // EVENTS.md is an input that we wrote: its new text is no reason to begin again.
          if (news !== undefined) before = `${news.config}${news.inputs.at(-1)}`;
        } catch (error) {
          await complain(error, io);
        }
        await print(io.stderr, "watching for changes; Ctrl-C stops\n");
      }
      await Promise.race([woken, stopped]);
    }
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
  return fine;
}

/** With a broken config there is only the config to wait for. */
function settingsOf(project: Project): Promise<Settings | undefined> {
  return loadSettings(project).catch(() => undefined);
}

function inputsOf({ configFile, root }: Project, settings: Settings | undefined): string[] {
  const { schemas, mappings, transforms, events } = settings ?? {};
  return [configFile, ...[schemas, mappings, transforms, events].flatMap((input) => (input === undefined ? [] : [path.join(root, input)]))];
}

function stateOf({ configFile, root }: Project, settings: Settings | undefined): string {
  return sha256(contentOf(configFile) ?? "") + (settings === undefined ? "" : fingerprint(readInputs(root, settings)));
}
