/**
 * What a node of a table says, as text: equal for nodes that say the same, wherever they stand, however they are quoted and whatever
 * is written for people beside them. The order counts where it matters to the runtime.
 */
export function meaningOf(node: unknown): string {
  return JSON.stringify(plain(node, false));
}

/** Positions and spelling, and which of two tables it stands in; `note` and `examples` are for readers and for tests. */
const unsaid: ReadonlySet<string> = new Set(["at", "text", "bare", "note", "examples", "file", "inherited", "replaces"]);

/** Prose that says that something holds, and why. */
const reasons: ReadonlySet<string> = new Set(["none", "undecided"]);

const unordered: ReadonlySet<string> = new Set(["fields", "when", "refs", "decisions", "otherwise", "twin", "yieldsTo"]);

/** @param kept whether the order of fields counts, as below `remember`: what is remembered first is seen by what follows */
function plain(node: unknown, kept: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => plain(one, kept));
  if (typeof node !== "object" || node === null) return node;
  // `has` asks for one field after the other.
  const asked = "kind" in node && node.kind === "has";
  const entries = Object.entries(node).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (unsaid.has(name) || value === undefined) return [];
    if (reasons.has(name)) return [[name, true]];
    const said = plain(value, kept || name === "remember");
    return [[name, Array.isArray(said) && unordered.has(name) && !kept && !asked ? sorted(said) : said]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sorted(list: readonly unknown[]): unknown[] {
  return list.map((one) => ({ one, text: JSON.stringify(one) })).sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ one }) => one);
}
