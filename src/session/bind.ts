import type { Core } from "./core.js";
import { itemsOf } from "./entities.js";
import { boundKey } from "./ids.js";
import { allThreads, turnsOf } from "./locate.js";
import type { EntityKind } from "./types.js";

/**
 * Binds a provider's id to a canonical id of the host's. What has one already keeps it, since events that carry it are out:
 * the id in force is given back.
 */
export function bind(core: Core, kind: EntityKind, providerId: string, canonicalId: string): string {
  if (typeof providerId !== "string" || typeof canonicalId !== "string") return canonicalId;
  for (const entity of entities(core, kind)) if (entity.provider === providerId && entity.id !== undefined) return entity.id;
  const key = boundKey(kind, providerId);
  core.ids.bound.set(key, canonicalId);
  core.ids.taken.delete(key);
  return canonicalId;
}

function* entities(core: Core, kind: EntityKind): Generator<{ readonly id: string | undefined; readonly provider: string | undefined }> {
  if (kind === "request") yield* core.requests.values();
  if (kind === "thread") yield* core.threads.values();
  if (kind !== "turn" && kind !== "item") return;
  for (const thread of allThreads(core)) {
    for (const turn of turnsOf(thread)) {
      if (kind === "turn") yield turn;
      else yield* itemsOf(turn);
    }
  }
}
