import type { Diagnostic } from "../diagnostic.js";

/** What a table says of itself. */
export const tableCodes = {
  "unknown-source": "`source` is none of the sources of the canonical model",
  "duplicate-source": "two tables map the same source",
  "unknown-protocol": "a protocol that is not vendored",
  "unknown-definition": "a definition that the protocol's schemas do not have",
  "taken-section": "a section of the specification that shows something else",
  "missing-spec": "a table that says no section of the specification, so that its rows are rendered nowhere",
} as const;

/** Keys, and which message belongs to which row. */
export const keyCodes = {
  "not-a-discriminator": "the key's path tells no messages apart",
  "unknown-key-value": "the key tree goes on below a value that its path never has",
  "unknown-message": "a row key, or a part of it, that matches no message",
  "never-absent": "`(none)` for a tag that every message has",
  "duplicate-row": "two rows name the same message",
  "overlapping-rows": "two patterns of equal rank match the same message",
  "unreachable-row": "every message that the row matches belongs to a row that says more exactly",
  "unreachable-alternative": "an alternative, or an event of `ensure`, after one without `when`",
  "open-alternatives": "no alternative is left for a message that meets no `when`",
  "uncovered-message": "a message of a vendored version that no row covers",
  "undecided-row": "a row of which nobody has decided yet what its message means",
  "silent-error": "a row that gives nothing for an error answer",
  "guarded-row": "a row whose events are all guarded, so that a message may give none",
} as const;

/** Names, paths and memory. */
export const nameCodes = {
  "unknown-root": "a path that begins with a name that nothing declares there",
  "unknown-path": "a path that no message of the row has",
  "not-a-list": "`each`, an index or a pick over something that is no list",
  "unknown-pipe": "neither a value table of the file nor a transform",
  "unknown-cell": "a memory cell that the provider does not declare",
  "unknown-cell-field": "a name that the memory cell does not hold",
  "duplicate-cell": "two memory cells of one name in one provider",
  "memory-cycle": "memory cells whose keys need each other",
  "unused-cell": "a memory cell that no row reads or fills",
} as const;

/** Events and what fills their fields. */
export const eventCodes = {
  "unknown-event": "no canonical event",
  "unknown-field": "a field that the event, or the object, does not have",
  "missing-field": "a required field that is not given",
  "unknown-literal": "a literal outside the enum that it fills",
  "literal-path": "text without quotes that reads like a path of the message, its `$` forgotten",
  "type-mismatch": "a value of a type that its place does not take",
  "optional-into-required": "a value that may be absent, in a required field",
  "impossible-value": "a condition that compares with a value the path never has",
  "undecided-field": "a field of an event, or of an answer, of which nobody has decided yet what fills it",
  "ensure-opens-nothing": "`ensure` with an event that opens nothing",
} as const;

/** Value tables. */
export const valueCodes = {
  "not-an-enum": "`of` names something that lists no values",
  "unknown-value": "a value that the enum does not list",
  "missing-values": "values of the enum without a line",
  "undecided-value": "a value of which nobody has decided yet what it becomes",
  "missing-unlisted": "no `unlisted`: what a value that no schema knows becomes",
  "pattern-in-enum": "a pattern where every value must have its own line",
  "duplicate-values": "a value table named like a transform",
  "unused-values": "a value table that no row uses",
} as const;

/** Requests, answers, and messages that repeat others. */
export const requestCodes = {
  "answer-without-request": "`answer` on a row that opens no request",
  "decide-without-request": "`decide` on a row that opens no request",
  "unknown-decision": "no decision, or one that the row does not give",
  "decision-cycle": "decisions that are the same as each other",
  "unknown-twin": "`twin` names no message of another table",
  "unknown-yields": "`yieldsTo` names no message of the table",
} as const;

/** `equivalence.yaml`. */
export const equivalenceCodes = {
  "unknown-provider": "a provider that has no tables",
  "missing-provider": "a concept that says nothing of a provider",
  "unknown-row": "a key that names no row of the table",
  "unknown-act": "an act that is none of those that the runtime takes",
  "not-given": "a row or an act that does not give the event which it is said to give",
} as const;

/** Transforms. */
export const transformCodes = {
  "transform-syntax": "a transform file that is no TypeScript",
  "transform-export": "an export that no mapper can import by the name of a function",
  "transform-parameter": "a transform that does not take exactly one plain parameter",
  "transform-async": "a transform that is asynchronous or a generator",
  "transform-untyped": "a transform whose parameter or result has no written type",
  "transform-type": "a type that a transform may not use",
  "transform-takes-message": "a transform that takes a whole message or event",
  "transform-returns-event": "a transform that gives an event",
  "transform-decides-status": "a transform in which several fields decide a status",
  "duplicate-transform": "two transforms of one name",
} as const;

/** Every finding of the checker and of the reading of transforms, by its stable code. */
export const codes = { ...tableCodes, ...keyCodes, ...nameCodes, ...eventCodes, ...valueCodes, ...requestCodes, ...equivalenceCodes, ...transformCodes };

export type Code = keyof typeof codes;

/** Those that do not stop the compiler. */
export const warnings: ReadonlySet<Code> = new Set<Code>(["missing-spec", "unused-values", "unused-cell", "guarded-row"]);

/** What is not done yet, where all that is done is sound: commands that only look may go on, but nothing is emitted. */
const unfinished: ReadonlySet<string> = new Set<Code>(["uncovered-message", "undecided-row", "undecided-field", "undecided-value"]);

/** Whether tables say something wrong, apart from what they do not say yet. */
export function isWrong({ severity, code }: Diagnostic): boolean {
  return severity === "error" && !unfinished.has(code);
}

/** What somebody has to decide still. */
export function isUndecided({ code }: Diagnostic): boolean {
  return code.startsWith("undecided-");
}
