import type { CheckedKey } from "../check/types.js";
import { braced } from "./dispatch.js";
import { pathCode } from "./path.js";
import { functionScope, innerScope, local, parameterCode, parametersOf, type Scope } from "./scope.js";
import { type GeneratedFunction, helper, type Source } from "./source.js";

/** `keyOf`: a message's key as people say it, also of a message that no row knows: `turn/completed`, `result:success`. */
export function keyFunction(source: Source): GeneratedFunction {
  const scope = functionScope(source, ["", "request"]);
  const lines = keyLines(source.table.key, [], scope);
  const roots = parametersOf(scope);
  return { name: "keyOf", roots, code: `function keyOf(${parameterCode(scope, roots)}): string {\n${lines.join("\n")}\n}` };
}

function keyLines(key: CheckedKey, before: readonly string[], scope: Scope): string[] {
  if (key.kind === "each") {
    const variable = local(scope, key.as);
    const objects = `${helper(scope.source, "objects")}(${pathCode(key.list, scope)})`;
    const inner = innerScope(scope, new Map([[key.as, variable]]));
    return [`const ${variable} = ${objects}?.[0] ?? ${helper(scope.source, "nothing")};`, ...keyLines(key.key, before, inner)];
  }
  const subject = subjectOf(key, scope);
  // What is only remembered is no part of the message.
  if (subject === undefined) return [`return ${joined(before)};`];
  const code = `${helper(scope.source, "segment")}(${subject.code})`;
  const groups = groupsOf(key);
  if (groups.length === 0) return [`return ${joined([...before, code])};`];
  const segments = [...before, subject.name];
  const lines = [`const ${subject.name} = ${code};`];
  const rest = groups.find(({ values }) => values.includes("(other)"));
  lines.push(`switch (${subject.name}) {`);
  for (const { values, next } of groups) {
    if (next === rest?.next) continue;
    const cases = values.map((value) => `case ${JSON.stringify(value)}:`);
    lines.push(...cases.slice(0, -1), ...braced(cases.at(-1)!, keyLines(next, segments, innerScope(scope))));
  }
  if (rest === undefined) return [...lines, `default:\nreturn ${joined(segments)};`, "}"];
  if (!rest.values.includes("(none)") && !groups.some(({ values }) => values.includes("(none)"))) lines.push('case "(none)":', `return ${joined(segments)};`);
  return [...lines, ...braced("default:", keyLines(rest.next, segments, innerScope(scope))), "}"];
}

function subjectOf(key: Exclude<CheckedKey, { kind: "each" }>, scope: Scope): { readonly name: string; readonly code: string } | undefined {
  if (key.kind === "has") {
    const message = pathCode({ root: "", steps: [], text: "$" }, scope);
    const code = `${helper(scope.source, "has")}(${[message, ...key.fields.map((field) => JSON.stringify(field))].join(", ")})`;
    return { name: local(scope, "field"), code };
  }
  const { root, steps } = key.path;
  if (!scope.variables.has(root)) return undefined;
  const last = steps.at(-1);
  return { name: local(scope, last?.kind === "field" ? last.name : "value"), code: pathCode(key.path, scope) };
}

/** Values that go on alike, in the order of the schemas. */
function groupsOf(key: Exclude<CheckedKey, { kind: "each" }>): { readonly values: readonly string[]; readonly next: CheckedKey }[] {
  const groups: { values: string[]; next: CheckedKey; text: string }[] = [];
  for (const [value, next] of key.below) {
    const text = identity(next);
    const same = groups.find((group) => group.text === text);
    if (same === undefined) groups.push({ values: [value], next, text });
    else same.values.push(value);
  }
  return groups;
}

function identity(key: CheckedKey): string {
  if (key.kind === "each") return JSON.stringify([key.list.text, key.as, identity(key.key)]);
  const below = [...key.below].map(([value, next]) => [value, identity(next)]);
  return JSON.stringify([key.kind === "path" ? key.path.text : key.fields, below]);
}

function joined(segments: readonly string[]): string {
  if (segments.length === 0) return '"(none)"';
  return segments.length === 1 ? segments[0]! : `\`${segments.map((segment) => `\${${segment}}`).join(":")}\``;
}
