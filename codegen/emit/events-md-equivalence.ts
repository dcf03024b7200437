import type { CheckedConcept, CheckedEquivalence, CheckedEquivalent, CheckedEquivalentKey } from "../check/types.js";
import { code, table } from "./markdown.js";

/** What the agents have in common: a line for each concept, a column for each provider, keys with the section of their table. */
export function equivalenceSection({ providers, concepts }: CheckedEquivalence): string {
  return table(
    ["Concept", "Canonical event", ...providers.map((name) => name.charAt(0).toUpperCase() + name.slice(1))],
    concepts.map((concept) => [concept.name, eventText(concept), ...providers.map((name) => cellText(concept.cells.get(name)))]),
  );
}

/** `item.started (command_execution or file_change)`. */
function eventText({ event, fixed }: CheckedConcept): string {
  const words = fixed.map(({ values }) => values.map(String).join(" or "));
  return code(words.length === 0 ? event : `${event} (${words.join(", ")})`);
}

function cellText(cell: CheckedEquivalent | undefined): string {
  if (cell === undefined) return "";
  if (cell.none !== undefined) return `none: ${cell.none}`;
  const rows = cell.rows.map(({ source, spec, keys }) => `${keysText(keys)} (${spec ?? code(source)})`);
  return [...rows, ...(cell.acts.length === 0 ? [] : [`the host's ${many(cell.acts, "act")} ${codes(cell.acts)}`])].join("; ");
}

function keysText(keys: readonly CheckedEquivalentKey[]): string {
  const of = (way: CheckedEquivalentKey["by"]): string[] => keys.filter(({ by }) => by === way).map(({ key }) => key);
  const [said, sent, answered] = [of("message"), of("sent"), of("answer")];
  const texts = [codes(said), sent.length === 0 ? "" : `the host's ${codes(sent)}`, answered.length === 0 ? "" : `the ${many(answered, "answer")} to ${codes(answered)}`];
  return texts.filter((text) => text !== "").join(", ");
}

function codes(words: readonly string[]): string {
  return words.map(code).join(", ");
}

function many(words: readonly string[], noun: string): string {
  return words.length === 1 ? noun : `${noun}s`;
}
