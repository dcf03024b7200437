import type { CheckedDecide, CheckedRow, Decision } from "../check/types.js";
import { decisionRoot, functionScope, innerScope, parameterCode, parametersOf, type Scope, variable } from "./scope.js";
import { contractType, type GeneratedFunction, type Source } from "./source.js";
import { type Block, blockCode, entry, valueCode } from "./value.js";

/** What `session.decide` writes for a request of one row, by decision. */
export function decideFunction(name: string, row: CheckedRow, source: Source): GeneratedFunction {
  const scope = functionScope(source, ["", decisionRoot, "extra"]);
  const cases = decisionsOf(row).map((decision) => `case "${decision}": ${blockCode(replyLines(row, decision, undefined, scope))}`);
  const subject = variable(scope, decisionRoot);
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
export function decisionsOf(row: CheckedRow): Decision[] {
  return (row.decide ?? []).map(({ decision }) => decision);
}

/** Where a result would lack what its schema requires, what comes next is tried, and said to be written `instead` of what was asked. */
function replyLines(row: CheckedRow, decision: Decision, asked: Decision | undefined, scope: Scope): string[] {
  const found = row.decide?.find((candidate) => candidate.decision === decision);
  if (found === undefined) return ["return undefined;"];
  const instead = asked === undefined ? [] : [`instead: "${decision}"`];
  if (found.reply.kind === "error") return [`return { ${["error: true", ...instead].join(", ")} };`];
  const block: Block = { scope: innerScope(scope), lines: [], lacking: `{\n${nextLines(row, found, asked ?? decision, innerScope(scope)).join("\n")}\n}` };
  const result = valueCode(found.reply.value, { kind: "any" }, block, "result");
  return [...block.lines, `return { ${[entry("result", result.code), ...instead].join(", ")} };`];
}

function nextLines(row: CheckedRow, { otherwise }: CheckedDecide, asked: Decision, scope: Scope): string[] {
  if (otherwise === undefined) return ["return undefined;"];
  if (otherwise !== "error") return replyLines(row, otherwise, asked, scope);
  // An error refuses; of what refuses anyway it is only another form.
  return [`return { error: true${asked === "accept" || asked === "acceptForSession" ? ', instead: "cancel"' : ""} };`];
}
