/**
 * What providers are made of (`mapwright/provider`): for tables that a project of its own has compiled, over the shipped ones or for
 * an agent of its own. README.md, tables of your own.
 */
export { claudeProvider, type ClaudeTables } from "./providers/claude.js";
export { codexProvider, type CodexTables } from "./providers/codex.js";
export { codexSdkProvider, type CodexSdkTables } from "./providers/codex-sdk.js";
export { cursorProvider, type CursorTables } from "./providers/cursor.js";
export { rpcProvider, type RpcOptions } from "./providers/rpc.js";
export { typedProvider, type TypedOptions } from "./providers/typed.js";
export { withEvents } from "./providers/with-events.js";
export { memoryOf as createMemory } from "./session/memory.js";
export { createProviderSession } from "./session/session.js";

export type { Lifecycle } from "../generated/canonical/lifecycle.js";
export type { Cell, Draft, Memory, Refs, Table } from "./contract.js";
export type { AgentOptions } from "./providers/habits.js";
export type { AddedLifecycle, Provider, Route } from "./session/provider.js";
export type * from "./session/types.js";
