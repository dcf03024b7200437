import { matchesPattern } from "../mapping/key.js";
import { nearest } from "../spelling.js";
import type { ConditionNode, Located, Scalar } from "../mapping/types.js";
import { resolveExpression } from "./resolve-expression.js";
import { narrowed, narrowedByPresence, withPresent, type Environment, type Scope } from "./scope.js";
import { listedValues, membersOf, shapeText } from "./shapes.js";
import { suggest } from "../spelling.js";
import type { CheckedCondition, CheckedExpression } from "./types.js";

/** The conditions of a `when`, and what is known where they all hold. */
export function checkConditions(env: Environment, scope: Scope, nodes: readonly ConditionNode[]): { conditions: CheckedCondition[]; scope: Scope } {
  const conditions: CheckedCondition[] = [];
  let inside = scope;
  for (const { expression, test } of nodes) {
    const checked = resolveExpression(env, scope, expression);
    if (checked === undefined || isMisspeltWord(env, checked, test)) {
      inside = { ...inside, doubtful: true };
      continue;
    }
    if (test.kind !== "values") {
      conditions.push({ expression: checked, test: { kind: test.kind } });
      inside = known(env, inside, { expression, test }, true);
      continue;
    }
    test.values.forEach((value) => checkPossible(env, checked, value));
    const [patterns, values] = split(test.values.map(({ value }) => value));
    conditions.push({ expression: checked, test: { kind: "values", values, patterns } });
    inside = known(env, inside, { expression, test }, true);
  }
  return { conditions, scope: inside };
}

function split(values: readonly Scalar[]): [patterns: string[], values: Scalar[]] {
  const patterns = values.filter(isPattern);
  return [patterns, values.filter((value) => !isPattern(value))];
}

function isPattern(value: Scalar): value is string {
  return typeof value === "string" && value.includes("*");
}

/** `preset` for `present`, where any text is possible. */
function isMisspeltWord(env: Environment, { shape, text }: CheckedExpression, test: ConditionNode["test"]): boolean {
  if (test.kind !== "values" || test.values.length !== 1) return false;
  const [{ value, at } = { value: null, at: undefined }] = test.values;
  const word = typeof value === "string" && listedValues(env.set, shape) === undefined ? nearest(value, ["present", "absent"]) : undefined;
  if (word !== undefined) env.report("impossible-value", at, `"${value}" is neither "present" nor "absent".`, `Did you mean "${word}"? In a list, \`[${value}]\`, it is a value of "${text}".`);
  return word !== undefined;
}

/** A comparison that never holds is a misspelling. */
function checkPossible(env: Environment, { shape, text }: CheckedExpression, { value, at }: Located<Scalar>): void {
  const members = membersOf(env.set, shape);
  const matches = members.some((member) => {
    if (member.kind === "unknown") return true;
    if (member.kind === "literal") return isPattern(value) ? typeof member.value === "string" && matchesPattern(value, member.value) : member.value === value;
    return member.kind === typeof value || (member.kind === "integer" && Number.isInteger(value));
  });
  if (matches) return;
  const listed = listedValues(env.set, shape);
  if (listed?.form === "tag" && listed.values.includes(String(value))) {
    env.report("impossible-value", at, `"${text}" is never the text "${value}": it is an object with that key.`, "Pass it through a value table, which knows it by its key.");
    return;
  }
  const word = typeof value === "string" ? value : undefined;
  const isNoText = members.some((member) => (member.kind === "literal" ? typeof member.value !== "string" : ["boolean", "number", "integer"].includes(member.kind)));
  if (word !== undefined && isNoText && /^(?:true|false|-?\d+)$/.test(word)) {
    env.report("impossible-value", at, `"${text}" is never the text "${word}".`, `Write ${word} without quotes.`);
    return;
  }
  const hint = listed && word !== undefined ? suggest(word, listed.values, "Values") : `It is ${shapeText(shape)}.`;
  env.report("impossible-value", at, isPattern(value) ? `No value of "${text}" matches "${value}".` : `"${text}" is never ${word === undefined ? value : `"${word}"`}.`, hint);
}

/** What is known after an alternative that was not taken: its only condition does not hold. */
export function otherwise(env: Environment, scope: Scope, nodes: readonly ConditionNode[]): Scope {
  const [only, ...others] = nodes;
  return only && others.length === 0 ? known(env, scope, only, false) : scope;
}

/** What follows for a path from a condition that holds or does not; from a longer expression nothing follows. */
function known(env: Environment, scope: Scope, { expression, test }: Pick<ConditionNode, "expression" | "test">, holds: boolean): Scope {
  const { first, then } = expression;
  if (first.kind !== "path" || then.length > 0) return scope;
  const { path } = first;
  if (test.kind === "values") {
    const narrow = test.values.some(({ value }) => isPattern(value)) ? scope : narrowed(env.set, scope, path, new Set(test.values.map(({ value }) => String(value))), holds);
    return holds ? withPresent(narrow, path.text) : narrow;
  }
  const present = (test.kind === "present") === holds;
  const narrow = narrowedByPresence(env.set, scope, path, present);
  return present ? withPresent(narrow, path.text) : narrow;
}
