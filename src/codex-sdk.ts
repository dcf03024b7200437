/**
 * Mapwright for the Codex SDK alone: an application that uses one provider loads no other's tables.
 */
import type { Memory } from "./contract.js";
import { codexSdk } from "./providers/codex-sdk-generated.js";
import { memoryOf } from "./session/memory.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

export type { EventOf, ProviderRuntimeEventV2 } from "./canonical.js";
export { mapThreadEvents } from "../generated/codex/thread-events.js";
export type { ThreadEvent, ThreadItem } from "../generated/types/codex-sdk.js";
export type { Draft, Memory, Refs } from "./contract.js";
export type * from "./session/types.js";

/** A session with the Codex SDK (README.md, the library). Throws a TypeError for a snapshot that is not of it and this version. */
export function createSession(options: SessionOptions = {}): Session {
  return createProviderSession(codexSdk, options);
}

/** What the rows remember, for a caller of the mappers alone; a session has its own. */
export function createMemory(): Memory {
  return memoryOf(codexSdk);
}
