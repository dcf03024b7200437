import type { CheckedDecide, CheckedRow } from "../check/types.js";
import { functionScope, innerScope, parameterCode, parametersOf, type Scope, variable } from "./scope.js";
import { contractType, type GeneratedFunction, type Source } from "./source.js";
import { type Block, blockCode, entry, valueCode } from "./value.js";

/** What `session.decide` writes for a request of one row, by decision. */
export function decideFunction(name: string, row: CheckedRow, source: Source): GeneratedFunction {
  const scope = functionScope(source, ["", "decision", "extra"]);
  const cases = decisionsOf(row).map((decision) => `case "${decision}": ${blockCode(replyLines(row, decision, true, scope))}`);
  const subject = variable(scope, "decision");
  const roots = parametersOf(scope);
  return {
    name,
    roots,
    code: `function ${name}(${parameterCode(scope, roots)}): ${contractType(source, "Reply")} {
  switch (${subject}) {
    ${cases.join("\n")}
    default:
      return undefined;
  }
}`,
  };
}

/** The decisions that a row lists, in its order. */
export function decisionsOf(row: CheckedRow): string[] {
  return (row.decide ?? []).flatMap(({ decision }) => (decision === "otherwise" ? [] : [decision]));
}

/** Where a result would lack what its schema requires, `otherwise` is written instead, if it is another one and lacks nothing. */
function replyLines(row: CheckedRow, decision: string, orElse: boolean, scope: Scope): string[] {
  const found = replyOf(row, decision);
  if (found === undefined) return ["return undefined;"];
  if (found.reply.kind === "error") return ["return { error: true };"];
  const other = orElse ? replyOf(row, "otherwise") : undefined;
  const instead = other === undefined || other === found ? ["return undefined;"] : replyLines(row, other.decision, false, innerScope(scope));
  const block: Block = { scope: innerScope(scope), lines: [], lacking: `{\n${instead.join("\n")}\n}` };
  const result = valueCode(found.reply.value, { kind: "any" }, block, "result");
  return [...block.lines, `return { ${entry("result", result.code)} };`];
}

type Written = CheckedDecide & { readonly reply: Exclude<CheckedDecide["reply"], { kind: "as" }> };

/** The reply of a decision, through those that are said to be the same as another. */
function replyOf(row: CheckedRow, decision: string): Written | undefined {
  const seen = new Set<string>();
  for (let name = decision; !seen.has(name); ) {
    seen.add(name);
    const found = row.decide?.find((candidate) => candidate.decision === name);
    if (found?.reply.kind !== "as") return found as Written | undefined;
    name = found.reply.decision;
  }
  return undefined;
}
