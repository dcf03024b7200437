import type { RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Refs } from "../contract.js";
import { wellFormed } from "../well-formed.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import { limits, makeRoom } from "./limits.js";
import { namedItem, placeOf, threadOf, turnOf } from "./locate.js";

const NO_REFS: Refs = { session: undefined, thread: undefined, turn: undefined, item: undefined, request: undefined, lane: undefined };

/** A message that no row knows (EVENTS.md rule 2): one warning, with what a front end needs to fold its repeats. */
export function reportUnknown(core: Core, source: RuntimeEventSource, key: string, refs: Refs = NO_REFS): void {
  core.stats.unknowns += 1;
  const detail = { source, key: quote(key), repeat: countUnknown(core, `${source} ${quote(key)}`) };
  const thread = threadOf(core, refs);
  const turn = turnOf(core, thread, refs, false);
  const item = namedItem(core, thread, turn, refs);
  emit(core, "runtime.warning", { message: `Unknown message: ${detail.key}`, detail }, refs, placeOf(thread, turn), turn, item, undefined);
}

/** A warning about what came, other than that nobody knows it. */
export function warn(core: Core, message: string, detail: { readonly [name: string]: unknown }): void {
  emit(core, "runtime.warning", { message, detail }, undefined, undefined, undefined, undefined, undefined);
}

/** As much of a foreign text as a warning may hold. The cut may go through a character. */
export function quote(text: string): string {
  return wellFormed(text.length <= limits.quote ? text : `${text.slice(0, limits.quote)}…`);
}

/** What a host calls something, as a warning may hold it; a host may give anything. */
export function named(name: unknown): string {
  return typeof name === "object" && name !== null ? (Array.isArray(name) ? "(list)" : "(object)") : quote(String(name));
}

function countUnknown(core: Core, what: string): number {
  const count = (core.unknown.get(what) ?? 0) + 1;
  if (count === 1) makeRoom(core.unknown, limits.reports);
  core.unknown.set(what, count);
  return count;
}
