/** Small pieces of Markdown. */

/** A table. Its columns are not aligned, so that a changed cell changes one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head.map(cell), head.map(() => "---"), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function cell(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ").replaceAll(/(?<!\\)\|/g, "\\|");
}
