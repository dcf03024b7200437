import type { Field, JsonSchema, Shape } from "./types.js";

/** The part of JSON Schema that the canonical model is written in. */
export interface CanonicalSchema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly properties?: { readonly [name: string]: CanonicalSchema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: CanonicalSchema;
  readonly default?: unknown;
  readonly minLength?: number;
  readonly pattern?: string;
}

export type Definitions = ReadonlyMap<string, CanonicalSchema>;

/** `#/enums/SessionState`, `#/definitions/SessionState` -> `SessionState`. */
export function referenced(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** The structural type, references unfolded: the model has no recursive types. */
export function shapeOf(schema: CanonicalSchema, definitions: Definitions): Shape {
  if (schema.$ref !== undefined) return shapeOf(definitions.get(referenced(schema.$ref)) ?? {}, definitions);
  if (schema.enum !== undefined) {
    const members: Shape[] = schema.enum.map((value) => ({ kind: "literal", value }));
    return members.length === 1 ? members[0]! : { kind: "union", members };
  }
  if (schema.type === undefined) return { kind: "unknown" };
  if (typeof schema.type !== "string") {
    return { kind: "union", members: schema.type.map((type) => shapeOf({ ...schema, type }, definitions)) };
  }
  switch (schema.type) {
    case "array":
      return { kind: "list", element: shapeOf(schema.items ?? {}, definitions) };
    case "object": {
      const fields = new Map<string, Field>();
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const { description } = property;
        const required = schema.required?.includes(name) ?? false;
        fields.set(name, { shape: shapeOf(property, definitions), required, ...(description !== undefined && { description }) });
      }
      return { kind: "object", fields, ...(schema.additionalProperties === true && { rest: { kind: "unknown" } }) };
    }
    default:
      return { kind: schema.type as "string" | "number" | "integer" | "boolean" | "null" };
  }
}

/** The TypeScript type on one line, as the specification writes it; references stay names. */
export function typeText(schema: CanonicalSchema): string {
  if (schema.$ref !== undefined) return referenced(schema.$ref);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === undefined) return "unknown";
  if (typeof schema.type !== "string") return schema.type.map((type) => typeText({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "array": {
      const element = typeText(schema.items ?? {});
      return /^\w+$/.test(element) ? `${element}[]` : `Array<${element}>`;
    }
    case "object": {
      const fields = Object.entries(schema.properties ?? {});
      if (fields.length === 0) return schema.additionalProperties === true ? "Record<string, unknown>" : "{}";
      return `{ ${fields.map(([name, property]) => fieldText(schema, name, property)).join("; ")} }`;
    }
    case "integer":
      return "number";
    default:
      return schema.type;
  }
}

/** `delta: string`, `status?: "a" | "b"`. */
export function fieldText(owner: CanonicalSchema, name: string, property: CanonicalSchema): string {
  return `${name}${owner.required?.includes(name) ? "" : "?"}: ${typeText(property)}`;
}

/** Whether a value is what the schema describes. */
export function fits(value: unknown, schema: CanonicalSchema, definitions: Definitions): boolean {
  if (schema.$ref !== undefined) return fits(value, definitions.get(referenced(schema.$ref)) ?? {}, definitions);
  if (schema.enum !== undefined) return schema.enum.includes(value as string);
  if (schema.type === undefined) return true;
  if (typeof schema.type !== "string") return schema.type.some((type) => fits(value, { ...schema, type }, definitions));
  switch (schema.type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "string":
      return (
        typeof value === "string" &&
        value.length >= (schema.minLength ?? 0) &&
        (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value))
      );
    case "array":
      return Array.isArray(value) && value.every((element) => fits(element, schema.items ?? {}, definitions));
    case "object": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
      const given = new Map(Object.entries(value));
      for (const name of schema.required ?? []) if (!given.has(name)) return false;
      for (const [name, field] of given) {
        const property = schema.properties?.[name];
        if (property === undefined ? schema.additionalProperties !== true : !fits(field, property, definitions)) return false;
      }
      return true;
    }
    default:
      return typeof value === schema.type;
  }
}

/** The definitions of a whole schema, as this module reads them. */
export function definitionsOf(schema: JsonSchema): Definitions {
  const { definitions } = schema as { readonly definitions: { readonly [name: string]: CanonicalSchema } };
  return new Map(Object.entries(definitions));
}
