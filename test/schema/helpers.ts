import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { readSurface } from "../../codegen/schema/index.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import type { Shape, Surface } from "../../codegen/schema/types.js";

const root = path.resolve(import.meta.dirname, "../..");

/** The schema files below a folder of the project, by path with forward slashes. */
export function filesBelow(folder: string): Map<string, string> {
  const from = path.join(root, folder);
  const entries = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(entries.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return [path.relative(from, file).split(path.sep).join("/"), readFileSync(file, "utf8")];
  }));
}

export function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

export const codex107 = filesBelow("schemas/codex-app-server/0.107.0");
/** Real excerpts of what 0.171.0 writes: a few variants of each union, and what they refer to. */
export const codex171 = filesBelow("test/fixtures/codex-0.171.0");

export interface Read {
  readonly surface: Surface;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads versions of a protocol, each a map of file names to schemas or texts; throws if there is no surface. */
export function read(versions: Record<string, Record<string, unknown> | Map<string, string>>, overlay?: string): Read {
  const { surface, diagnostics } = attempt(versions, overlay);
  if (surface === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return { surface, diagnostics };
}

export function attempt(versions: Record<string, Record<string, unknown> | Map<string, string>>, overlay?: string): ReturnType<typeof readSurface> {
  const texts = Object.entries(versions).map(([version, files]): [string, Map<string, string>] => {
    const entries: [string, unknown][] = files instanceof Map ? [...files] : Object.entries(files);
    return [version, new Map(entries.map(([name, schema]) => [name, typeof schema === "string" ? schema : JSON.stringify(schema, null, 2)]))];
  });
  return readSurface({
    protocol: "proto",
    versions: new Map(texts),
    ...(overlay !== undefined && { overlays: [{ file: "schemas/proto/overlay.yaml", text: overlay }] }),
  });
}

export function named(name: string): Shape {
  return { kind: "named", name };
}

/** One file that defines `Root` by this schema. */
export function one(schema: unknown): Read {
  return read({ "1": { "Root.json": schema } });
}
