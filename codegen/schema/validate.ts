import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { tagsOf } from "./merge.js";
import { isObject } from "./json.js";
import type { DefinitionSet, JsonSchema, Surface } from "./types.js";

/** Problems of a value as `path message`, empty if the definition allows it. */
export type Validate = (definition: string, value: unknown) => string[];

const ROOT = "surface";

/**
 * Checks values against the definitions of one version, overlay included. One ajv for all of them, each compiled when it is
 * first asked for. A message of a tagged union is checked against the member its tag names, which is twenty times as fast
 * and says what is wrong with that member. An unknown version or definition throws: that is a mistake of the caller.
 */
export function createValidate(surface: Surface, version: string): Validate {
  const set = surface.byVersion.get(version);
  if (set === undefined) throw new Error(`${surface.protocol} has no version ${version}.`);
  const ajv = newAjv(surface.dialect, set);
  const compiled = new Map<string, ValidateFunction>();
  const compile = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer);
    if (known !== undefined) return known;
    const made = ajv.compile({ $ref: `${ROOT}#/definitions/${pointer}` });
    compiled.set(pointer, made);
    return made;
  };
  const tables = new Map<string, TagTable | undefined>();
  return (name, value) => {
    const definition = set.definitions.get(name);
    if (definition === undefined) throw new Error(`${surface.protocol} ${version} has no definition ${name}.`);
    if (!tables.has(name)) tables.set(name, tagTable(definition.schema));
    const member = memberFor(tables.get(name), value);
    const check = compile(member === undefined ? name : `${name}/${member}`);
    return check(value) ? [] : (check.errors ?? []).map(problemText);
  };
}

/** Which property tells the inline members of a union apart, and where the member of each value is. */
interface TagTable {
  readonly tag: string;
  readonly pointers: ReadonlyMap<unknown, string>;
}

function tagTable(schema: JsonSchema): TagTable | undefined {
  if (!isObject(schema)) return undefined;
  for (const keyword of ["oneOf", "anyOf"]) {
    const members = schema[keyword];
    if (!Array.isArray(members)) continue;
    const tags = members.map((member) => (isObject(member) ? tagsOf(member) : new Map<string, unknown>()));
    const tag = [...(tags[0]?.keys() ?? [])].find((name) => new Set(tags.map((each) => each.get(name))).size === tags.length && tags.every((each) => each.has(name)));
    if (tag !== undefined) return { tag, pointers: new Map(tags.map((each, index) => [each.get(tag), `${keyword}/${index}`])) };
  }
  return undefined;
}

function memberFor(table: TagTable | undefined, value: unknown): string | undefined {
  return table !== undefined && isObject(value) ? table.pointers.get(value[table.tag]) : undefined;
}

/** Strict, but for what is no mistake: a list of types, and a type that a neighbouring keyword implies. */
function newAjv(dialect: Surface["dialect"], set: DefinitionSet): Ajv {
  const definitions = Object.fromEntries([...set.definitions].map(([name, { schema }]) => [name, schema]));
  const root = { $id: ROOT, definitions };
  const text = JSON.stringify(root);
  const options = { strict: true, strictTypes: false, strictTuples: false, strictRequired: false } as const;
  const ajv = dialect === "2020-12" ? new Ajv2020(options) : new Ajv(options);
  // Formats (`uint16`, `double`, ...) and the keywords of a protocol are annotations: they never refuse a value.
  for (const format of matches(text, /"format":"([^"]+)"/g)) ajv.addFormat(format, true);
  ajv.addVocabulary(matches(text, /"(x-[^"]+)":/g));
  ajv.addSchema(root);
  return ajv;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] as string))];
}

function problemText({ instancePath, message, params }: ErrorObject): string {
  const allowed = "allowedValues" in params ? `: ${JSON.stringify(params.allowedValues)}` : "";
  return `${instancePath.slice(1).replaceAll("/", ".") || "(root)"} ${message ?? "is invalid"}${allowed}`;
}
