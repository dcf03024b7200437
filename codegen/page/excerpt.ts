/** Values and texts as the page shows them: what is long is cut, and says so. */

const longestText = 160;
const mostElements = 6;
const mostFields = 24;
const deepest = 8;
const widest = 88;

/** JSON, a value on one line where it fits. Text, lists, objects and depth beyond the limits above give way to `… 12 more`. */
export function jsonLines(value: unknown): string[] {
  return lines(value, 0);
}

/** The first lines, and how many more there are. */
export function firstLines(all: readonly string[], most: number): string[] {
  const more = all.length - most;
  // One line would not be saved by saying that it is missing.
  return more < 2 ? [...all] : [...all.slice(0, most), `… ${more} more lines`];
}

function lines(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [text(value)];
  if (typeof value !== "object" || value === null) return [JSON.stringify(value) ?? "null"];
  const isList = Array.isArray(value);
  const entries: [string, unknown][] = isList ? value.map((element) => ["", element]) : Object.entries(value);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return [open + close];
  if (depth === deepest) return [`${open} … ${entries.length} more ${close}`];

  const most = isList ? mostElements : mostFields;
  const shown = entries.slice(0, most).map(([name, one]) => {
    const [first = "", ...rest] = lines(one, depth + 1);
    return [`${isList ? "" : `${text(name)}: `}${first}`, ...rest];
  });
  if (entries.length > most) shown.push([`… ${entries.length - most} more`]);
  const flat = `${open} ${shown.map((one) => one[0]).join(", ")} ${close}`;
  if (shown.every((one) => one.length === 1) && flat.length + 2 * depth <= widest) return [flat];
  const inner = shown.flatMap((one, index) => one.map((line, at) => `  ${line}${at === one.length - 1 && index < shown.length - 1 ? "," : ""}`));
  return [open, ...inner, close];
}

function text(value: string): string {
  if (value.length <= longestText) return JSON.stringify(value);
  // Not between the halves of a character.
  const end = /[\ud800-\udbff]/.test(value[longestText - 1]!) ? longestText - 1 : longestText;
  return `${JSON.stringify(value.slice(0, end))} … ${value.length - end} more characters`;
}
