import type { Diagnostic } from "../diagnostic.js";
import { isExtension, readExtension } from "./extend.js";
import { memoryForm, readMemory } from "./memory.js";
import { createReader, mismatch } from "./reader.js";
import { readTable, tableForm } from "./table.js";
import type { MappingFile, TableNode } from "./types.js";
import { readYaml } from "../yaml/read.js";

export { parseEquivalence } from "./equivalence.js";
export { mappingCodes, type MappingCode } from "./codes.js";
export { expandKey, matchesPattern, splitKey, type Segment, type SimpleSegment } from "./key.js";
export { nearest } from "../spelling.js";

/**
 * Reads one mapping file, a table or (`memory.yaml`, or a file with the key `memory`) a memory. Names are not resolved.
 * Never throws. All mistakes of a file are reported, in the order of their places, except that a syntax error is
 * reported alone. `node` is there exactly if there are no errors: half a table would lead to errors of its own.
 * @param extendable the tables that a table with `extends` may add to
 */
export function parseMapping(file: string, text: string, extendable: readonly TableNode[] = []): { node?: MappingFile; diagnostics: Diagnostic[] } {
  const { root, diagnostics } = readYaml(file, text);
  const reader = createReader(file, diagnostics);
  let node: MappingFile | undefined;
  const named = /(?:^|\/)memory\.ya?ml$/.test(file);
  if (root?.kind === "map") {
    const isMemory = named || root.entries.some((entry) => entry.key.text === "memory");
    node = isMemory ? readMemory(reader, root) : isExtension(root) ? readExtension(reader, root, extendable) : readTable(reader, root);
  } else if (root !== undefined && !(root.kind === "scalar" && root.empty)) {
    mismatch(reader, root, "A mapping file is a mapping", "not-a-mapping-file", "It begins with `source:` or `memory:`.");
  } else if (diagnostics.length === 0) {
    reader.report("empty-file", { file, line: 1, column: 1 }, "The file is empty.", named ? memoryForm : tableForm);
  }
  diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return node !== undefined && diagnostics.length === 0 ? { node, diagnostics } : { diagnostics };
}
