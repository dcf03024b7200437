/**
 * The grammar of scalars and keys (codegen/mapping/expression.ts and key.ts) as regular expressions, for JSON Schema: in
 * Unicode mode, and never stricter than the compiler.
 */

const name = "[A-Za-z_][A-Za-z0-9_]*";
/** Of value tables, transforms, cells and elements; to be anchored. */
export const namePattern = name;
const field = "[^.()=|?\\s\\[\\]]+";
const quoted = `(?:"(?:[^"\\\\]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*"|'(?:[^']|'')*')`;
const ends = "(?=[\\s|?]|$)";
const picked = `(?:${quoted}|[^()=|?\\s"'$][^()=|?\\s]*)`;
const inner = `\\$(?:${name})?(?:\\.${field}(?:\\(${field}=${picked}\\))?)*`;
const path = `\\$(?:${name})?(?:\\.${field}(?:\\(${field}=(?:${picked}|${inner})\\))?)*`;
const plain = "(?:(?!null(?![\\w\\-]))[A-Za-z_][\\w\\-]*|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?)";

/** Names that mean something else than what a table declares after `$`. */
export const elementName = `^(?!(?:request|extra)$)${name}$`;
export const pathPattern = `^${path}\\s*$`;
export const isExpressionPattern = "^\\$(?!\\$)";
/** Plain text: what begins with `$` is an expression, but `$$` is a plain dollar. */
export const plainPattern = "^(?!\\$(?!\\$))";

/**
 * @param names what may follow `|`
 * @param cells memory cells, and the names that may follow theirs
 */
export function expressionPattern(names: readonly string[], cells: readonly { readonly name: string; readonly holds: readonly string[] }[]): string {
  const pipe = names.length === 0 ? "" : `|\\|\\s*(?:${names.join("|")})`;
  const unheld = cells.map((cell) => `${cell.name}\\.(?!(?:${cell.holds.join("|")})(?![^.()=|?\\s]))`);
  const held = unheld.length === 0 ? "" : `(?![^]*\\$(?:${unheld.join("|")}))`;
  return `^${held}${path}(?:\\s*(?:\\?\\?\\s*(?:${path}|${quoted}|${plain})${pipe})${ends})*\\s*$`;
}

/** A path that means the same on every machine. */
export const isRelativePattern = "^(?![/\\\\]|[A-Za-z]:).";

/** An expression that ends in `?? word` ends in one of the words. */
export function lastLiteralPattern(words: readonly string[]): string {
  return `^(?![^]*\\?\\?\\s*(?!["']?(?:${words.map(escaped).join("|")})["']?\\s*$)["']?[\\w\\-]+["']?\\s*$)`;
}

/** A text as a pattern that only it fits. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

const member = "[^{},\\s](?:[^{},]*[^{},\\s])?";

/** A row key with a pattern, a group or a word in parentheses; keys that schemas list are listed beside it. */
export const openKeyPattern = [
  "^(?=[^]*[*{(])",
  // no segment is empty, has a blank at an end, or is in parentheses but `(none)` and `(other)`
  "(?!:|\\s)(?![^{}]*(?::[:\\s]|\\s:))(?![^{}]*[:\\s]$)",
  "(?!(?:[^{}]*:)?\\((?!(?:none|other)\\))[^:{}]*\\)(?::|$))",
  // no group says one thing twice
  "(?![^]*\\{(?:[^{}]*,)?([^{},]+),(?:[^{}]*,)?\\1[,}])",
  `(?:[^{}]|\\{${member}(?:,${member})*\\})+$`,
].join("");
