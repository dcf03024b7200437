/** Plain text: what Markdown or HTML would take as its own is escaped, except in code spans. */
export function prose(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\*_<>[\]|#~]/g, "\\$&")))
    .join("");
}

/** A code block whose fence is longer than any in the text. */
export function fenced(text: string, language = ""): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`{3,}/g), ([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, ...text.split("\n"), fence];
}
