/**
 * Mapwright for Claude alone: an application that uses one provider loads no other's tables.
 */
import type { Memory } from "./contract.js";
import { claude } from "./providers/claude-generated.js";
import { memoryOf } from "./session/memory.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

export type { EventOf, ProviderRuntimeEventV2 } from "./canonical.js";
export { mapMessages } from "../generated/claude/messages.js";
export { mapPermissions } from "../generated/claude/permissions.js";
export type { PermissionRequest, PermissionResult, PermissionUpdate, SDKMessage, SDKUserMessage } from "../generated/types/claude-agent-sdk.js";
export type { Draft, Memory, Refs } from "./contract.js";
export type * from "./session/types.js";

/** A session with Claude (README.md, the library). Throws a TypeError for a snapshot that is not of Claude and this version. */
export function createSession(options: SessionOptions = {}): Session {
  return createProviderSession(claude, options);
}

/** What the rows remember, for a caller of the mappers alone; a session has its own. */
export function createMemory(): Memory {
  return memoryOf(claude);
}
