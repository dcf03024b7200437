import type { Code } from "./codes.js";

/** What every stage reports. Stages never print; the command line does. */

export type Severity = "error" | "warning";

/** A place in a file that a person can edit. Lines and columns count from 1; `endColumn` is exclusive. */
export interface Position {
  /** Relative to the folder of the config file, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
}

export interface Diagnostic extends Partial<Position> {
  /** Stable, kebab-case: `unknown-field`. One code for one kind of mistake. */
  readonly code: Code;
  readonly severity: Severity;
  /** One sentence: what is wrong, with the offending text in quotes. */
  readonly message: string;
  /** What to do: the nearest right spelling, the stub to paste, the command to run. May have several lines. */
  readonly hint?: string;
  /** Of `uncovered-message`: the key that no row has, and a row that would, as it stands below `rows:`. */
  readonly uncovered?: { readonly key: string; readonly row: string };
  /** Of `untagged-member`: the union. */
  readonly union?: string;
  /** Of what nobody has decided yet: what that is, and what is proposed, in a line. */
  readonly undecided?: string;
}
