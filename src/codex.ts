/**
 * Mapwright for Codex alone: an application that uses one provider loads no other's tables.
 */
import { codex } from "./providers/codex-generated.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

/** A session with Codex (DESIGN section 6). Throws a TypeError for a snapshot that is not of Codex and this version. */
export function createSession(options: SessionOptions = {}): Session {
  return createProviderSession(codex, options);
}
