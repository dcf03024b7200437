import { camelCase, upperFirst } from "./names.js";
import { ask, type Source } from "./source.js";

/** A function that lets the words of a closed list through, e.g. `asTurnState`; named after the list where it has a name. */
export function guardFunction(values: readonly string[], source: Source): string {
  const words = values.map((value) => JSON.stringify(value));
  const wanted = `as${upperFirst(camelCase(listName(values, source) ?? values.join(" or ")))}`;
  return ask(source, `guard ${words.join()}`, wanted, (name) => ({
    roots: [],
    code: `function ${name}(value: unknown): ${words.join(" | ")} | undefined {
      switch (value) {
        ${words.map((word) => `case ${word}:`).join("\n")}
          return value;
        default:
          return undefined;
      }
    }`,
  })).name;
}

function listName(values: readonly string[], source: Source): string | undefined {
  for (const [name, words] of source.program.canonical.enums) {
    if (words.length === values.length && words.every((word, index) => word === values[index])) return name;
  }
  return undefined;
}
