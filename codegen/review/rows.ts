import type { MappingFile, RowNode, TableNode } from "../mapping/types.js";
import { blockAt } from "../yaml/block.js";
import { factsOf } from "./facts.js";
import { meaningOf } from "./meaning.js";
import type { RowChange, RowRef } from "./types.js";

/** The tables of one state of the project, with their texts by file. */
export interface Tables {
  readonly files: readonly MappingFile[];
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Which rows say something else, by source and key: what they say counts, not where and how it is written. A row that only got
 * another key is told as renamed. What is gone comes first.
 * @param unread tables that cannot be read in one of the states, by file: nothing is said of their rows
 */
export function compareRows(before: Tables, after: Tables, unread: ReadonlySet<string> = new Set()): RowChange[] {
  const [old, now] = [placed(before, unread), placed(after, unread)];
  const removed = [...old.values()].filter(({ id }) => !now.has(id));
  const changes: RowChange[] = [];
  for (const here of now.values()) {
    const there = old.get(here.id);
    if (there === undefined) {
      const namesake = removed.findIndex((one) => one.group === here.group && one.meaning === here.meaning);
      const [was] = namesake === -1 ? [] : removed.splice(namesake, 1);
      changes.push(was === undefined ? { ...refOf(here), kind: "added", ...placeOf(here), facts: factsOf(undefined, here.row), after: here.text } : { ...refOf(here), kind: "renamed", was: was.row.key.value, ...placeOf(here), facts: [], before: was.text, after: here.text });
    } else if (there.meaning !== here.meaning) {
      changes.push({ ...refOf(here), kind: "changed", ...placeOf(here), facts: factsOf(there.row, here.row), before: there.text, after: here.text });
    }
  }
  const gone = removed.map((was): RowChange => ({ ...refOf(was), kind: "removed", ...placeOf(was), facts: factsOf(was.row, undefined), before: was.text }));
  return (["changed", "renamed", "added"] as const).reduce<RowChange[]>((all, kind) => [...all, ...changes.filter((change) => change.kind === kind)], gone);
}

interface Placed {
  readonly id: string;
  /** The rows among which it may have got another key. */
  readonly group: string;
  readonly table: TableNode;
  readonly row: RowNode;
  readonly sent: boolean;
  readonly meaning: string;
  readonly text: string;
}

function placed({ files, texts }: Tables, unread: ReadonlySet<string>): Map<string, Placed> {
  const rows = files.flatMap((table) => (table.kind === "table" && !unread.has(table.file) ? rowsOf(table) : []));
  return new Map(
    rows.map(({ table, row, sent }) => {
      const group = `${table.source.value}\0${sent}`;
      const id = `${group}\0${row.key.value}`;
      const { key: _key, ...body } = row;
      return [id, { id, group, table, row, sent, meaning: meaningOf(body), text: blockAt(texts.get(row.at.file) ?? "", row.at) }];
    }),
  );
}

/** The rows of a table, with those about what the host writes. */
export function rowsOf(table: TableNode): { readonly table: TableNode; readonly row: RowNode; readonly sent: boolean }[] {
  return [...table.rows.map((row) => ({ table, row, sent: false })), ...table.sent.map((row) => ({ table, row, sent: true }))];
}

function refOf({ table, row, sent }: Placed): RowRef {
  return { source: table.source.value, key: row.key.value, sent };
}

function placeOf({ row: { at } }: Placed): { readonly file: string; readonly line: number } {
  return { file: at.file, line: at.line };
}
