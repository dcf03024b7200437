import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Surface } from "../schema/types.js";
import type { ProjectProvider } from "./agents.js";
import { emitAddedEntry, emitAddedLifecycle, emitAddedTypes } from "./added-model.js";
import { emitCanonicalTypes } from "./canonical-types.js";
import { canonicalTest, exhaustivenessTest } from "./exhaustiveness.js";
import { emitEditorSchemas } from "./editor-schema.js";
import { emitEventsMd } from "./events-md.js";
import { format, once, type FormatCache } from "./format.js";
import { emitLifecycle } from "./lifecycle.js";
import type { Places, Runtime } from "./imports.js";
import { mapperModule } from "./mapper.js";
import { memoryModule } from "./memory-module.js";
import { sessionEntry, sessionProviders, sessionsEntry } from "./session-entry.js";

export type { FormatCache } from "./format.js";
export type { Runtime } from "./imports.js";

/** A file to write; its path is relative to the config's folder, with forward slashes. */
export interface OutputFile {
  readonly path: string;
  readonly content: string;
}

/** Folders and files are relative to the config's folder, with forward slashes. */
export interface EmitOptions {
  /** Where generated files go: `generated`. */
  readonly output: string;
  /** EVENTS.md and its text as it is; its tables are rendered between their markers. */
  readonly events?: string;
  readonly eventsText?: string;
  readonly transforms?: string;
  /** The vendored schemas, which generated tests read. */
  readonly schemas?: string;
  /** What generated modules import. */
  readonly runtime: Runtime;
  /** Whether to emit tests for vitest; they are unless this says no. */
  readonly tests?: boolean;
  /** Agents that only the project knows. */
  readonly providers?: readonly ProjectProvider[];
  /** Texts of an earlier run. Never changes what is emitted. */
  readonly formatted?: FormatCache;
}

/**
 * Everything that a checked program becomes: types, validators and lifecycles of the canonical model, provider types,
 * mappers, tests, EVENTS.md and editor schemas (CONTRIBUTING.md); of a project that extends the package, what the package does not
 * have, and its sessions. The same program and options give the same bytes.
 * The diagnostics say what is wrong with EVENTS.md; no file is to be written then.
 */
export async function emit(program: Program, options: EmitOptions): Promise<{ readonly files: OutputFile[]; readonly diagnostics: Diagnostic[] }> {
  const { output, events, eventsText, formatted, runtime } = options;
  const extending = runtime.kind === "package";
  const files: OutputFile[] = [];
  for (const [path, text] of [...modulesOf(program, options), ...testsOf(program, options)]) files.push({ path, content: await format(text, formatted) });
  for (const [protocol, surface] of program.surfaces) {
    if (extending && runtime.protocols.has(protocol)) continue;
    files.push({ path: `${output}/types/${protocol}.ts`, content: await typesOf(surface, formatted) });
  }
  if (hasModel(program, options)) files.push({ path: `${output}/canonical/validators.ts`, content: await validatorsOf(program.canonical, formatted) });
  // Editors read these; they are JSON as it is.
  for (const { path, content } of emitEditorSchemas(program, output)) files.push({ path, content });
  const rendered = events === undefined ? undefined : emitEventsMd(program, eventsText ?? "", events);
  if (events !== undefined && rendered !== undefined) files.push({ path: events, content: rendered.text });
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics: [...(rendered?.diagnostics ?? [])] };
}

/** Only what runs, as it comes: nobody reads it. */
export async function emitRunning(program: Program, options: EmitOptions): Promise<OutputFile[]> {
  const files = [...modulesOf(program, options)].map(([path, content]) => ({ path, content }));
  return hasModel(program, options) ? [...files, { path: `${options.output}/canonical/validators.ts`, content: await validatorsOf(program.canonical, options.formatted) }] : files;
}

function placesOf(options: EmitOptions): Places {
  return { schemas: "schemas", transforms: "", ...options };
}

/** What runs, but for the validators, by path. */
function modulesOf(program: Program, options: EmitOptions): Map<string, string> {
  const { output, runtime } = options;
  const places = placesOf(options);
  const modules = new Map(runtime.kind === "package" ? ownModel(program, output, runtime.name) : wholeModel(program, output));
  for (const provider of program.providers) {
    for (const table of provider.tables) modules.set(`${output}/${provider.name}/${table.name}.ts`, mapperModule(program, provider, table, places));
    modules.set(`${output}/${provider.name}/memory.ts`, memoryModule(provider, places));
  }
  if (runtime.kind === "package") {
    const sessions = sessionProviders(program, options.providers ?? []);
    for (const session of sessions) modules.set(`${output}/${session.name}.ts`, sessionEntry(session, program, runtime.name));
    if (sessions.length > 0) modules.set(`${output}/index.ts`, sessionsEntry(sessions, program, runtime.name));
  }
  return modules;
}

function testsOf(program: Program, options: EmitOptions): [path: string, text: string][] {
  const { output, runtime } = options;
  const places = placesOf(options);
  const tests = options.tests === false ? [] : program.providers.flatMap((provider) => provider.tables.map((table): [string, string] => [`${output}/tests/${provider.name}/${table.name}.test.ts`, exhaustivenessTest(program, provider, table, places)]));
  return runtime.kind === "package" ? tests : [[`${output}/tests/canonical.test.ts`, canonicalTest(places)], ...tests];
}

/** A project that extends the package and adds nothing to its model uses that of the package. */
function hasModel({ canonical }: Program, { runtime }: EmitOptions): boolean {
  return runtime.kind !== "package" || canonical.added !== undefined;
}

function wholeModel({ canonical }: Program, output: string): [path: string, text: string][] {
  return [
    [`${output}/canonical/events.ts`, emitCanonicalTypes(canonical)],
    [`${output}/canonical/lifecycle.ts`, emitLifecycle(canonical)],
  ];
}

/** Where the project adds nothing to the model, the package has all of it. */
function ownModel({ canonical }: Program, output: string, name: string): [path: string, text: string][] {
  const { added } = canonical;
  if (added === undefined) return [];
  return [
    [`${output}/canonical.ts`, emitAddedEntry(name)],
    [`${output}/canonical/events.ts`, emitAddedTypes(canonical, added, name)],
    ...(added.events.length === 0 ? [] : [[`${output}/canonical/lifecycle.ts`, emitAddedLifecycle(canonical, added, name)] as [string, string]]),
  ];
}

/** Types and validators take long, and change only with the schemas: their compilers are loaded when they are needed. */
function typesOf(surface: Surface, cache: FormatCache | undefined): Promise<string> {
  const definitions = Array.from(surface.merged.definitions.values(), ({ name, schema }) => [name, schema]);
  const make = async (): Promise<string> => format(await (await import("./provider-types.js")).emitProviderTypes(surface));
  return once(["types", surface.protocol, surface.versions, definitions], make, cache);
}

function validatorsOf(model: CanonicalModel, cache: FormatCache | undefined): Promise<string> {
  const events = model.events.map(({ type, payload }) => [type, payload]);
  // Nobody reads what ajv writes, and it is most of the text: it stays as it is.
  return once(["validators", model.schema, events], async () => (await import("./validators.js")).emitValidators(model), cache);
}
