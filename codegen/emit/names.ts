import { createHash } from "node:crypto";

/** Names for generated code: readable, free of collisions, and the same whatever stands beside them. */

/** `item/agentMessage/delta` -> `itemAgentMessageDelta`, `event-msg` -> `eventMsg`. */
export function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word, index) => (index === 0 ? lowerFirst(word) : upperFirst(word))).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `_${joined}`;
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * A function name for each row key. Two keys that would share a name both get a suffix made from the key itself, so
 * that no name depends on the order of rows; a name that is taken gets one, too.
 */
export function rowNames(keys: readonly string[], taken: ReadonlySet<string>): Map<string, string> {
  const plain = keys.map((key) => camelCase(spoken(key)));
  const count = new Map<string, number>();
  for (const name of plain) count.set(name, (count.get(name) ?? 0) + 1);
  return new Map(
    keys.map((key, index) => {
      const name = plain[index]!;
      const clash = taken.has(name) || count.get(name)! > 1;
      return [key, clash ? `${name}_${createHash("sha256").update(key).digest("hex").slice(0, 6)}` : name];
    }),
  );
}

/** The name itself, or with the fewest underscores that make it free. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  while (taken.has(name)) name += "_";
  return name;
}

/** A property in an object literal; `__proto__` without brackets would set the prototype. */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]';
  return isIdentifier(name) ? name : JSON.stringify(name);
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** Special segments in words; of `{a,b}` the first tells rows apart, since rows must not overlap. */
function spoken(key: string): string {
  return key
    .replace(/\{([^,}]*)[^}]*\}/g, "$1 etc")
    .replaceAll("(none)", " none")
    .replaceAll("(other)", " other")
    .replaceAll("*", " any ");
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** What nothing in a generated module may be called: words of the language, and what every function is called with. */
export const reservedNames: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield Array JSON Object String m memory request extra wanted message refsOf keyOf"
  ).split(" "),
);

/** What only variables are called. */
export const localNames: ReadonlySet<string> = new Set(["payload", "refs", "drafts", "element"]);
