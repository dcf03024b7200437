import { readdirSync, readFileSync } from "node:fs";
import { emit, type EmitOptions, type OutputFile } from "../../codegen/emit/index.js";
import type { Program } from "../../codegen/check/index.js";
import { programOf, type Files } from "../check/checking.js";

/** Tables of every form that the language has, over the small protocol of `test/check/protocol.ts`. */
export const tables: Files = { ...textsOf("mappings/demo"), ...textsOf("mappings/chat"), ...textsOf("mappings/agent"), ...textsOf("transforms") };

export function demoProgram(files: Files = tables): Promise<Program> {
  return programOf(files);
}

/** Generated files stand beside these tests, so that they type-check and run like any module. */
export const places: EmitOptions = { output: "test/emit/golden", runtime: { kind: "folders", contract: "src", testing: "codegen" }, transforms: "test/emit/transforms", schemas: "test/emit/schemas" };

export async function emitted(program: Program, options: Partial<EmitOptions> = {}): Promise<ReadonlyMap<string, string>> {
  const { files } = await emit(program, { ...places, ...options });
  return new Map(files.map(({ path, content }: OutputFile) => [path, content]));
}

function textsOf(folder: string): Files {
  const url = new URL(`${folder}/`, import.meta.url);
  return Object.fromEntries(readdirSync(url).map((name) => [`${folder}/${name}`, readFileSync(new URL(name, url), "utf8")]));
}
