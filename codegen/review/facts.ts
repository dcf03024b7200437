import type { AlternativeNode, EventNode, FieldNode, RowNode, Scalar, ValueNode } from "../mapping/types.js";
import { meaningOf } from "./meaning.js";
import type { Fact } from "./types.js";

/** What a row says of one field, over all its alternatives. */
interface Said {
  readonly words: Set<Scalar>;
  /** The meanings of what is no word. */
  readonly others: Set<string>;
}

type Given = ReadonlyMap<string, ReadonlyMap<string, Said>>;

/** What two tellings of a row say differently; either may be missing. */
export function factsOf(before: RowNode | undefined, after: RowNode | undefined): Fact[] {
  const [was, is] = [givenBy(before), givenBy(after)];
  const facts: Fact[] = [];
  for (const event of was.keys()) if (!is.has(event)) facts.push({ kind: "event-gone", event });
  for (const event of is.keys()) if (!was.has(event)) facts.push({ kind: "event-new", event });
  for (const [event, fields] of was) {
    const now = is.get(event);
    if (now === undefined) continue;
    for (const field of fields.keys()) if (!now.has(field)) facts.push({ kind: "field-gone", event, field });
    for (const field of now.keys()) if (!fields.has(field)) facts.push({ kind: "field-new", event, field });
    for (const [field, said] of fields) {
      const other = now.get(field);
      if (other !== undefined) facts.push(...compare(event, field, said, other));
    }
  }
  if (before !== undefined && after !== undefined) facts.push(...parts(before, after));
  return facts;
}

function compare(event: string, field: string, was: Said, is: Said): Fact[] {
  const gone = [...was.words].filter((word) => !is.words.has(word));
  const fresh = [...is.words].filter((word) => !was.words.has(word));
  const [from] = gone;
  const [to] = fresh;
  if (gone.length === 1 && fresh.length === 1) return [{ kind: "word", event, field, was: from!, is: to! }];
  const same = gone.length + fresh.length === 0 && was.others.size === is.others.size && [...was.others].every((one) => is.others.has(one));
  return same ? [] : [{ kind: "value", event, field }];
}

/** What is no payload. */
function parts(before: RowNode, after: RowNode): Fact[] {
  const ofAlternative = ["when", "refs", "remember", "ensuresNothing", "undecided"] as const;
  const changed = ofAlternative.filter((part) => {
    const said = (row: RowNode): unknown => [...row.alternatives, ...(row.answer ?? [])].map((one) => ({ [part]: one[part] }));
    return meaningOf(said(before)) !== meaningOf(said(after));
  });
  const ofRow = (["decide", "twin", "yieldsTo"] as const).filter((part) => meaningOf({ [part]: before[part] }) !== meaningOf({ [part]: after[part] }));
  return [...changed.map((part) => (part === "ensuresNothing" ? "ensure" : part)), ...ofRow].map((part) => ({ kind: "part", part }));
}

/** The events of a row by the field, its answer's included. */
export function givenBy(row: RowNode | undefined): Given {
  const given = new Map<string, Map<string, Said>>();
  const alternatives: readonly AlternativeNode[] = row === undefined ? [] : [...row.alternatives, ...(row.answer ?? [])];
  for (const { ensure, events } of alternatives) for (const event of [...ensure, ...events]) take(given, event);
  return given;
}

function take(given: Map<string, Map<string, Said>>, { type, fields }: EventNode): void {
  const known = given.get(type.value) ?? new Map<string, Said>();
  given.set(type.value, known);
  for (const [name, value] of flat(fields, "")) {
    const said = known.get(name) ?? { words: new Set(), others: new Set() };
    known.set(name, said);
    if (value.kind === "literal") said.words.add(value.value);
    else said.others.add(meaningOf(value));
  }
}

/** `data.name`, `plan[].status`: down to what is one value. */
export function flat(fields: readonly FieldNode[], before: string): (readonly [string, ValueNode])[] {
  return fields.flatMap(({ name, value }) => below(`${before}${name.value}`, value));
}

function below(name: string, value: ValueNode): (readonly [string, ValueNode])[] {
  switch (value.kind) {
    case "object":
      return flat(value.fields, `${name}.`);
    case "list":
      return value.items.flatMap((item) => below(`${name}[]`, item));
    case "each":
      return flat(value.fields, `${name}[].`);
    default:
      return [[name, value]];
  }
}
