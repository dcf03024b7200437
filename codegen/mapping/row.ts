import { readDecide } from "./decide.js";
import { readEvent } from "./event.js";
import { readExamples } from "./examples.js";
import { keyProblem } from "./key.js";
import { asMap, asText, asWords, beginning, listed, located, locatedText, refuseEmpty, refuseRepeated, unknownKey, type Reader } from "./reader.js";
import { readRefs } from "./refs.js";
import type { AlternativeNode, EventNode, Located, RememberNode, RowNode } from "./types.js";
import { readConditions, readFields } from "./value.js";
import type { Yaml, YamlEntry, YamlMap } from "../yaml/read.js";

/** Where a row stands decides what it may say. */
export interface RowContext {
  /** `rows` of an ordinary table, whose every message gives an event; `sent` rows and answers need not. */
  readonly mayGiveNothing: boolean;
  /** The table has an `ensure` of its own, which comes before these rows. */
  readonly ensured: boolean;
}

const alternativeKeys = ["when", "note", "undecided", "refs", "remember", "ensure", "none"] as const;
const rowKeys = ["answer", "decide", "twin", "yieldsTo", "examples"] as const;
const allKeys = [...alternativeKeys, ...rowKeys] as const;

const rowForm = "A row is the events that its message becomes: `turn.completed: { state: completed }`.";

/** The entries of `rows` or `sent`. */
export function readRows(reader: Reader, node: Yaml, what: string, context: RowContext): RowNode[] {
  const map = asMap(reader, node, what);
  return map === undefined ? [] : map.entries.map((entry) => readRow(reader, entry, context));
}

function readRow(reader: Reader, entry: YamlEntry, context: RowContext): RowNode {
  const problem = keyProblem(entry.key.text);
  if (problem !== undefined) reader.report("bad-key", entry.key.span(problem.from, problem.to), problem.message, problem.hint);

  const bodies = readBodies(reader, entry.value, "A row", rowForm);
  const parts = rowParts(reader, bodies);
  const alternatives = bodies.map((body) => readAlternative(reader, body, entry, "A row", allKeys, context));
  return {
    key: locatedText(entry.key),
    alternatives,
    ...(parts.answer && { answer: readAnswer(reader, parts.answer) }),
    ...(parts.decide && { decide: readDecide(reader, parts.decide.value) }),
    twin: parts.twin ? readKeys(reader, parts.twin) : [],
    yieldsTo: parts.yieldsTo ? readKeys(reader, parts.yieldsTo) : [],
    examples: parts.examples ? readExamples(reader, parts.examples.value) : [],
    at: entry.key.at,
  };
}

/** A mapping, or a list of mappings of which the first that applies is taken. */
function readBodies(reader: Reader, node: Yaml, what: string, form: string): readonly YamlMap[] {
  if (node.kind === "list" && node.items.length === 0) reader.report("bad-row", node.at, `${what} lists no alternatives.`, form);
  return listed(node).flatMap((item) => asMap(reader, item, node.kind === "list" ? "An alternative" : what, "bad-row", form) ?? []);
}

/** What belongs to the row as a whole may stand in any of its alternatives, once. */
function rowParts(reader: Reader, bodies: readonly YamlMap[]): { readonly [key in (typeof rowKeys)[number]]?: YamlEntry } {
  const found = new Map<string, YamlEntry>();
  for (const entry of bodies.flatMap((body) => body.entries)) {
    if (!(rowKeys as readonly string[]).includes(entry.key.text)) continue;
    if (found.has(entry.key.text))
      reader.report(
        "bad-row",
        entry.key.at,
        `The row gives "${entry.key.text}" twice.`,
        "It holds for all alternatives; write it in one of them.",
      );
    else found.set(entry.key.text, entry);
  }
  return Object.fromEntries(found);
}

function readAlternative(
  reader: Reader,
  map: YamlMap,
  row: YamlEntry,
  what: string,
  known: readonly string[],
  context: RowContext,
): AlternativeNode {
  const named = new Map<string, YamlEntry>();
  const events: EventNode[] = [];
  let hasEvents = false;
  let strange = false;
  for (const entry of map.entries) {
    const key = entry.key.text;
    if (known.includes(key)) named.set(key, entry);
    else if (/^[^.\s:/]+(?:\.[^.\s:/]+)+$/.test(key)) {
      hasEvents = true;
      events.push(...readEvent(reader, entry));
    } else {
      strange = true;
      unknownKey(reader, entry.key, what, known, otherHint(key, known));
    }
  }
  const part = (key: (typeof alternativeKeys)[number]) => named.get(key)?.value;
  const ensure = readEnsure(reader, part("ensure"), context);
  const note = part("note");
  const noteText = note && asWords(reader, note, "`note`", "wrong-form", "Write text, in quotes if it is a number.");
  const undecided = readUndecided(reader, named.get("undecided"));
  const none = readNone(reader, named.get("none"), hasEvents || ensure.speaks, context);
  // What is not decided need not say anything yet.
  const speaks = hasEvents || ensure.speaks || named.has("none") || named.has("undecided");
  // A key that nobody knows was probably its event.
  if (!speaks && !strange && map.whole) {
    const hint = context.mayGiveNothing ? 'Write its events, or `none: "the reason"`.' : rowForm;
    reader.report(
      "bad-row",
      map.entries.length === 0 || row.value !== map ? beginning(map) : row.key.at,
      map.entries.length === 0 ? "This is empty." : "This gives no event.",
      hint,
    );
  }
  return {
    when: optional(part("when"), (node) => readConditions(reader, node)),
    ...(noteText && { note: locatedText(noteText) }),
    ...(undecided && { undecided }),
    refs: optional(part("refs"), (node) => readRefs(reader, node)),
    remember: optional(part("remember"), (node) => readRemember(reader, node)),
    ensure: ensure.events,
    ensuresNothing: ensure.nothing,
    events,
    ...(none && { none }),
    at: row.value === map ? row.key.at : beginning(map),
  };
}

function otherHint(key: string, known: readonly string[]): string {
  const tight = /^([\w.]+):[{["'$\w]/.exec(key);
  if (tight) return `A blank is missing after the colon of "${tight[1]}:".`;
  if (/[:/*(]/.test(key)) return "If this is a row of its own, it is indented too far.";
  return `An event's name contains a dot; other keys here: ${known.join(", ")}.`;
}

/** It is reported where the key stands: that line is deleted in the end. */
function readUndecided(reader: Reader, entry: YamlEntry | undefined): Located<string> | undefined {
  const text = entry && asText(reader, entry.value, "`undecided`", "wrong-form", 'Write what is to be decided: `undecided: "new in 1.2.0"`. Without anything to decide, remove the line.');
  return text && located(text.text, entry.key.at);
}

function readNone(reader: Reader, entry: YamlEntry | undefined, givesEvents: boolean, context: RowContext): Located<string> | undefined {
  if (entry === undefined) return undefined;
  if (!context.mayGiveNothing)
    reader.report(
      "bad-none",
      entry.key.at,
      "Every message of this table gives an event; `none` is for `sent` rows and answers.",
      "Give the nearest event of the canonical model, and say why in `note`.",
    );
  else if (givesEvents) reader.report("bad-none", entry.key.at, "`none` stands beside events.", "Remove one of the two.");
  const reason = asWords(reader, entry.value, "The reason of `none`", "bad-none", 'Write `none: "why nothing"`.');
  return reason && locatedText(reason);
}

/** `none` says that what the table ensures is not given; a row's own events come after those of the table. */
function readEnsure(
  reader: Reader,
  node: Yaml | undefined,
  context: RowContext,
): { readonly events: readonly EventNode[]; readonly nothing: boolean; readonly speaks: boolean } {
  if (node?.kind !== "scalar" || node.text !== "none")
    return { events: optional(node, (map) => readEnsured(reader, map)), nothing: false, speaks: node !== undefined };
  if (!context.ensured)
    reader.report(
      "bad-row",
      node.at,
      "`ensure: none` switches nothing off here.",
      "It is for the rows of a table that has an `ensure` of its own; answers and `sent` rows have none.",
    );
  return { events: [], nothing: true, speaks: false };
}

/** Events that are given first, where nothing of the kind is open yet. */
export function readEnsured(reader: Reader, node: Yaml): EventNode[] {
  const form = "Write `ensure: { item.started: { ... } }`.";
  const map = asMap(reader, node, "`ensure`", "wrong-form", form);
  refuseEmpty(reader, node, "`ensure`", "wrong-form", form);
  return (map?.entries ?? []).flatMap((entry) => readEvent(reader, entry));
}

/** `remember: { block: { input: $.event.delta.partial_json } }`. */
function readRemember(reader: Reader, node: Yaml): RememberNode[] {
  const form = "Write `remember: { cell: { name: $.path } }`.";
  refuseEmpty(reader, node, "`remember`", "wrong-form", form);
  return (asMap(reader, node, "`remember`", "wrong-form", form)?.entries ?? []).flatMap((entry) => {
    refuseEmpty(reader, entry.value, `What "${entry.key.text}" remembers`, "wrong-form", form);
    const fields = asMap(reader, entry.value, `What "${entry.key.text}" remembers`, "wrong-form", form);
    return fields ? [{ cell: locatedText(entry.key), fields: readFields(reader, fields.entries) }] : [];
  });
}

function readAnswer(reader: Reader, entry: YamlEntry): AlternativeNode[] {
  return readBodies(reader, entry.value, "`answer`", "Write the events that the host's answer becomes: `request.resolved: { ... }`.").map(
    (body) => readAlternative(reader, body, entry, "`answer`", alternativeKeys, { mayGiveNothing: true, ensured: false }),
  );
}

/** One key or a list of keys, as other rows write them. */
function readKeys(reader: Reader, entry: YamlEntry): Located<string>[] {
  const form = "Write the key of a row, or a list of keys.";
  refuseEmpty(reader, entry.value, `"${entry.key.text}"`, "wrong-form", form);
  const keys = listed(entry.value).flatMap((item) => {
    const text = asText(reader, item, `"${entry.key.text}"`, "wrong-form", form);
    return text ? [locatedText(text)] : [];
  });
  refuseRepeated(reader, keys, "bad-row");
  return keys;
}

function optional<T>(node: Yaml | undefined, read: (node: Yaml) => readonly T[]): readonly T[] {
  return node === undefined ? [] : read(node);
}
