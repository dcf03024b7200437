import { inOrder } from "../check/report.js";
import type { Program } from "../check/types.js";
import type { Diagnostic } from "../diagnostic.js";
import { rules } from "./rules.js";
import type { Exception, Policy } from "./types.js";

export { policyCodes, type PolicyCode } from "./codes.js";
export type { Exception, Policy } from "./types.js";

/** What a sound program does against the rules of the house, and which exceptions from them excuse nothing. */
export function applyPolicies({ providers }: Program, policies: readonly Policy[]): Diagnostic[] {
  const tables = providers.flatMap((provider) => provider.tables).filter(({ shipped }) => shipped !== true);
  return inOrder(policies.flatMap(({ code, severity, except }): Diagnostic[] => {
    const used = new Set<Exception>();
    const found = tables.flatMap((table) =>
      // What a table inherits stands in another file, and is not this house's to mend.
      rules[code](table).filter(({ at }) => at.file === table.file).flatMap(({ key, at, message, hint }): Diagnostic[] => {
        const excuses = except.filter(({ pattern }) => matches(pattern, table.source) || matches(pattern, `${table.source} ${key}`));
        excuses.forEach((one) => used.add(one));
        return excuses.length > 0 ? [] : [{ code, severity, message, hint, ...at }];
      }),
    );
    const idle = except.filter((one) => !used.has(one)).map(({ pattern, at }): Diagnostic => {
      return { code: "unused-exception", severity: "warning", message: `"${pattern}" excuses nothing from "${code}".`, hint: "Remove it; where it should excuse something, mend its spelling.", ...at };
    });
    return [...found, ...idle];
  }));
}

function matches(pattern: string, name: string): boolean {
  return new RegExp(`^${pattern.split(/\*+/).map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&")).join(".*")}$`, "u").test(name);
}
