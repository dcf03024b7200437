import type { CheckedCondition } from "../check/types.js";
import type { Path, Scalar } from "../mapping/types.js";
import { rawCode } from "./expression.js";
import { local } from "./scope.js";
import type { Block } from "./value.js";

/** A test of all conditions; what they look at gets a variable, so that a debugger shows it. */
export function conditionCode(conditions: readonly CheckedCondition[], block: Block): string {
  return conditions.map((condition) => testCode(condition, conditions.length > 1, block)).join(" && ");
}

function testCode({ expression, test }: CheckedCondition, inner: boolean, block: Block): string {
  const value = subject(rawCode(expression, block.scope), nameOf(expression.first), block);
  if (test.kind !== "values") {
    const absent = [`${value} === undefined`, `${value} === null`];
    return test.kind === "absent" ? grouped(absent, inner) : `${value} !== undefined && ${value} !== null`;
  }
  const tests = [...test.values.flatMap((wanted) => equals(value, wanted)), ...test.patterns.map((pattern) => patternTest(pattern, value))];
  return tests.length === 0 ? "false" : grouped(tests, inner);
}

function equals(value: string, wanted: Scalar): string[] {
  return wanted === null ? [`${value} === undefined`, `${value} === null`] : [`${value} === ${JSON.stringify(wanted)}`];
}

function subject(code: string, wanted: string, { scope, lines }: Block): string {
  const key = `unknown ${code}`;
  const known = scope.known.get(key);
  if (known !== undefined) return known;
  const name = local(scope, wanted);
  lines.push(`const ${name}: unknown = ${code};`);
  // What is remembered may change between two looks; the wire does not.
  if (!/\brecall[A-Z]/.test(code)) scope.known.set(key, name);
  return name;
}

function nameOf(operand: { readonly kind: string; readonly path?: Path }): string {
  const last = operand.path?.steps.at(-1);
  if (last?.kind === "field") return last.name;
  if (last?.kind === "pick") return last.list;
  return operand.path?.root || "value";
}

function grouped(tests: readonly string[], inner: boolean): string {
  return inner && tests.length > 1 ? `(${tests.join(" || ")})` : tests.join(" || ");
}

/** Whether a variable holds a string that a pattern like `error_*` fits. */
export function patternTest(pattern: string, value: string): string {
  const [before = "", after = "", ...more] = pattern.split("*");
  const isText = `typeof ${value} === "string"`;
  if (more.length > 0) {
    const source = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
    return `${isText} && /^${source.join(".*")}$/s.test(${value})`;
  }
  const tests = [isText];
  if (before !== "" && after !== "") tests.push(`${value}.length >= ${before.length + after.length}`);
  if (before !== "") tests.push(`${value}.startsWith(${JSON.stringify(before)})`);
  if (after !== "") tests.push(`${value}.endsWith(${JSON.stringify(after)})`);
  return tests.join(" && ");
}
