import path from "node:path";
import type { CheckedKey, CheckedTable, Program } from "../check/types.js";
import { expandKey } from "../mapping/key.js";
import { rowLines } from "../mapping/row-text.js";
import type { AlternativeNode, Path, RowNode, TableNode } from "../mapping/types.js";
import { isObject } from "../schema/json.js";
import type { Settings } from "./config.js";
import { contentOf } from "./files.js";
import type { Inputs } from "./inputs.js";
import { readMappings } from "./layers.js";
import { readEntry } from "./transcript.js";
import type { TranscriptFile } from "./transcript-files.js";

/** Which messages recorded transcripts hold: a comparison of events says nothing of others. */

/** A message that a row takes now as it did not before. */
export interface Touched {
  readonly provider: string;
  readonly table: CheckedTable;
  readonly file: string;
  readonly line: number;
  readonly key: string;
}

/** A touched message that no transcript holds. */
export type Unexercised = Pick<Touched, "file" | "line" | "key">;

/** The messages whose rows, or the value tables that these use, are others than in earlier inputs. */
export async function touchedSince(program: Program, settings: Settings, inputs: Inputs, earlier: Inputs): Promise<Touched[]> {
  const known = new Set((await tablesIn(settings, earlier)).flatMap(saysOf));
  const now = await tablesIn(settings, inputs);
  const touched = allRows(program).flatMap(({ provider, table, row }) => {
    const node = now.find(({ file }) => file === row.at.file);
    const written = [...(node?.rows ?? []), ...(node?.sent ?? [])].find(({ at }) => at.line === row.at.line);
    if (node === undefined || written === undefined) return [];
    const said = textOf(node, written);
    const keys = row.covers.map(({ key }) => key).filter((key) => !known.has(`${table.source}\0${key}\0${said}`) && !known.has(`${table.source}\0${row.key}\0${said}`));
    return keys.map((key): Touched => ({ provider, table, file: row.at.file, line: row.at.line, key }));
  });
  return touched;
}

/** The messages that an earlier program did not cover. */
export function newlyCovered(program: Program, before: Program): Touched[] {
  const known = new Set(allRows(before).flatMap(({ table, row }) => row.covers.map(({ key }) => `${table.source}\0${key}`)));
  return allRows(program).flatMap(({ provider, table, row }) => row.covers.flatMap(({ key }) => (known.has(`${table.source}\0${key}`) ? [] : [{ provider, table, file: row.at.file, line: row.at.line, key }])));
}

export function unexercised(root: string, transcripts: readonly TranscriptFile[], touched: readonly Touched[]): Unexercised[] {
  if (touched.length === 0) return [];
  const tables = new Map(touched.map(({ table, provider }) => [table, provider]));
  const held = new Map([...tables].map(([table, provider]) => [table, heldBy(root, transcripts.filter((one) => one.provider === provider), table)]));
  return touched.filter(({ table, key }) => !isHeld(key.split(":"), held.get(table)!)).map(({ file, line, key }) => ({ file, line, key }));
}

function allRows({ providers }: Program) {
  return providers.flatMap(({ name, tables }) => tables.flatMap((table) => [...table.rows, ...table.sent].map((row) => ({ provider: name, table, row }))));
}

async function tablesIn(settings: Settings, inputs: Inputs): Promise<TableNode[]> {
  return (await readMappings(settings, inputs)).flatMap(({ node }) => (node?.kind === "table" ? [node] : []));
}

/** What each message of a table becomes, where its key says which messages there are. */
function saysOf(node: TableNode): string[] {
  return [...node.rows, ...node.sent].flatMap((row) => {
    const said = textOf(node, row);
    const keys = expandKey(row.key.value).map((segments) => segments.map((one) => (one.kind === "exact" ? one.value : one.kind === "none" ? "(none)" : one.kind === "other" ? "(other)" : one.pattern)).join(":"));
    return [...new Set([...keys, row.key.value])].map((key) => `${node.source.value}\0${key}\0${said}`);
  });
}

/** The row without its notes, the value tables that it goes through, and what the table says of every row. */
function textOf(node: TableNode, { alternatives, answer, ...row }: RowNode): string {
  const lines = rowLines({ ...row, alternatives: alternatives.map(withoutNote), ...(answer && { answer: answer.map(withoutNote) }) }).join("\n");
  const used = node.values.filter(({ name }) => new RegExp(`\\| ${name.value}\\b`).test(lines));
  const values = used.map(({ map, unlisted, absent }) => [map.map(({ from, to }) => [from.value, to.value]), unlisted?.value, absent?.value]);
  const shared = [node.refs.map(({ name, value }) => [name.value, JSON.stringify(value, (key, one: unknown) => (key === "at" ? undefined : one))]), JSON.stringify(node.ensure, (key, one: unknown) => (key === "at" ? undefined : one))];
  return JSON.stringify([lines, values, shared]);
}

function withoutNote(node: AlternativeNode): AlternativeNode {
  return Object.fromEntries(Object.entries(node).filter(([name]) => name !== "note")) as unknown as AlternativeNode;
}

type Roots = ReadonlyMap<string, unknown>;
/** `*` is a segment that hangs on what was remembered. */
type Held = readonly (readonly string[])[];

function isHeld(key: readonly string[], held: Held): boolean {
  return held.some((segments) => segments.length === key.length && segments.every((segment, index) => segment === "*" || segment === key[index]));
}

function heldBy(root: string, transcripts: readonly TranscriptFile[], { key, answers, sentKey }: CheckedTable): Held {
  const held = new Map<string, readonly string[]>();
  for (const { file } of transcripts) {
    const asked = new Map<unknown, unknown>();
    for (const line of contentOf(path.join(root, file))?.toString("utf8").split("\n") ?? []) {
      const entry = line.trim() === "" ? undefined : readEntry(line);
      if (entry === undefined || "text" in entry) continue;
      const message = "message" in entry ? entry.message : entry.act;
      if (!isObject(message)) continue;
      const inner = isObject(message["msg"]) ? [message["msg"]] : [];
      if (message["method"] !== undefined && message["id"] !== undefined) asked.set(message["id"], message);
      const request = answers === undefined ? undefined : asked.get(message["id"]);
      const keys = entry.from === "host" && sentKey !== undefined ? [key, sentKey] : [key];
      for (const one of keys) for (const value of [message, ...inner]) for (const segments of segmentsOf(one, new Map<string, unknown>([["", value], ["request", request]]))) held.set(segments.join(":"), segments);
    }
  }
  return [...held.values()];
}

/** Every way that the key tells of a message; several where it goes through a list. */
function segmentsOf(key: CheckedKey, roots: Roots): readonly (readonly string[])[] {
  switch (key.kind) {
    case "each": {
      const list = valueAt(key.list, roots);
      const elements = Array.isArray(list) && list.length > 0 ? (list as unknown[]) : [undefined];
      return elements.flatMap((element) => segmentsOf(key.key, new Map(roots).set(key.as, element)));
    }
    case "has": {
      const message = roots.get("");
      const found = isObject(message) ? key.fields.find((name) => message[name] !== undefined) : undefined;
      return below(key.below, found ?? "(none)", roots);
    }
    case "path": {
      if (!roots.has(key.path.root)) return [...key.below].length === 0 ? [["*"]] : [...key.below].flatMap(([segment]) => below(key.below, segment, roots)).map(([, ...rest]) => ["*", ...rest]);
      const value = valueAt(key.path, roots);
      const segment = value === undefined || value === null ? "(none)" : String(value);
      const own = below(key.below, segment, roots);
      // What no schema lists is told as such, too.
      return segment === "(none)" ? own : [...own, ...below(key.below, "(other)", roots)];
    }
  }
}

function below(branches: ReadonlyMap<string, CheckedKey>, segment: string, roots: Roots): readonly (readonly string[])[] {
  const next = branches.get(segment);
  return next === undefined ? [[segment]] : segmentsOf(next, roots).map((rest) => [segment, ...rest]);
}

function valueAt({ root, steps }: Path, roots: Roots): unknown {
  return steps.reduce<unknown>((value, step) => (step.kind === "field" && isObject(value) ? value[step.name] : undefined), roots.get(root));
}
