/** Why an editor does not underline what the compiler refuses: all mistakes of a code, or those of some names. */
type Reasons = { readonly [code: string]: string | { readonly [name: string]: string } };

const yaml = "the server's own reading of YAML lets it pass";
const parsed = "a schema sees values, and not how they were written";
const types = "the type at the end of a path is not known to a schema";
const together = "several lines say it together";
const order = "a schema cannot tell the last of a list from the others";
const files = "a schema sees one file";
const paths = "offered where a value is written, but a `when`, `each` or memory may make others right";
const keys = "a pattern or a group of keys is expanded by the compiler alone";
const definitions = "the definitions of a protocol are too many to be listed in every schema";
const answers = "the answers' schemas are not repeated here";

export const beyond: Reasons = {
  // ---- YAML
  "yaml-character": { "a character that does not show": yaml },
  "yaml-directive": yaml,
  "yaml-documents": yaml,
  "yaml-duplicate-key": { "a number and its text": yaml },
  "yaml-merge-key": "the server merges",
  "yaml-tag": { "own, standard and empty": "the server knows the standard tags" },
  "yaml-key-type": { "null, truth values, infinity": yaml, "no key at all": yaml },
  "yaml-comment": { "text that a # cuts off": yaml },
  "yaml-number-loses-digits": { "versions, zeros, exponents, big numbers": parsed },
  "yaml-number-not-finite": parsed,
  "empty-value": { "nothing, ~ and Null where a value belongs": parsed, "in a value table": parsed },
  "literal-path": parsed,
  "bad-expression": { "a forgotten dollar before an operator": parsed },

  // ---- what stands in several places
  "unknown-key": { "of has": "the fields stand beside it" },
  "bad-key": { "groups that multiply": "a pattern does not multiply" },
  "bad-row": { "two answers": together },
  "duplicate-source": files,
  "missing-spec": "only a warning, and no property that every table needs",
  "duplicate-row": together,
  "overlapping-rows": keys,
  "unreachable-row": keys,
  "uncovered-message": keys,
  "unknown-message": { "keys, a misspelt member of a group": keys, "keys, a pattern that matches nothing": keys },
  "never-absent": keys,
  "unreachable-alternative": order,
  "open-alternatives": order,
  "guarded-row": "only a warning: some messages may give nothing",
  "silent-error": "which answers are errors is the compiler's to say",
  "duplicate-values": files,
  "unused-values": together,
  "duplicate-cell": files,
  "memory-cycle": together,
  "unused-cell": files,
  "unknown-decision": together,
  "decision-cycle": {
    "requests, fallbacks in a circle": together,
    "requests, a fallback to what is the same": together,
    "requests, two that lead to each other, and one that leads to them": together,
  },
  "unknown-yields": { "requests, yielding to itself": "the key stands above" },
  "unknown-row": { "equivalences, a misspelt member of a group": keys, "equivalences, a pattern that matches nothing": keys },
  "undecided-field": { "alternatives, an answer that is to be chosen": answers },
  "not-given": "what a row gives is the compiler's to say",

  // ---- types and paths
  "not-a-discriminator": types,
  "not-a-list": types,
  "unknown-key-value": "the key is free to change, and its values with it",
  "unknown-path": paths,
  "unknown-root": "each `as` declares a root",
  "optional-into-required": {
    "events, an optional path": types,
    "events, an optional path where no literal can stand": types,
    "events, an index": types,
    "events, what some messages lack, in what the table ensures": types,
    "memory, what may not be remembered yet": types,
    "memory, half a JSON": types,
  },
  "impossible-value": {
    "alternatives, a pattern that matches nothing": "a pattern is matched by the compiler alone",
    "alternatives, a pick that never finds": types,
    "alternatives, a word that is the key of an object": types,
    "alternatives, the result of a value table": "the table may change with the row",
    "alternatives, a misspelt `present`": "any value may stand there",
  },
  "type-mismatch": {
    "tables, a list that was remembered as a provider id": types,
    "tables, an object as a provider id": types,
    "events, a path to a number in a text": types,
    "events, a path to an object in a text": types,
    "events, any text in an enum": types,
    "events, an enum in another": types,
    "events, a list of the agent's own objects": types,
    "value tables, an enum that the table does not list": types,
    "value tables, any text into an enum's table": types,
    "value tables, an object into a table for text": types,
    "requests, the wire's own word for a decision": types,
    "memory, an object where text is joined": types,
    "memory, what was remembered does not fit": types,
    "memory, a key that is an object": types,
    "memory, a key that is a list": types,
  },
  "unknown-literal": {
    "events, a misspelt result of a value table": "what a value table is for is seen where it is used",
    "events, a misspelt `unlisted`": "what a value table is for is seen where it is used",
    "requests, a word that the response does not know": answers,
  },
  "unknown-field": { "requests, a field that the response does not have": answers },
  "missing-field": { "requests, a field that the response needs": answers, "requests, an object among the words": answers },
  "unknown-definition": definitions,
  "not-an-enum": definitions,
};

/** What an editor underlines at another place than the compiler names. */
export const elsewhere: Reasons = {
  "yaml-syntax": { "a brace that is never closed": "where the server gives up", "a bracket that is never closed": "where the server gives up" },
  "optional-into-required": { "transforms, a result that may be absent": "as a transform that is newer than the schema" },
  "unknown-event": { "events, a misspelt event of an example": "at the event, where the compiler names the example" },
  "unknown-field": { "events, a misspelt field of an example": "at the field, where the compiler names the example" },
};
