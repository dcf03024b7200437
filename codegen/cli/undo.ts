import { existsSync } from "node:fs";
import path from "node:path";
import type { Settings } from "./config.js";

/** The command that takes back what was written, for a shell in the config's folder. `folder` is the one that is new. */
export function undoOf(root: string, written: readonly string[], { output, events }: Settings, folder: string): string {
  const changed = written.filter((file) => !file.startsWith(`${folder}/`) && !file.startsWith(`${output}/`) && file !== events && existsSync(path.join(root, file)));
  const whole = [...changed, ...(written.some((file) => file.startsWith(`${output}/`)) ? [output] : []), ...(events !== undefined && written.includes(events) ? [events] : [])];
  const isNew = written.some((file) => file.startsWith(`${folder}/`));
  return [`git checkout -- ${whole.map(asWord).join(" ")}`, ...(isNew ? [`rm -r ${asWord(folder)}`] : [])].join(" && ");
}

/** As a shell takes it. */
export function asWord(file: string): string {
  return /^[\w./@+-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`;
}
