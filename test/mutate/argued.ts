import type { Position } from "../../codegen/diagnostic.js";
import { matchesPattern } from "../../codegen/mapping/key.js";
import type { Judged } from "./judged.js";
import { readYaml, type Yaml } from "../../codegen/yaml/read.js";

/** A reason why no test needs to miss some mutants. In all but the reason a `*` stands for any text. */
export interface Argument {
  readonly table: string;
  readonly row: string;
  readonly kind: string;
  readonly what: string;
  readonly reason: string;
  readonly line: number;
}

const parts = ["table", "row", "kind", "what", "reason"] as const;
const form = "Write `- { table: codex/notifications, row: error, kind: drop-pipe, what: \"* trimmed\", reason: ... }`.";

/** Reads `argued.yaml`: a list of arguments. What is left out, but the reason, matches all. Each problem is a line with its place. */
export function readArguments(file: string, text: string): { readonly all: readonly Argument[]; readonly problems: readonly string[] } {
  const { root, diagnostics } = readYaml(file, text);
  const problems: string[] = [];
  const say = ({ line, column }: Partial<Position>, message: string): void => void problems.push(`${file}:${line}:${column}: ${message}`);
  const report = ({ at }: { readonly at: Yaml["at"] }, message: string): void => say(at, `${message} ${form}`);
  for (const one of diagnostics) say(one, one.message);
  const items = root === undefined || (root.kind === "scalar" && root.empty) ? [] : root.kind === "list" ? root.items : (report(root, "The file is no list."), []);
  const all = items.flatMap((item): Argument[] => {
    if (item.kind !== "map") return report(item, "An argument is a mapping."), [];
    const said = new Map<string, string>();
    for (const { key, value } of item.entries) {
      if (!(parts as readonly string[]).includes(key.text)) report(key, `"${key.text}" is no part of an argument.`);
      else if (value.kind !== "scalar" || value.text.trim() === "") report(value, `"${key.text}" is a text.`);
      else said.set(key.text, value.text);
    }
    if (!said.has("reason")) report(item, "There is no reason.");
    const part = (name: (typeof parts)[number]): string => said.get(name) ?? "*";
    return [{ table: part("table"), row: part("row"), kind: part("kind"), what: part("what"), reason: part("reason"), line: item.at.line }];
  });
  return { all, problems };
}

/** The first argument for a survivor. */
export function argumentFor(all: readonly Argument[], survivor: Judged): Argument | undefined {
  return all.find((one) => (["table", "row", "kind", "what"] as const).every((part) => matchesPattern(one[part], survivor[part])));
}
