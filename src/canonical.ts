/**
 * The canonical event stream for its readers: the types, and the check of a whole event.
 * Section 1 of EVENTS.md says what the events mean.
 */
import type { CanonicalRuntimeEventType, ProviderRuntimeEventV2 } from "../generated/canonical/events.js";
import { envelope, payloads, type Problem, type Validate } from "../generated/canonical/validators.js";

export type * from "../generated/canonical/events.js";

/** The event of one type: `EventOf<"content.delta">`. */
export type EventOf<T extends CanonicalRuntimeEventType> = Extract<ProviderRuntimeEventV2, { readonly type: T }>;

/** The generated validators of a canonical model: `generated/canonical/validators.ts`, or a project's own with the events that it adds. */
export interface Validators {
  /** The event around its payload. */
  readonly envelope: Validate;
  /** By event type. */
  readonly payloads: ReadonlyMap<string, Validate>;
}

/**
 * What is wrong with an event, each as a path and a sentence; an empty list for a valid one. Looks at the envelope and
 * at the payload that belongs to the event's type. Takes anything and never throws.
 */
export function validateEvent(event: unknown): readonly string[] {
  return problemsOf(event, { envelope, payloads });
}

/** A `validateEvent` for a project that adds events, sources or providers, of its own generated validators. */
export function validatorOf(validators: Validators): (event: unknown) => readonly string[] {
  return (event) => problemsOf(event, validators);
}

function problemsOf(event: unknown, { envelope, payloads }: Validators): readonly string[] {
  try {
    const problems = envelope(event) ? [] : (envelope.errors ?? []).map((problem) => describe(problem, ""));
    if (typeof event !== "object" || event === null || Array.isArray(event)) return problems;
    const { type, payload } = event as { readonly type?: unknown; readonly payload?: unknown };
    if (typeof type !== "string") return problems;
    const validate = payloads.get(type);
    if (validate === undefined) return [...problems, `/type: there is no event "${type}"`];
    if (payload === undefined || validate(payload)) return problems;
    return [...problems, ...(validate.errors ?? []).map((problem) => describe(problem, "/payload"))];
  } catch (error) {
    // A getter or a proxy may do anything.
    return [`the event cannot be read: ${String(error)}`];
  }
}

function describe({ instancePath, keyword, params, message }: Problem, above: string): string {
  const path = above + instancePath;
  switch (keyword) {
    case "required":
      return `${path}/${String(params["missingProperty"])}: is missing`;
    case "additionalProperties":
      return `${path}/${String(params["additionalProperty"])}: is not known here`;
    case "enum":
      return `${path}: must be one of ${(params["allowedValues"] as readonly string[]).join(", ")}`;
    case "minLength":
      return `${path}: must not be empty`;
    default:
      return `${path === "" ? "the event" : path}: ${message}`;
  }
}
