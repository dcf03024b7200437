import type { Diagnostic, Position } from "../diagnostic.js";

/** What changed between two versions of a protocol, and what that means for the tables. Plain values, ready to be printed as JSON. */

/** `unknown`: no table that could be read maps this protocol. */
export type Severity = "breaks" | "needs" | "safe" | "unknown";

/** `union`: a whole union of messages; `type`: what stands at a place that has no name of its own (an element, a definition). */
export type ChangeKind = "union" | "message" | "request" | "response" | "variant" | "field" | "value" | "type";

/** One message of a union, or the answer to one, by which a changed place is reached. */
export interface Reached {
  readonly union: string;
  /** `turn/completed`, `system:init`. */
  readonly message: string;
  /** The place is in the answer to the request. */
  readonly answer: boolean;
  /** From the message, or from the frame of the answer (`$.result...`), to the changed place. */
  readonly path: string;
}

/** Where a definition, or a message that has none, is changed. */
export interface Place {
  /** Absent where the message itself says it. */
  readonly definition?: string;
  /** Below the definition or the message: `$.turn.status`, `$.items[](type=plan).text`. */
  readonly path: string;
}

export interface SchemaChange {
  readonly kind: ChangeKind;
  readonly change: "added" | "removed" | "changed";
  /** The message, variant, field or value; empty for a `type`. */
  readonly name: string;
  /** Usually one. What changed alike in several messages, or in several variants, is one change. */
  readonly places: readonly [Place, ...Place[]];
  /** The messages that it changes, in the order of their unions. */
  readonly reached: readonly Reached[];
  /** Of a field: `string`, `Turn | null`, with `(optional)`. Of a union: how many messages it has. */
  readonly was?: string;
  readonly is?: string;
  /** What it probably was called before, or is called now. */
  readonly renamed?: string;
}

/** A place in the tables that a change concerns. */
export interface Concern extends Pick<Position, "file" | "line"> {
  /** The row's key, or the name of the value table. */
  readonly name: string;
  /** `reads $.params.turn.status`, `has no line for "paused"`. */
  readonly why: string;
}

export interface Change extends SchemaChange {
  readonly severity: Severity;
  readonly concerns: readonly Concern[];
  /** What to paste, where something is needed. */
  readonly stub?: string;
}

export interface SchemaDiff {
  readonly changes: readonly SchemaChange[];
  /** Names of definitions that messages reach in one of the two versions only. */
  readonly definitions: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

export interface Judged {
  readonly changes: readonly Change[];
  /** Messages without a row that hang on none of the changes, and what else `check` will say. */
  readonly findings: readonly Diagnostic[];
}
