/**
 * Mapwright for Cursor, and other agents of the Agent Client Protocol, alone: an application that uses one provider loads no other's
 * tables.
 */
import type { Memory } from "./contract.js";
import { cursor } from "./providers/cursor-generated.js";
import { memoryOf } from "./session/memory.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

export type { EventOf, ProviderRuntimeEventV2 } from "./canonical.js";
export { mapNotifications } from "../generated/cursor/notifications.js";
export { mapRequests } from "../generated/cursor/requests.js";
export { mapResponses } from "../generated/cursor/responses.js";
export type { AgentNotification, AgentRequest, ClientNotification, ClientRequest, SessionUpdate } from "../generated/types/acp.js";
export type { Draft, Memory, Refs } from "./contract.js";
export type * from "./session/types.js";

/** A session with an ACP agent (README.md, the library). Throws a TypeError for a snapshot that is not of Cursor and this version. */
export function createSession(options: SessionOptions = {}): Session {
  return createProviderSession(cursor, options);
}

/** What the rows remember, for a caller of the mappers alone; a session has its own. */
export function createMemory(): Memory {
  return memoryOf(cursor);
}
