import { readdirSync, readFileSync } from "node:fs";
import { check, readTransforms, type Program } from "../../codegen/check/index.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import { readSurface } from "../../codegen/schema/index.js";
import { readCanonical } from "../../codegen/schema/read-canonical.js";

const root = new URL("../../", import.meta.url);

/** The project's own files below a folder, by their paths in the project. */
export function textsBelow(folder: string, ending: string): Map<string, string> {
  const names = readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return new Map(
    names
      .filter((name) => name.endsWith(ending))
      .sort()
      .map((name) => [`${folder}/${name}`, readFileSync(new URL(`${folder}/${name}`, root), "utf8")]),
  );
}

/** The project's own tables, checked. */
export async function projectProgram(): Promise<Program> {
  const folder = "schemas/codex-app-server";
  const version = "0.107.0";
  const schemas = [...textsBelow(`${folder}/${version}`, ".json")].map(
    ([path, text]) => [path.slice(`${folder}/${version}/`.length), text] as const,
  );
  const overlay = { file: `${folder}/overlay.yaml`, text: readFileSync(new URL(`${folder}/overlay.yaml`, root), "utf8") };
  const { surface } = readSurface({ protocol: "codex-app-server", folder, versions: new Map([[version, new Map(schemas)]]), overlay });
  const { model } = readCanonical(textsBelow("schemas/canonical", ".yaml"));
  const { transforms } = await readTransforms(textsBelow("src/transforms", ".ts"));
  const mappings = [...textsBelow("mappings", ".yaml")].flatMap(([file, text]) => parseMapping(file, text).node ?? []);
  if (surface === undefined || model === undefined) throw new Error("the project's schemas cannot be read");
  const { program, diagnostics } = check({ mappings, surfaces: new Map([["codex-app-server", surface]]), canonical: model, transforms });
  if (program === undefined) throw new Error(`the project's tables do not check: ${JSON.stringify(diagnostics[0])}`);
  return program;
}
