import type { JsonSchema, Shape } from "./types.js";

/** The canonical model of `schemas/canonical/`, read and understood. Section 1 of the specification. */
export interface CanonicalModel {
  /** In the order of the specification, families kept together. */
  readonly events: readonly CanonicalEvent[];
  /** `CanonicalItemType`, `SessionState`, ...: name to its values, in order. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
  /** Branded ids: `RuntimeItemId`, `ProviderTurnId`, ... */
  readonly brands: readonly string[];
  readonly sources: readonly string[];
  readonly providerKinds: readonly string[];
  /**
   * Everything as one JSON Schema (draft-07): a definition for each brand, enum and shared payload under its name,
   * `RuntimeEventSource`, `ProviderKind`, `RuntimeEventRaw`, `RuntimeEventBase` (the envelope), and for each event
   * `<type>` (the whole event) and `<type>.payload` (unless its payload is a shared one).
   */
  readonly schema: JsonSchema;
  /** Where a project adds to the model that Mapwright ships: what is its own. */
  readonly added?: Added;
}

/** What a project adds to the model; everything in the order of its files. */
export interface Added {
  /** Names of brands, enums and shared payloads. */
  readonly types: readonly string[];
  readonly events: readonly string[];
  readonly sources: readonly string[];
  readonly providerKinds: readonly string[];
}

export interface CanonicalEvent {
  readonly type: string;
  readonly family: string;
  readonly description: string;
  /** Name of the payload's definition in `schema`: `turn.started.payload`, `ItemLifecyclePayload`. */
  readonly payload: string;
  readonly fields: readonly CanonicalField[];
  readonly lifecycle: Lifecycle | undefined;
  /** Fed by the host or the runtime alone; no row needs to give it. */
  readonly host: boolean;
}

export interface CanonicalField {
  readonly name: string;
  readonly required: boolean;
  readonly shape: Shape;
  /** The TypeScript type as the specification writes it. */
  readonly type: string;
  readonly description?: string;
  /** For a required field: what it becomes when the provider leaves out what its schema requires. */
  readonly fallback: unknown;
  /** An event of an open entity that does not say this field takes it from what was opened. */
  readonly inherited: boolean;
  /** The fields of a declared object, or of the objects in a list: `plan` has `step` and `status`. */
  readonly fields?: readonly CanonicalField[];
}

/** What an event does to the thing it is about; applied by the runtime to every provider. */
export interface Lifecycle {
  readonly entity: "session" | "thread" | "turn" | "item" | "request" | "input" | "task" | "hook";
  readonly does: "opens" | "updates" | "closes";
  /** The event that a repeated opening or closing becomes instead; without it, the repeat is dropped when its message gives another event. */
  readonly repeated?: string;
  /** With `repeated`: the payload fields that the new event takes over. */
  readonly keeps?: readonly string[];
  /** With `repeated`: the payload fields that the new event gets where `keeps` brings none. */
  readonly fills?: { readonly [field: string]: unknown };
  /** Fields taken from what was opened when a row does not say them. */
  readonly inherits?: readonly string[];
}
