import { keyText } from "../mapping/row-text.js";
import type { Scalar, ValueTableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { ProposedValue } from "./types.js";
import { alikeness, sameName } from "./words.js";

/** From how many words in common on a value is like another. */
const alikeEnough = 1 / 2;
/** So many lines that all give one word make a rule. */
const fewest = 3;

/** A line for a value that has none: the canonical word of its name, else what values like it become, else all that there is to choose from. */
export function proposeValue({ name, of, map, unlisted }: ValueTableNode, value: string, enums: CanonicalModel["enums"]): ProposedValue {
  const results = [...new Set([...map.map(({ to }) => to.value), ...(unlisted ? [unlisted.value] : [])])];
  const words = [...enums.values()].filter((all) => results.length > 0 && results.every((result) => typeof result === "string" && all.includes(result))).flat();
  const named = words.find((word) => sameName(word, value));
  const scored = map.map((line) => ({ line, score: alikeness(value, line.from.value) }));
  const most = Math.max(0, ...scored.map(({ score }) => score));
  const like = most < alikeEnough ? [] : scored.filter(({ score }) => score === most).map(({ line }) => line);
  const all = [...new Set(map.map(({ to }) => to.value))];
  const alike = [...new Set(like.map(({ to }) => to.value))];
  const [known] = named !== undefined ? [named] : alike.length === 1 ? alike : map.length >= fewest && all.length === 1 ? all : [];
  const becomes: readonly Scalar[] = known !== undefined ? [known] : alike.length > 0 ? alike : results;
  const by = named === undefined && alike.length === 1 ? like[0]!.from.value : undefined;
  const written = becomes.map((word) => JSON.stringify(word).replace(/^"([A-Za-z_]\w*)"$/, "$1"));
  const key = of.value === "boolean" ? JSON.stringify(value) : keyText(value);
  return { file: name.at.file, table: name.value, key: value, becomes, ...(by !== undefined && { like: by }), text: `${key}: { undecided: ${known === undefined ? `[${written.join(", ") || '"?"'}]` : written[0]!} }` };
}
