import type { Diagnostic } from "../diagnostic.js";
import { keyProblem } from "./key.js";
import { asMap, asScalar, asText, asWords, beginning, createReader, isExpression, keysOf, listed, locatedText, mismatch, missingKeys, refuseEmpty, refuseRepeated, type Reader } from "./reader.js";
import type { Located, Scalar } from "./types.js";
import { readYaml, type Text, type Yaml, type YamlEntry, type YamlMap } from "../yaml/read.js";

/** `mappings/equivalence.yaml`: what the agents have in common, and what each of them says for it (mappings/README.md). */
export interface EquivalenceNode {
  readonly file: string;
  readonly spec: Located<string>;
  readonly concepts: readonly ConceptNode[];
}

export interface ConceptNode {
  readonly name: Located<string>;
  readonly event: Located<string>;
  /** Payload fields and what they may hold for the event to be this concept. */
  readonly fixed: readonly { readonly name: Located<string>; readonly values: readonly Located<Scalar>[] }[];
  readonly cells: readonly EquivalentNode[];
}

/** What gives the event at one provider. */
export interface EquivalentNode {
  readonly provider: Located<string>;
  readonly rows: readonly SourceKeys[];
  /** Rows about what the host writes. */
  readonly sent: readonly SourceKeys[];
  readonly acts: readonly Located<string>[];
  readonly none?: Located<string>;
}

export interface SourceKeys {
  readonly source: Located<string>;
  readonly keys: readonly Located<string>[];
}

const form = 'Write `spec: "7"` and `concepts:`; below it a line for each concept, with its event and what gives it at each provider.';
const conceptForm = "Write its event, and what gives it at each provider: `{ turn.started: {}, codex: { codex.app-server.notification: turn/started } }`.";
const cellForm = 'Write `source: key`, `sent: { source: key }`, `act: turn.start`, or `none: "why there is nothing"`.';

/** Reads `equivalence.yaml`. As with `parseMapping`, `node` is there exactly if there are no errors. */
export function parseEquivalence(file: string, text: string): { node?: EquivalenceNode; diagnostics: Diagnostic[] } {
  const { root, diagnostics } = readYaml(file, text);
  const reader = createReader(file, diagnostics);
  let node: EquivalenceNode | undefined;
  if (root?.kind === "map") node = readEquivalence(reader, root);
  else if (root !== undefined && !(root.kind === "scalar" && root.empty)) mismatch(reader, root, "A mapping file is a mapping", "not-a-mapping-file", form);
  else if (diagnostics.length === 0) reader.report("empty-file", { file, line: 1, column: 1 }, "The file is empty.", form);
  diagnostics.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  return node !== undefined && diagnostics.length === 0 ? { node, diagnostics } : { diagnostics };
}

function readEquivalence(reader: Reader, root: YamlMap): EquivalenceNode | undefined {
  const part = keysOf(reader, root, "The equivalences", ["spec", "concepts"]);
  missingKeys(reader, root, part, "The equivalences", ["spec", "concepts"], form);
  const spec = part.spec && asText(reader, part.spec.value, "`spec`", "wrong-form", 'Write the section in quotes: `spec: "7"`.');
  const concepts = part.concepts && asMap(reader, part.concepts.value, "`concepts`");
  if (concepts) refuseEmpty(reader, concepts, "`concepts`", "bad-concept", form);
  if (spec === undefined || concepts === undefined) return undefined;
  return { file: reader.file, spec: locatedText(spec), concepts: concepts.entries.flatMap((entry) => readConcept(reader, entry) ?? []) };
}

function readConcept(reader: Reader, entry: YamlEntry): ConceptNode | undefined {
  const what = `"${entry.key.text}"`;
  const map = asMap(reader, entry.value, what, "bad-concept", conceptForm);
  if (map === undefined) return undefined;
  // As in a row: an event's name contains a dot, and no provider's does.
  const isEvent = ({ key }: YamlEntry): boolean => key.text.includes(".");
  const [event, second] = map.entries.filter(isEvent);
  if (event === undefined) {
    if (map.whole) reader.report("bad-concept", beginning(map), `${what} names no event.`, conceptForm);
    return undefined;
  }
  if (second !== undefined) reader.report("bad-concept", second.key.at, `${what} names two events.`, "Make a concept of its own for each event.");
  const cells = map.entries.filter((one) => !isEvent(one)).flatMap((one) => readCell(reader, one) ?? []);
  return { name: locatedText(entry.key), event: locatedText(event.key), fixed: readFixed(reader, event), cells };
}

function readFixed(reader: Reader, event: YamlEntry): ConceptNode["fixed"] {
  const map = asMap(reader, event.value, `What "${event.key.text}" holds`, "bad-concept", `Write \`${event.key.text}: {}\`, or the words that make it this concept: \`{ streamKind: assistant_text }\`.`);
  return (map?.entries ?? []).map(({ key, value }) => {
    refuseEmpty(reader, value, `"${key.text}"`, "bad-concept", "Write the word, or a list of words.");
    const values = listed(value).flatMap((item) => readWord(reader, key.text, item) ?? []);
    refuseRepeated(reader, values, "bad-concept");
    return { name: locatedText(key), values };
  });
}

function readWord(reader: Reader, field: string, node: Yaml): Located<Scalar> | undefined {
  if (!isExpression(node)) return asScalar(reader, node, `"${field}"`, "bad-concept");
  reader.report("bad-concept", node.at, `"${field}" is a word of the canonical model, but "${node.text}" is a path.`, "Write the word, or a list of words.");
  return undefined;
}

function readCell(reader: Reader, entry: YamlEntry): EquivalentNode | undefined {
  const what = `What "${entry.key.text}" says`;
  const map = asMap(reader, entry.value, what, "bad-concept", cellForm);
  if (map === undefined) return undefined;
  if (map.entries.length === 0 && map.whole) reader.report("bad-concept", map.at, `"${entry.key.text}" says nothing.`, cellForm);
  const named = (name: string): YamlEntry | undefined => map.entries.find(({ key }) => key.text === name);
  const none = named("none");
  const reason = none && asWords(reader, none.value, "The reason of `none`", "bad-none", 'Write `none: "why there is nothing"`.');
  if (none !== undefined && map.entries.length > 1) reader.report("bad-none", none.key.at, "`none` stands beside what gives the event.", "Remove one of the two.");
  const act = named("act");
  const sent = named("sent");
  const sources = map.entries.filter((one) => one !== none && one !== act && one !== sent);
  return {
    provider: locatedText(entry.key),
    rows: sources.map((source) => readSource(reader, source)),
    sent: sent === undefined ? [] : readSent(reader, sent),
    acts: act === undefined ? [] : readWords(reader, act, "Write the kind of an act: `act: turn.start`.").map(locatedText),
    ...(reason && { none: locatedText(reason) }),
  };
}

function readSent(reader: Reader, { value }: YamlEntry): SourceKeys[] {
  const map = asMap(reader, value, "`sent`", "bad-concept", "Write `sent: { source: key }`.");
  if (map?.whole && map.entries.length === 0) reader.report("bad-concept", map.at, "`sent` names nothing.", "Write `sent: { source: key }`.");
  return (map?.entries ?? []).map((source) => readSource(reader, source));
}

function readSource(reader: Reader, source: YamlEntry): SourceKeys {
  const keys = readWords(reader, source, "Write the key of a row, or a list of keys.").map((key) => {
    const problem = keyProblem(key.text);
    if (problem !== undefined) reader.report("bad-key", key.span(problem.from, problem.to), problem.message, problem.hint);
    return locatedText(key);
  });
  return { source: locatedText(source.key), keys };
}

/** One word or a list of words, and at least one. */
function readWords(reader: Reader, { key, value }: YamlEntry, hint: string): Text[] {
  const items = listed(value);
  if (items.length === 0) reader.report("bad-concept", value.at, `"${key.text}" is an empty list.`, cellForm);
  const words = items.flatMap((item) => asText(reader, item, `"${key.text}"`, "bad-concept", hint) ?? []);
  refuseRepeated(reader, words.map(locatedText), "bad-concept");
  return words;
}
