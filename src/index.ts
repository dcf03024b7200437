/**
 * Mapwright: what coding agents say, as one stream of canonical events (EVENTS.md).
 */
import { codex } from "./providers/codex-generated.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

export { validateEvent } from "./canonical.js";
export type * from "./canonical.js";
export type {
  Act,
  DecideExtra,
  Decided,
  Decision,
  EntityKind,
  IdOptions,
  Session,
  SessionOptions,
  Snapshot,
  Stats,
} from "./session/types.js";

/** The agents that a session can be had for. */
export type ProviderName = "codex";

/**
 * A session of the given provider (README.md, the library). Throws a TypeError for a provider that this version has no mapper
 * for, and for a snapshot that is not of this provider and version.
 */
export function createSession(options: SessionOptions & { readonly provider: ProviderName }): Session {
  if (options.provider !== "codex") throw new TypeError(`This version of mapwright has no mapper for the provider ${JSON.stringify(options.provider)}; it has one for "codex".`);
  return createProviderSession(codex, options);
}
