import { distance } from "fastest-levenshtein";
import { keyText } from "../mapping/row-text.js";
import type { CanonicalEvent, CanonicalField } from "../schema/canonical.js";
import type { Shape } from "../schema/types.js";
import { listedElement, misfits, objectsOf } from "./assignable.js";
import type { Leaf } from "./resolve-key.js";
import type { Environment } from "./scope.js";
import { elementOf, fieldNames, stepInto, type Typed } from "./shapes.js";
import type { CheckedRow } from "./types.js";

/** How far below the message the fields of an event are looked for. */
const deepest = 4;
/** Events that say something went wrong are proposed only where the key says so. */
const alarming = new Set(["runtime.warning", "runtime.error"]);

/** Words that everything has. */
const vague = new Set(["id", "nam"]);

export interface Stub {
  /** The row to paste below `rows:`, indented. */
  readonly text: string;
  /** The event that it gives, alone: `turn.started: {}`. */
  readonly event: string;
  readonly type: string;
  /** The row whose key is most alike. */
  readonly near: CheckedRow | undefined;
}

/** A row that would cover a message: the event whose name is most alike, or that alike messages give, filled from what the schema offers. */
export function stubFor(env: Environment, leaf: Leaf, rows: readonly CheckedRow[]): Stub {
  const key = leaf.segments.join(":");
  const paths = pathsOf(env, "$", leaf.roots.get("")!);
  const proposals = env.canonical.events.flatMap((event) => {
    const filled = event.host ? undefined : fill(env, event.fields, paths);
    return filled ? [{ event, ...filled, score: scoreOf(event, key, rows) - filled.guessed - (filled.carried ? 0 : 1 / 2) }] : [];
  });
  const best = proposals.reduce((one, other) => (other.score > one.score ? other : one));
  const written = best.written.length > 0 ? ` ${best.written.join(", ")} ` : "";
  const event = `${best.event.type}: {${written}}`;
  return { text: `  ${keyText(key)}:\n    note: "TODO: what this says"\n    ${event}`, event, type: best.event.type, near: mostAlike(key, rows) };
}

/** By shared words, then by a common beginning, then by how few letters differ. */
function mostAlike(key: string, rows: readonly CheckedRow[]): CheckedRow | undefined {
  let best: CheckedRow | undefined;
  let most = -Infinity;
  for (const row of rows) {
    for (const covered of row.covers) {
      const beginning = wordsOf(key).findIndex((word, index) => word !== wordsOf(covered.key)[index]);
      const alike = alikeness(key, covered.key) + beginning / 100 - distance(key, covered.key) / 10_000;
      if (alike > most) [best, most] = [row, alike];
    }
  }
  return best;
}

/** Words in common with the key; then words that the key has in common with those of rows that give this event, and how many there are. */
function scoreOf(event: CanonicalEvent, key: string, rows: readonly CheckedRow[]): number {
  const words = wordsOf(key);
  const own = wordsOf(event.type);
  const shared = own.filter((word) => words.includes(word)).length;
  if (alarming.has(event.type) && shared === 0 && !words.includes("fail")) return -10;
  const giving = rows.filter(({ alternatives }) => alternatives.some(({ events }) => events[0]?.type === event.type));
  const alike = giving.flatMap(({ covers }) => covers.map((covered) => alikeKeys(key, covered.key)));
  // Opening or closing something is not to be guessed.
  const { lifecycle } = event;
  const bold = lifecycle !== undefined && lifecycle.does !== "updates" && !(words.includes(own[0]!) && words.includes(own.at(-1)!));
  return (1.5 * shared ** 2) / own.length - (bold ? 2 : 0) + 2 * Math.max(0, ...alike) + giving.length / (rows.length + 1);
}

/** From 0 to 1: how many of their words two keys share. */
export function alikeness(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return left.filter((word) => right.includes(word)).length / Math.max(left.length, right.length, 1);
}

/** Of messages of one method, what comes below it decides. */
export function alikeKeys(a: string, b: string): number {
  const [left, right] = [a.split(":"), b.split(":")];
  const same = left.findIndex((segment, index) => segment !== right[index]);
  const below = same > 0 && same < right.length ? same : 0;
  return alikeness(left.slice(below).join(":"), right.slice(below).join(":"));
}

/** `thread/tokenUsage/updated` -> thread, token, usage, update. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, ""));
}

interface Candidate extends Typed {
  readonly text: string;
  readonly name: string;
}

function pathsOf(env: Environment, text: string, typed: Typed, depth = 0): Candidate[] {
  const name = text.slice(text.lastIndexOf(".") + 1);
  const own = { ...typed, text, name };
  if (depth === deepest) return [own];
  const names = fieldNames(env.set, typed.shape).filter((field) => /^[\w-]+$/.test(field));
  const below = names.flatMap((field) => {
    const step = stepInto(env.set, typed.shape, field)!;
    return pathsOf(env, `${text}.${field}`, { shape: step.shape, optional: step.optional || typed.optional }, depth + 1);
  });
  return [own, ...below];
}

interface Filled {
  readonly written: readonly string[];
  /** Required fields for which the message has nothing; half of those for which it has nothing of their own. */
  readonly guessed: number;
  /** Something of the message is in it. */
  readonly carried: boolean;
}

/** `name: $.params.name` for each field that must be there or is plainly meant; `undefined` if a required one cannot be filled. */
function fill(env: Environment, fields: readonly CanonicalField[], paths: readonly Candidate[]): Filled | undefined {
  const written: string[] = [];
  let guessed = 0;
  let carried = false;
  for (const field of fields) {
    if (field.required && !field.inherited) {
      const value = required(env, field, paths);
      if (value === undefined) return undefined;
      if (value.guessed < 1) carried = true;
      // An enum with a word for it says no more than is known.
      if (value.guessed < 1 || field.fallback !== "unknown" || field.shape.kind !== "union") guessed += value.guessed;
      written.push(`${field.name}: ${value.text}`);
    } else {
      const found = paths.find((path) => mayMean(path.name, field) && fits(env, path.shape, field.shape)) ?? (carried ? undefined : whole(env, field, paths));
      if (found) {
        carried = true;
        written.push(`${field.name}: ${found.text}`);
      }
    }
  }
  return { written, guessed, carried };
}

function required(env: Environment, field: CanonicalField, paths: readonly Candidate[]): { text: string; guessed: number } | undefined {
  if (field.fields && listedElement(env.set, field.shape)) {
    const text = listOf(env, field, field.fields, paths);
    return text === undefined ? undefined : { text, guessed: 0 };
  }
  const fitting = paths.filter((path) => fits(env, path.shape, field.shape));
  const literal = literalFor(field.shape, field.fallback);
  const shares = (name: string, words: readonly string[]): boolean => words.some((word) => wordsOf(name).includes(word));
  const words = wordsOf(field.name);
  const named = fitting.find(({ name }) => sameName(name, field.name)) ?? fitting.find(({ name }) => shares(name, words.filter((word) => !vague.has(word))));
  const best = named ?? fitting.find(({ name }) => shares(name, words)) ?? whole(env, field, fitting);
  const guessed = named ? 0 : best ? 1 / 2 : 1;
  if (best !== undefined && !best.optional) return { text: best.text, guessed };
  return literal === undefined ? undefined : { text: best ? `${best.text} ?? ${literal}` : literal, guessed };
}

/** For what takes anything: all that the message carries. */
function whole(env: Environment, { shape }: CanonicalField, paths: readonly Candidate[]): Candidate | undefined {
  if (shape.kind !== "unknown" && shape.kind !== "object") return undefined;
  const there = paths.filter((path) => !path.optional && fits(env, path.shape, shape));
  return there.find(({ text }) => /^\$\.(?:params|result|error|msg)$/.test(text)) ?? there[0];
}

function listOf(env: Environment, field: CanonicalField, fields: readonly CanonicalField[], paths: readonly Candidate[]): string | undefined {
  const list = paths.find(({ name, shape }) => sameName(name, field.name) && elementOf(env.set, shape) !== undefined);
  const element = list && elementOf(env.set, list.shape);
  const inside = element && objectsOf(env.set, element).length > 0 ? fill(env, fields, pathsOf(env, "$one", { shape: element, optional: false })) : undefined;
  return list && inside && `{ each: ${list.text}, as: one, ${inside.written.join(", ")} }`;
}

/** Unknown fits only what takes anything: a stub should not guess. */
function fits(env: Environment, from: Shape, to: Shape): boolean {
  if (to.kind === "unknown") return true;
  return from.kind !== "unknown" && from.kind !== "never" && misfits(env.set, from, to).length === 0;
}

function literalFor(shape: Shape, fallback: unknown): string | undefined {
  if (typeof fallback === "string") return /^[A-Za-z_]\w*$/.test(fallback) ? fallback : JSON.stringify(fallback);
  if (typeof fallback === "number" || typeof fallback === "boolean") return String(fallback);
  const [first] = shape.kind === "union" ? shape.members : [shape];
  return first?.kind === "literal" ? String(first.value) : undefined;
}

/** `threadName` may be the `name`; what takes anything wants its own name. */
function mayMean(name: string, { name: field, shape }: CanonicalField): boolean {
  return shape.kind === "string" ? wordsOf(field).every((word) => wordsOf(name).includes(word)) : sameName(name, field);
}

function sameName(a: string, b: string): boolean {
  return wordsOf(a).join(" ") === wordsOf(b).join(" ");
}
