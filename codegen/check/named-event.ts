import type { EventNode } from "../mapping/types.js";
import type { Position } from "../diagnostic.js";
import type { CanonicalEvent } from "../schema/canonical.js";
import { fill, type Candidate } from "./fill.js";
import type { Environment } from "./scope.js";
import { isPiece, wordsOf } from "./words.js";

/** The event that a message is called after, if it is called after one: `hook/started`, `mcpServer/startupStatus/updated`, `guardianWarning`. */
export function namedEvent(env: Environment, key: string): CanonicalEvent | undefined {
  const events = env.canonical.events.filter(({ host }) => !host);
  const last = key.slice(key.lastIndexOf(":") + 1);
  const same = events.find(({ type }) => [key, last].some((name) => wordsOf(name).join(" ") === wordsOf(type).join(" ")));
  if (same !== undefined) return same;
  const subjects = new Set(events.map(({ type }) => wordsOf(type)[0]!));
  const within = events.filter(({ type }) => isWithin(wordsOf(type), wordsOf(key), subjects));
  const [only] = within;
  if (only !== undefined && within.length === 1) return only;
  const alarm = /^(?:warn|error)/.exec(wordsOf(last).at(-1) ?? "")?.[0];
  const named = alarm === undefined ? isPiece(last) && "content.delta" : `runtime.${alarm === "warn" ? "warning" : "error"}`;
  return events.find(({ type }) => type === named);
}

/** With all that the message has for it. */
export function eventFor(env: Environment, key: string, event: CanonicalEvent, paths: readonly Candidate[], at: Position): EventNode {
  return { type: { value: event.type, at }, when: [], fields: fill(env, key, event.fields, paths, at), at };
}

/** Three words in their places are no chance, two may be; but `thread/realtime/item/started` is about an item. */
function isWithin(own: readonly string[], words: readonly string[], subjects: ReadonlySet<string>): boolean {
  if (words.some((word) => subjects.has(word) && !own.includes(word))) return false;
  return own.length > 2 && own[0] === words[0] && own.at(-1) === words.at(-1) && own.every((word) => words.includes(word));
}
