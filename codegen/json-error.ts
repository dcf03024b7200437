/** What may come next in JSON text: strings, numbers, words, in one regular expression each. */
const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y;

/** Deeper than anyone writes; keeps this from running out of stack. */
const deepest = 1000;

/** The offset at which text stops being JSON; engines do not all say it, and say it only in words. */
export function jsonErrorOffset(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length;
    if (length === undefined) return false;
    at += length;
    return true;
  };
  const is = (char: string): boolean => {
    take(SPACE);
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };
  const members = (close: string, member: () => boolean): boolean => {
    if (is(close)) return true;
    do if (!member()) return false;
    while (is(","));
    return is(close);
  };
  const value = (depth: number): boolean => {
    if (depth > deepest) return false;
    if (is("{")) return members("}", () => (take(SPACE), take(STRING)) && is(":") && value(depth + 1));
    if (is("[")) return members("]", () => value(depth + 1));
    return take(STRING) || take(SCALAR);
  };
  if (value(0)) take(SPACE);
  return at;
}
