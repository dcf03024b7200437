import type { Position } from "../diagnostic.js";
import type { Expression, ExpressionStep, Located, Operand, Scalar } from "../mapping/types.js";
import type { Shape } from "../schema/types.js";
import { fitsAsWhole } from "./assignable.js";
import { resolvePath } from "./resolve-path.js";
import type { Environment, ResolvedValues, Scope } from "./scope.js";
import { listedValues, membersOf, shapeText, unionOf, type Typed } from "./shapes.js";
import { enumerate, meant, suggest } from "../spelling.js";
import type { CheckedExpression, CheckedOperand, Transform } from "./types.js";

type CheckedStep = CheckedExpression["then"][number];

/** An expression with every name resolved and its type; `undefined` if something in it does not exist or fit, which is reported. */
export function resolveExpression(env: Environment, scope: Scope, expression: Expression): CheckedExpression | undefined {
  const first = resolveOperand(env, scope, expression.first);
  let typed: Typed | undefined = first && typeOf(first);
  const then: CheckedStep[] = [];
  for (const step of expression.then) {
    const done = resolveStep(env, scope, expression, step, typed);
    typed = done?.typed;
    if (done) then.push(done.step);
  }
  // oxlint-disable-next-line unicorn/no-thenable -- steps are read "then"; nothing awaits an expression
  return first && typed && then.length === expression.then.length ? { first, then, ...typed, text: expression.text } : undefined;
}

function resolveOperand(env: Environment, scope: Scope, operand: Operand): CheckedOperand | undefined {
  if (operand.kind === "literal") return operand;
  const typed = resolvePath(env, scope, operand.path);
  return typed && { kind: "path", path: operand.path, ...typed };
}

function typeOf(operand: CheckedOperand): Typed {
  return operand.kind === "path" ? { shape: operand.shape, optional: operand.optional } : typeOfLiteral(operand.value);
}

export function typeOfLiteral(value: Scalar): Typed {
  return value === null ? { shape: { kind: "never" }, optional: true } : { shape: { kind: "literal", value }, optional: false };
}

/** One step after the first operand; looks at what it names even where what comes before is wrong. */
function resolveStep(env: Environment, scope: Scope, whole: Expression, step: ExpressionStep, input: Typed | undefined): { step: CheckedStep; typed: Typed } | undefined {
  if (step.kind === "else") {
    const operand = resolveOperand(env, scope, step.operand);
    if (!operand || !input) return undefined;
    const other = typeOf(operand);
    return { step: { kind: "else", operand }, typed: { shape: unionOf([input.shape, other.shape]), optional: input.optional && other.optional } };
  }
  const values = env.values.get(step.name);
  if (values) env.used.values.add(step.name);
  if (values) return input && throughValues(env, values, input, step.at);
  const transform = env.transforms.get(step.name);
  if (transform) {
    if (step === whole.then[0] && isWholeMessage(whole.first)) {
      env.report("transform-takes-message", step.at, `The transform "${step.name}" is given the whole message.`, "Pass it the one value that it needs; what several fields decide is a list of alternatives with `when`.");
      return undefined;
    }
    return input && throughTransform(env, transform, input, step.at);
  }
  // What was meant is not unused.
  const near = meant(step.name, [...env.values.keys()]);
  if (near !== undefined) env.used.values.add(near);
  env.report("unknown-pipe", step.at, `"${step.name}" is neither a value table of this file nor a transform.`, suggest(step.name, [...env.values.keys(), ...env.transforms.keys()], "There is"));
  return undefined;
}

function isWholeMessage(operand: Operand): boolean {
  return operand.kind === "path" && operand.path.steps.length === 0 && (operand.path.root === "" || operand.path.root === "request");
}

function throughValues(env: Environment, values: ResolvedValues, input: Typed, at: Position): { step: CheckedStep; typed: Typed } | undefined {
  const wrong = misfitOfValues(env, values, input.shape);
  if (wrong !== undefined) {
    env.report("type-mismatch", at, `The value table "${values.table.name}" takes ${wrong.takes}, but is given ${wrong.given}.`, wrong.hint);
    return undefined;
  }
  const { table } = values;
  const results = [...table.map.map(({ to }) => to), ...[table.unlisted, table.absent].filter((result) => result !== undefined)];
  const shape = unionOf(results.map((result) => typeOfLiteral(result).shape));
  const optional = (input.optional && (table.absent ?? null) === null) || results.includes(null);
  return { step: { kind: "values", table }, typed: { shape, optional } };
}

function misfitOfValues(env: Environment, { table, takes: accepted, open }: ResolvedValues, input: Shape): { takes: string; given: string; hint?: string } | undefined {
  const members = membersOf(env.set, input);
  if (accepted === "anything" || members.some(({ kind }) => kind === "unknown")) return undefined;
  const given = shapeText(input);
  if (typeof accepted === "string") {
    const fits = members.every((member) => (member.kind === "literal" ? typeof member.value : member.kind) === accepted);
    return fits ? undefined : { takes: `a ${accepted}`, given };
  }
  const possible = listedValues(env.set, input);
  const takes = `the values of ${table.of}`;
  if (!possible) {
    const plain = members.every(({ kind }) => kind === "string");
    return { takes, given, ...(plain && { hint: "The schema lists no values there; a table for any text says `of: string`." }) };
  }
  if (possible.form === "tag" && table.form !== "tag") return { takes, given };
  const strange = possible.values.filter((value) => !accepted.includes(value));
  if (strange.length > 0) return { takes, given: `${shapeText(input)}, which may be ${enumerate(strange.map((value) => `"${value}"`))}` };
  return possible.open && !open ? { takes, given: `${shapeText(input)}, which may be any text` } : undefined;
}

function throughTransform(env: Environment, transform: Transform, input: Typed, at: Position): { step: CheckedStep; typed: Typed } | undefined {
  if (!fitsAsWhole(env.set, input.shape, transform.parameter)) {
    env.report("type-mismatch", at, `The transform "${transform.name}" takes ${shapeText(transform.parameter)}, but is given ${shapeText(input.shape)}.`, `Give it a value of type ${shapeText(transform.parameter)}, or take another transform.`);
    return undefined;
  }
  return { step: { kind: "transform", transform }, typed: { shape: transform.result, optional: input.optional || transform.optional } };
}

/** The literals that an expression may give, each with the place where it is written: operands after the last pipe, or that pipe's table. */
export function literalsOf(env: Environment, expression: Expression): Located<Scalar>[] {
  const found: Located<Scalar>[] = [];
  for (const step of [...expression.then].reverse()) {
    if (step.kind === "pipe") return [...found, ...(env.values.get(step.name)?.results ?? [])];
    if (step.operand.kind === "literal") found.push({ value: step.operand.value, at: step.at });
  }
  return found;
}
