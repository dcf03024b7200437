import { plainOf } from "../yaml/plain.js";
import { readYaml } from "../yaml/read.js";

/** What an overlay adds otherwise than before: `+ definitions CursorTodo`. Its notes do not count. */
export function overlayChanges(file: string, before: string | undefined, after: string | undefined): string[] {
  if (before === after) return [];
  const [was, is] = [entriesOf(file, before), entriesOf(file, after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old, now] = [was.get(name), is.get(name)];
    if (old === now) return [];
    return [`${old === undefined ? "+" : now === undefined ? "-" : "~"} ${name}`];
  });
}

function entriesOf(file: string, text: string | undefined): Map<string, string> {
  const { root } = readYaml(file, text ?? "");
  const overlay = root === undefined ? undefined : plainOf(root, () => {});
  const entries = new Map<string, string>();
  for (const [section, names] of Object.entries(isRecord(overlay) ? overlay : {})) {
    for (const [name, entry] of Object.entries(isRecord(names) ? names : {})) entries.set(`${section} ${name}`, said(entry));
  }
  return entries;
}

function said(entry: unknown): string {
  return JSON.stringify(entry, (key, value: unknown) => (key === "note" && typeof value === "string" ? undefined : isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
