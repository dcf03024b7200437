import { enumerate } from "../spelling.js";
import type { Reached, SchemaChange } from "./types.js";

/** Changes in words. */

/** Where a change stands: the message and the way into it; where several messages share it, the definition and how many they are. */
export function placeText({ kind, name, places: [place, ...others], reached }: SchemaChange): string {
  const [first] = reached;
  if (kind === "union") return name;
  if (first === undefined) return `${place.definition ?? ""}: ${place.path}`;
  if (kind === "message" || kind === "request") return `${first.union} ${name}`;
  if (reached.length === 1) return `${messageText(first)}: ${first.path}`;
  const path = others.length === 0 ? place.path : place.path.replace(/=[^()]*\)/g, "=*)");
  return `${place.definition ?? first.union}: ${path}`;
}

/** ` (in 14 messages: turn/started, turn/completed and 12 more)`, where the place does not say it. */
export function sharedText({ kind, reached }: SchemaChange, limit = 3): string {
  if (reached.length < 2 || kind === "union") return "";
  const messages = [...new Set(reached.map(({ message, answer }) => `${message}${answer ? " (answer)" : ""}`))];
  return `in ${messages.length} messages: ${enumerate(messages, limit)}`;
}

export function changeText({ kind, change, name, was, is, renamed }: SchemaChange): string {
  const more = kind === "union" ? ` (${is ?? was})` : kind === "field" && change !== "changed" ? ` (${is ?? was})` : "";
  const maybe = renamed === undefined ? "" : change === "added" ? `, perhaps what was ${quoted(renamed)}` : `, perhaps now ${quoted(renamed)}`;
  if (change === "changed") return `${was} -> ${is}`;
  const what = kind === "field" || kind === "message" || kind === "request" || kind === "union" ? "" : kind === "response" ? `answer ${name} ` : `${kind} ${quoted(name)} `;
  return `${what}${change}${more}${maybe}`;
}

export function messageText({ union, message, answer }: Reached): string {
  return `${union} ${message}${answer ? " (answer)" : ""}`;
}

/** `3 fields added`. */
export function countText(kind: SchemaChange["kind"], change: SchemaChange["change"], count: number): string {
  return `${count} ${kind}${count === 1 ? "" : "s"} ${change}`;
}

function quoted(name: string): string {
  return `"${name}"`;
}
