import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import { emitCanonicalTypes } from "./canonical-types.js";
import { canonicalTest, exhaustivenessTest } from "./exhaustiveness.js";
import { emitEditorSchemas } from "./editor-schema.js";
import { emitEventsMd } from "./events-md.js";
import { format, type FormatCache } from "./format.js";
import { emitLifecycle } from "./lifecycle.js";
import { mapperModule, type Places } from "./mapper.js";
import { memoryModule } from "./memory-module.js";
import { emitProviderTypes } from "./provider-types.js";
import { emitValidators } from "./validators.js";

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
  /** Formatted texts of an earlier run. Never changes what is emitted. */
  readonly formatted?: FormatCache;
}

/**
 * Everything that a checked program becomes: types, validators and lifecycles of the canonical model, provider types,
 * mappers, tests, EVENTS.md and editor schemas (DESIGN section 4). The same program and options give the same bytes.
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
  for (const [protocol, surface] of program.surfaces) modules.set(`${output}/types/${protocol}.ts`, await emitProviderTypes(surface));
  for (const provider of program.providers) {
    for (const table of provider.tables) {
      modules.set(`${output}/${provider.name}/${table.name}.ts`, mapperModule(program, provider, table, places));
      modules.set(`${output}/tests/${provider.name}/${table.name}.test.ts`, exhaustivenessTest(provider, table, places));
    }
    modules.set(`${output}/${provider.name}/memory.ts`, memoryModule(provider, places));
  }

  const files: OutputFile[] = [];
  for (const [path, text] of modules) files.push({ path, content: await format(text, formatted) });
  // Nobody reads what ajv writes, and it is most of the text.
  files.push({ path: `${output}/canonical/validators.ts`, content: emitValidators(program.canonical) });
  // Editors read these; they are JSON as it is.
  for (const { path, content } of emitEditorSchemas(program, output)) files.push({ path, content });
  const rendered = events === undefined ? undefined : emitEventsMd(program, eventsText ?? "", events);
  if (events !== undefined && rendered !== undefined) files.push({ path: events, content: rendered.text });
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), diagnostics: [...(rendered?.diagnostics ?? [])] };
}
