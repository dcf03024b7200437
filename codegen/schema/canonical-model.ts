import { suggest } from "../spelling.js";
import type { CanonicalEvent, CanonicalField, CanonicalModel, Lifecycle } from "./canonical.js";
import { below, checkDefaults, type Report } from "./canonical-check.js";
import type { DeclaredEvent, Place } from "./canonical-source.js";
import { fits, referenced, shapeOf, typeText, type CanonicalSchema, type Definitions } from "./canonical-shape.js";
import type { JsonSchema } from "./types.js";

interface Parts {
  readonly brands: readonly string[];
  readonly enums: readonly string[];
  /** Every declared schema in canonical form, by its name in the model. */
  readonly definitions: Definitions;
  readonly references: ReadonlyMap<string, string>;
  /** Checked in form. */
  readonly events: readonly DeclaredEvent[];
  readonly report: Report;
}

/** As an event is written, once its form has been checked. */
interface EventText {
  readonly description: string;
  readonly host?: boolean;
  readonly lifecycle?: Omit<Lifecycle, "keeps" | "fills"> & { readonly with?: { readonly [field: string]: unknown } };
  readonly payload: CanonicalSchema;
}

/** The payload of one event: the name of its definition, and its schema with the reference to a shared one unfolded. */
interface Payload {
  readonly name: string;
  readonly schema: CanonicalSchema;
}
type Payloads = ReadonlyMap<string, Payload>;

/** The model of well-formed parts. What a lifecycle names is looked up here, and defaults are tried. */
export function buildModel({ brands, enums, definitions, references, events, report }: Parts): CanonicalModel {
  const payloads = new Map<string, Payload>();
  for (const { type, value, place } of events) {
    const own = canonicalForm((value as EventText).payload, references);
    checkDefaults(own, below(place, "payload"), definitions, report);
    const shared = own.$ref === undefined ? undefined : referenced(own.$ref);
    payloads.set(type, { name: shared ?? `${type}.payload`, schema: (shared === undefined ? own : definitions.get(shared)) ?? {} });
  }
  const read = events.map(({ type, family, value, place }): CanonicalEvent => {
    const { description, host = false, lifecycle: written } = value as EventText;
    const { name, schema } = payloads.get(type) ?? { name: type, schema: {} };
    const lifecycle = written && lifecycleOf(written, schema, below(place, "lifecycle"), payloads, definitions, report);
    return { type, family, description, payload: name, fields: fieldsOf(schema, definitions, lifecycle?.inherits ?? []), lifecycle, host };
  });
  return {
    events: read,
    enums: new Map(enums.map((name) => [name, definitions.get(name)?.enum ?? []])),
    brands,
    sources: definitions.get("RuntimeEventSource")?.enum ?? [],
    providerKinds: definitions.get("ProviderKind")?.enum ?? [],
    schema: wholeSchema(read, payloads, definitions),
  };
}

/** References name the model's definitions, and objects that do not mention other properties have none. */
export function canonicalForm(schema: CanonicalSchema, references: ReadonlyMap<string, string>): CanonicalSchema {
  const { $ref, properties, items } = schema;
  return {
    ...schema,
    ...($ref !== undefined && { $ref: `#/definitions/${references.get($ref)}` }),
    ...(properties !== undefined && { properties: mapValues(properties, (property) => canonicalForm(property, references)) }),
    ...(schema.type === "object" && { additionalProperties: schema.additionalProperties ?? false }),
    ...(items !== undefined && { items: canonicalForm(items, references) }),
  };
}

function fieldsOf(schema: CanonicalSchema, definitions: Definitions, inherits: readonly string[]): CanonicalField[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]): CanonicalField => {
    const inner = property.items ?? property;
    return {
      name,
      required: schema.required?.includes(name) ?? false,
      shape: shapeOf(property, definitions),
      type: typeText(property),
      ...(property.description !== undefined && { description: property.description }),
      fallback: property.default,
      inherited: inherits.includes(name),
      ...(inner.properties !== undefined && { fields: fieldsOf(inner, definitions, []) }),
    };
  });
}

function lifecycleOf(
  { with: fixed = {}, ...lifecycle }: NonNullable<EventText["lifecycle"]>,
  own: CanonicalSchema,
  place: Place,
  payloads: Payloads,
  definitions: Definitions,
  report: Report,
): Lifecycle {
  const { repeated, inherits = [] } = lifecycle;
  for (const [index, name] of inherits.entries()) checkField(name, own, below(place, "inherits", index), "value", report);
  if (repeated === undefined) return lifecycle;

  const target = payloads.get(repeated)?.schema;
  if (target === undefined) {
    const hint = suggest(repeated, payloads.keys(), "To choose from");
    report("canonical-unknown-event", below(place, "repeated"), `There is no event "${repeated}".`, { hint });
    return lifecycle;
  }
  for (const [name, value] of Object.entries(fixed)) {
    const at = below(place, "with", name);
    const field = checkField(name, target, at, "key", report);
    if (field && !fits(value, field, definitions)) report("canonical-bad-default", at, `${JSON.stringify(value)} is no value of "${name}".`);
  }
  return { ...lifecycle, ...repetition(own, target, fixed) };
}

/** How a payload becomes that of another event: fields of the same name and type stay, required ones are filled up. */
function repetition(own: CanonicalSchema, target: CanonicalSchema, fixed: { readonly [field: string]: unknown }): Pick<Lifecycle, "keeps" | "fills"> {
  const keeps = Object.entries(own.properties ?? {})
    .filter(([name, property]) => {
      const other = target.properties?.[name];
      return other !== undefined && !Object.hasOwn(fixed, name) && typeText(other) === typeText(property);
    })
    .map(([name]) => name);
  const fills = (target.required ?? []).map((name) => [name, fixed[name] ?? target.properties?.[name]?.default]);
  return { keeps, fills: { ...Object.fromEntries(fills), ...fixed } };
}

function checkField(name: string, schema: CanonicalSchema, place: Place, part: "key" | "value", report: Report): CanonicalSchema | undefined {
  const fields = schema.properties ?? {};
  if (Object.hasOwn(fields, name)) return fields[name];
  report("canonical-unknown-field", place, `The payload has no field "${name}".`, { hint: suggest(name, Object.keys(fields), "To choose from"), part });
  return undefined;
}

function wholeSchema(events: readonly CanonicalEvent[], payloads: Payloads, definitions: Definitions): JsonSchema {
  const all = new Map<string, CanonicalSchema>(definitions);
  const envelope = definitions.get("RuntimeEventBase") ?? {};
  for (const { type, description, payload } of events) {
    all.set(payload, payloads.get(type)?.schema ?? {});
    const own = { type: { enum: [type] }, payload: { $ref: `#/definitions/${payload}` } };
    all.set(type, { ...envelope, description, properties: { ...envelope.properties, ...own } });
  }
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions: Object.fromEntries(all),
    anyOf: events.map(({ type }) => ({ $ref: `#/definitions/${type}` })),
  };
}

function mapValues<T, U>(values: { readonly [name: string]: T }, change: (value: T) => U): { readonly [name: string]: U } {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
