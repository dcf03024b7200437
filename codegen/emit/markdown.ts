/** Small pieces of Markdown, printed as prettier prints them. */

/** A table whose columns are as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => width(row[column] ?? ""))));
  const line = (row: readonly string[]) => `| ${row.map((text, column) => text + " ".repeat((widths[column] ?? 0) - width(text))).join(" | ")} |\n`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((size) => "-".repeat(size))), ...rest.map(line)].join("");
}

export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function cell(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ").replaceAll(/(?<!\\)\|/g, "\\|");
}

function width(text: string): number {
  return [...text].length;
}
