import type { Diagnostic } from "../diagnostic.js";
import { didYouMean } from "../spelling.js";
import { isObject, isSchema, type JsonObject } from "./json.js";
import type { JsonPath } from "./json-place.js";
import { formProblem, isPattern } from "./keyword-forms.js";
import { HOLD_DATA, HOLD_SCHEMA, HOLD_SCHEMA_LIST, HOLD_SCHEMAS_BY_NAME, isAnnotation, KEYWORDS } from "./keywords.js";
import type { Dialect } from "./read-files.js";
import type { JsonSchema } from "./types.js";

/**
 * A schema in the one form that the rest of the compiler reads: references by definition name, no wrapper around a single
 * reference, the properties beside a `oneOf` moved into its members, no bound that a number cannot hold.
 */
export interface Cleaning {
  readonly dialect: Dialect;
  /** The definition's name for a `$ref`, or undefined where it leads nowhere. */
  readonly nameOf: (ref: string) => string | undefined;
  /** `path` leads from the schema to the value that is wrong. */
  readonly report: (problem: Problem, path: JsonPath, part?: "key" | "value") => void;
}

type Problem = Pick<Diagnostic, "code" | "severity" | "message" | "hint">;

const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const OBJECT = new Set(["type", "properties", "required", "additionalProperties", "patternProperties"]);

export function clean(schema: JsonSchema, context: Cleaning, at: JsonPath = []): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const out: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) cleanKeyword(out, keyword, value, context, at);
  dropUnsafeNumbers(out, context, at);
  if (typeof out.$ref === "string") return reference(out, context);
  return distribute(collapse(out));
}

/** A reference to a definition, with what it is described as: the wrapper keeps generators from copying the target. */
export function refTo(name: string, annotations: JsonObject = {}): JsonSchema {
  const $ref = `#/definitions/${name}`;
  return Object.keys(annotations).length === 0 ? { $ref } : { ...annotations, allOf: [{ $ref }] };
}

/** The definition that a clean schema is nothing but a reference to. */
export function refName(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema.$ref === "string") return schema.$ref.slice("#/definitions/".length);
  const { allOf } = schema;
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  return Object.keys(schema).every((keyword) => keyword === "allOf" || isAnnotation(keyword)) ? refName(allOf[0]) : undefined;
}

/** Titles are for people; json-schema-to-typescript would name types after them. */
export function withoutTitles(schema: JsonSchema): JsonSchema {
  return stripTitles(schema) as JsonSchema;
}

function cleanKeyword(out: Record<string, unknown>, keyword: string, value: unknown, context: Cleaning, at: JsonPath): void {
  if (keyword === "definitions" || keyword === "$defs" || keyword === "$schema" || keyword === "$id") return;
  const here = [...at, keyword];
  if (!KEYWORDS.has(keyword) && !keyword.startsWith("x-")) {
    context.report({ code: "unknown-keyword", severity: "warning", message: `The schema keyword "${keyword}" is not known; it is ignored.`, hint: didYouMean(keyword, KEYWORDS) ?? "Check whether it says something about values that the tables need." }, here, "key");
    return;
  }
  const problem = formProblem(keyword, value);
  if (problem !== undefined) {
    context.report({ code: "invalid-schema", severity: "error", message: problem, hint: mend }, here);
    return;
  }
  if (keyword === "pattern" && !isPattern(value as string)) {
    context.report({ code: "unusable-pattern", severity: "warning", message: `JavaScript does not understand the pattern ${JSON.stringify(value)}; it is not checked.` }, here);
    return;
  }
  const each = (entry: unknown, ...steps: (string | number)[]): unknown => {
    if (isSchema(entry)) return clean(entry, context, [...here, ...steps]);
    context.report({ code: "invalid-schema", severity: "error", message: `"${keyword}" must hold schemas, not ${JSON.stringify(entry)}.`, hint: mend }, [...here, ...steps]);
    return true;
  };
  const all = (entries: readonly unknown[]): unknown[] => entries.map((entry, index) => each(entry, index));
  if (HOLD_SCHEMAS_BY_NAME.has(keyword)) out[keyword] = Object.fromEntries(Object.entries(value as JsonObject).map(([name, entry]) => [name, each(entry, name)]));
  else if (HOLD_SCHEMA_LIST.has(keyword)) out[keyword] = all(value as readonly unknown[]);
  else if (keyword === "items") {
    // A tuple moved to its own keyword in 2020-12.
    if (Array.isArray(value)) out.prefixItems = all(value);
    else out.items = each(value);
  } else if (HOLD_SCHEMA.has(keyword)) out[keyword] = each(value);
  else out[keyword] = value;
}

const mend = "Restore the file from version control, or take it from its publisher again.";

/**
 * An integer beyond 2^53 was rounded when it was read, and what no double holds became infinite: checking it would refuse
 * right values and accept wrong ones.
 */
function dropUnsafeNumbers(out: Record<string, unknown>, context: Cleaning, at: JsonPath): void {
  const isInteger = [out.type].flat().includes("integer");
  for (const bound of BOUNDS) {
    const value = out[bound];
    if (typeof value !== "number" || (Number.isFinite(value) && (!isInteger || Math.abs(value) <= Number.MAX_SAFE_INTEGER))) continue;
    context.report(
      {
        code: "unsafe-bound",
        severity: "warning",
        message: `"${bound}": ${value} lies beyond the ${isInteger ? "integers" : "numbers"} that a JavaScript number holds exactly${typeof out.format === "string" ? ` ("${out.format}")` : ""}; the type is number and the bound is not checked.`,
      },
      [...at, bound],
    );
    delete out[bound];
  }
  for (const keyword of ["const", "enum"]) {
    const value = [out[keyword]].flat().find((one) => typeof one === "number" && !(Math.abs(one) <= Number.MAX_SAFE_INTEGER));
    if (value === undefined) continue;
    const message = `"${keyword}" holds ${String(value)}, which lies beyond the numbers that JavaScript holds exactly; the type is number and the value is not checked.`;
    context.report({ code: "unsafe-bound", severity: "warning", message }, [...at, keyword]);
    delete out[keyword];
    out.type ??= "number";
  }
}

/** Draft-07 ignores what stands beside a `$ref`; 2020-12 does not. */
function reference(out: Record<string, unknown>, context: Cleaning): JsonSchema {
  const { $ref, ...rest } = out;
  const name = context.nameOf($ref as string);
  // Reported where files are read; unknown is the least it can be.
  const target: JsonSchema = name === undefined ? {} : refTo(name);
  const annotations = Object.fromEntries(Object.entries(rest).filter(([keyword]) => isAnnotation(keyword)));
  const others = Object.keys(rest).length > Object.keys(annotations).length;
  if (others && context.dialect === "2020-12") {
    return distribute({ ...rest, allOf: [target, ...((rest.allOf as JsonSchema[] | undefined) ?? [])] });
  }
  return name === undefined ? annotations : refTo(name, annotations);
}

/** An `allOf` of one schema is that schema, described from outside. A union of one member stays a union. */
function collapse(out: Record<string, unknown>): Record<string, unknown> {
  const { allOf, ...rest } = out;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !isObject(allOf[0]) || !Object.keys(rest).every(isAnnotation)) return out;
  const only = allOf[0];
  const name = refName(only);
  if (name === undefined) return { ...only, ...rest };
  const inner = Object.fromEntries(Object.entries(only).filter(([keyword]) => isAnnotation(keyword)));
  return refTo(name, { ...inner, ...rest }) as Record<string, unknown>;
}

/** What stands beside a `oneOf` or `anyOf` holds for each member: `base & (a | b)` becomes `(base & a) | (base & b)`. */
function distribute(schema: Record<string, unknown>): JsonSchema {
  const keyword = Array.isArray(schema.oneOf) ? "oneOf" : "anyOf";
  const members = schema[keyword];
  if (!Array.isArray(members) || !("properties" in schema || "required" in schema)) return schema;
  const base: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key !== keyword) (OBJECT.has(key) ? base : rest)[key] = value;
  }
  return { ...rest, [keyword]: members.map((member: JsonSchema) => join(base, member)) };
}

function join(base: JsonObject, member: JsonSchema): JsonSchema {
  if (member === true) return base;
  if (member === false) return false;
  for (const keyword of ["oneOf", "anyOf"]) {
    const inner = member[keyword];
    if (Array.isArray(inner) && !("properties" in member)) return { ...member, [keyword]: inner.map((entry: JsonSchema) => join(base, entry)) };
  }
  const simple = !("$ref" in member) && !("allOf" in member) && (member.type === undefined || member.type === "object");
  if (!simple) return { allOf: [base, member] };
  const common = new Map(Object.entries((base.properties as JsonObject | undefined) ?? {}));
  for (const [name, schema] of Object.entries((member.properties as JsonObject | undefined) ?? {})) {
    common.set(name, common.has(name) ? both(common.get(name) as JsonSchema, schema as JsonSchema) : schema);
  }
  const properties = Object.fromEntries(common);
  const required = [...new Set([...((base.required as string[] | undefined) ?? []), ...((member.required as string[] | undefined) ?? [])])];
  const out: Record<string, unknown> = { ...base, ...member, type: "object", properties };
  if (required.length > 0) out.required = required;
  return out;
}

function both(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a === true || (isObject(a) && Object.keys(a).length === 0)) return b;
  if (b === true || (isObject(b) && Object.keys(b).length === 0)) return a;
  return { allOf: [a, b] };
}

function stripTitles(value: unknown, names = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => stripTitles(entry));
  if (!isObject(value)) return value;
  const entries: [string, unknown][] = [];
  for (const [key, entry] of Object.entries(value)) {
    if (!names && (key === "title" || key === "discriminator")) continue;
    const data = !names && HOLD_DATA.has(key);
    entries.push([key, data ? entry : stripTitles(entry, !names && HOLD_SCHEMAS_BY_NAME.has(key))]);
  }
  const only = entries.length === 1 && entries[0]?.[0] === "allOf" ? entries[0][1] : undefined;
  return Array.isArray(only) && only.length === 1 ? only[0] : Object.fromEntries(entries);
}
