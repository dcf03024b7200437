/** Agents and what is special about their sessions, as `mapwright/provider` knows them. */

/** An agent that only the project knows, as its config has it. */
export interface ProjectProvider {
  readonly name: string;
  /** Its messages: told apart by a tag, in one table, or those of JSON-RPC, in up to three. */
  readonly frames: Frames;
  /** Values of `RuntimeEventRaw.source` that the model gets. */
  readonly sources: readonly string[];
  /** What is special about its sessions, as the options of its provider. */
  readonly switches: readonly { readonly name: string; readonly value: boolean | readonly string[] }[];
}

export const frames = ["typed", "json-rpc"] as const;
export type Frames = (typeof frames)[number];

/** What a session may have to know of an agent, and whether it is yes or no or a list of item types. */
export const agentSwitches: { readonly [name: string]: "boolean" | "itemTypes" } = {
  soleThread: "boolean",
  lastThread: "boolean",
  hostStarts: "boolean",
  segments: "itemTypes",
  gathersText: "boolean",
  saysDeclined: "boolean",
  itemIdsPerTurn: "boolean",
  idsByType: "boolean",
  outlivesTurn: "itemTypes",
};

/** The agents that the package knows: which of its factories takes which sources. */
export const knownAgents: readonly { readonly name: string; readonly factory: string; readonly tables: { readonly [role: string]: string } }[] = [
  {
    name: "codex",
    factory: "codexProvider",
    tables: { notifications: "codex.app-server.notification", requests: "codex.app-server.request", responses: "codex.app-server.response", eventMsg: "codex.eventmsg" },
  },
  { name: "codex-sdk", factory: "codexSdkProvider", tables: { threadEvents: "codex.sdk.thread-event" } },
  { name: "claude", factory: "claudeProvider", tables: { messages: "claude.sdk.message", permissions: "claude.sdk.permission" } },
  { name: "cursor", factory: "cursorProvider", tables: { notifications: "cursor.acp.notification", requests: "cursor.acp.request", responses: "cursor.acp.response" } },
];
