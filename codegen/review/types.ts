import type { EventDifference } from "../diff/events.js";
import type { Scalar } from "../mapping/types.js";

/** What a change of tables, schemas and runtime means to those who read events. Plain values, ready to be printed as JSON. */

export interface RowRef {
  readonly source: string;
  /** As written. */
  readonly key: string;
  /** It is about what the host writes. */
  readonly sent: boolean;
}

/** What two tellings of a row say differently; conditions, ids and the like are parts. */
export type Fact =
  | { readonly kind: "event-gone" | "event-new"; readonly event: string }
  | { readonly kind: "field-gone" | "field-new"; readonly event: string; readonly field: string }
  /** A word became another word. */
  | { readonly kind: "word"; readonly event: string; readonly field: string; readonly was: Scalar; readonly is: Scalar }
  /** Another expression, or another word in place of one. */
  | { readonly kind: "value"; readonly event: string; readonly field: string }
  | { readonly kind: "part"; readonly part: string };

export interface RowChange extends RowRef {
  /** `renamed`: the same row under another key. */
  readonly kind: "added" | "removed" | "changed" | "renamed";
  /** The key before. */
  readonly was?: string;
  /** Where it stands; of a removed one, where it stood. */
  readonly file: string;
  readonly line: number;
  readonly facts: readonly Fact[];
  /** The YAML. */
  readonly before?: string;
  readonly after?: string;
}

/** What is said once for several rows, and what it was. */
export interface SharedChange {
  readonly kind: "table" | "key" | "refs" | "ensure" | "values" | "memory" | "transform" | "model" | "overlay";
  readonly change: "added" | "removed" | "changed";
  /** `turnState`, `turn.completed.state`, `definitions CursorTodo`. */
  readonly name: string;
  readonly file: string;
  /** What is said now and was said before, a line each. */
  readonly says: readonly string[];
  readonly rows: readonly RowRef[];
}

/** Something that whoever reads events was given and is given no longer, or gets with another value. */
export interface Breaking {
  readonly kind: "event-gone" | "field-gone" | "field-changed";
  readonly event: string;
  /** Below the payload, or `providerRefs.…` and the like of the envelope. */
  readonly field?: string;
  readonly was?: unknown;
  readonly is?: unknown;
  /** `was` and `is` are those of one event among others. */
  readonly example?: true;
  /** What gave it: rows, or messages of sessions. */
  readonly of: readonly string[];
  /** What did it, where that is no row: `values turnState`, `the canonical model`. */
  readonly by?: string;
  /** In recorded sessions; absent where none shows it. */
  readonly seen?: Seen;
}

export interface Seen {
  readonly events: number;
  readonly transcripts: number;
  /** Where it is first. */
  readonly file: string;
  readonly line: number;
}

/** Differences of the same kind, in the same field of the same event of the same message. */
export interface Observed extends Seen {
  readonly provider: string;
  readonly message: string;
  readonly event: string;
  readonly kind: "event-gone" | "event-new" | "field-gone" | "field-new" | "field-changed";
  readonly field?: string;
  readonly was?: unknown;
  readonly is?: unknown;
  /** Not all of them have the same values: these are those of the first. */
  readonly example?: true;
}

/** A recorded message beside what it gave and gives. */
export interface Sample {
  readonly file: string;
  readonly line: number;
  readonly provider: string;
  readonly label: string;
  readonly message: unknown;
  readonly differences: readonly EventDifference[];
}
