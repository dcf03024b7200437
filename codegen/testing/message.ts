import type { Unvalidated } from "../../src/contract.js";
import { sample } from "../schema/sample.js";
import type { DefinitionSet, JsonSchema, Surface } from "../schema/types.js";
import { createValidate, type Validate } from "../schema/validate.js";
import type { Forced, Kind } from "../testing.js";

/** A message as a schema describes it, and the request that it answers; or why there is none. */
export interface MessageSample {
  readonly message: Unvalidated;
  readonly request?: Unvalidated;
  readonly problems: readonly string[];
}

/** Builds a message of one kind and checks it against the schema that it was built from. */
export function sampleOf(surface: Surface, version: string, union: string, kind: Kind): MessageSample {
  const set = surface.byVersion.get(version);
  if (set === undefined) return failed(`there is no version ${version}`);
  const validate = validateOf(surface, version);
  if (kind.request === undefined) return built(set, union, kind.message, validate);
  const asked = built(set, union, { ...kind.request }, validate);
  return asked.problems.length > 0 ? asked : { ...answerTo(asked.message, set, surface, kind, validate), request: asked.message };
}

function built(set: DefinitionSet, name: string, forced: Forced | undefined, validate: Validate): MessageSample {
  const schema = set.definitions.get(name)?.schema;
  if (schema === undefined) return failed(`there is no definition ${name}`);
  const message = sample(set, schema, new Map(Object.entries(forced ?? {}))) ?? withNulls(set, schema, forced ?? {});
  if (message === undefined) return failed(`${name} has no such message`);
  return { message: message as Unvalidated, problems: validate(name, message).map((problem) => `the sample is not valid: ${problem}`) };
}

/** Where absent may only be null. */
function withNulls(set: DefinitionSet, schema: JsonSchema, forced: Forced): unknown {
  const message = sample(set, schema, new Map(Object.entries(forced).filter(([, value]) => value !== null)));
  for (const [path, value] of Object.entries(forced)) if (value === null) setNull(message, path.split("."));
  return message;
}

function setNull(value: unknown, [name, ...rest]: readonly string[]): void {
  if (typeof value !== "object" || value === null || name === undefined) return;
  const object = value as { [name: string]: unknown };
  if (rest.length === 0) object[name] = null;
  else setNull(object[name], rest);
}

/** The result of the request by its schema, or an error as JSON-RPC has it. */
function answerTo(request: Unvalidated, set: DefinitionSet, surface: Surface, kind: Kind, validate: Validate): MessageSample {
  const id = request["id"] ?? 1;
  if (kind.has !== "result") return { message: { id, error: { code: -32600, message: "text" } } as unknown as Unvalidated, problems: [] };
  const name = surface.responses.get(String(request["method"]));
  const result = name === undefined || !set.definitions.has(name) ? { message: {}, problems: [] } : built(set, name, kind.message, validate);
  return { message: { id, result: result.message } as unknown as Unvalidated, problems: result.problems };
}

const validates = new Map<string, { readonly surface: Surface; readonly validate: Validate }>();
function validateOf(surface: Surface, version: string): Validate {
  const known = validates.get(version);
  if (known?.surface === surface) return known.validate;
  const validate = createValidate(surface, version);
  validates.set(version, { surface, validate });
  return validate;
}

function failed(problem: string): MessageSample {
  return { message: {}, problems: [problem] };
}
