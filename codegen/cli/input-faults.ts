import { isUtf8 } from "node:buffer";
import type { Diagnostic } from "../diagnostic.js";
import { camelCase } from "../emit/names.js";
import { isTypeName } from "../schema/names.js";
import type { CliCode } from "./codes.js";
import type { Settings } from "./config.js";
import type { Inputs } from "./inputs.js";

/** What is wrong with the files themselves, before anybody reads what they say. */
export function inputFaults({ schemas, mappings, events }: Settings, inputs: Inputs): Diagnostic[] {
  const tables = [...inputs.keys()].filter((file) => file.startsWith(`${mappings}/`) && /\.ya?ml$/.test(file) && file !== equivalenceFile(mappings));
  return [...tablePlaces(mappings, tables), ...encodings(inputs, schemas, events)];
}

/** What belongs to no provider, because it is about all of them. */
export function equivalenceFile(mappings: string): string {
  return `${mappings}/equivalence.yaml`;
}

/** Tables are found by their place, and what is generated is named after it. */
function tablePlaces(mappings: string, files: readonly string[]): Diagnostic[] {
  const form = `${mappings}/<provider>/<table>.yaml`;
  if (files.length === 0) {
    return [{ code: "no-tables", severity: "error", file: mappings, message: `There is no table in "${mappings}".`, hint: `Write ${form}; mappings/README.md says how.` }];
  }
  const seen = new Map<string, string>();
  return files.flatMap((file): Diagnostic[] => {
    const report = (code: CliCode, message: string, hint: string): Diagnostic[] => [{ code, severity: "error", file, line: 1, column: 1, message, hint }];
    const parts = file.slice(mappings.length + 1).split("/");
    const strange = parts.map((part) => part.replace(/\.ya?ml$/, "")).find((name) => !/^[A-Za-z][\w-]*$/.test(name));
    const near = file === equivalenceFile(mappings).replace(".yaml", ".yml");
    if (near) return report("misplaced-table", "This would be read as a table.", `Name it ${equivalenceFile(mappings)}.`);
    if (parts.length !== 2) return report("misplaced-table", "A table stands in the folder of its provider, not in another place.", `Move it to ${form}.`);
    if (strange !== undefined) return report("bad-file-name", `"${strange}" cannot name what is generated from this file.`, "Use letters, digits and hyphens, beginning with a letter.");
    const name = parts[1]!.replace(/\.ya?ml$/, "");
    if (!isTypeName(camelCase(name))) return report("bad-file-name", `"${name}" cannot name what is generated from this file: it is a word of TypeScript.`, "Choose another name.");
    const path = file.replace(/\.ya?ml$/, "");
    const other = seen.get(path);
    seen.set(path, file);
    return other === undefined ? [] : report("duplicate-file", `"${file}" and "${other}" would both become "${parts[0]}/${path.slice(path.lastIndexOf("/") + 1)}.ts".`, "Rename one of the two.");
  });
}

/** Bytes that are no UTF-8 would silently become other text. YAML files are told of it with the very place. */
function encodings(inputs: Inputs, schemas: string, events: string | undefined): Diagnostic[] {
  return [...inputs].flatMap(([file, content]): Diagnostic[] => {
    const isText = file === events || file.endsWith(".ts") || (file.startsWith(`${schemas}/`) && file.endsWith(".json"));
    if (!isText || isUtf8(content)) return [];
    const before = content.toString("utf8").split("\uFFFD", 1)[0]?.split("\n") ?? [];
    return [{ code: "not-utf8", severity: "error", file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: "Here stands what is no UTF-8.", hint: "Save the file as UTF-8." }];
  });
}
