import { canonicalSpec } from "../check/sections.js";
import type { Program } from "../check/types.js";
import type { Diagnostic, Position } from "../diagnostic.js";
import { nearest } from "../spelling.js";
import type { MarkerCode } from "./codes.js";
import { canonicalSection } from "./events-md-canonical.js";
import { equivalenceSection } from "./events-md-equivalence.js";
import { tableSection } from "./events-md-table.js";

/**
 * EVENTS.md with what lies between its markers rendered anew: section 1 from the canonical model, for every table
 * with a `spec` the section of that number, and that of the equivalences. Everything else stays as it is. Where a marker is missing, a diagnostic
 * `missing-marker` says which lines to add, or which section the equivalences meant; a pair that nothing fills any more is `unknown-marker`, a second one `duplicate-marker`, and one
 * inside another `nested-marker`.
 */
export function emitEventsMd(program: Program, existing: string, file = "EVENTS.md"): { readonly text: string; readonly diagnostics: readonly Diagnostic[] } {
  const sections = new Map<string, string[]>([[canonicalSpec, [canonicalSection(program.canonical)]]]);
  for (const { tables } of program.providers) {
    for (const table of tables) {
      if (table.spec === undefined) continue;
      sections.set(table.spec, [...(sections.get(table.spec) ?? []), tableSection(table)]);
    }
  }
  if (program.equivalence !== undefined) sections.set(program.equivalence.spec, [...(sections.get(program.equivalence.spec) ?? []), equivalenceSection(program.equivalence)]);
  const diagnostics: Diagnostic[] = misplacedMarkers(existing, file);
  if (diagnostics.length > 0) return { text: existing, diagnostics };
  // What a line ends with stays what it is.
  const eol = existing.includes("\r\n") ? "\r\n" : "\n";
  let text = existing;
  const unclaimed = [...existing.matchAll(/<!-- mapwright: begin (\S+) -->/g)].filter(([, section = ""]) => !sections.has(section));
  const lost = program.equivalence !== undefined && !existing.includes(marker("begin", program.equivalence.spec)) ? program.equivalence : undefined;
  const meant = lost && meantSection(lost.spec, unclaimed.map(([, section = ""]) => section));
  for (const [section, parts] of sections) {
    const begin = marker("begin", section);
    const end = marker("end", section);
    const from = text.indexOf(begin);
    const to = text.indexOf(end, from);
    if (from < 0 || to < 0) {
      const missing = from < 0 ? begin : end;
      const said = section === lost?.spec ? lost.specAt : undefined;
      diagnostics.push({
        code: "missing-marker",
        severity: "error",
        message: `Section ${section} has no place in ${file}: "${missing}" is missing.`,
        hint: said === undefined || meant === undefined ? `Add these lines where the section belongs:\n${begin}\n${end}` : `Did you mean "${meant}"?`,
        ...(said !== undefined ? said : from < 0 ? { file, line: 1, column: 1 } : position(file, existing, existing.indexOf(begin), begin)),
      });
      continue;
    }
    text = `${text.slice(0, from + begin.length)}${`\n\n${parts.join("\n")}\n`.replaceAll("\n", eol)}${text.slice(to)}`;
  }
  for (const { 0: begin, 1: section = "", index } of unclaimed) {
    if (section === meant) continue;
    diagnostics.push({
      code: "unknown-marker",
      severity: "error",
      message: `No table renders section ${section}.`,
      hint: `Remove "${begin}" and "${marker("end", section)}", or give a table \`spec: "${section}"\`.`,
      ...position(file, existing, index, begin),
    });
  }
  return { text, diagnostics };
}

/** The place that was probably meant: a number much like it, or the only one that nothing fills. */
function meantSection(section: string, unclaimed: readonly string[]): string | undefined {
  return nearest(section, unclaimed) ?? (unclaimed.length === 1 ? unclaimed[0] : undefined);
}

/** A second place for one section would never be rendered, and a place inside another would be overwritten with it. */
function misplacedMarkers(text: string, file: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const seen = new Set<string>();
  const told = new Set<string>();
  let open: { readonly section: string; readonly index: number } | undefined;
  for (const { 0: written, 1: side, 2: section = "", index } of text.matchAll(/<!-- mapwright: (begin|end) (\S+) -->/g)) {
    const report = (code: MarkerCode, message: string, hint: string): void => {
      // A pair of markers is one mistake.
      if (!told.has(section)) found.push({ code, severity: "error", message, hint, ...position(file, text, index, written) });
      told.add(section);
    };
    if (seen.has(written)) report("duplicate-marker", `"${written}" stands twice in ${file}.`, "A section has one place: remove one pair of markers with what lies between them.");
    else if (side === "begin" && open !== undefined && text.includes(marker("end", open.section), open.index)) {
      report("nested-marker", `Section ${section} begins inside section ${open.section}, which is rendered as a whole.`, `Move "${marker("end", open.section)}" up, or this marker out.`);
    }
    seen.add(written);
    if (side === "begin") open = { section, index };
    else if (open?.section === section) open = undefined;
  }
  return found;
}

function marker(side: "begin" | "end", section: string): string {
  return `<!-- mapwright: ${side} ${section} -->`;
}

function position(file: string, text: string, index: number, written: string): Position {
  const before = text.slice(0, index).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { file, line: before.length, column, endLine: before.length, endColumn: column + written.length };
}
