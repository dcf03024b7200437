import { createHash } from "node:crypto";
import type { Diagnostic } from "../diagnostic.js";
import { jsonErrorOffset } from "../json-error.js";
import type { LockCode } from "./codes.js";
import { isProtocol } from "./own.js";

/** `schemas/lock.json`: protocol to version to where its files come from and what they are. */
export type Lock = { readonly [protocol: string]: { readonly [version: string]: LockEntry } };

export interface LockEntry {
  readonly package: string;
  /** Of the package, which may name a platform: `0.107.0-linux-x64`. */
  readonly version: string;
  /** Of the package's tarball, as the registry says it; absent if the files came from a folder or binary of one's own. */
  readonly integrity?: string;
  readonly license: string;
  /** The command that wrote the files, or `package` if they are in it. */
  readonly obtained: string;
  /** Path below the version's folder to the SHA-256 of the file, in hex. */
  readonly files: { readonly [path: string]: string };
}

/** Files by path below the config's folder, with forward slashes. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

const FIELDS = ["package", "version", "integrity", "license", "obtained", "files"] as const;

export function hashesOf(files: Files): { readonly [path: string]: string } {
  return Object.fromEntries([...files].map(([path, content]): [string, string] => [path, sha256(content)]).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lock with one version's entry set. */
export function withEntry(lock: Lock, protocol: string, version: string, entry: LockEntry): Lock {
  return { ...lock, [protocol]: { ...lock[protocol], [version]: entry } };
}

/** The file's text: the same for the same lock, versions in order of their numbers. */
export function formatLock(lock: Lock): string {
  const protocols = Object.keys(lock).sort((a, b) => (a < b ? -1 : 1));
  const sorted = protocols.map((protocol): [string, unknown] => {
    const versions = Object.entries(lock[protocol] ?? {}).sort(([a], [b]) => compareVersions(a, b));
    return [protocol, Object.fromEntries(versions.map(([version, entry]) => [version, sortedEntry(entry)]))];
  });
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** Reads a lock; undefined and a diagnostic if it is none. */
export function parseLock(file: string, text: string): { lock?: Lock; diagnostics: Diagnostic[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const before = text.slice(0, jsonErrorOffset(text)).split("\n");
    return { diagnostics: [{ ...broken(file, "it stops being JSON here"), line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }] };
  }
  const wrong = problemOf(value);
  return wrong === undefined ? { lock: value as Lock, diagnostics: [] } : { diagnostics: [broken(file, wrong)] };
}

/**
 * Compares what is vendored below `folder` with its `lock.json`: files that were changed, are missing, or are in no lock. `files`
 * holds both; what is not below `<folder>/<protocol>/<version>/` (the canonical model, overlays) is no business of the lock.
 */
export function verifyLock(folder: string, files: Files): Diagnostic[] {
  const file = `${folder}/lock.json`;
  const vendored = vendoredBelow(folder, files);
  const text = files.get(file);
  if (text === undefined) {
    if (vendored.size === 0) return [];
    return [{ code: "missing-lock", severity: "error", file, message: `There are vendored schemas, but no "${file}".`, hint: `Restore it from version control, or write it anew: schemas/README.md says what it holds of ${[...vendored.keys()].join(", ")}.` }];
  }
  const { lock, diagnostics } = parseLock(file, asText(text));
  if (lock === undefined) return diagnostics;

  for (const [protocol, versions] of Object.entries(lock)) {
    for (const [version, entry] of Object.entries(versions)) {
      const name = `${protocol}/${version}`;
      const found = vendored.get(name) ?? new Map<string, string | Uint8Array>();
      vendored.delete(name);
      const report = (code: LockCode, path: string, message: string, hint: string): void => {
        diagnostics.push({ code, severity: "error", file: `${folder}/${name}/${path}`, message, hint });
      };
      for (const [path, hash] of Object.entries(entry.files)) {
        const content = found.get(path);
        if (content === undefined) report("missing-file", path, `"${name}/${path}" is in the lock and not on disk.`, `Restore it from version control, or let \`npx mapwright vendor ${protocol}@${version}\` put it back.`);
        else if (sha256(content) !== hash) report("tampered-file", path, `"${name}/${path}" is not the file that was vendored: its SHA-256 differs from the lock.`, `Restore it from version control: vendored files are not edited, and a publisher's own change is another version. What is on the wire beside them is said in "${folder}/${protocol}/overlay.yaml".`);
      }
      for (const path of found.keys()) {
        if (Object.hasOwn(entry.files, path)) continue;
        report("extra-file", path, `"${name}/${path}" is on disk and not in the lock.`, `Delete it, or pin it in "${file}": ${JSON.stringify(path)}: "${sha256(found.get(path) ?? "")}"`);
      }
    }
  }
  for (const name of vendored.keys()) {
    diagnostics.push({ code: "unlocked-version", severity: "error", file, message: `"${folder}/${name}" is vendored and not in the lock.`, hint: `Add an entry for it to "${file}", as schemas/README.md describes: where its files come from, and the SHA-256 of each.` });
  }
  return diagnostics;
}

function vendoredBelow(folder: string, files: Files): Map<string, Map<string, string | Uint8Array>> {
  const vendored = new Map<string, Map<string, string | Uint8Array>>();
  for (const [path, content] of files) {
    if (!path.startsWith(`${folder}/`)) continue;
    const [protocol, version, ...rest] = path.slice(folder.length + 1).split("/");
    if (protocol === undefined || !isProtocol(protocol) || version === undefined || rest.length === 0) continue;
    const name = `${protocol}/${version}`;
    const known = vendored.get(name) ?? new Map<string, string | Uint8Array>();
    vendored.set(name, known.set(rest.join("/"), content));
  }
  return vendored;
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return "it must hold an object";
  for (const [protocol, versions] of Object.entries(value)) {
    if (!isRecord(versions)) return `"${protocol}" must hold its versions`;
    for (const [version, entry] of Object.entries(versions)) {
      const where = `"${protocol}" ${version}`;
      if (!isRecord(entry)) return `${where} must be an object`;
      const missing = FIELDS.find((field) => field !== "integrity" && entry[field] === undefined);
      if (missing !== undefined) return `${where} has no "${missing}"`;
      const unknown = Object.keys(entry).find((key) => !(FIELDS as readonly string[]).includes(key));
      if (unknown !== undefined) return `${where} has an unknown "${unknown}"`;
      if (!isRecord(entry.files) || !Object.values(entry.files).every((hash) => typeof hash === "string")) return `"files" of ${where} must name a hash for each path`;
    }
  }
  return undefined;
}

function broken(file: string, why: string): Diagnostic {
  return { code: "invalid-lock", severity: "error", file, line: 1, column: 1, message: `"${file}" cannot be read: ${why}.`, hint: "Restore it from version control; schemas/README.md says what it holds." };
}

function sortedEntry(entry: LockEntry): LockEntry {
  const files = Object.entries(entry.files).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = FIELDS.filter((field) => entry[field] !== undefined).map((field) => [field, field === "files" ? Object.fromEntries(files) : entry[field]]);
  return Object.fromEntries(fields) as unknown as LockEntry;
}

/** `0.99.0` before `0.107.0`; what is no number, by code point. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split(/[.-]/), b.split(/[.-]/)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [x, y] = [left[index] ?? "", right[index] ?? ""];
    if (x === y) continue;
    const difference = Number(x) - Number(y);
    return Number.isNaN(difference) || x === "" || y === "" ? (x < y ? -1 : 1) : difference;
  }
  return 0;
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function asText(content: string | Uint8Array): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
