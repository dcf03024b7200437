import { wellFormed } from "../well-formed.js";

/** Text as canonical fields want it: whole characters, no white space around it, absent rather than empty (EVENTS.md rule 6). */

/** The text without white space around it; absent when nothing is left. */
export function trimmed(text: string): string | undefined {
  const bare = text.trim();
  return bare === "" ? undefined : wellFormed(bare);
}

/** The text as it is, to the last space; absent when it is empty. */
export function filled(text: string): string | undefined {
  return text === "" ? undefined : wellFormed(text);
}

/**
 * What a message says, however the agent cuts it up: a string is itself, parts (`{ type, text }`; pictures and
 * mentions have no text) follow each other, sections (strings) are set apart by a blank line.
 */
export function plainText(content: unknown): string | undefined {
  if (typeof content === "string") return filled(content);
  if (!Array.isArray(content)) return undefined;
  const sections = content.filter((section) => typeof section === "string");
  return filled(sections.length > 0 ? sections.join("\n\n") : content.map(partText).join(""));
}

/** Several messages as one, each in a line of its own; absent when none says anything. */
export function joinedLines(lines: readonly unknown[]): string | undefined {
  return trimmed(lines.filter((line) => typeof line === "string").join("\n"));
}

function partText(part: unknown): string {
  const text = (part as { readonly text?: unknown } | null | undefined)?.text;
  return typeof text === "string" ? text : "";
}
