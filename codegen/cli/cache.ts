import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic } from "../diagnostic.js";
import type { Settings } from "./config.js";
import { filesBelow, sha256 } from "./files.js";
import { manifest } from "./package.js";

/**
 * What the last compilation without an error found: enough to see, without loading a compiler, that nothing changed. Only ever a
 * shortcut: whatever is wrong with it, it counts as absent.
 */
export interface Remembered {
  /** sha256 of the config, and what was read from it. */
  readonly config: string;
  readonly settings: Settings;
  /** Fingerprints of the inputs: as they were read, and as they are once the output is written. */
  readonly inputs: readonly string[];
  /** Path to sha256 of the content. */
  readonly outputs: { readonly [path: string]: string };
  /** The disk was as the outputs say: what is not any more, with the same inputs, was edited by hand. */
  readonly written: boolean;
  /** What a text was formatted to: hash of the text to the path of the output that it became. */
  readonly formatted: { readonly [hash: string]: string };
  readonly diagnostics: readonly Diagnostic[];
  readonly lock: readonly Diagnostic[];
}

/** What is remembered about a config, if it is of this very compiler and whole. */
export function recall(configFile: string): Remembered | undefined {
  try {
    const text = readFileSync(placeOf(configFile).file, "utf8");
    const [sum, tool, body = ""] = text.split("\n");
    return sum === sha256(body) && tool === toolHash() ? (JSON.parse(body) as Remembered) : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers. A cache that cannot be written is no fault. Only with `inProject` may it be a new folder of the project. */
export function remember(configFile: string, remembered: Remembered, inProject: boolean): void {
  const { folder, file, own } = placeOf(configFile);
  if (own && !inProject) return;
  const body = JSON.stringify(remembered);
  const fresh = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    mkdirSync(folder, { recursive: true });
    if (own) writeFileSync(path.join(folder, ".gitignore"), "*\n");
    writeFileSync(fresh, `${sha256(body)}\n${toolHash()}\n${body}\n`);
    renameSync(fresh, file);
  } catch {
    removed(fresh);
  }
}

/** Where a part of the path is a file, not even that can be done. */
function removed(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A cache that cannot be written is no fault.
  }
}

/** In the nearest `node_modules`; without one, in a hidden folder beside the config that hides itself from git. */
function placeOf(configFile: string): { readonly folder: string; readonly file: string; readonly own: boolean } {
  const root = path.dirname(configFile);
  for (let at = root; ; at = path.dirname(at)) {
    const modules = path.join(at, "node_modules");
    if (statSync(modules, { throwIfNoEntry: false })?.isDirectory()) return place(path.join(modules, ".cache", "mapwright"), path.relative(at, configFile), false);
    if (at === path.dirname(at)) return place(path.join(root, ".mapwright"), path.basename(configFile), true);
  }
}

/** Named by where the config lies beside it, so that a checkout may be moved, or its cache be kept for another one. */
function place(folder: string, config: string, own: boolean): ReturnType<typeof placeOf> {
  return { folder, file: path.join(folder, `${sha256(config.replaceAll(path.sep, "/")).slice(0, 16)}.cache`), own };
}

let tool: string | undefined;

/** Of the compiler's own files, so that another compiler counts like other inputs. Reading them all would take longer than the rest. */
function toolHash(): string {
  if (tool === undefined) {
    const codegen = fileURLToPath(new URL("..", import.meta.url));
    const own = filesBelow(codegen, ".", (file) => /(?<!\.d)\.[jt]s$/.test(file)).map((file) => {
      const { size, mtimeMs } = statSync(path.join(codegen, file));
      return `${file} ${size} ${mtimeMs}`;
    });
    tool = sha256([...own, manifest()].join("\n"));
  }
  return tool;
}
