import type { Diagnostic } from "../diagnostic.js";
import { byCodePoint, isObject, type JsonObject } from "./json.js";
import { jsonErrorOffset } from "../json-error.js";
import { placeIn, pointAt } from "./json-place.js";

/** Schema files as text, parsed, each in its own dialect. */

export type Dialect = "draft-07" | "2020-12";

export interface SchemaFile {
  /** Relative to the folder of its version. */
  readonly path: string;
  /** As diagnostics name it: relative to the folder of the config file. */
  readonly shown: string;
  readonly text: string;
  readonly dialect: Dialect;
  readonly root: { readonly [keyword: string]: unknown };
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["https://json-schema.org/draft-07/schema", "draft-07"],
  ["http://json-schema.org/schema", "draft-07"],
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["http://json-schema.org/draft/2020-12/schema", "2020-12"],
]);

/**
 * Reads the files of one version. A bundle (`*.schemas.json`) repeats the files beside it, and the Codex ones with
 * dangling references: it is read only where there is nothing else.
 */
export function readFiles(folder: string, texts: ReadonlyMap<string, string>, report: (diagnostic: Diagnostic) => void): SchemaFile[] {
  const paths = [...texts.keys()].filter((path) => path.endsWith(".json")).sort(byCodePoint);
  const messages = paths.filter((path) => !path.endsWith(".schemas.json"));
  const files: SchemaFile[] = [];
  for (const path of messages.length > 0 ? messages : paths) {
    const file = readFile(folder, path, texts.get(path) ?? "", report);
    if (file) files.push(file);
  }
  return files;
}

function readFile(folder: string, path: string, content: string, report: (diagnostic: Diagnostic) => void): SchemaFile | undefined {
  const shown = `${folder}/${path}`;
  const text = content.replace(/^\uFEFF/, "");
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    const at = pointAt(text, jsonErrorOffset(text));
    report({ code: "invalid-json", severity: "error", file: shown, ...at, message: "This schema file stops being JSON here.", hint: mend });
    return undefined;
  }
  if (root === true) root = {};
  if (!isObject(root)) {
    report({ code: "invalid-schema", severity: "error", file: shown, line: 1, column: 1, message: "A schema file must hold a JSON object.", hint: mend });
    return undefined;
  }
  if (isDeeper(root, deepest)) {
    report({ code: "invalid-schema", severity: "error", file: shown, line: 1, column: 1, message: `More than ${deepest} lists and objects inside each other.`, hint: mend });
    return undefined;
  }
  const dialect = dialectOf(root, text);
  if (dialect === undefined) {
    const at = placeIn(shown, text, ["$schema"]);
    report({ code: "unknown-dialect", severity: "error", ...at, message: `Unknown JSON Schema dialect "${String(root.$schema)}".`, hint: "Known dialects are draft-07 and 2020-12." });
    return undefined;
  }
  return { path, shown, text, dialect, root };
}

const mend = "Restore it from version control, or take it from its publisher again.";

/** Far more than any schema needs; what reads schemas in depth would run out of stack. */
const deepest = 256;

function isDeeper(value: unknown, than: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return than === 0 || Object.values(value).some((entry) => isDeeper(entry, than - 1));
}

/** By `$schema`; a file without one is told by the keywords that only 2020-12 has. */
function dialectOf(root: JsonObject, text: string): Dialect | undefined {
  const uri = root.$schema;
  if (uri === undefined) return "$defs" in root || /"(prefixItems|\$dynamicRef|dependentSchemas)"/.test(text) ? "2020-12" : "draft-07";
  return typeof uri === "string" ? DIALECTS.get(uri.replace(/#$/, "")) : undefined;
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/(\.schemas?)?\.json$/, "");
}
