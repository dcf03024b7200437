import type { Position } from "../diagnostic.js";
import { choicesIn } from "../mapping/undecided.js";
import type { FieldNode, Located, Scalar, ValueNode } from "../mapping/types.js";
import type { DefinitionSet, ObjectShape, Shape } from "../schema/types.js";
import { listedElement, misfits, objectsOf } from "./assignable.js";
import { literalsOf, resolveExpression, typeOfLiteral } from "./resolve-expression.js";
import { withRoot, type Environment, type Scope } from "./scope.js";
import { elementOf, fieldNames, membersOf, shapeText, stepInto, unknown } from "./shapes.js";
import { enumerate, meant, suggest } from "../spelling.js";
import type { Accepts, CheckedExpression, CheckedField, CheckedValue } from "./types.js";

/** A place that a value fills: a field of a canonical event, or of a response. */
export interface Target {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  /** May be left out though it is required. */
  readonly inherited?: boolean;
  readonly fallback?: unknown;
  /** The fields of its objects, where more is known of them than their shape. */
  readonly fields?: readonly Target[];
}

/** An object whose fields are known; `undefined` for one that takes anything. */
export interface TargetObject {
  readonly fields: readonly Target[] | undefined;
  /** For messages: `turn.completed`. */
  readonly owner: string;
  /** Where a missing field is reported. */
  readonly at: Position;
  /** A required field may be filled by what may be absent: something else is done about it. */
  readonly lenient?: boolean;
}

/** The fields of an event or an object, in the order of the target, each checked against its place. */
export function checkFields(env: Environment, scope: Scope, nodes: readonly FieldNode[], target: TargetObject): CheckedField[] {
  const { fields } = target;
  const misspelt = new Set<string>();
  const checked = nodes.flatMap((node): CheckedField[] => {
    const place = fields ? fields.find(({ name }) => name === node.name.value) : { name: node.name.value, shape: unknown, required: false };
    if (place === undefined) {
      const free = fields!.map(({ name }) => name).filter((name) => !nodes.some((other) => other.name.value === name));
      misspelt.add(meant(node.name.value, free) ?? "");
      env.report("unknown-field", node.name.at, `${target.owner} has no field "${node.name.value}".`, suggest(node.name.value, free, "It may also have"));
      return [];
    }
    const value = checkValue(env, scope, node.value, place, target);
    return value === undefined ? [] : [{ name: place.name, required: place.required, accepts: acceptsOf(place.shape), value, fallback: place.fallback }];
  });
  if (fields === undefined) return checked;
  for (const field of fields) {
    if (field.required && !field.inherited && !misspelt.has(field.name) && !nodes.some((node) => node.name.value === field.name)) {
      env.report("missing-field", target.at, `${target.owner} needs "${field.name}".`, `Add \`${field.name}:\`, which is ${shapeText(field.shape)}.`);
    }
  }
  const order = new Map(fields.map(({ name }, index) => [name, index]));
  return checked.sort((a, b) => order.get(a.name)! - order.get(b.name)!);
}

/** What run time makes sure of before a value fills the field. */
export function acceptsOf(shape: Shape): Accepts {
  const members = (shape.kind === "union" ? shape.members : [shape]).filter(({ kind }) => kind !== "null");
  const values = members.map((member) => (member.kind === "literal" ? member.value : undefined));
  if (values.length > 0 && values.every((value) => typeof value === "string")) return { kind: "enum", values: values as string[] };
  const [only] = members;
  if (only === undefined || members.length > 1) return { kind: "any" };
  switch (only.kind) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "object":
      return { kind: only.kind };
    case "list":
      return { kind: only.element.kind === "string" ? "strings" : "list" };
    case "literal":
      return { kind: typeof only.value as "number" | "boolean" };
    default:
      return { kind: "any" };
  }
}

/** A value in its place: literals, expressions, objects, lists, in depth. */
export function checkValue(env: Environment, scope: Scope, node: ValueNode, target: Target, object: TargetObject): CheckedValue | undefined {
  const label = `"${target.name}" of ${object.owner}`;
  const choices = choicesIn(node);
  if (choices !== undefined) {
    env.report("undecided-field", node.at, `Nobody has decided yet what ${label} is.`, choices.length === 0 ? undefined : `There is: ${choices.join(", ")}.`, { undecided: `${label} -> ${choices.length === 1 ? choices[0] : `one of ${enumerate(choices)}`}` });
    return undefined;
  }
  switch (node.kind) {
    case "literal":
      if (node.value === null && target.shape.kind !== "unknown" && !membersOf(env.set, target.shape).some(({ kind }) => kind === "null")) {
        env.report("type-mismatch", node.at, `${label} is never null.`, target.required ? `It is ${shapeText(target.shape)}.` : "Leave the field out.");
        return undefined;
      }
      if (!checkLiterals(env, [node as Located<Scalar>], target, label)) return undefined;
      if (node.bare === true && isPathOf(env, scope, String(node.value))) {
        env.report("literal-path", node.at, `"${node.value}" is text, but the message has a path of that name.`, `Write \`$.${node.value}\`, or quote the text if it is meant.`);
        return undefined;
      }
      return { kind: "literal", value: node.value };
    case "expression":
      return checkExpression(env, scope, node, target, object, label);
    case "object":
      return checkObject(env, scope, node, target, object, label);
    case "list":
      return checkList(env, scope, node, target, object, label);
    case "each":
      return checkEach(env, scope, node, target, object, label);
  }
}

/** Whether the words of a text lead somewhere that the schemas declare. */
function isPathOf(env: Environment, scope: Scope, text: string): boolean {
  let shape = scope.roots.get("")?.shape;
  for (const name of text.split(".")) {
    const known = shape !== undefined && fieldNames(env.set, shape).includes(name);
    shape = known ? stepInto(env.set, shape!, name)?.shape : undefined;
  }
  return shape !== undefined;
}

function checkExpression(env: Environment, scope: Scope, node: ValueNode & { kind: "expression" }, target: Target, object: TargetObject, label: string): CheckedValue | undefined {
  const expression = resolveExpression(env, scope, node.expression);
  if (expression === undefined) return undefined;
  if (!checkLiterals(env, literalsOf(env, node.expression), target, label) || !checkType(env, expression, node.at, target, label)) return undefined;
  if (expression.optional && target.required && !target.inherited && !object.lenient && !scope.doubtful) {
    env.report("optional-into-required", node.at, `${label} is required, but \`${expression.text}\` may be absent.`, hintForAbsent(expression.text, target));
    return undefined;
  }
  return { kind: "expression", expression };
}

/** Literals one by one, each at its own place, so that a misspelt one is found where it is written. */
function checkLiterals(env: Environment, literals: readonly Located<Scalar>[], target: Target, label: string): boolean {
  const wrong = literals.filter(({ value }) => value !== null && misfits(env.set, typeOfLiteral(value).shape, target.shape).length > 0);
  for (const { value, at } of wrong) {
    const values = literalStrings(env.set, target.shape);
    if (values.length > 0 && typeof value === "string") env.report("unknown-literal", at, `"${value}" is no value of ${label}.`, suggest(value, values, "Values"));
    else env.report("type-mismatch", at, `${label} is ${shapeText(target.shape)}, not ${JSON.stringify(value)}.`, typeof value !== "string" && acceptsOf(target.shape).kind === "string" ? `Quote it: "${value}".` : undefined);
  }
  return wrong.length === 0;
}

function checkType(env: Environment, { shape, text }: CheckedExpression, at: Position, target: Target, label: string): boolean {
  // Elements are not looked at on the way, so a list of objects is built field by field.
  const elements = listedElement(env.set, target.shape);
  if (elements && shape.kind !== "unknown" && objectsOf(env.set, elements).some(({ fields }) => fields.size > 0)) {
    env.report("type-mismatch", at, `${label} is a list of objects, which are not taken over as they come.`, `Build them: { each: ${text}, as: one, ${objectsOf(env.set, elements).flatMap(({ fields }) => [...fields.keys()].map((name) => `${name}: $one.${name}`)).join(", ")} }`);
    return false;
  }
  const wrong = misfits(env.set, shape, target.shape);
  if (wrong.length > 0) {
    const values = literalStrings(env.set, target.shape);
    const strange = wrong.flatMap((member) => (member.kind === "literal" ? `"${member.value}"` : []));
    if (values.length > 0 && strange.length === wrong.length) {
      env.report("type-mismatch", at, `\`${text}\` may be ${strange.join(", ")}, which ${label} does not have.`, "Pass it through a value table.");
    } else env.report("type-mismatch", at, `${label} is ${shapeText(target.shape)}, but \`${text}\` is ${shapeText(shape)}.`, hintForType(env, { shape, text }, target, values));
    return false;
  }
  return true;
}

/** What would fit: words, a field of what is read, a transform. */
function hintForType({ set, transforms }: Environment, { shape, text }: Pick<CheckedExpression, "shape" | "text">, target: Target, words: readonly string[]): string {
  if (words.length > 0) return `Pass it through a value table that gives ${words.join(", ")}.`;
  const fits = (one: Shape): boolean => one.kind !== "unknown" && misfits(set, one, target.shape).length === 0;
  const fields = /[\s|?]/.test(text) ? [] : objectsOf(set, shape).flatMap((object) => [...object.fields].flatMap(([name, field]) => (fits(field.shape) ? [name] : [])));
  if (fields.length > 0) return `Of its fields, ${fields.length === 1 ? "this fits" : "these fit"}: ${enumerate([...new Set(fields)].map((name) => `\`${text}.${name}\``))}.`;
  const through = [...transforms.values()].flatMap(({ name, parameter, result }) => (misfits(set, shape, parameter).length === 0 && fits(result) ? [name] : []));
  const pipe = through.length > 0 ? `pass it through ${enumerate(through.map((name) => `\`${name}\``))}` : "pass it through a transform that gives one";
  return `Read a path of type ${shapeText(target.shape)}, or ${pipe}.`;
}

function checkObject(env: Environment, scope: Scope, node: ValueNode & { kind: "object" }, target: Target, object: TargetObject, label: string): CheckedValue | undefined {
  const owner = label;
  if (target.shape.kind === "unknown") return { kind: "object", fields: checkFields(env, scope, node.fields, { ...object, owner, fields: undefined, at: node.at }) };
  const candidates = objectsOf(env.set, target.shape);
  if (candidates.length === 0) {
    env.report("type-mismatch", node.at, `${label} is ${shapeText(target.shape)}, not an object.`);
    return undefined;
  }
  const places = candidates.map((candidate) => ({ ...object, owner, at: node.at, fields: fieldsOf(target, candidate) }));
  const best = places.length === 1 ? places[0]! : fewestFindings(env, places, (trial, place) => checkFields(trial, scope, node.fields, place));
  return { kind: "object", fields: checkFields(env, scope, node.fields, best) };
}

/** A mapping may take anything, have known fields, or both. */
function fieldsOf(target: Target, shape: ObjectShape): readonly Target[] | undefined {
  if (target.fields) return target.fields;
  if (shape.rest !== undefined || shape.fields.size === 0) return undefined;
  return [...shape.fields].map(([name, field]) => ({ name, shape: field.shape, required: field.required }));
}

/** Of several that a mapping could be, the one that it fits best. */
function fewestFindings<T>(env: Environment, places: readonly T[], check: (env: Environment, place: T) => void): T {
  const counted = places.map((place) => {
    let count = 0;
    check({ ...env, report: () => void (count += 1) }, place);
    return { place, count };
  });
  return counted.reduce((best, other) => (other.count < best.count ? other : best)).place;
}

function checkList(env: Environment, scope: Scope, node: ValueNode & { kind: "list" }, target: Target, object: TargetObject, label: string): CheckedValue | undefined {
  const element = elementTarget(env, target, label);
  if (element === undefined) {
    env.report("type-mismatch", node.at, `${label} is ${shapeText(target.shape)}, not a list.`);
    return undefined;
  }
  return { kind: "list", items: node.items.flatMap((item) => checkValue(env, scope, item, element, object) ?? []) };
}

function checkEach(env: Environment, scope: Scope, node: ValueNode & { kind: "each" }, target: Target, object: TargetObject, label: string): CheckedValue | undefined {
  const element = elementTarget(env, target, label);
  if (element === undefined) env.report("type-mismatch", node.at, `${label} is ${shapeText(target.shape)}, not a list.`);
  const list = resolveExpression(env, scope, node.list);
  const from = list && elementOf(env.set, list.shape);
  if (list && from === undefined) env.report("not-a-list", node.list.at, `\`${list.text}\` is no list, but ${shapeText(list.shape)}.`);
  const inside = { ...withRoot(scope, node.as, { shape: from ?? unknown, optional: false }), ...(from === undefined && { doubtful: true }) };
  const built = checkObject(env, inside, { kind: "object", fields: node.fields, at: node.at }, element ?? { name: target.name, shape: unknown, required: false }, object, label);
  return list && built?.kind === "object" ? { kind: "each", list, as: node.as, fields: built.fields } : undefined;
}

function elementTarget(env: Environment, target: Target, label: string): Target | undefined {
  if (target.shape.kind === "unknown") return { name: target.name, shape: unknown, required: false };
  const shape = listedElement(env.set, target.shape);
  return shape && { name: label, shape, required: false, ...(target.fields && { fields: target.fields }) };
}

function literalStrings(set: DefinitionSet, shape: Shape): string[] {
  return membersOf(set, shape).flatMap((member) => (member.kind === "literal" && typeof member.value === "string" ? member.value : []));
}

/** A literal to fall back to, the canonical model's own if it can be written; else the event twice. */
function hintForAbsent(text: string, { name, shape, fallback }: Target): string {
  const accepts = acceptsOf(shape);
  const scalar = typeof fallback === "string" || typeof fallback === "number" || typeof fallback === "boolean";
  const value = scalar ? fallback : accepts.kind === "enum" ? accepts.values.at(-1)! : accepts.kind === "string" ? "" : undefined;
  if (value === undefined) return `Say what it becomes then: give it once with \`when: { ${text}: present }\`, and once without it and \`${name}: ${JSON.stringify(fallback ?? {})}\`.`;
  return `Say what it becomes then: ${text} ?? ${typeof value === "string" && !/^[A-Za-z_]\w*$/.test(value) ? JSON.stringify(value) : String(value)}`;
}
