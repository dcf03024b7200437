import type { CheckedRef } from "../check/types.js";
import type { RefName } from "../mapping/types.js";
import { rawCode } from "./expression.js";
import { nameRecalls, nameSharedReads } from "./path.js";
import { functionScope, memoryRoot, parameterCode, parametersOf, type Scope } from "./scope.js";
import { contractType, type GeneratedFunction, helper, type Source } from "./source.js";
import { expressionsOfRefs } from "./walk.js";

const names: readonly RefName[] = ["session", "thread", "turn", "item", "request", "lane"];

/** All refs as one flat literal; those that are not said may come from elsewhere. */
export function refsLiteral(refs: readonly CheckedRef[], scope: Scope, others: (name: RefName) => string = () => "undefined"): string {
  const said = new Map(refs.map((ref) => [ref.name, ref]));
  const codes = names.map((name) => (said.has(name) ? refCode(said.get(name), scope) : others(name)));
  if (codes.every((each) => each === "undefined")) return helper(scope.source, "noRefs");
  return `{ ${codes.map((each, index) => `${names[index]}: ${each}`).join(", ")} }`;
}

export function refCode(ref: CheckedRef | undefined, scope: Scope): string {
  if (ref === undefined || ref.value.kind === "none") return "undefined";
  if (ref.value.kind === "expression") return rawCode(ref.value.expression, scope);
  const parts = ref.value.parts.map((part) => rawCode(part, scope)).join(", ");
  const [id] = ref.value.parts;
  return id?.first.kind === "literal" ? `{ identity: [${parts}] }` : `${helper(scope.source, "identified")}(${parts})`;
}

/** Refs with what an alternative overrides. */
export function mergedRefs(refs: readonly CheckedRef[], overrides: readonly CheckedRef[]): CheckedRef[] {
  const overridden = new Set(overrides.map(({ name }) => name));
  return [...refs.filter(({ name }) => !overridden.has(name)), ...overrides];
}

/** `refsOf`: the refs of any message of the table, whether a row knows it or not. */
export function refsFunction(source: Source): GeneratedFunction {
  const scope = functionScope(source, ["", memoryRoot, "request"]);
  const expressions = [...expressionsOfRefs(source.table.refs)];
  const lines = [...nameSharedReads(expressions, scope, 1), ...nameRecalls(expressions, scope)];
  const literal = refsLiteral(source.table.refs, scope);
  const roots = parametersOf(scope);
  const head = `/** Provider ids of any message of this table, known or not. */\nfunction refsOf(${parameterCode(scope, roots)}): ${contractType(source, "Refs")}`;
  return { name: "refsOf", roots, code: `${head} {\n${lines.join("\n")}\nreturn ${literal};\n}` };
}
