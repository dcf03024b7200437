import { example, notifications, rows, rowsOf, type Explanation, type Parts } from "./types.js";

/** The files that many examples need. */

type Example = Pick<Explanation, "before" | "after">;

/** `memory.yaml`, beside the table that uses it. */
export function memory(text: string): Parts {
  return { "mappings/demo/memory.yaml": `memory:\n  ${text}\n` };
}

/** What a row about a request has beside its event. */
export function requests(before: string, after: string): Example {
  const row = (text: string): string => `approve:\n  request.opened: { requestType: unknown }\n${text.replace(/^/gm, "  ")}`;
  return rows(row(before), row(after), {}, "mappings/demo/requests.yaml");
}

/** Value tables, with a row that uses them. */
export function values(before: string, after: string, use = "$.params.turn.status | turnState"): Example {
  const both = (text: string): string => `${rowsOf(`turn/completed: { turn.completed: { state: ${use} } }`)}values:\n  ${text}`;
  return example(notifications, both(before), both(after));
}

/** Concepts of `equivalence.yaml`, with the rows that they are about. */
export function shared(before: string, after: string): Example {
  const concepts = (text: string): string => `concepts:\n  ${text}`;
  return example("mappings/equivalence.yaml", concepts(before), concepts(after), { [notifications]: rowsOf(`turn/started: { turn.started: {} }`) });
}

/** A transform, in the file that it stands in. */
export function transform(before: string, after: string, beside: Parts = {}): Example {
  return example("src/transforms/text.ts", before, after, beside);
}

/** A table that adds to one that is shipped. */
export function extension(wrong: string, before: string, right: string, after: string): Example {
  const config = { "mapwright.config.yaml": `extends: mapwright\nprotocols:\n  codex-app-server: ["0.171.0"]\n` };
  return { before: { ...config, [wrong]: `${before}\n` }, after: { ...config, [right]: `${after}\n` } };
}
