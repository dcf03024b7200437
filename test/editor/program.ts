import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { check, readTransforms, type Program } from "../../codegen/check/index.js";
import { parseEquivalence, parseMapping } from "../../codegen/mapping/index.js";
import { readSurface } from "../../codegen/schema/index.js";
import { readCanonical } from "../../codegen/schema/read-canonical.js";
import type { Surface } from "../../codegen/schema/types.js";

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
  const { protocols } = parse(readFileSync(new URL("mapwright.config.yaml", root), "utf8")) as { readonly protocols: { readonly [protocol: string]: readonly string[] } };
  const surfaces = new Map(Object.entries(protocols).map(([protocol, versions]) => [protocol, surfaceOf(protocol, versions)]));
  const { model } = readCanonical(textsBelow("schemas/canonical", ".yaml"));
  const { transforms } = await readTransforms(textsBelow("src/transforms", ".ts"));
  // What stands beside the providers' folders is no table.
  const mappings = [...textsBelow("mappings", ".yaml")].filter(([file]) => file.split("/").length === 3).flatMap(([file, text]) => parseMapping(file, text).node ?? []);
  const { node: equivalence } = parseEquivalence("mappings/equivalence.yaml", readFileSync(new URL("mappings/equivalence.yaml", root), "utf8"));
  if (model === undefined) throw new Error("the canonical model cannot be read");
  const { program, diagnostics } = check({ mappings, surfaces, canonical: model, transforms, ...(equivalence && { equivalence }) });
  if (program === undefined) throw new Error(`the project's tables do not check: ${JSON.stringify(diagnostics[0])}`);
  return program;
}

function surfaceOf(protocol: string, versions: readonly string[]): Surface {
  const folder = `schemas/${protocol}`;
  const texts = versions.map((version): [string, Map<string, string>] => {
    const below = `${folder}/${version}`;
    return [version, new Map([...textsBelow(below, ".json")].map(([path, text]) => [path.slice(below.length + 1), text]))];
  });
  const overlay = { file: `${folder}/overlay.yaml`, text: readFileSync(new URL(`${folder}/overlay.yaml`, root), "utf8") };
  const { surface } = readSurface({ protocol, folder, versions: new Map(texts), overlays: [overlay] });
  if (surface === undefined) throw new Error(`the schemas of ${protocol} cannot be read`);
  return surface;
}
