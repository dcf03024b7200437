import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Surface } from "../schema/types.js";
import { emitCanonicalTypes } from "./canonical-types.js";
import { canonicalTest, exhaustivenessTest } from "./exhaustiveness.js";
import { emitEditorSchemas } from "./editor-schema.js";
import { emitEventsMd } from "./events-md.js";
import { format, once, type FormatCache } from "./format.js";
import { emitLifecycle } from "./lifecycle.js";
import { mapperModule, type Places } from "./mapper.js";
import { memoryModule } from "./memory-module.js";

export type { FormatCache } from "./format.js";

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
  /** The folder of `contract.js`, which generated mappers import, and that of `testing.js`, which generated tests import. */
  readonly runtime: string;
  readonly testing?: string;
  /** Texts of an earlier run. Never changes what is emitted. */
  readonly formatted?: FormatCache;
}

/**
 * Everything that a checked program becomes: types, validators and lifecycles of the canonical model, provider types,
 * mappers, tests, EVENTS.md and editor schemas (CONTRIBUTING.md). The same program and options give the same bytes.
 * The diagnostics say what is wrong with EVENTS.md; no file is to be written then.
 */
export async function emit(program: Program, options: EmitOptions): Promise<{ readonly files: OutputFile[]; readonly diagnostics: Diagnostic[] }> {
  const { output, events, eventsText, formatted } = options;
  const places: Places = { schemas: "schemas", testing: "codegen", transforms: "", ...options };
  const modules = new Map([
    [`${output}/canonical/events.ts`, emitCanonicalTypes(program.canonical)],
    [`${output}/canonical/lifecycle.ts`, emitLifecycle(program.canonical)],
    [`${output}/tests/canonical.test.ts`, canonicalTest(places)],
  ]);
  for (const provider of program.providers) {
    for (const table of provider.tables) {
      modules.set(`${output}/${provider.name}/${table.name}.ts`, mapperModule(program, provider, table, places));
      modules.set(`${output}/tests/${provider.name}/${table.name}.test.ts`, exhaustivenessTest(provider, table, places));
    }
    modules.set(`${output}/${provider.name}/memory.ts`, memoryModule(provider, places));
  }

  const files: OutputFile[] = [];
  for (const [path, text] of modules) files.push({ path, content: await format(text, formatted) });
  for (const [protocol, surface] of program.surfaces) files.push({ path: `${output}/types/${protocol}.ts`, content: await typesOf(surface, formatted) });
  files.push({ path: `${output}/canonical/validators.ts`, content: await validatorsOf(program.canonical, formatted) });
  // Editors read these; they are JSON as it is.
  for (const { path, content } of emitEditorSchemas(program, output)) files.push({ path, content });
  const rendered = events === undefined ? undefined : emitEventsMd(program, eventsText ?? "", events);
  if (events !== undefined && rendered !== undefined) files.push({ path: events, content: rendered.text });
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics: [...(rendered?.diagnostics ?? [])] };
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
