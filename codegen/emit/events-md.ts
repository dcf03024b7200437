import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import { canonicalSection } from "./events-md-canonical.js";
import { tableSection } from "./events-md-table.js";

/**
 * EVENTS.md with what lies between its markers rendered anew: section 1 from the canonical model, and for every table
 * with a `spec` the section of that number. Everything else stays as it is. Where a marker is missing, a diagnostic
 * `missing-marker` says which lines to add; a pair that nothing fills any more is `unknown-marker`.
 */
export function emitEventsMd(program: Program, existing: string, file = "EVENTS.md"): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  const sections = new Map<string, string[]>([["1", [canonicalSection(program.canonical)]]]);
  for (const { tables } of program.providers) {
    for (const table of tables) {
      if (table.spec === undefined) continue;
      sections.set(table.spec, [...(sections.get(table.spec) ?? []), tableSection(table)]);
    }
  }
  const diagnostics: Diagnostic[] = [];
  let text = existing;
  for (const [section, parts] of sections) {
    const begin = marker("begin", section);
    const end = marker("end", section);
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) {
      const missing = from < 0 ? begin : end;
      diagnostics.push({
        code: "missing-marker",
        severity: "error",
        message: `Section ${section} has no place in ${file}: "${missing}" is missing.`,
        hint: `Add these lines where the section belongs:\n${begin}\n${end}`,
        ...(from < 0 ? { file, line: 1, column: 1 } : position(file, text, from)),
      });
      continue;
    }
    text = `${text.slice(0, from + begin.length)}\n\n${parts.join("\n")}\n${text.slice(to)}`;
  }
  for (const { 0: begin, 1: section = "", index } of existing.matchAll(/<!-- mapwright: begin (\S+) -->/g)) {
    if (sections.has(section)) continue;
    diagnostics.push({
      code: "unknown-marker",
      severity: "error",
      message: `No table renders section ${section}.`,
      hint: `Remove "${begin}" and "${marker("end", section)}", or give a table \`spec: "${section}"\`.`,
      ...position(file, existing, index),
    });
  }
  return { text, diagnostics };
}

function marker(side: "begin" | "end", section: string): string {
  return `<!-- mapwright: ${side} ${section} -->`;
}

function position(file: string, text: string, index: number): { readonly file: string; readonly line: number; readonly column: number } {
  const before = text.slice(0, index).split("\n");
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
