import { decisions } from "../check/decisions.js";
import type { CheckedProvider, CheckedTable, Program } from "../check/types.js";
import type { CanonicalEvent } from "../schema/canonical.js";
import { ifThen, oneOrListOf, orExpression, snippets, type EditorSchema } from "./editor-values.js";

/** What a row may say where it stands: among `rows`, among `sent`, as an `answer`; and what is said in it. */
export function rowSchemas(program: Program, provider: CheckedProvider, table: CheckedTable): { readonly [name: string]: EditorSchema } {
  const { events } = program.canonical;
  const types = events.map(({ type }) => type);
  const repeats = {
    twin: {
      description: "Rows of the main table that say the same where both run: there this one is an exact repeat.",
      ...oneOrMany("otherKeys"),
    },
    yieldsTo: {
      description: "Rows of this table that say the same with an id: this one maps only in a stream that never sent them.",
      ...oneOrMany("ownKeys"),
    },
    examples: { $ref: "#/definitions/examples" },
  };
  const none = { none: { description: "It gives nothing, and why.", type: "string" } };
  const request = {
    answer: { description: "What the host's answer becomes: `$` is the answer, `$request` the request.", $ref: "#/definitions/answer" },
    decide: { $ref: "#/definitions/decide" },
  };
  const silent = Object.keys({ ...alternativeProperties, ...request, ...repeats });
  const row = (name: string, more: EditorSchema): EditorSchema => ({
    ...oneOrListOf(name),
    minProperties: 1,
    properties: { ...alternativeProperties, ...more, ...eventReferences(types) },
    additionalProperties: false,
    allOf: [{ $ref: "#/definitions/speaks" }, ...("none" in more ? [{ $ref: "#/definitions/noneStandsAlone" }] : [])],
  });
  return {
    row: row("row", { ...(table.answers === undefined ? request : none), ...repeats }),
    sentRow: row("sentRow", { ensure: { $ref: "#/definitions/ensure" }, ...none, ...repeats }),
    answer: row("answer", { ensure: { $ref: "#/definitions/ensure" }, ...none }),
    speaks: speaksSchema(silent),
    noneStandsAlone: ifThen({ type: "object", not: { propertyNames: { enum: [...silent, "none"] } } }, { properties: { none: false } }),
    asks: asksSchema(),
    switchesNothingOff: switchesNothingOff(),
    refs: refsSchema(),
    remember: rememberSchema(provider),
    ensure: ensureSchema(events),
    decide: decideSchema(),
    examples: examplesSchema(events),
    eventType: { enum: types },
    ownKeys: oneOf(keysOf([table])),
    otherKeys: oneOf(keysOf(provider.tables.filter((other) => other !== table))),
  };
}

const alternativeProperties: { readonly [name: string]: EditorSchema } = {
  when: { $ref: "#/definitions/conditions" },
  note: { description: "Why, where the row alone does not say it. EVENTS.md shows it.", type: "string" },
  undecided: { deprecationMessage: "Nobody has decided yet what the message means, and `check` fails: make the row say it, then delete this line.", type: "string" },
  refs: { $ref: "#/definitions/refs" },
  remember: { $ref: "#/definitions/remember" },
  ensure: { ...snippets(["none"]), ...ifThen({ type: "string" }, { enum: ["none"] }, { $ref: "#/definitions/ensure" }) },
};

/** What says nothing by itself is no row. */
function speaksSchema(names: readonly string[]): EditorSchema {
  const silent = { type: "object", minProperties: 1, propertyNames: { enum: names }, properties: { ensure: { enum: ["none"] } } };
  return ifThen(silent, { type: "null", errorMessage: "This gives no event: write what it becomes, such as `turn.started: {}`." });
}

/** An answer and decisions belong to what asks the host; of several alternatives, any may ask. */
function asksSchema(): EditorSchema {
  const asks = { anyOf: [{ required: ["request.opened"] }, { required: ["user-input.requested"] }, { required: ["ensure"] }] };
  return ifThen({ type: "object", not: asks }, { properties: { answer: false, decide: false } });
}

/** For the rows of a table that ensures nothing. */
function switchesNothingOff(): EditorSchema {
  const ensure = { doNotSuggest: true, type: "object", errorMessage: "The table has no `ensure` that could be switched off." };
  return { properties: { ensure }, items: { properties: { ensure } } };
}

function eventReferences(types: readonly string[]): { readonly [type: string]: EditorSchema } {
  return Object.fromEntries(types.map((type) => [type, { $ref: `#/definitions/${type}` }]));
}

function ensureSchema(events: readonly CanonicalEvent[]): EditorSchema {
  return {
    description: "Events given only where nothing of the kind is open yet, before the others.",
    type: "object",
    minProperties: 1,
    additionalProperties: false,
    properties: eventReferences(events.filter(({ lifecycle }) => lifecycle?.does === "opens").map(({ type }) => type)),
  };
}

function refsSchema(): EditorSchema {
  const isExpression = { $ref: "#/definitions/isExpression" };
  const expression = { $ref: "#/definitions/expression" };
  const first = { ...ifThen(isExpression, expression, { enum: ["none"], errorMessage: "An identity begins with a path, or with `none` where it has no id of the provider's." }) };
  const other = { type: ["string", "number", "boolean"], ...ifThen(isExpression, expression) };
  const identity = {
    description: "An identity; its first part is the provider's id, or `none` where it has none.",
    type: "array",
    minItems: 1,
    items: [first],
    additionalItems: other,
    contains: isExpression,
    errorMessage: "One part of an identity is a path.",
  };
  const ref = ifThen({ type: "string" }, { anyOf: [{ enum: ["none"] }, isExpression], ...ifThen(isExpression, expression) }, identity);
  const said = {
    session: "The session's id.",
    thread: "The thread's id.",
    turn: "The turn's id.",
    item: "The item's id.",
    request: "The id of the request to the host.",
    lane: "What tells side chains and child threads apart.",
  };
  return {
    description: "The provider's ids. A path that a message lacks drops out; `none` switches an id off.",
    type: "object",
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(Object.entries(said).map(([name, description]) => [name, { description, ...ref, ...snippets(["none"]) }])),
  };
}

function rememberSchema({ cells }: CheckedProvider): EditorSchema {
  return {
    description: "Kept before the events of the row are made; absent values are skipped. Cells are declared in memory.yaml.",
    type: "object",
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(
      cells.map(({ name, holds, by, until }): readonly [string, EditorSchema] => [
        name,
        {
          description: `${by.length === 0 ? "One for all" : `One for each ${by.map(({ text }) => text).join(", ")}`}, until the ${until} ends.`,
          type: "object",
          minProperties: 1,
          additionalProperties: false,
          properties: Object.fromEntries(holds.map((hold) => [hold.name, { description: `Held as \`${hold.kind}\`.`, ...heldSchema(hold.kind) }])),
        },
      ]),
    ),
  };
}

function heldSchema(kind: string): EditorSchema {
  if (kind === "last") return { $ref: "#/definitions/any" };
  return kind === "count" ? orExpression([{ type: "number" }]) : { $ref: "#/definitions/text" };
}

function decideSchema(): EditorSchema {
  const result = { type: "object", additionalProperties: { $ref: "#/definitions/any" } };
  const others = (name: string): readonly string[] => decisions.filter((other) => other !== name);
  const said = {
    accept: "What is written when the host allows it.",
    acceptForSession: "What is written when the host allows it from now on.",
    decline: "What is written when the host refuses.",
    cancel: "What is written when the host refuses and interrupts.",
  };
  const reply = (name: (typeof decisions)[number]): EditorSchema => ({ description: said[name], ...orExpression([{ enum: ["error", ...others(name)] }, result]) });
  const instead = (name: string): EditorSchema => ({ enum: ["error", ...others(name)] });
  const all = { enum: ["error", ...decisions] };
  const each = { type: "object", minProperties: 1, additionalProperties: false, properties: Object.fromEntries(decisions.map((name) => [name, instead(name)])) };
  return {
    description: "What `session.decide` writes: the result, `error`, or the decision that it is the same as. `$extra` is what the caller gave.",
    type: "object",
    minProperties: 1,
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(decisions.map((name) => [name, reply(name)])),
      otherwise: {
        description: "What is tried next where a result would lack a field that its schema requires: for all decisions, or for each.",
        ...snippets(all.enum),
        ...ifThen({ type: "object" }, each, all),
      },
    },
  };
}

function examplesSchema(events: readonly CanonicalEvent[]): EditorSchema {
  const fields = [...new Set(events.flatMap((event) => event.fields.map(({ name }) => name)))];
  return {
    description: "Messages, and the events that each must give.",
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      required: ["message", "events"],
      additionalProperties: false,
      properties: {
        message: { description: "A whole message." },
        events: {
          description: "The events in order.",
          type: "array",
          items: {
            type: "object",
            required: ["type"],
            additionalProperties: false,
            properties: {
              type: { $ref: "#/definitions/eventType" },
              payload: { description: "The fields to compare.", type: "object", propertyNames: { enum: fields } },
            },
          },
        },
      },
    },
  };
}

function keysOf(tables: readonly CheckedTable[]): string[] {
  return [...new Set(tables.flatMap((table) => table.rows.flatMap((row) => row.covers.map(({ key }) => key))))];
}

/** JSON Schema has no enum of nothing. */
function oneOf(values: readonly string[]): EditorSchema {
  return values.length === 0 ? { type: "string" } : { enum: values };
}

function oneOrMany(name: string): EditorSchema {
  const schema = { $ref: `#/definitions/${name}` };
  return { anyOf: [schema, { type: "array", minItems: 1, uniqueItems: true, items: schema }] };
}
