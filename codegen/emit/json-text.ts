const widest = 120;

/** JSON of which what fits stands on one line. */
export function printJson(value: unknown): string {
  return print(value, "", new WeakMap());
}

function print(value: unknown, indent: string, lines: WeakMap<object, string>): string {
  const line = onLine(value, lines);
  if (typeof value !== "object" || value === null || line.length + indent.length <= widest) return line;
  const inner = `${indent} `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + print(item, inner, lines)).join(",\n")}\n${indent}]`;
  return `{\n${Object.entries(value)
    .map(([key, item]) => `${inner}${JSON.stringify(key)}: ${print(item, inner, lines)}`)
    .join(",\n")}\n${indent}}`;
}

/** As `JSON.stringify` writes it; what was written once is not written again for all that it stands in. */
function onLine(value: unknown, lines: WeakMap<object, string>): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = lines.get(value);
  if (known !== undefined) return known;
  const line = Array.isArray(value)
    ? `[${value.map((item) => onLine(item, lines)).join(",")}]`
    : `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${onLine(item, lines)}`).join(",")}}`;
  lines.set(value, line);
  return line;
}
