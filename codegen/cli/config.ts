import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { Code } from "../codes.js";
import type { Diagnostic, Position } from "../diagnostic.js";
import type { Policy } from "../policy/types.js";
import { nearest } from "../spelling.js";
import { isProtocol } from "../vendor/own.js";
import { readYaml, type Yaml, type YamlEntry, type YamlMap } from "../yaml/read.js";
import { readPolicies } from "./config-policies.js";
import { readOwnProviders, type OwnProvider } from "./config-providers.js";
import { readTranscripts, type Transcripts } from "./config-transcripts.js";
import type { Shipped } from "./shipped.js";

/** `mapwright.config.yaml`, understood. Paths are relative to its folder, with forward slashes. */
export interface Settings {
  readonly schemas: string;
  readonly mappings: string;
  readonly transforms?: string;
  readonly output: string;
  readonly events?: string;
  /** Versions oldest first; where the project extends Mapwright, those that are shipped come first. */
  readonly protocols: readonly Protocol[];
  /** Where recorded sessions are, by provider. */
  readonly transcripts?: readonly Transcripts[];
  /** The project builds on what Mapwright ships; then `shipped` says on what of it. */
  readonly extends: boolean;
  readonly shipped?: Shipped;
  /** Agents that Mapwright does not know. */
  readonly providers: readonly OwnProvider[];
  /** Whether exhaustiveness tests are generated: they need vitest, which a package that extends Mapwright may not have. */
  readonly tests: boolean;
  /** The rules of the house that are on. */
  readonly policies?: readonly Policy[];
}

export interface Protocol {
  readonly name: string;
  readonly versions: readonly string[];
}

type PathName = Exclude<keyof Settings, "protocols" | "transcripts" | "policies" | "extends" | "shipped" | "providers" | "tests">;
export type Report = (at: Position, code: Code, message: string, hint?: string) => void;

const pathNames: readonly PathName[] = ["schemas", "mappings", "transforms", "output", "events"];
const keys: readonly string[] = ["extends", ...pathNames, "protocols", "providers", "tests", "transcripts", "policies"];
const required: readonly string[] = ["schemas", "mappings", "output", "protocols"];
/** Of a project that extends Mapwright: schemas and versions are shipped. */
const requiredBeside: readonly string[] = ["mappings", "output"];

/**
 * Reads a config, and looks whether what it names is there (README.md).
 * @param root the folder it stands in
 * @param file how diagnostics name it
 * @param schemas `coming` if versions that are not vendored yet are no mistake
 * @param shipped the protocols that a project gets which extends Mapwright
 */
export function readConfig(root: string, file: string, text: string, schemas: "vendored" | "coming" = "vendored", shipped: () => readonly Protocol[] = () => []): { settings?: Settings; diagnostics: Diagnostic[] } {
  const { root: tree, diagnostics } = readYaml(file, text);
  const report: Report = (at, code, message, hint) => {
    diagnostics.push({ code, severity: "error", message, ...at, ...(hint !== undefined && { hint }) });
  };
  if (tree === undefined ? diagnostics.length === 0 : tree.kind !== "map" && tree.kind !== "bad") {
    report(tree?.at ?? { file, line: 1, column: 1 }, "config-shape", "A config is a map of keys.", `The keys are ${listed(keys)}.`);
  }
  if (tree?.kind !== "map") return { diagnostics };

  const misspelt = new Set<string>();
  for (const { key } of tree.entries) {
    if (keys.includes(key.text)) continue;
    misspelt.add(nearest(key.text, keys) ?? "");
    report(key.at, "config-unknown-key", `The config has no key "${key.text}".`, didYouMean(key.text, keys) ?? `The keys are ${listed(keys)}.`);
  }
  const extending = readExtends(entryOf(tree, "extends")?.value, report);
  for (const name of extending ? requiredBeside : required) {
    if (entryOf(tree, name) !== undefined || misspelt.has(name)) continue;
    report({ file, line: 1, column: 1 }, "config-missing-key", `The key "${name}" is missing.`, name === "protocols" ? protocolsForm : `Write \`${name}: ${name === "output" ? "generated" : name}\`, a folder beside the config.`);
  }
  const paths = readPaths(tree, root, report);
  if (extending) paths.schemas ??= "schemas";
  const protocols = readProtocols(tree, paths.schemas === undefined || schemas === "coming" ? undefined : path.resolve(root, paths.schemas), extending ? shipped() : [], report);
  const providers = readOwnProviders(entryOf(tree, "providers")?.value, report);
  if (!extending && providers.length > 0) report(entryOf(tree, "providers")!.key.at, "config-shape", "Only a project that extends Mapwright has providers of its own.", "Write `extends: mapwright`, or declare them in the canonical model.");
  const tests = readTests(entryOf(tree, "tests")?.value, report);
  const transcripts = readTranscripts(entryOf(tree, "transcripts")?.value, report);
  const policies = readPolicies(entryOf(tree, "policies")?.value, report);
  const { mappings, output } = paths;
  if (diagnostics.length > 0 || paths.schemas === undefined || mappings === undefined || output === undefined) return { diagnostics };
  return { settings: { ...paths, schemas: paths.schemas, mappings, output, extends: extending, protocols, providers, tests: tests || !extending, ...(transcripts.length > 0 && { transcripts }), ...(policies.length > 0 && { policies }) }, diagnostics };
}

/** `extends: mapwright`: there is nothing else to extend. */
function readExtends(node: Yaml | undefined, report: Report): boolean {
  if (node === undefined || node.kind === "bad") return false;
  if (node.kind !== "scalar" || node.value !== "mapwright") report(node.at, "config-shape", "What a project can extend is the tables, schemas and events that Mapwright ships.", "Write `extends: mapwright`.");
  return true;
}

/** `tests: vitest`: there is no other way to run them. */
function readTests(node: Yaml | undefined, report: Report): boolean {
  if (node === undefined || node.kind === "bad") return false;
  if (node.kind !== "scalar" || node.value !== "vitest") report(node.at, "config-shape", '"tests" says what runs the generated tests.', "Write `tests: vitest`, or leave it out where there is no vitest.");
  return true;
}

function readPaths(tree: YamlMap, root: string, report: Report): Partial<Record<PathName, string>> {
  const paths: Partial<Record<PathName, string>> = {};
  for (const name of pathNames) {
    const node = entryOf(tree, name)?.value;
    if (node === undefined || node.kind === "bad") continue;
    if (node.kind !== "scalar" || typeof node.value !== "string" || node.value === "") {
      report(node.at, "config-shape", `"${name}" is a path.`, "Write it relative to the folder of the config.");
    } else if (path.posix.isAbsolute(node.value) || path.win32.isAbsolute(node.value)) {
      report(node.at, "config-path", `"${node.value}" holds on one machine only.`, "Write it relative to the folder of the config.");
    } else {
      const relative = path.posix.normalize(node.value.replaceAll("\\", "/")).replace(/\/$/, "");
      paths[name] = relative;
      lookFor(name, relative, root, node.at, report);
    }
  }
  const at = entryOf(tree, "output")?.value.at;
  const around = (["schemas", "mappings", "transforms"] as const).filter((name) => paths[name] !== undefined && paths.output !== undefined && overlap(paths[name], paths.output));
  if (at !== undefined && around.length > 0) {
    report(at, "config-path", `"output" and ${around.map((name) => `"${name}"`).join(", ")} lie inside each other.`, "What is generated needs a folder of its own.");
  }
  return paths;
}

function lookFor(name: PathName, relative: string, root: string, at: Position, report: Report): void {
  const status = statSync(path.resolve(root, relative), { throwIfNoEntry: false });
  if (name === "output") {
    if (status !== undefined && !status.isDirectory()) report(at, "config-path", `"${relative}" is a file, and what is generated needs a folder.`, "Name a folder that belongs to mapwright.");
    return;
  }
  if (name === "events") {
    if (!status?.isFile()) report(at, "config-missing-file", `There is no file "${relative}".`, 'Create it, or leave "events" out.');
  } else if (!status?.isDirectory()) {
    const around = foldersIn(path.resolve(root, path.posix.dirname(relative)));
    report(at, "config-missing-folder", `There is no folder "${relative}".`, didYouMean(path.posix.basename(relative), around) ?? "Create it, or name another; paths are relative to the folder of the config.");
  }
}

const protocolsForm = 'Write below it: codex-app-server: ["0.107.0"]';

function readProtocols(tree: YamlMap, schemas: string | undefined, shipped: readonly Protocol[], report: Report): Protocol[] {
  const table = entryOf(tree, "protocols")?.value;
  if (table === undefined || table.kind === "bad") return [];
  if (table.kind !== "map" || table.entries.length === 0) {
    report(table.at, "config-shape", '"protocols" says which versions of which protocol are covered.', protocolsForm);
    return [];
  }
  // Of a folder that is not there, enough is said.
  const there = schemas !== undefined && (shipped.length > 0 || statSync(schemas, { throwIfNoEntry: false })?.isDirectory() === true);
  const vendored = there ? [...new Set([...shipped.map(({ name }) => name), ...foldersIn(schemas).filter(isProtocol)])] : undefined;
  const protocols: Protocol[] = [];
  for (const { key, value } of table.entries) {
    const name = key.text;
    if (vendored !== undefined && !vendored.includes(name)) {
      report(key.at, "unknown-protocol", `No schemas of "${name}" are vendored.`, didYouMean(name, vendored) ?? `Vendored: ${listed(vendored)}.`);
    } else if (value.kind !== "list" || value.items.length === 0) {
      if (value.kind !== "bad") report(value.at, "config-shape", `"${name}" has a list of versions, oldest first.`, `Write \`${name}: ["1.0.0"]\`.`);
    } else {
      const folders = schemas === undefined || vendored === undefined ? undefined : [...new Set([...(shipped.find((one) => one.name === name)?.versions ?? []), ...foldersIn(path.join(schemas, name))])];
      protocols.push({ name, versions: readVersions(name, value.items, folders, report) });
    }
  }
  return protocols;
}

function readVersions(protocol: string, items: readonly Yaml[], vendored: readonly string[] | undefined, report: Report): string[] {
  const versions: string[] = [];
  for (const item of items) {
    if (item.kind === "bad") continue;
    if (item.kind !== "scalar" || typeof item.value === "boolean" || item.value === null) {
      report(item.at, "config-shape", "A version is a text.", 'Write it in quotes: "1.0.0".');
    } else if (typeof item.value === "number") {
      report(item.at, "unquoted-version", `The version ${item.text} is read as a number, and would lose a last zero.`, `Write "${item.text}".`);
    } else if (versions.includes(item.value)) {
      report(item.at, "duplicate-version", `The version "${item.value}" is listed twice.`, "Remove one of the two.");
    } else {
      versions.push(item.value);
      if (vendored?.includes(item.value) === false) {
        report(item.at, "unknown-version", `The version "${item.value}" of "${protocol}" is not vendored.`, `Vendored: ${listed(vendored)}.`);
      }
    }
  }
  return versions;
}

function entryOf(tree: YamlMap, name: string): YamlEntry | undefined {
  return tree.entries.find(({ key }) => key.text === name);
}

function overlap(one: string, other: string): boolean {
  const inside = (a: string, b: string): boolean => !path.posix.relative(a, b).startsWith("..");
  return inside(one, other) || inside(other, one);
}

function didYouMean(word: string, words: readonly string[]): string | undefined {
  const best = nearest(word, words);
  return best === undefined ? undefined : `Did you mean "${best}"?`;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "none" : names.join(", ");
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map((entry) => entry.name).sort();
  } catch {
    return [];
  }
}
