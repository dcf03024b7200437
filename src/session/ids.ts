import { hash } from "./hash.js";
import { limits } from "./limits.js";
import type { EntityKind, IdOptions } from "./types.js";
import type { Ref } from "../contract.js";

/** What a provider's id is looked up by: `1` and `"1"` are two ids (EVENTS.md rule 9). */
export type Key = string | number;

export interface Ids {
  readonly bound: Map<string, string>;
  /** Where a bound id is in use: agents use an id again, in another turn or for another type, and that is another thing. */
  readonly taken: Map<string, string>;
  /** Where things stood that had to make room, as far as they are remembered, and how many there were. */
  readonly gone: Set<string>;
  lost: number;
  /** The session's own hash: what the ids of its threads and requests begin with. */
  readonly root: string;
  readonly seed: number;
  /** The canonical id: bound by the host, else minted by the host from the path, else made of the hashes of where it is and of its key. */
  readonly mint: (kind: EntityKind, outer: string, own: string, providerId: string | undefined, path: () => readonly unknown[]) => string;
}

export function createIds(sessionId: string, options: IdOptions | undefined): Ids {
  const bound = new Map<string, string>();
  for (const [kind, providerId, canonicalId] of options?.bind ?? []) bound.set(boundKey(kind, providerId), canonicalId);
  const taken = new Map<string, string>();
  const byHost = options?.mint;

  const boundId = (key: string, place: string): string | undefined => {
    const id = bound.get(key);
    if (id === undefined) return undefined;
    const at = taken.get(key);
    if (at === undefined) taken.set(key, place);
    return at === undefined || at === place ? id : undefined;
  };

  const root = hash(sessionId, 0);
  return {
    bound,
    taken,
    gone: new Set(),
    lost: 0,
    root,
    seed: seedOf(root),
    mint(kind, outer, own, providerId, path) {
      const known = bound.size === 0 || providerId === undefined ? undefined : boundId(boundKey(kind, providerId), outer + own);
      // The word in front keeps an id from ever being a provider's.
      return known ?? byHost?.(kind, path()) ?? `${kind}_${outer}${own}`;
    },
  };
}

/**
 * What a thing is called where it is seen now for the first time: by its key. Where one of that key may have had to make room, it
 * is another one, with another id (rule 7).
 */
export function nameOfNew(ids: Ids, around: string, key: Key, seed: number): Key {
  const known = ids.lost === 0 || (ids.lost === ids.gone.size && !ids.gone.has(around + hashKey(key, seed)));
  return known ? key : `\u0000again${ids.lost} ${JSON.stringify(key)}`;
}

/** Something had to make room: its id is not given again. Once they are too many to remember, any key may be one of theirs. */
export function lose(ids: Ids, around: string, own: string): void {
  ids.lost += 1;
  if (ids.lost > limits.gone) ids.gone.clear();
  else ids.gone.add(around + own);
}

/** The hash of a key; the seed says where it is. `1` and `"1"` are two keys. */
export function hashKey(key: Key, seed: number): string {
  return typeof key === "string" ? hash(key, seed) : hash(String(key), ~seed);
}

/** The seed for what is inside something of this hash. */
export function seedOf(own: string): number {
  return Number.parseInt(own.slice(0, 8), 16) | 0;
}

export function boundKey(kind: EntityKind, providerId: string): string {
  return `${kind}\n${providerId}`;
}

interface Identity {
  readonly identity: readonly unknown[];
}

/** The key of a reference; `undefined` if it names nothing. An empty id counts as none (rule 7), and so does one that JSON cannot hold. */
export function keyOf(ref: Ref): Key | undefined {
  if (typeof ref === "string") return ref === "" ? undefined : ref;
  if (typeof ref === "number") return Number.isFinite(ref) ? ref : undefined;
  if (isIdentity(ref)) return identityKey(ref);
  return undefined;
}

/** The key of a JSON-RPC id, where the empty string is an id like any other (rule 9). */
export function requestKeyOf(ref: Ref): Key | undefined {
  return ref === "" ? "" : keyOf(ref);
}

/** The provider's own id, as text for `providerRefs`. */
export function nameOf(ref: Ref): string | undefined {
  if (typeof ref === "string") return ref === "" ? undefined : ref;
  if (typeof ref === "number") return Number.isFinite(ref) ? String(ref) : undefined;
  if (isIdentity(ref)) return nameOf(ref.identity[0]);
  return undefined;
}

function isIdentity(ref: unknown): ref is Identity {
  return typeof ref === "object" && ref !== null && Array.isArray((ref as { identity?: unknown }).identity);
}

/** The last identity that was looked at: the tokens of one text all have the same. It only saves writing it down again. */
let recent: { readonly identity: readonly unknown[]; readonly key: Key | undefined } = { identity: [], key: undefined };

/** An identity of absent parts names nothing. The control character keeps it apart from ids on the wire. */
function identityKey({ identity }: Identity): Key | undefined {
  if (sameParts(identity, recent.identity)) return recent.key;
  const key = identity.every((part) => part === undefined || part === null || part === "") ? undefined : `\u0000${JSON.stringify(identity.map(simple))}`;
  recent = { identity, key };
  return key;
}

/** A part that is no simple value says nothing; written out, it might be too deep. */
function simple(part: unknown): unknown {
  return typeof part === "object" ? null : part;
}

/** Whether two keys are made of the same parts; to say no where they are only equal costs time and nothing else. */
export function sameParts(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}
