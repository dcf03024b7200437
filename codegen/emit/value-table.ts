import type { CheckedValueTable } from "../check/types.js";
import type { Scalar } from "../mapping/types.js";
import { patternTest } from "./condition.js";
import { helper, type Source } from "./source.js";

/** A value table as a function: exact values in a `switch`, then patterns, then what no schema lists. */
export function valueTableFunction(values: CheckedValueTable, source: Source): string {
  const name = source.valueNames.get(values)!;
  const absent = values.absent ?? undefined;
  // A value of the wrong type counts as absent.
  const unlisted = values.unlisted ?? absent;
  const results = [...values.map.map(({ to }) => to), unlisted, absent];
  const subject = values.form === "tag" ? "name" : "value";

  const cases = grouped(values).map(({ from, to }) => `${from.map((value) => `case ${caseCode(value, values)}:`).join("\n")}\nreturn ${code(to)};`);
  const patterns = values.map.filter(({ pattern }) => pattern).map(({ from, to }) => `if (${patternTest(from, subject)}) return ${code(to)};`);
  const lines = [
    ...(absent === unlisted ? [] : [`if (value === undefined || value === null) return ${code(absent)};`]),
    ...(values.form === "tag" ? [`const name = ${helper(source, "tag")}(value);`] : []),
    `switch (${subject}) {`,
    ...cases,
    `default:`,
    ...patterns,
    `return ${code(unlisted)};`,
    "}",
  ];
  return `// ${values.at.file}:${values.at.line}\nfunction ${name}(value: unknown): ${typeOf(results)} {\n${lines.join("\n")}\n}`;
}

/** Exact values in document order, those with one result together. */
function grouped({ map }: CheckedValueTable): { readonly from: readonly string[]; readonly to: Scalar }[] {
  const groups: { from: string[]; to: Scalar }[] = [];
  for (const { from, to, pattern } of map) {
    if (pattern) continue;
    const last = groups.at(-1);
    if (last !== undefined && last.to === to) last.from.push(from);
    else groups.push({ from: [from], to });
  }
  return groups;
}

function caseCode(value: string, { form }: CheckedValueTable): string {
  return form === "boolean" ? value : JSON.stringify(value);
}

function typeOf(results: readonly (Scalar | undefined)[]): string {
  const booleans = new Set(results.filter((result) => typeof result === "boolean"));
  const types = results.map((result) => (booleans.size === 2 && typeof result === "boolean" ? "boolean" : code(result)));
  return [...new Set(types)].sort((a, b) => Number(a === "undefined") - Number(b === "undefined")).join(" | ");
}

function code(value: Scalar | undefined): string {
  return value === undefined || value === null ? "undefined" : JSON.stringify(value);
}
