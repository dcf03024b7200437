import type { Accepts, CheckedExpression, CheckedOperand, Transform } from "../check/types.js";
import type { Scalar } from "../mapping/types.js";
import { guardFunction } from "./guard.js";
import { pathCode } from "./path.js";
import type { RuntimeHelper } from "./runtime-names.js";
import type { Scope } from "./scope.js";
import { helper } from "./source.js";

/** An expression of TypeScript, and whether it may be `undefined`. */
export interface Code {
  readonly code: string;
  readonly maybe: boolean;
}

/** One operand of a chain of `??`. */
type Part =
  | { readonly kind: "raw" | "mapped"; readonly code: string; readonly maybe: boolean }
  | { readonly kind: "transformed"; readonly transform: Transform; readonly code: string; readonly maybe: boolean }
  | { readonly kind: "literal"; readonly value: Exclude<Scalar, null> };

/**
 * An expression as a value that its field accepts. Each operand of `??` is looked at by itself: one of the wrong type
 * counts as absent, and the next is taken.
 */
export function coercedCode(expression: CheckedExpression, accepts: Accepts | { readonly kind: "objects" }, scope: Scope): Code {
  const chain = parts(expression, scope);
  if (accepts.kind === "any" && chain.every(({ kind }) => kind === "raw")) return wrapped("any", joined(chain, plain).code, scope);
  return joined(chain, (part) => coerced(part, accepts, scope));
}

/** An expression as the wire has it, of any type. */
export function rawCode(expression: CheckedExpression, scope: Scope): string {
  return joined(parts(expression, scope), plain).code;
}

function parts(expression: CheckedExpression, scope: Scope): Part[] {
  let chain = operand(expression.first, scope);
  for (const step of expression.then) {
    if (step.kind === "else") chain = [...chain, ...operand(step.operand, scope)];
    else if (step.kind === "transform") chain = [transformed(chain, step.transform, scope)];
    else {
      const code = `${scope.source.valueNames.get(step.table)}(${joined(chain, plain).code})`;
      chain = [{ kind: "mapped", code, maybe: (step.table.absent ?? undefined) === undefined }];
    }
  }
  return chain;
}

function operand(operand: CheckedOperand, scope: Scope): Part[] {
  if (operand.kind === "path") return [{ kind: "raw", code: pathCode(operand.path, scope), maybe: true }];
  return operand.value === null ? [] : [{ kind: "literal", value: operand.value }];
}

function transformed(chain: readonly Part[], transform: Transform, scope: Scope): Part {
  const accepts = parameterHelper(transform);
  const value = joined(chain, (part) => (part.kind === "raw" && accepts !== undefined ? wrapped(accepts, part.code, scope) : plain(part)));
  const name = scope.source.transforms.get(transform.name)!.name;
  return { kind: "transformed", transform, code: `${helper(scope.source, "attempt")}(${name}, ${value.code})`, maybe: true };
}

/** A transform never sees a value of another type, as far as its type says one. */
function parameterHelper({ parameter }: Transform): RuntimeHelper | undefined {
  switch (parameter.kind) {
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "object":
    case "list":
      return parameter.kind;
    default:
      return undefined;
  }
}

/** What a transform makes of a list or an object has the type that it declares; of others, if it was given what it declares. */
function isTrusted({ parameter, result }: Transform, accepts: Accepts | { readonly kind: "objects" }): boolean {
  if (accepts.kind === "list" || accepts.kind === "object") return true;
  const given = ["string", "number", "integer", "boolean", "unknown"].includes(parameter.kind);
  return given && (result.kind === accepts.kind || accepts.kind === "any");
}

function coerced(part: Part, accepts: Accepts | { readonly kind: "objects" }, scope: Scope): Code {
  if (part.kind === "literal" || part.kind === "mapped") return plain(part);
  if (part.kind === "transformed" && isTrusted(part.transform, accepts)) return plain(part);
  if (accepts.kind !== "enum") return wrapped(accepts.kind, part.code, scope);
  return { code: `${guardFunction(accepts.values, scope.source)}(${part.code})`, maybe: true };
}

function wrapped(name: RuntimeHelper, code: string, scope: Scope): Code {
  return { code: `${helper(scope.source, name)}(${code})`, maybe: true };
}

function plain(part: Part): Code {
  return part.kind === "literal" ? { code: JSON.stringify(part.value), maybe: false } : part;
}

/** `a ?? b ?? "x"`, up to the first that is always there. */
function joined(chain: readonly Part[], code: (part: Part) => Code): Code {
  const codes: string[] = [];
  for (const part of chain) {
    const each = code(part);
    codes.push(each.code);
    if (!each.maybe) return { code: codes.join(" ?? "), maybe: false };
  }
  return codes.length === 0 ? { code: "undefined", maybe: true } : { code: codes.join(" ?? "), maybe: true };
}
