import type { Accepts, CheckedEvent, CheckedField, CheckedTable, CheckedValue } from "../check/types.js";
import type { Position } from "../diagnostic.js";

/** A field of an event, or of an object in one, with what is written for it. */
export interface Filled {
  /** Of the row; `ensure` for what every row of the table ensures. */
  readonly key: string;
  /** The event that has it, and where that stands. */
  readonly type: string;
  readonly at: Position;
  readonly field: string;
  readonly accepts: Accepts;
  readonly value: CheckedValue;
}

/** Every field that a table fills: in what it ensures, in events, and in what answers become. */
export function filledFields({ ensure, rows, sent }: CheckedTable): Filled[] {
  const own = [...rows, ...sent].flatMap(({ key, alternatives, answer = [] }) =>
    [...alternatives, ...answer].flatMap((alternative) => [...alternative.ensure, ...alternative.events].flatMap((event) => fieldsOf(key, event))),
  );
  return [...ensure.flatMap((event) => fieldsOf("ensure", event)), ...own];
}

function fieldsOf(key: string, { type, at, fields }: CheckedEvent): Filled[] {
  const through = (field: CheckedField): Filled[] => [{ key, type, at, field: field.name, accepts: field.accepts, value: field.value }, ...inside(field.value).flatMap(through)];
  return fields.flatMap(through);
}

function inside(value: CheckedValue): readonly CheckedField[] {
  if (value.kind === "object" || value.kind === "each") return value.fields;
  return value.kind === "list" ? value.items.flatMap(inside) : [];
}
