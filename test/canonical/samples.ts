import fc from "fast-check";
import type { CanonicalEvent, CanonicalModel } from "../../codegen/schema/canonical.js";
import { definitionsOf, referenced, type CanonicalSchema, type Definitions } from "../../codegen/schema/canonical-shape.js";

/** Arbitrary values of a schema of the canonical model, built from the schema alone. */
export function valuesOf(schema: CanonicalSchema, definitions: Definitions): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valuesOf(definitions.get(referenced(schema.$ref)) ?? {}, definitions);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === undefined) return fc.jsonValue();
  if (typeof schema.type !== "string") return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, definitions)));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "string":
      if (schema.pattern !== undefined) return fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString());
      return fc.string({ minLength: schema.minLength ?? 0, unit: "grapheme" });
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, definitions), { maxLength: 3 });
    case "object": {
      if (schema.properties === undefined) return fc.dictionary(fc.string(), fc.jsonValue());
      const fields = Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, valuesOf(property, definitions)]));
      return fc.record(fields, { requiredKeys: [...(schema.required ?? [])] });
    }
    default:
      throw new Error(`no sample of ${schema.type}`);
  }
}

export interface SampleEvent {
  readonly payload: { readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Valid events of one type. */
export function eventsOf(model: CanonicalModel, event: CanonicalEvent): fc.Arbitrary<SampleEvent> {
  const definitions = definitionsOf(model.schema);
  return valuesOf(definitions.get(event.type) ?? {}, definitions) as fc.Arbitrary<SampleEvent>;
}
