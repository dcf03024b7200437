import type { Position, Severity } from "../diagnostic.js";
import type { PolicyCode } from "./codes.js";

/** A house rule that is on. */
export interface Policy {
  readonly code: PolicyCode;
  readonly severity: Severity;
  readonly except: readonly Exception[];
}

/** What a policy does not count for: a source, or a source and a key; a `*` stands for any text. */
export interface Exception {
  readonly pattern: string;
  readonly at: Position;
}

export interface Finding {
  /** What exceptions name: the key of the row, or the name of the value table. */
  readonly key: string;
  readonly at: Position;
  readonly message: string;
  readonly hint: string;
}
