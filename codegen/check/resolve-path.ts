import type { Position } from "../diagnostic.js";
import type { Shape } from "../schema/types.js";
import type { HoldKind, Path, Step } from "../mapping/types.js";
import { silent } from "./report.js";
import type { Environment, Scope } from "./scope.js";
import { branchesOf, elementOf, fieldNames, listedValues, shapeText, stepInto, unionOf, unknown, withoutNull, type Typed } from "./shapes.js";
import { enumerate, meant, suggest } from "../spelling.js";

/** What a path gives in a scope; reports a root or a step that is not there. */
export function resolvePath(env: Environment, scope: Scope, path: Path): Typed | undefined {
  const start = typeRoot(env, scope, path);
  if (start === undefined) return undefined;
  let { typed, text } = start;
  for (const step of path.steps.slice(start.taken)) {
    const next = typeStep(env, scope, typed, step, text);
    if (next === undefined) return undefined;
    text += `.${stepText(step)}`;
    typed = { shape: next.shape, optional: !scope.present.has(text) && (next.optional || typed.optional) };
  }
  return typed;
}

interface Start {
  readonly typed: Typed;
  readonly text: string;
  /** How many steps the root has taken: a memory cell takes the name of what it holds. */
  readonly taken: number;
}

function typeRoot(env: Environment, scope: Scope, path: Path): Start | undefined {
  const text = `$${path.root}`;
  const root = scope.roots.get(path.root);
  if (root) {
    const bare = withoutNull(env.set, root.shape);
    return { typed: { shape: bare.shape, optional: root.optional || bare.optional }, text, taken: 0 };
  }
  if (env.memory.cells.has(path.root)) return typeCell(env, scope, path);
  const roots = [...scope.roots.keys(), ...env.memory.cells.keys()].map((name) => `$${name}`);
  env.report("unknown-root", path.at, `"${path.text}" begins with "${text}", which nothing declares here.`, elsewhere.get(path.root) ?? suggest(text, roots, "Declared here"));
  return undefined;
}

const elsewhere = new Map([
  ["request", "`$request` is there only in `answer` and in answer tables."],
  ["extra", "`$extra` is there only in `decide`."],
]);

function typeCell(env: Environment, scope: Scope, path: Path): Start | undefined {
  const holds = env.memory.cells.get(path.root)!;
  env.used.cells.add(path.root);
  const [first] = path.steps;
  if (first === undefined) return { typed: { shape: { kind: "object", fields: new Map(), rest: unknown }, optional: true }, text: path.text, taken: 0 };
  const kind = first.kind === "field" ? holds.get(first.name) : undefined;
  if (first.kind !== "field" || kind === undefined) {
    env.report("unknown-cell-field", first.at, `The memory cell "${path.root}" holds no "${stepText(first)}".`, suggest(stepText(first), holds.keys(), "It holds"));
    return undefined;
  }
  const text = `$${path.root}.${first.name}`;
  return { typed: { shape: heldShape(env, path.root, first.name, kind), optional: !scope.present.has(text) }, text, taken: 1 };
}

/** What a path finds under a name that is held in a way. */
function heldShape(env: Environment, cell: string, name: string, kind: HoldKind): Shape {
  switch (kind) {
    case "last": {
      // Of what nothing is ever remembered of, nothing is known.
      const held = env.memory.held(cell, name);
      return held.kind === "never" ? unknown : held;
    }
    case "count":
      return { kind: "integer" };
    case "text":
    case "utf8":
      return { kind: "string" };
    case "json":
      return unknown;
  }
}

function typeStep(env: Environment, scope: Scope, from: Typed, step: Step, text: string): Typed | undefined {
  switch (step.kind) {
    case "field":
      return typeField(env, from.shape, step.name, text, step.at);
    case "index": {
      const element = elementOf(env.set, from.shape);
      return element === undefined ? notAList(env, text, from.shape, step.at) : { shape: element, optional: true };
    }
    case "pick": {
      const list = typeField(env, from.shape, step.list, text, step.at);
      if (list === undefined) return undefined;
      const element = elementOf(env.set, list.shape);
      if (element === undefined) return notAList(env, `${text}.${step.list}`, list.shape, step.at);
      return typePick(env, scope, element, step, `${text}.${step.list}`);
    }
  }
}

function typeField(env: Environment, from: Shape, name: string, text: string, at: Position | undefined): Typed | undefined {
  const found = stepInto(env.set, from, name);
  if (found || env.report === silent) return found;
  const names = fieldNames(env.set, from);
  const near = meant(name, names);
  const hint = near !== undefined ? `Did you mean "${text}.${near}"?` : names.length > 0 ? `There is: ${enumerate(names)}.` : `"${text}" is ${shapeText(from)}.`;
  env.report("unknown-path", at, `Nothing here has "${text}.${name}".`, hint);
  return undefined;
}

/** `options(kind=allow_once)`: the field exists, and a literal is one of its values. */
function typePick(env: Environment, scope: Scope, element: Shape, step: Step & { kind: "pick" }, text: string): Typed | undefined {
  const compared = typeField(env, element, step.field, text, step.at);
  if (compared === undefined) return undefined;
  if (typeof step.equals !== "string") return resolvePath(env, scope, step.equals) && { shape: element, optional: true };
  const listed = listedValues(env.set, compared.shape);
  if (listed && !listed.open && !listed.values.includes(step.equals)) {
    env.report("impossible-value", step.at, `"${step.field}" of "${text}" is never "${step.equals}".`, suggest(step.equals, listed.values, "Values"));
    return undefined;
  }
  const branches = branchesOf(env.set, element, [step.field]).values.filter(({ value }) => value === step.equals);
  return { shape: branches.length > 0 ? unionOf(branches.map(({ shape }) => shape)) : element, optional: true };
}

function notAList(env: Environment, text: string, shape: Shape, at: Position | undefined): undefined {
  env.report("not-a-list", at, `"${text}" is no list, but ${shapeText(shape)}.`);
  return undefined;
}

function stepText(step: Step): string {
  switch (step.kind) {
    case "field":
      return step.name;
    case "index":
      return String(step.index);
    case "pick":
      return `${step.list}(${step.field}=${typeof step.equals === "string" ? step.equals : step.equals.text})`;
  }
}
