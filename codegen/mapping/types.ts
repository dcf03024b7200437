import type { Position } from "../diagnostic.js";
import type { Scalar } from "../yaml/read.js";

/** Mapping YAML as read: every node knows its line and column, nothing is resolved yet (mappings/README.md). */

export interface Located<T> {
  readonly value: T;
  readonly at: Position;
}

export type { Scalar };

/** `$.params.options(kind=allow_once).optionId`, `$block.input`, `$.errors.0`. */
export interface Path {
  /** `""` for the message, else the name after `$`: a memory cell, an `each` element, `request`, `extra`. */
  readonly root: string;
  readonly steps: readonly Step[];
  /** As written. */
  readonly text: string;
  /** Where it stands; the parser always says so. */
  readonly at?: Position;
}

/** `at` is the step alone, without its dot; the parser always says so. */
export type Step =
  | { readonly kind: "field"; readonly name: string; readonly at?: Position }
  | { readonly kind: "index"; readonly index: number; readonly at?: Position }
  /** The only element of the list `list` whose `field` equals `equals`. */
  | { readonly kind: "pick"; readonly list: string; readonly field: string; readonly equals: string | Path; readonly at?: Position };

export type Operand = { readonly kind: "path"; readonly path: Path } | { readonly kind: "literal"; readonly value: Scalar };

/** Read strictly left to right: `a ?? b | f ?? "x"` is `(((a ?? b) | f) ?? "x")`. */
export interface Expression {
  readonly first: Operand;
  readonly then: readonly ExpressionStep[];
  readonly text: string;
  readonly at: Position;
}

export type ExpressionStep =
  | { readonly kind: "else"; readonly operand: Operand; readonly at: Position }
  /** A value table of this file, or a transform. */
  | { readonly kind: "pipe"; readonly name: string; readonly at: Position };

export type ValueNode =
  | { readonly kind: "expression"; readonly expression: Expression; readonly at: Position }
  /** `bare`: words joined by dots, without quotes; it may be a path whose `$` was forgotten. */
  | { readonly kind: "literal"; readonly value: Scalar; readonly bare?: boolean; readonly at: Position }
  | { readonly kind: "object"; readonly fields: readonly FieldNode[]; readonly at: Position }
  | { readonly kind: "list"; readonly items: readonly ValueNode[]; readonly at: Position }
  /** `{ each: $.entries, as: entry, step: $entry.content, status: $entry.status | planStatus }`. */
  | { readonly kind: "each"; readonly list: Expression; readonly as: string; readonly fields: readonly FieldNode[]; readonly at: Position };

export interface FieldNode {
  readonly name: Located<string>;
  readonly value: ValueNode;
}

/** One entry of `when`: the expression is one of the values, or `present`, or `absent`. Patterns like `aborted_*` are allowed among the values. */
export interface ConditionNode {
  readonly expression: Expression;
  readonly test: { readonly kind: "present" | "absent" } | { readonly kind: "values"; readonly values: readonly Located<Scalar>[] };
  readonly at: Position;
}

export interface EventNode {
  readonly type: Located<string>;
  readonly when: readonly ConditionNode[];
  readonly fields: readonly FieldNode[];
  readonly at: Position;
}

export type RefName = "session" | "thread" | "turn" | "item" | "request" | "lane";

export interface RefNode {
  readonly name: Located<RefName>;
  /** `none` switches it off; a list is an identity whose first part is the provider's id, or the literal null where it has none. */
  readonly value: { readonly kind: "none" } | { readonly kind: "expression"; readonly expression: Expression } | { readonly kind: "identity"; readonly parts: readonly Expression[] };
  readonly at: Position;
}

export interface RememberNode {
  readonly cell: Located<string>;
  readonly fields: readonly FieldNode[];
}

/** What `session.decide` writes for one decision. */
export interface DecideNode {
  /** `accept`, `acceptForSession`, `decline` or `cancel`. */
  readonly decision: Located<string>;
  /** The result to write; or `same as` another decision; or a JSON-RPC error answer (`error`). */
  readonly reply: { readonly kind: "result"; readonly value: ValueNode } | { readonly kind: "as"; readonly decision: string } | { readonly kind: "error" };
  readonly at: Position;
}

/** The decisions of a row, and what is written where the result of one lacks what it needs. */
export interface DecideMapNode {
  readonly decisions: readonly DecideNode[];
  readonly otherwise: readonly OtherwiseNode[];
}

/** Instead of one decision, or with `*` instead of any: another, or an error answer. */
export interface OtherwiseNode {
  readonly decision: Located<string>;
  readonly instead: Located<string>;
}

/** One alternative of a row; the first whose `when` holds is taken. */
export interface AlternativeNode {
  readonly when: readonly ConditionNode[];
  readonly note?: Located<string>;
  /** Nobody has decided yet what the message means: what is written is a proposal, and this says where it comes from. */
  readonly undecided?: Located<string>;
  readonly refs: readonly RefNode[];
  readonly remember: readonly RememberNode[];
  /** Events given only where nothing of the kind is open yet, before `events`. */
  readonly ensure: readonly EventNode[];
  /** `ensure: none`: what the table ensures is not given here. */
  readonly ensuresNothing: boolean;
  readonly events: readonly EventNode[];
  /** A row may say that a message gives nothing of its own, with the reason. Only in `sent:` and answer tables. */
  readonly none?: Located<string>;
  readonly at: Position;
}

export interface ExampleNode {
  readonly message: unknown;
  readonly events: readonly { readonly type: string; readonly payload?: unknown }[];
  readonly at: Position;
}

export interface RowNode {
  /** Segments joined by `:`, as written. A segment may be `{a,b}`, a pattern with `*`, `(none)` or `(other)`. */
  readonly key: Located<string>;
  readonly alternatives: readonly AlternativeNode[];
  /** For request rows: what the host's answer becomes; `$` is the answer, `$request` the request. */
  readonly answer?: readonly AlternativeNode[];
  readonly decide?: DecideMapNode;
  /** Keys of the provider's main table that say the same on a connection where both run: there this row is an exact repeat (rule 28). */
  readonly twin: readonly Located<string>[];
  /** Keys of this table that say the same with an id: this row maps only in a stream that never sent one of them (rule 28). */
  readonly yieldsTo: readonly Located<string>[];
  readonly examples: readonly ExampleNode[];
  /** From the table that this one extends: rows of its own come before it where both name a message alike. */
  readonly inherited?: true;
  /** The row of the same key, of the table that this one extends. */
  readonly replaces?: RowNode;
  readonly at: Position;
}

/** The key tree: which path tells the messages apart, and what tells apart those below each value. */
export type KeyNode =
  | { readonly kind: "path"; readonly path: Path; readonly below: readonly KeyBranch[]; readonly at: Position }
  | { readonly kind: "has"; readonly fields: readonly Located<string>[]; readonly below: readonly KeyBranch[]; readonly at: Position }
  | { readonly kind: "each"; readonly list: Path; readonly as: string; readonly key: KeyNode; readonly at: Position };

/** A value, or a pattern of values, of the node above, with the key that goes on below it. */
export interface KeyBranch {
  readonly value: Located<string>;
  readonly key: KeyNode;
}

export interface ValueTableNode {
  readonly name: Located<string>;
  /** `codex-app-server#/TurnStatus`, `codex-app-server#/ThreadItem.type` (a property of it), or `string`, `boolean` (open). */
  readonly of: Located<string>;
  /** In document order; a key may be a pattern when `of` is `string`. */
  readonly map: readonly ValueLineNode[];
  readonly unlisted?: Located<Scalar>;
  /** What absent or null becomes; without it, absent stays absent. */
  readonly absent?: Located<Scalar>;
  /** From the table that this one extends, as it is there. */
  readonly inherited?: true;
}

export interface ValueLineNode {
  readonly from: Located<string>;
  readonly to: Located<Scalar>;
  /** `sleep: { undecided: unknown }`: nobody has decided yet what the value becomes. Where the word stands. */
  readonly undecided?: Position;
  /** `sleep: { undecided: [idle, active] }`: nothing says which; `to` is the first. */
  readonly choices?: readonly Scalar[];
}

export interface TableNode {
  readonly kind: "table";
  readonly file: string;
  /** It extends another table, with which it is one. */
  readonly extended?: true;
  /** It is Mapwright's, and the project leaves it as it is. */
  readonly shipped?: true;
  readonly source: Located<string>;
  readonly spec?: Located<string>;
  /** `codex-app-server#/ServerNotification`. For an answer table: the union of the requests that are answered. */
  readonly schema: Located<{ readonly protocol: string; readonly name: string }>;
  /** Present on an answer table: the path of the id that the answer repeats; `$request` is the message that asked. */
  readonly answers?: Located<Path>;
  readonly key: KeyNode;
  readonly refs: readonly RefNode[];
  /** Events that every row gives first, where nothing of the kind is open yet. */
  readonly ensure: readonly EventNode[];
  readonly rows: readonly RowNode[];
  /** Rows for what the host writes. `sentSchema` is the union of those messages (`codex-app-server#/ClientRequest`). */
  readonly sent: readonly RowNode[];
  readonly sentSchema?: Located<{ readonly protocol: string; readonly name: string }>;
  readonly values: readonly ValueTableNode[];
}

export type HoldKind = "last" | "count" | "text" | "json" | "utf8";

export interface CellNode {
  readonly name: Located<string>;
  readonly by: readonly Expression[];
  readonly holds: readonly { readonly name: Located<string>; readonly kind: Located<HoldKind> }[];
  readonly until: Located<"turn" | "session">;
}

export interface MemoryNode {
  readonly kind: "memory";
  readonly file: string;
  readonly cells: readonly CellNode[];
}

export type MappingFile = TableNode | MemoryNode;
