import type { Diagnostic, Position } from "../diagnostic.js";
import { warnings, type Code } from "./codes.js";

/** Where findings go. A check that is only tried out gets one that forgets. */
export type Report = (code: Code, at: Position | undefined, message: string, hint?: string, more?: Pick<Diagnostic, "uncovered" | "undecided">) => void;

export const silent: Report = () => {};

export function reportInto(diagnostics: Diagnostic[]): Report {
  return (code, at, message, hint, more) => {
    diagnostics.push({
      code,
      severity: warnings.has(code) ? "warning" : "error",
      message,
      ...(hint !== undefined && { hint }),
      ...at,
      ...more,
    });
  };
}

/** Of a row that no message belongs to, only what does not hang on its messages is worth saying. */
export function aboutNames(report: Report): Report {
  return (code, ...finding) => {
    if (code.startsWith("unknown-") || code === "missing-field") report(code, ...finding);
  };
}

/** In reading order, so that the same input reports the same way. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => compare(a.file ?? "", b.file ?? "") || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || compare(a.code, b.code),
  );
}

/** By code points: never by locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
