import type { Kind } from "./mutants/mutant.js";
import type { Verdict } from "./verdict.js";

/** A mutant as people read of it, and what became of it. */
export interface Judged {
  /** Its place among all of them: tables by file, mutants as the table goes. */
  readonly order: number;
  /** `codex/notifications`. */
  readonly table: string;
  readonly row: string;
  readonly kind: Kind;
  readonly what: string;
  readonly file: string;
  readonly line: number;
  readonly verdict: Verdict;
}
