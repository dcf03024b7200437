import { choice, field as fieldNode, plainValue } from "../mapping/undecided.js";
import type { FieldNode, ValueNode } from "../mapping/types.js";
import type { Position } from "../diagnostic.js";
import type { CanonicalField } from "../schema/canonical.js";
import type { Shape } from "../schema/types.js";
import { listedElement, misfits, objectsOf } from "./assignable.js";
import type { Leaf } from "./resolve-key.js";
import type { Environment } from "./scope.js";
import { elementOf, fieldNames, listedValues, membersOf, shapeText, stepInto, type Typed } from "./shapes.js";
import { sameName, wordsOf } from "./words.js";

/** What of a message may fill the fields of an event. What is not known is a choice, which does not compile. */

/** How far below the message the fields of an event are looked for. */
const deepest = 4;
/** How many paths are named where one is to be chosen. */
const mostPaths = 4;
/** Fields that say nothing of their own: all that the message carries may stand there. */
const whole = new Set(["detail", "data"]);

export interface Candidate extends Typed {
  readonly text: string;
  readonly name: string;
}

/** Everything that a message holds, the message first. */
export function pathsOf(env: Environment, { roots }: Leaf): Candidate[] {
  return pathsBelow(env, "$", roots.get("")!, 0);
}

function pathsBelow(env: Environment, text: string, typed: Typed, depth: number): Candidate[] {
  const own = { ...typed, text, name: text.slice(text.lastIndexOf(".") + 1) };
  if (depth === deepest) return [own];
  const names = fieldNames(env.set, typed.shape).filter((name) => /^[\w-]+$/.test(name));
  const below = names.flatMap((name) => {
    const step = stepInto(env.set, typed.shape, name)!;
    return pathsBelow(env, `${text}.${name}`, { shape: step.shape, optional: step.optional || typed.optional }, depth + 1);
  });
  return [own, ...below];
}

/** Fields that must be there, and those that are plainly meant. */
export function fill(env: Environment, key: string, fields: readonly CanonicalField[], paths: readonly Candidate[], at: Position): FieldNode[] {
  return fields.flatMap((field): FieldNode[] => {
    const value = field.required && !field.inherited ? (certain(env, field, paths, at) ?? openValue(env, key, field, paths, at)) : maybe(env, key, field, paths, at);
    return value === undefined ? [] : [fieldNode(field.name, value, at)];
  });
}

/** The word of an enum that the key names; else what there is to choose from. */
export function openValue(env: Environment, key: string, { name, shape }: CanonicalField, paths: readonly Candidate[], at: Position): ValueNode {
  const words = wordsIn(env, shape);
  if (words.length > 0) return namedWord(key, words, at) ?? choice([...told(env, name, paths), ...words], at);
  // What only tells the message from others says nothing.
  const fitting = paths.filter((path) => path.text !== "$" && path.shape.kind !== "literal" && isId(path.name) === isId(name) && fits(env, path.shape, shape));
  const called = fitting.filter((path) => wordsOf(name).some((word) => wordsOf(path.name).includes(word)));
  const texts = (called.length > 0 ? called : fitting).slice(0, mostPaths).map(({ text }) => text);
  const named = paths.find((path) => path.name !== "$" && sameName(path.name, name));
  return choice(texts.length > 0 ? texts : [...(named ? [named.text] : []), shape.kind === "boolean" ? "true or false" : shapeText(shape)], at);
}

/** `archived` of `thread/archived`, `file_change` of `item/fileChange/patchUpdated`. */
export function namedWord(key: string, words: readonly string[], at: Position): ValueNode | undefined {
  const said = wordsOf(key);
  const named = words.filter((word) => wordsOf(word).every((part) => said.includes(part)));
  const [only] = named.length === 1 ? named : named.filter((word) => named.every((other) => other === word || wordsOf(word).length > wordsOf(other).length));
  return only === undefined ? undefined : { kind: "literal", value: only, at };
}

/** The words that a field takes, where it takes nothing else. */
export function wordsIn(env: Environment, shape: Shape): string[] {
  const members = membersOf(env.set, shape).filter(({ kind }) => kind !== "null");
  const words = members.flatMap((member) => (member.kind === "literal" && typeof member.value === "string" ? [member.value] : []));
  return words.length === members.length ? words : [];
}

/** What the message itself says in words of its own, for a value table to read. */
function told(env: Environment, name: string, paths: readonly Candidate[]): string[] {
  const worded = paths.filter((path) => (listedValues(env.set, path.shape)?.values.length ?? 0) > 1);
  const meant = worded.filter((path) => /^(?:status|state|outcome|result|level|severity|kind|decision|reason)$/i.test(path.name) || sameName(path.name, name));
  return meant.slice(0, 2).map(({ text }) => text);
}

/** What has the name of the field, and its type. */
function certain(env: Environment, field: CanonicalField, paths: readonly Candidate[], at: Position): ValueNode | undefined {
  if (field.fields && listedElement(env.set, field.shape)) return listOf(env, field, field.fields, paths, at);
  const found = paths.find((path) => means(path.name, field.name) && fits(env, path.shape, field.shape) && !isWord(env, field, path)) ?? (isId(field.name) ? onlyId(paths) : everything(env, field, paths));
  if (found === undefined) return undefined;
  if (!found.optional) return plainValue(found.text, at);
  const otherwise = fallbackText(field.fallback);
  return otherwise === undefined ? undefined : withFallback(found.text, field.fallback, otherwise, at);
}

function isId(name: string): boolean {
  return /(?:^|[a-z_])[iI]d$/.test(name);
}

/** The one thing below the frame that has an id is what the message is about. */
function onlyId(paths: readonly Candidate[]): Candidate | undefined {
  const [only, ...others] = paths.filter(({ name, text }) => name === "id" && text !== "$.id");
  return others.length === 0 ? only : undefined;
}

/** A word such as `ready` is not all that is to be said where anything may stand. */
function isWord(env: Environment, { shape }: CanonicalField, path: Candidate): boolean {
  return shape.kind === "unknown" && listedValues(env.set, path.shape) !== undefined;
}

function maybe(env: Environment, key: string, field: CanonicalField, paths: readonly Candidate[], at: Position): ValueNode | undefined {
  const words = wordsIn(env, field.shape);
  if (words.length > 0) {
    const direct = paths.find((path) => sameName(path.name, field.name) && fits(env, path.shape, field.shape));
    return direct ? plainValue(direct.text, at) : namedWord(key, words, at);
  }
  const found = paths.find((path) => mayMean(path.name, field) && fits(env, path.shape, field.shape)) ?? (whole.has(field.name) ? everything(env, field, paths) : undefined);
  return found && plainValue(found.text, at);
}

/** For what takes anything: all that the message carries. */
function everything(env: Environment, { shape }: CanonicalField, paths: readonly Candidate[]): Candidate | undefined {
  if (shape.kind !== "unknown" && shape.kind !== "object") return undefined;
  const there = paths.filter((path) => !path.optional && fits(env, path.shape, shape));
  return there.find(({ text }) => /^\$\.(?:params|result|error|msg)$/.test(text)) ?? there[0];
}

function listOf(env: Environment, field: CanonicalField, fields: readonly CanonicalField[], paths: readonly Candidate[], at: Position): ValueNode | undefined {
  const list = paths.find(({ name, shape, optional }) => !optional && sameName(name, field.name) && elementOf(env.set, shape) !== undefined);
  const element = list && elementOf(env.set, list.shape);
  if (list === undefined || element === undefined || objectsOf(env.set, element).length === 0) return undefined;
  const from = plainValue(list.text, at);
  return from.kind === "expression" ? { kind: "each", list: from.expression, as: "one", fields: fill(env, "", fields, pathsBelow(env, "$one", { shape: element, optional: false }, 0), at), at } : undefined;
}

/** Unknown fits only what takes anything: nobody should guess. */
function fits(env: Environment, from: Shape, to: Shape): boolean {
  if (to.kind === "unknown") return true;
  return from.kind !== "unknown" && from.kind !== "never" && misfits(env.set, from, to).length === 0;
}

function fallbackText(fallback: unknown): string | undefined {
  if (typeof fallback === "string") return /^[A-Za-z_]\w*$/.test(fallback) ? fallback : JSON.stringify(fallback);
  return typeof fallback === "number" || typeof fallback === "boolean" ? String(fallback) : undefined;
}

function withFallback(text: string, fallback: unknown, otherwise: string, at: Position): ValueNode {
  const value = plainValue(text, at);
  if (value.kind !== "expression") return value;
  const operand = { kind: "literal", value: fallback as string } as const;
  // oxlint-disable-next-line unicorn/no-thenable -- what comes after the first operand
  return { ...value, expression: { ...value.expression, then: [{ kind: "else", operand, at }], text: `${text} ?? ${otherwise}` } };
}

/** `fileName` may be the `name`, and `name` the `hookName` where nothing else is. */
function means(name: string, field: string): boolean {
  return sameName(name, field) || (wordsOf(field).length > 1 && wordsOf(field).at(-1) !== "id" && sameName(name, wordsOf(field).at(-1)!));
}

/** `threadName` may be the `name`; what takes anything wants its own name. */
function mayMean(name: string, { name: field, shape }: CanonicalField): boolean {
  return shape.kind === "string" ? wordsOf(field).every((word) => wordsOf(name).includes(word)) : sameName(name, field);
}
