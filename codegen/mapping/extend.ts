import { suggest } from "../spelling.js";
import type { Yaml, YamlMap } from "../yaml/read.js";
import { providerOf } from "./place.js";
import { asText, keysOf, locatedText, missingKeys, type Reader } from "./reader.js";
import { readRefs } from "./refs.js";
import { readRows } from "./row.js";
import type { RefNode, RowNode, TableNode, ValueTableNode } from "./types.js";
import { readValueTables } from "./value-tables.js";

const form = "`extends` names the source of the table that this one adds to: `extends: codex.app-server.notification`.";

export function isExtension(root: YamlMap): boolean {
  return root.entries.some((entry) => entry.key.text === "extends");
}

/**
 * A table that adds to another, of which it keeps what it does not say itself (README.md): a row, a ref, a value table or a line of
 * one that both have is the new one's. The result is a whole table, in which what comes from the other knows where it stands.
 * @param others the tables that can be extended
 */
export function readExtension(reader: Reader, root: YamlMap, others: readonly TableNode[]): TableNode | undefined {
  const part = keysOf(reader, root, "A table that extends another", ["extends", "refs", "rows", "sent", "values"]);
  missingKeys(reader, root, part, "A table that extends another", ["extends"], form);
  const source = part.extends && asText(reader, part.extends.value, "`extends`");
  if (source === undefined) return undefined;
  const other = others.find((one) => one.source.value === source.text);
  if (other === undefined) {
    const hint = "What can be extended are the tables that Mapwright ships for the agent of this folder, in a project that says `extends: mapwright` in its config; a table of the project's own is changed where it stands.";
    reader.report("unknown-extends", source.at, `No table of "${source.text}" to extend is shipped for ${providerOf(reader.file)}.`, suggest(source.text, others.flatMap((one) => (providerOf(one.file) === providerOf(reader.file) ? one.source.value : [])), "There is") ?? hint);
    return undefined;
  }
  if (providerOf(other.file) !== providerOf(reader.file)) {
    reader.report("misplaced-extension", source.at, `The table of "${source.text}" belongs to ${providerOf(other.file)}, and this file to ${providerOf(reader.file)}.`, `Move it to the folder ${providerOf(other.file)}: the tables of a folder share a memory.`);
    return undefined;
  }
  const context = { mayGiveNothing: other.answers !== undefined, ensured: other.ensure.length > 0 };
  const rows = part.rows ? readRows(reader, part.rows.value, "`rows`", context) : [];
  const sent = part.sent ? readRows(reader, part.sent.value, "`sent`", { mayGiveNothing: true, ensured: false }) : [];
  if (part.sent && other.sentSchema === undefined) reader.report("missing-key", part.sent.key.at, `The table of "${source.text}" has no rows for what the host writes.`, "A table that has them says its `sentSchema`.");
  return {
    ...other,
    extended: true,
    file: reader.file,
    source: locatedText(source),
    refs: withRefs(other.refs, part.refs ? readRefs(reader, part.refs.value) : []),
    rows: withRows(other.rows, rows),
    sent: withRows(other.sent, sent),
    values: withValues(other.values, part.values?.value, reader),
  };
}

function withRefs(old: readonly RefNode[], own: readonly RefNode[]): RefNode[] {
  return [...old.filter(({ name }) => !own.some((ref) => ref.name.value === name.value)), ...own];
}

/** A row of the same key takes the place of the old one. */
function withRows(old: readonly RowNode[], own: readonly RowNode[]): RowNode[] {
  const kept = old.map((row) => {
    const other = own.find(({ key }) => key.value === row.key.value);
    return other === undefined ? { ...row, inherited: true as const } : { ...other, replaces: row };
  });
  return [...kept, ...own.filter(({ key }) => !kept.some((row) => row.key.value === key.value))];
}

/** A value table of a name that is there gets the lines that it has not, and new results for those that it has. */
function withValues(old: readonly ValueTableNode[], node: Yaml | undefined, reader: Reader): ValueTableNode[] {
  const own = node === undefined ? [] : readValueTables(reader, node, (name) => old.find((table) => table.name.value === name));
  const kept = old.map((table) => own.find(({ name }) => name.value === table.name.value) ?? { ...table, inherited: true as const });
  return [...kept, ...own.filter((table) => !kept.includes(table))];
}
