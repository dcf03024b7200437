import path from "node:path";
import type { FormatCache, OutputFile } from "../emit/index.js";
import type { Remembered } from "./cache.js";
import { contentOf, sha256 } from "./files.js";

/** Formatting is a large part of the work, and most files are what they were: their text is on disk. */
export interface Formatted extends FormatCache {
  /** What to remember of this run: which text became which file. */
  readonly became: (files: readonly OutputFile[]) => Remembered["formatted"];
}

/** Gives texts of the last run as long as their files still are what was written then. */
export function formattedBefore(root: string, remembered: Remembered | undefined): Formatted {
  const used = new Map<string, string>();
  return {
    get: (key) => {
      const file = remembered?.formatted[key];
      const content = file === undefined ? undefined : contentOf(path.join(root, file));
      if (file === undefined || content === undefined || sha256(content) !== remembered?.outputs[file]) return undefined;
      const text = content.toString("utf8");
      used.set(key, text);
      return text;
    },
    set: (key, text) => void used.set(key, text),
    became: (files) => {
      const paths = new Map(files.map((file) => [file.content, file.path]));
      return Object.fromEntries([...used].flatMap(([key, text]) => {
        const file = paths.get(text);
        return file === undefined ? [] : [[key, file]];
      }));
    },
  };
}
