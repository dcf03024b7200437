import { readFileSync, readdirSync } from "node:fs";
import type { CanonicalModel } from "../../codegen/schema/canonical.js";
import { readCanonical } from "../../codegen/schema/read-canonical.js";

/** The project's own canonical model, as texts by path. */
export function canonicalFiles(): Map<string, string> {
  const folder = new URL("../../schemas/canonical/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
  return new Map(names.map((name) => [`schemas/canonical/${name}`, readFileSync(new URL(name, folder), "utf8")]));
}

export function canonicalModel(): CanonicalModel {
  const { model, diagnostics } = readCanonical(canonicalFiles());
  if (model === undefined) throw new Error(JSON.stringify(diagnostics));
  return model;
}
