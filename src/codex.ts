/**
 * Mapwright for Codex alone: an application that uses one provider loads no other's tables.
 */
import type { Memory } from "./contract.js";
import { codex } from "./providers/codex-generated.js";
import { memoryOf } from "./session/memory.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

export type { EventOf, ProviderRuntimeEventV2 } from "./canonical.js";
export { mapEventMsg } from "../generated/codex/event-msg.js";
export { mapNotifications } from "../generated/codex/notifications.js";
export { mapRequests } from "../generated/codex/requests.js";
export { mapResponses } from "../generated/codex/responses.js";
export type { ClientNotification, ClientRequest, Event, EventMsg, ServerNotification, ServerRequest, ThreadItem } from "../generated/types/codex-app-server.js";
export type { Draft, Memory, Refs } from "./contract.js";
export type * from "./session/types.js";

/** A session with Codex (README.md, the library). Throws a TypeError for a snapshot that is not of Codex and this version. */
export function createSession(options: SessionOptions = {}): Session {
  return createProviderSession(codex, options);
}

/** What the rows remember, for a caller of the mappers alone; a session has its own. */
export function createMemory(): Memory {
  return memoryOf(codex);
}
