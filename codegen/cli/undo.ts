import { existsSync } from "node:fs";
import path from "node:path";
import type { Settings } from "./config.js";
import { standing } from "./git.js";

export interface Undo {
  /** For a shell in the config's folder. */
  readonly command: string;
  /** Files that are written and have changes that no commit has: the command takes these, too. */
  readonly uncommitted: readonly string[];
}

/** How to take back what was written, and what is generated from it later. `folder` is the one that is new. */
export function undoOf(root: string, written: readonly string[], { output, events }: Settings, folder: string): Undo {
  const isOwn = (file: string): boolean => !file.startsWith(`${folder}/`) && !file.startsWith(`${output}/`) && file !== events;
  const edited = written.filter((file) => isOwn(file) && existsSync(path.join(root, file)));
  const later = [output, ...(events === undefined ? [] : [events])].filter((file) => existsSync(path.join(root, file)));
  const now = standing(root, [...edited, ...later]);
  const isKnown = (file: string): boolean => now === undefined || [...now.known].some((known) => known === file || known.startsWith(`${file}/`));
  const whole = [...edited, ...later].filter(isKnown);
  const isNew = written.some((file) => file.startsWith(`${folder}/`));
  const steps = [
    ...(whole.length === 0 ? [] : [`git checkout -- ${whole.map(asWord).join(" ")}`]),
    ...(whole.includes(output) ? [`git clean -fdq -- ${asWord(output)}`] : []),
    ...(isNew ? [`rm -r ${asWord(folder)}`] : []),
  ];
  return { command: steps.join(" && "), uncommitted: now === undefined ? [] : edited.filter((file) => now.changed.has(file) || !now.known.has(file)) };
}

/** As a shell takes it. */
export function asWord(file: string): string {
  return /^[\w./@+-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
