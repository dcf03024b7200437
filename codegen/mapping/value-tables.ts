import { asMap, asScalar, asText, isExpression, keysOf, locatedText, missingKeys, type Reader } from "./reader.js";
import type { Located, ValueTableNode } from "./types.js";
import type { Yaml, YamlEntry } from "../yaml/read.js";

const valueTableForm = "Write `{ of: codex-app-server#/TurnStatus, map: { completed: completed, ... }, unlisted: failed }`.";

/**
 * The value tables of a table, by name.
 * @param extended the table of that name which this one adds to, and from which it has what it does not say
 */
export function readValueTables(reader: Reader, node: Yaml, extended: (name: string) => ValueTableNode | undefined = () => undefined): ValueTableNode[] {
  return (asMap(reader, node, "`values`")?.entries ?? []).flatMap((entry) => {
    const what = `The value table "${entry.key.text}"`;
    const map = asMap(reader, entry.value, what, "bad-value-table", valueTableForm);
    if (map === undefined) return [];
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(entry.key.text))
      reader.report(
        "bad-name",
        entry.key.at,
        `"${entry.key.text}" cannot name a value table.`,
        "A name is a letter followed by letters, digits and underscores.",
      );
    const part = keysOf(reader, map, what, ["of", "map", "unlisted", "absent"]);
    const old = extended(entry.key.text);
    missingKeys(reader, map, part, what, old === undefined ? ["of", "map"] : [], valueTableForm);
    const of = part.of ? readOf(reader, part.of.value) : old?.of;
    const lines = part.map && asMap(reader, part.map.value, "`map`", "bad-value-table");
    const unlisted = part.unlisted ? readConstant(reader, part.unlisted.value, "`unlisted`") : old?.unlisted;
    const absent = part.absent ? readConstant(reader, part.absent.value, "`absent`") : old?.absent;
    const pairs = (lines?.entries ?? []).flatMap((line) => {
      const proposed = proposalIn(line.value);
      const given = proposed?.value ?? line.value;
      const several = proposed !== undefined && given.kind === "list" && given.items.length > 0 ? given.items : undefined;
      const words = (several ?? [given]).map((one) => readConstant(reader, one, `What "${line.key.text}" becomes`));
      const [to] = words;
      if (to === undefined) return [];
      return [{ from: locatedText(line.key), to, ...(proposed && { undecided: proposed.key.at }), ...(several && { choices: words.flatMap((word) => word?.value ?? []) }) }];
    });
    return of ? [{ name: locatedText(entry.key), of, map: old === undefined ? pairs : withLines(old.map, pairs), ...(unlisted && { unlisted }), ...(absent && { absent }) }] : [];
  });
}

/** `{ undecided: failed }`, or a list of words: what a value may become, once somebody has decided. */
function proposalIn(node: Yaml): YamlEntry | undefined {
  const [only, second] = node.kind === "map" && node.whole ? node.entries : [];
  return only?.key.text === "undecided" && second === undefined ? only : undefined;
}

/** `string`, `boolean`, or an enum of a protocol, or a property of a definition: `codex-app-server#/ThreadItem.type`. */
function readOf(reader: Reader, node: Yaml): Located<string> | undefined {
  const text = asText(reader, node, "`of`");
  if (text === undefined) return undefined;
  if (text.text === "string" || text.text === "boolean" || /^[^\s#]+#\/[^\s.]+(?:\.[^\s.]+)*$/.test(text.text)) return locatedText(text);
  reader.report(
    "bad-schema-name",
    text.at,
    `"${text.text}" names no values.`,
    "Write `codex-app-server#/TurnStatus`, `codex-app-server#/ThreadItem.type`, `string` or `boolean`.",
  );
  return undefined;
}

function readConstant(reader: Reader, node: Yaml, what: string): ReturnType<typeof asScalar> {
  if (!isExpression(node)) return asScalar(reader, node, what, "bad-value-table");
  reader.report(
    "bad-value-table",
    node.at,
    `${what} is a plain value, but "${node.text}" is a path.`,
    "A value table gives constants; what must be computed is a transform.",
  );
  return undefined;
}

/** The lines of `own` in the place of those that `old` has of the same values. */
function withLines(old: ValueTableNode["map"], own: ValueTableNode["map"]): ValueTableNode["map"] {
  const said = (from: string, lines: ValueTableNode["map"]) => lines.find((line) => line.from.value === from);
  return [...old.map((line) => said(line.from.value, own) ?? line), ...own.filter(({ from }) => said(from.value, old) === undefined)];
}
