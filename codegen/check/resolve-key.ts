import { matchesPattern } from "../mapping/key.js";
import type { KeyBranch, KeyNode, Path } from "../mapping/types.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import { responseFrame } from "./responses.js";
import type { Report } from "./report.js";
import { resolvePath } from "./resolve-path.js";
import { fieldSteps, scopeOf, type Environment } from "./scope.js";
import { branchesOf, listedValues, membersOf, never, shapeText, unionOf, unknown, type Typed } from "./shapes.js";
import type { CheckedKey } from "./types.js";

export type Roots = ReadonlyMap<string, Typed>;

/** One kind of message that the key tree tells apart, listed by the schema or left over. */
export interface Leaf {
  readonly segments: readonly string[];
  /** What paths find in it. */
  readonly roots: Roots;
  /** Whether the schema knows of it, so that a row must say something. */
  readonly possible: boolean;
}

export interface KeyInput {
  readonly env: Environment;
  readonly key: KeyNode;
  readonly roots: Roots;
  /** For an answer table, whose message follows from `$request`. */
  readonly answers: boolean;
  /** Exact values that rows give below some segments, for paths whose values no schema lists. */
  readonly given: (segments: readonly string[]) => readonly string[];
}

export interface KeyTree {
  readonly leaves: readonly Leaf[];
  readonly checked: CheckedKey;
  /** Something in the tree is wrong, and reported: nothing can be said about the rows' keys. */
  readonly broken: boolean;
  /** Branches that these messages never take. They may be for the other messages of the table. */
  readonly strange: readonly StrangeBranch[];
  /** The segments after which comes what is remembered, and the path that reads it. */
  readonly remembered: ReadonlyMap<string, string>;
}

export interface StrangeBranch {
  readonly branch: KeyBranch;
  /** The values that its path has. */
  readonly values: readonly string[];
}

export const absentSegment = "(none)";
export const unlistedSegment = "(other)";

/** Every kind of message, in schema order, by running the tree's paths over the shape of all messages. */
export function resolveKey(input: KeyInput): KeyTree {
  const leaves = new Map<string, Leaf>();
  let broken = false;
  const found = (leaf: Leaf): void => {
    const key = leaf.segments.join(":");
    const known = leaves.get(key);
    leaves.set(key, known ? merge(known, leaf) : leaf);
  };
  const report: Report = (...finding) => {
    broken = true;
    input.env.report(...finding);
  };
  const env = { ...input.env, report };
  const strange: StrangeBranch[] = [];
  const remembered = new Map<string, string>();
  const checked = walk({ ...input, env, found, strange, remembered }, input.key, { segments: [], roots: input.roots, possible: true });
  return { leaves: [...leaves.values()], checked, broken, strange, remembered };
}

interface Walk extends KeyInput {
  readonly found: (leaf: Leaf) => void;
  readonly strange: StrangeBranch[];
  readonly remembered: Map<string, string>;
}

function walk(input: Walk, key: KeyNode, at: Leaf): CheckedKey {
  switch (key.kind) {
    case "path":
      return walkPath(input, key, at);
    case "has":
      return walkHas(input, key, at);
    case "each":
      return walkEach(input, key, at);
  }
}

/** A value of a node: the message narrowed to it. */
interface Value {
  readonly segment: string;
  readonly shape: Shape | undefined;
  readonly possible: boolean;
}

function walkPath(input: Walk, key: KeyNode & { kind: "path" }, at: Leaf): CheckedKey {
  const values = valuesOf(input, key, at);
  noteStrangeBranches(input, key.below, values.map(({ segment }) => segment));
  const below = new Map<string, CheckedKey>();
  for (const { segment, shape, possible } of values) {
    const roots = shape === undefined ? at.roots : narrowRoot(input, at.roots, key.path.root, shape);
    const next = goOn(input, key.below, { segments: [...at.segments, segment], roots, possible: at.possible && possible });
    if (next) below.set(segment, next);
  }
  return { kind: "path", path: key.path, below };
}

function goOn(input: Walk, branches: readonly KeyBranch[], at: Leaf): CheckedKey | undefined {
  const branch = branchFor(branches, at.segments.at(-1)!);
  if (branch) return walk(input, branch.key, at);
  input.found(at);
  return undefined;
}

/** Exact before pattern; `*` goes on below unlisted values, too. */
function branchFor(branches: readonly KeyBranch[], segment: string): KeyBranch | undefined {
  const exact = branches.find(({ value }) => value.value === segment);
  if (exact || segment === absentSegment) return exact;
  return branches.find(({ value }) => (segment === unlistedSegment ? value.value === "*" : matchesPattern(value.value, segment)));
}

function valuesOf(input: Walk, key: KeyNode & { kind: "path" }, at: Leaf): Value[] {
  const { env } = input;
  const root = at.roots.get(key.path.root);
  if (root === undefined && env.memory.cells.has(key.path.root)) return memoryValues(input, key, at);
  const typed = resolvePath(env, scopeOf(at.roots), key.path);
  const names = fieldSteps(key.path);
  // Reported for the merged surface; in a version that does not have the path yet, it is absent.
  if (root === undefined || typed === undefined) return [{ segment: absentSegment, shape: undefined, possible: true }];
  if (names === undefined) {
    env.report("not-a-discriminator", key.path.at ?? key.at, `"${key.path.text}" goes through a list.`, "Messages are told apart by fields; `each` goes through a list.");
    return [];
  }
  const first = at.segments.length === 0;
  const { values, absent, open } = branchesOf(env.set, root.shape, names);
  if (values.length === 0 && !mayBeKey(env.set, typed.shape, first)) {
    env.report("not-a-discriminator", key.path.at ?? key.at, `"${key.path.text}" tells no messages apart: it is ${shapeText(typed.shape)}.`, "A key's path leads to an enum, or below the first segment to any text or number.");
    return [];
  }
  const given = values.length === 0 ? input.given(at.segments).filter((segment) => mayBe(env.set, typed.shape, segment)) : [];
  return [
    ...values.map(({ value, shape }): Value => ({ segment: value, shape, possible: true })),
    ...given.map((segment): Value => ({ segment, shape: open, possible: true })),
    ...(absent || root.optional ? [{ segment: absentSegment, shape: absent, possible: true }] : []),
    // The session says what to do with a message that nobody knows; a part of a known message is the table's to say.
    { segment: unlistedSegment, shape: open, possible: open !== undefined && !first },
  ];
}

/** Text and numbers without listed values can only tell apart what rows name; the first segment names a listed message. */
function mayBeKey(set: DefinitionSet, shape: Shape, first: boolean): boolean {
  return !first && membersOf(set, shape).every(({ kind }) => kind === "string" || kind === "integer" || kind === "number" || kind === "unknown");
}

/** A number is never what reads as none. */
function mayBe(set: DefinitionSet, shape: Shape, segment: string): boolean {
  return !Number.isNaN(Number(segment)) || membersOf(set, shape).some(({ kind }) => kind === "string" || kind === "unknown");
}

/** What is remembered lists what it can be if it only ever holds listed values; else the rows say. */
function memoryValues(input: Walk, key: KeyNode & { kind: "path" }, at: Leaf): Value[] {
  const { env } = input;
  const typed = resolvePath(env, scopeOf(at.roots), key.path);
  if (typed === undefined) return [];
  if (isJson(input, key.path) || !membersOf(env.set, typed.shape).every(({ kind }) => tellable.has(kind))) {
    const what = isJson(input, key.path) ? "the JSON that was put together" : shapeText(typed.shape);
    env.report("not-a-discriminator", key.path.at ?? key.at, `"${key.path.text}" tells no messages apart: it is ${what}.`, "A key goes on by what is remembered as a text, a number or a truth value.");
    return [];
  }
  input.remembered.set(at.segments.join(":"), key.path.text);
  const listed = listedValues(env.set, typed.shape);
  const closed = listed !== undefined && !listed.open;
  const segments = closed ? listed.values : [...new Set([...(listed?.values ?? []), ...input.given(at.segments).filter((segment) => mayBe(env.set, typed.shape, segment))])];
  return [
    ...segments.map((segment): Value => ({ segment, shape: undefined, possible: true })),
    { segment: absentSegment, shape: undefined, possible: true },
    { segment: unlistedSegment, shape: undefined, possible: !closed },
  ];
}

/** What a key can go on by. */
const tellable: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "literal", "unknown", "null"]);

function isJson({ env }: Walk, { root, steps }: Path): boolean {
  const [first, ...deeper] = steps;
  return first?.kind === "field" && deeper.length === 0 && env.memory.cells.get(root)?.get(first.name) === "json";
}

function narrowRoot(input: Walk, roots: Roots, name: string, shape: Shape): Roots {
  const narrowed = new Map(roots).set(name, { shape, optional: false });
  if (input.answers && name === "request") narrowed.set("", { shape: responseFrame(input.env, shape), optional: false });
  return narrowed;
}

/** Which of some fields a message has: the first that it has. */
function walkHas(input: Walk, key: KeyNode & { kind: "has" }, at: Leaf): CheckedKey {
  const { env } = input;
  const message = at.roots.get("")!;
  let rest = membersOf(env.set, message.shape);
  noteStrangeBranches(input, key.below, key.fields.map(({ value }) => value));
  const below = new Map<string, CheckedKey>();
  for (const { value: name, at: place } of key.fields) {
    const having = rest.filter((member) => member.kind === "unknown" || (member.kind === "object" && (member.fields.has(name) || member.rest !== undefined)));
    if (having.length === 0) env.report("unknown-path", place, `No message has "${name}".`);
    const roots = new Map(at.roots).set("", { shape: unionOf(having), optional: false });
    const next = goOn(input, key.below, { segments: [...at.segments, name], roots, possible: at.possible && having.length > 0 });
    if (next) below.set(name, next);
    rest = rest.filter((member) => member.kind !== "object" || member.fields.get(name)?.required !== true);
  }
  const roots = new Map(at.roots).set("", { shape: unionOf(rest), optional: false });
  if (rest.length > 0) goOn(input, key.below, { segments: [...at.segments, absentSegment], roots, possible: at.possible });
  return { kind: "has", fields: key.fields.map(({ value }) => value), below };
}

/** Each element of a list by a key of its own; `(none)` is a message without an element. */
function walkEach(input: Walk, key: KeyNode & { kind: "each" }, at: Leaf): CheckedKey {
  const { env } = input;
  const list = resolvePath(env, scopeOf(at.roots), key.list);
  const elements = list && membersOf(env.set, list.shape).flatMap((member) => (member.kind === "list" ? [member.element] : member.kind === "unknown" ? [member] : []));
  if (elements?.length === 0) env.report("not-a-list", key.list.at ?? key.at, `"${key.list.text}" is no list, but ${shapeText(list!.shape)}.`);
  const element = { shape: elements?.length ? unionOf(elements) : unknown, optional: false };
  const nested = walk(input, key.key, { ...at, roots: new Map(at.roots).set(key.as, element) });
  input.found({ segments: [...at.segments, absentSegment], roots: new Map(at.roots).set(key.as, { shape: never, optional: true }), possible: at.possible });
  return { kind: "each", list: key.list, as: key.as, key: nested };
}

function noteStrangeBranches({ strange }: Walk, branches: readonly KeyBranch[], values: readonly string[]): void {
  if (values.length === 0) return;
  for (const branch of branches) {
    const { value } = branch.value;
    if (value !== "*" && !values.some((one) => matchesPattern(value, one))) strange.push({ branch, values });
  }
}

/** An element without a tag and a message without elements share one key. */
function merge(a: Leaf, b: Leaf): Leaf {
  const roots = new Map(a.roots);
  for (const [name, typed] of b.roots) {
    const other = roots.get(name);
    roots.set(name, other ? { shape: unionOf([other.shape, typed.shape]), optional: other.optional || typed.optional } : typed);
  }
  return { ...a, roots, possible: a.possible || b.possible };
}
