import { parseMapping } from "../../codegen/mapping/index.js";
import type { MappingFile, TableNode } from "../../codegen/mapping/types.js";
import { compareRows, compareShared, type RowChange, type Tables } from "../../codegen/review/index.js";

export const file = "mappings/codex/notifications.yaml";

const head = `source: codex.app-server.notification
spec: "3.1"
schema: tiny#/Message
key: $.method
refs: { turn: $.params.turnId, item: $.params.itemId }
`;

const rows = `rows:
  turn/started:
    turn.started: {}
  turn/completed:
    - when: { $.params.status: failed, $.params.error: present }
      turn.completed: { state: failed, errorMessage: $.params.error }
    - turn.completed: { state: $.params.status | turnState }
  notice:
    refs: { turn: none }
    remember: { said: { text: $.params.text, nth: 1 } }
    runtime.warning: { message: $said.text, detail: { text: $.params.text, level: low } }
`;

const values = `values:
  turnState: { of: string, map: { done: completed, broken: failed }, unlisted: failed }
`;

export const table = head + rows + values;
export const memory = "memory:\n  said: { by: [$.params.turnId], holds: { text: last, nth: count }, until: turn }\n";

export function read(text: string, name = file): MappingFile {
  const { node, diagnostics } = parseMapping(name, text);
  if (node === undefined) throw new Error(JSON.stringify(diagnostics));
  return node;
}

export function tables(text: string): Tables {
  return { files: [read(text)], texts: new Map([[file, text]]) };
}

/** What of the table is another one after some replacements. */
export function rowsAfter(...replacements: readonly (readonly [from: string, to: string])[]): RowChange[] {
  return compareRows(tables(table), tables(edited(replacements)));
}

export function sharedAfter(...replacements: readonly (readonly [from: string, to: string])[]) {
  return compareShared([read(table)], [read(edited(replacements))], new Set());
}

export function rowOf(text: string, key: string): TableNode["rows"][number] | undefined {
  const node = read(text);
  return node.kind === "table" ? node.rows.find((row) => row.key.value === key) : undefined;
}

function edited(replacements: readonly (readonly [from: string, to: string])[]): string {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`no ${JSON.stringify(from)}`);
    return text.replace(from, to);
  }, table);
}
