import type { CheckedRow, CheckedTable, CheckedValueTable } from "../check/types.js";
import type { PolicyCode } from "./codes.js";
import { filledFields, type Filled } from "./filled-fields.js";
import type { Finding } from "./types.js";

/** What each house rule finds in a table. */
export const rules: { readonly [code in PolicyCode]: (table: CheckedTable) => Finding[] } = {
  "row-without-note": (table) =>
    rowsOf(table)
      .filter((row) => !isNoted(row))
      .map(({ key, at }) => ({ key, at, message: `The row "${key}" has no note.`, hint: "Say in `note` what a reader of the specification would ask." })),

  "row-without-example": (table) =>
    rowsOf(table)
      .filter(({ examples }) => examples.length === 0)
      .map(({ key, at }) => ({ key, at, message: `The row "${key}" has no example.`, hint: "Add `examples:` with a message and the events that it must give." })),

  "warning-without-note": (table) =>
    rowsOf(table)
      .filter((row) => warnsOnly(row) && !isNoted(row))
      .map(({ key, at }) => ({ key, at, message: `The row "${key}" gives nothing but warnings, and does not say why.`, hint: "Say in `note` why no other event fits, or give one." })),

  "catch-all-row": (table) =>
    rowsOf(table)
      .filter(({ key }) => segmentsOf(key).includes("*"))
      .map(({ key, at, covers }) => {
        const names = covers.length === 0 ? "." : `: ${covers.map((one) => one.key).join(", ")}.`;
        return { key, at, message: `The row "${key}" takes whatever message comes, the next version's, too.`, hint: `Name the messages that it is for${names}` };
      }),

  "unknown-item-type": (table) => [
    ...filledFields(table)
      .filter(({ field, value }) => typeFields.includes(field) && literalsOf(value).includes("unknown"))
      .map(({ key, at, field }) => ({ key, at, message: `"${key}" gives \`${field}: unknown\`.`, hint: "Say which of the types it is, or list the row under `except`." })),
    ...usedFor(table, (field) => typeFields.includes(field))
      .map(({ name, at, map }) => ({ name, at, unknown: map.filter(({ to }) => to === "unknown").map(({ from }) => from) }))
      .filter(({ unknown }) => unknown.length > 0)
      .map(({ name, at, unknown }) => ({ key: name, at, message: `The value table "${name}" gives \`unknown\` for ${unknown.join(", ")}.`, hint: "Say which of the types it is, or list the value table under `except`." })),
  ],

  "unlisted-guess": (table) =>
    usedFor(table, (_, accepts) => accepts.includes("unknown"))
      .filter(({ of, unlisted }) => of !== "string" && unlisted !== undefined && unlisted !== "unknown")
      .map(({ name, at, unlisted }) => ({ key: name, at, message: `The value table "${name}" gives \`${String(unlisted)}\` for values that no schema lists.`, hint: "Write `unlisted: unknown`, which claims nothing." })),

  "whole-message": (table) =>
    filledFields(table)
      .filter(({ field, value }) => !ownWords.includes(field) && isWhole(value, table))
      .map(({ key, at, type, field }) => ({ key, at, message: `\`${field}\` of ${type} is given the whole message.`, hint: "Give the fields that it is about: the message itself is in `raw` of every event." })),
};

const typeFields: readonly string[] = ["itemType", "requestType"];
/** What was asked and what was answered, in the agent's own words by definition. */
const ownWords: readonly string[] = ["args", "resolution"];

function rowsOf({ rows, sent }: CheckedTable): readonly CheckedRow[] {
  return [...rows, ...sent];
}

function isNoted({ alternatives, answer = [] }: CheckedRow): boolean {
  return [...alternatives, ...answer].some(({ note }) => note !== undefined);
}

function warnsOnly({ alternatives }: CheckedRow): boolean {
  const events = alternatives.flatMap((alternative) => [...alternative.ensure, ...alternative.events]);
  return events.length > 0 && events.every(({ type }) => type === "runtime.warning");
}

/** The key between its colons; those inside a group's braces do not part it. */
function segmentsOf(key: string): string[] {
  return key.split(/:(?![^{]*\})/);
}

/** The words that a value may become by being written there. */
function literalsOf(value: Filled["value"]): readonly unknown[] {
  if (value.kind === "literal") return [value.value];
  if (value.kind !== "expression") return [];
  const { first, then } = value.expression;
  return [first, ...then.flatMap((step) => (step.kind === "else" ? [step.operand] : []))].flatMap((operand) => (operand.kind === "literal" ? [operand.value] : []));
}

/** The value tables that some field gets its word from. */
function usedFor(table: CheckedTable, wanted: (field: string, accepts: readonly string[]) => boolean): readonly CheckedValueTable[] {
  const tables = filledFields(table).flatMap(({ field, accepts, value }) => {
    const last = value.kind === "expression" ? value.expression.then.findLast(({ kind }) => kind !== "else") : undefined;
    return last?.kind === "values" && wanted(field, accepts.kind === "enum" ? accepts.values : []) ? [last.table.name] : [];
  });
  return table.values.filter(({ name }) => tables.includes(name));
}

/** `$`, what the key looks into, or the part of a JSON-RPC frame that says everything. */
function isWhole(value: Filled["value"], { key }: CheckedTable): boolean {
  if (value.kind !== "expression") return false;
  const { first, then } = value.expression;
  if (then.length > 0 || first.kind !== "path" || first.path.root !== "") return false;
  const steps = first.path.steps.map((step) => (step.kind === "field" ? step.name : ""));
  const around = key.kind === "path" ? key.path.steps.slice(0, -1).map((step) => (step.kind === "field" ? step.name : "")) : [];
  return steps.length === 0 || steps.join(".") === around.join(".") || (steps.length === 1 && ["params", "result"].includes(steps[0] ?? ""));
}
