import type { Cell, Table } from "../contract.js";
import type { Provider, Route } from "../session/provider.js";

/** The generated table of the Codex SDK, and what it remembers. */
export interface CodexSdkTables {
  readonly threadEvents: Table;
  readonly cells: { readonly [name: string]: Cell };
}

/** The Codex SDK, and `codex exec --json`: one thread, told from one side. */
export function codexSdkProvider({ threadEvents, cells }: CodexSdkTables): Provider {
  const event: Route = { kind: "message", table: threadEvents, source: "codex.sdk.thread-event", within: undefined, typed: true, alone: false };
  return {
    name: "codex-sdk",
    kind: "codex",
    source: "codex.sdk.thread-event",
    tables: [threadEvents],
    cells,
    answers: undefined,
    permissions: undefined,
    outlivesTurn: [],
    idsByType: false,
    itemIdsPerTurn: true,
    soleThread: true,
    lastThread: true,
    hostStarts: false,
    segments: [],
    gathersText: false,
    saysDeclined: true,
    interruptCell: undefined,
    route: (frame) => (typeof (frame["type"] as unknown) === "string" ? event : undefined),
    routeSent: () => undefined,
    children: () => undefined,
    interrupts: () => undefined,
    replays: () => undefined,
    answerTo: (_, answer) => ({ ...answer }),
    announces: () => undefined,
  };
}
