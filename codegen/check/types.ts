import type { Position } from "../diagnostic.js";
import type { DefinitionSet, Shape, Surface } from "../schema/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { decisions } from "./decisions.js";
import type { ExampleNode, HoldKind, Path, RefName, Scalar } from "../mapping/types.js";

/** The checked program: every name resolved, every type known to fit. The emitter reads this and nothing else. */
export interface Program {
  readonly canonical: CanonicalModel;
  readonly surfaces: ReadonlyMap<string, Surface>;
  readonly providers: readonly CheckedProvider[];
  /** Where the project says what its agents have in common. */
  readonly equivalence?: CheckedEquivalence;
}

/** `mappings/equivalence.yaml`: every row and act that it names is there, and gives the event. */
export interface CheckedEquivalence {
  readonly spec: string;
  readonly specAt: Position;
  /** In the order of the canonical model, then of the folders. */
  readonly providers: readonly string[];
  readonly concepts: readonly CheckedConcept[];
}

export interface CheckedConcept {
  readonly name: string;
  readonly event: string;
  /** Payload fields and the words that they hold. */
  readonly fixed: readonly { readonly name: string; readonly values: readonly Scalar[] }[];
  readonly cells: ReadonlyMap<string, CheckedEquivalent>;
}

export interface CheckedEquivalent {
  readonly rows: readonly { readonly source: string; readonly spec: string | undefined; readonly keys: readonly CheckedEquivalentKey[] }[];
  readonly acts: readonly string[];
  readonly none: string | undefined;
}

export interface CheckedEquivalentKey {
  readonly key: string;
  /** What gives the event: the agent's message, one that the host writes, or the answer to the message. */
  readonly by: "message" | "sent" | "answer";
}

/** One folder of `mappings/`: its tables share a memory. */
export interface CheckedProvider {
  readonly name: string;
  readonly tables: readonly CheckedTable[];
  readonly cells: readonly CheckedCell[];
}

export interface CheckedCell {
  readonly name: string;
  readonly by: readonly CheckedExpression[];
  readonly holds: readonly { readonly name: string; readonly kind: HoldKind }[];
  readonly until: "turn" | "session";
}

export interface CheckedTable {
  readonly file: string;
  /** It comes with Mapwright as it is; nobody edits it here. */
  readonly shipped?: true;
  /** It extends another table, with which it is one. */
  readonly extended?: true;
  /** The file's name without folder and ending, e.g. `event-msg`: names the generated module. */
  readonly name: string;
  readonly source: string;
  readonly spec: string | undefined;
  readonly protocol: string;
  /** Definition name of the message union. */
  readonly union: string;
  readonly versions: readonly string[];
  readonly answers: Path | undefined;
  readonly key: CheckedKey;
  readonly refs: readonly CheckedRef[];
  /** Events that the rows give first, but for alternatives that switch them off or give their own. */
  readonly ensure: readonly CheckedEvent[];
  readonly rows: readonly CheckedRow[];
  readonly sent: readonly CheckedRow[];
  readonly sentUnion: string | undefined;
  /** The key as the messages of the host take it. */
  readonly sentKey: CheckedKey | undefined;
  /** Those that this table's rows use, in document order. */
  readonly values: readonly CheckedValueTable[];
  /** Every kind of message that the key tells apart, in schema order. */
  readonly messages: readonly CheckedMessage[];
  /** Those of the host. */
  readonly sentMessages: readonly CheckedMessage[];
  /** Messages that no row takes, though one must. */
  readonly uncovered?: readonly CoveredKey[];
  /** Where they were asked for. */
  readonly proposals?: Proposals;
}

export interface CheckedMessage {
  readonly key: string;
  /** What paths find in it, by what follows `$`: `""` is the message itself. */
  readonly roots: ReadonlyMap<string, { readonly shape: Shape; readonly optional: boolean }>;
}

/** What the rows and lines that a table lacks may be. */
export interface Proposals {
  readonly rows: readonly ProposedRow[];
  readonly values: readonly ProposedValue[];
}

export interface ProposedRow {
  readonly file: string;
  readonly key: string;
  /** That have the message. */
  readonly versions: readonly string[];
  /** The events that it gives; none where nothing is like it. */
  readonly events: readonly string[];
  /** Its publisher may change or remove it at any time. */
  readonly unstable?: boolean;
  /** The key of the row that it was made after. */
  readonly like?: string;
  /** What stands below its key, indented from it. */
  readonly lines: readonly string[];
}

export interface ProposedValue {
  readonly file: string;
  /** The name of the value table. */
  readonly table: string;
  readonly key: string;
  /** One word, or all that there is to choose from. */
  readonly becomes: readonly Scalar[];
  /** The value that becomes the same. */
  readonly like?: string;
  /** The line of the table. */
  readonly text: string;
}

export type CheckedKey =
  | { readonly kind: "path"; readonly path: Path; readonly below: ReadonlyMap<string, CheckedKey> }
  | { readonly kind: "has"; readonly fields: readonly string[]; readonly below: ReadonlyMap<string, CheckedKey> }
  | { readonly kind: "each"; readonly list: Path; readonly as: string; readonly key: CheckedKey };

export interface CheckedRow {
  /** As written. */
  readonly key: string;
  /** Every listed message that this row takes, patterns expanded, in schema order; exact keys and patterns of lower rank already removed. */
  readonly covers: readonly CoveredKey[];
  /** The row also takes what no schema lists at its `(other)` segment. */
  readonly open: boolean;
  readonly alternatives: readonly CheckedAlternative[];
  readonly answer: readonly CheckedAlternative[] | undefined;
  readonly decide: readonly CheckedDecide[] | undefined;
  readonly twin: readonly string[];
  readonly yieldsTo: readonly string[];
  readonly examples: readonly ExampleNode[];
  /** What the row reads, for `validate: "warn"`: path below the message, and what the merged schema says of it. */
  readonly reads: readonly { readonly path: string; readonly type: JsonType; readonly required: boolean }[];
  /** Rows of the extended table in whose place it stands, for some of their messages or for all; `more` is what they say and it does not: `refs`, `ensure`. */
  readonly replaces?: readonly { readonly key: string; readonly at: Position; readonly more: readonly string[] }[];
  readonly at: Position;
}

export type JsonType = "string" | "number" | "boolean" | "object" | "list" | "any";

export interface CoveredKey {
  /** `turn/completed`, `result:error_max_turns`, `system:status:(none)`. */
  readonly key: string;
  readonly segments: readonly string[];
  readonly versions: readonly string[];
}

export interface CheckedAlternative {
  readonly when: readonly CheckedCondition[];
  readonly note: string | undefined;
  /** Overrides of the table's refs, only those. */
  readonly refs: readonly CheckedRef[];
  readonly remember: readonly { readonly cell: CheckedCell; readonly fields: readonly CheckedField[] }[];
  /** Those of the table's `ensure` that come before its own. */
  readonly tableEnsure: readonly CheckedEvent[];
  readonly ensure: readonly CheckedEvent[];
  readonly events: readonly CheckedEvent[];
  readonly at: Position;
}

export interface CheckedEvent {
  readonly type: string;
  readonly when: readonly CheckedCondition[];
  /** In the order of the canonical model. A required field that is inherited (mappings/README.md) may be missing. */
  readonly fields: readonly CheckedField[];
  readonly at: Position;
}

export interface CheckedField {
  readonly name: string;
  readonly required: boolean;
  readonly accepts: Accepts;
  readonly value: CheckedValue;
  /** What a required field becomes when the provider leaves out what its schema requires: the canonical `default`. */
  readonly fallback: unknown;
}

/** What may fill a field. At run time a value of another type counts as absent. */
export type Accepts =
  | { readonly kind: "string" | "number" | "integer" | "boolean" | "object" | "list" | "strings" | "any" }
  | { readonly kind: "enum"; readonly values: readonly string[] };

export type CheckedValue =
  | { readonly kind: "literal"; readonly value: Scalar }
  | { readonly kind: "expression"; readonly expression: CheckedExpression }
  | { readonly kind: "object"; readonly fields: readonly CheckedField[] }
  | { readonly kind: "list"; readonly items: readonly CheckedValue[] }
  | { readonly kind: "each"; readonly list: CheckedExpression; readonly as: string; readonly fields: readonly CheckedField[] };

export interface CheckedExpression {
  readonly first: CheckedOperand;
  readonly then: readonly (
    | { readonly kind: "else"; readonly operand: CheckedOperand }
    | { readonly kind: "values"; readonly table: CheckedValueTable }
    | { readonly kind: "transform"; readonly transform: Transform }
  )[];
  readonly shape: Shape;
  readonly optional: boolean;
  readonly text: string;
}

export type CheckedOperand =
  | { readonly kind: "path"; readonly path: Path; readonly shape: Shape; readonly optional: boolean }
  | { readonly kind: "literal"; readonly value: Scalar };

export interface CheckedCondition {
  readonly expression: CheckedExpression;
  readonly test: { readonly kind: "present" | "absent" } | { readonly kind: "values"; readonly values: readonly Scalar[]; readonly patterns: readonly string[] };
}

export interface CheckedRef {
  readonly name: RefName;
  readonly value: { readonly kind: "none" } | { readonly kind: "expression"; readonly expression: CheckedExpression } | { readonly kind: "identity"; readonly parts: readonly CheckedExpression[] };
}

export type Decision = (typeof decisions)[number];

export interface CheckedDecide {
  readonly decision: Decision;
  readonly reply: { readonly kind: "result"; readonly value: CheckedValue } | { readonly kind: "error" };
  /** What is tried next where the result would lack what it needs; what ends there cannot be expressed. */
  readonly otherwise: Decision | "error" | undefined;
}

export interface CheckedValueTable {
  readonly name: string;
  readonly of: string;
  /** `tag`: the value is a string, or an object whose only key is the value. */
  readonly form: "string" | "boolean" | "tag";
  readonly map: readonly { readonly from: string; readonly pattern: boolean; readonly to: Scalar }[];
  readonly unlisted: Scalar | undefined;
  readonly absent: Scalar | undefined;
  readonly at: Position;
}

/** A pure function of `src/transforms/`, as its declaration says. */
export interface Transform {
  readonly name: string;
  /** The module below the transforms folder, without ending. */
  readonly module: string;
  /** It comes with Mapwright, not from the project. */
  readonly shipped?: true;
  readonly parameter: Shape;
  readonly result: Shape;
  /** It may give `undefined`. */
  readonly optional: boolean;
  /** Its name in its file. */
  readonly at?: Position;
}

export type { DefinitionSet };
