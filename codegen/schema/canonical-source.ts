import type { Diagnostic, Position } from "../diagnostic.js";
import { placeIn } from "../yaml/place.js";
import { plainOf } from "../yaml/plain.js";
import { readYaml, type Yaml } from "../yaml/read.js";

/** A place in the model's YAML: a file and the keys and list numbers that lead there. */
export interface Place {
  readonly source: CanonicalSource;
  readonly path: readonly (string | number)[];
}

/** An event as it stands in the YAML; nothing inside it is known to be right. */
export interface DeclaredEvent {
  readonly type: string;
  readonly family: string;
  readonly value: unknown;
  readonly place: Place;
}

/** One file of the model: plain values, and where each of them stands. */
export interface CanonicalSource {
  readonly file: string;
  readonly value: unknown;
  readonly tree: Yaml;
}

/** The YAML of one file of the model, or what is wrong with it. */
export function readSource(file: string, text: string): CanonicalSource | readonly Diagnostic[] {
  const { root, diagnostics } = readYaml(file, text);
  if (diagnostics.length > 0) return diagnostics;
  const missing: Diagnostic[] = [];
  const value = root === undefined || (root.kind === "scalar" && root.empty) ? undefined : plainOf(root, (diagnostic) => missing.push(diagnostic));
  if (missing.length > 0) return missing;
  if (root !== undefined && value !== undefined) return { file, value, tree: root };
  return [{ code: "empty-file", severity: "error", file, line: 1, column: 1, message: "The file is empty.", hint: "A file of the canonical model declares enums, brands, payloads or families of events; one that declares nothing can go." }];
}

/** Where a value stands, or with `"key"` the key that leads to it. The nearest thing around it when it is not there. */
export function positionOf(place: Place, part: "key" | "value" = "value"): Position {
  return placeIn(place.source.tree, place.path, part);
}
