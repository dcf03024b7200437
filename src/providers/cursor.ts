import type { Cell, Table } from "../contract.js";
import type { Provider, Route } from "../session/provider.js";
import { rpcRoute } from "./rpc-route.js";

/** The generated tables of Cursor, and what they remember. */
export interface CursorTables {
  readonly notifications: Table;
  readonly requests: Table;
  readonly responses: Table;
  readonly cells: { readonly [name: string]: Cell };
}

/** Cursor, and any other agent of the Agent Client Protocol. */
export function cursorProvider(tables: CursorTables): Provider {
  const { notifications, requests, responses } = tables;
  const notification: Route = { kind: "message", table: notifications, source: "cursor.acp.notification", within: undefined, typed: false, alone: false };
  const request: Route = { kind: "request", table: requests, source: "cursor.acp.request" };

  const route = rpcRoute(request, notification);

  return {
    name: "cursor",
    kind: "cursor",
    source: "cursor.acp.notification",
    tables: [notifications, requests, responses],
    cells: tables.cells,
    answers: responses,
    permissions: undefined,
    outlivesTurn: [],
    idsByType: false,
    itemIdsPerTurn: false,
    soleThread: true,
    lastThread: false,
    hostStarts: false,
    segments: ["assistant_message", "reasoning", "user_message"],
    gathersText: true,
    saysDeclined: false,
    interruptCell: undefined,

    route,
    routeSent: route,
    children: () => undefined,
    interrupts: (frame) => ((frame["method"] as unknown) === "session/cancel" ? frame["params"]?.["sessionId"] : undefined),
    answerTo: (id, answer) => ({ jsonrpc: "2.0", id, ...answer }),

    replays(asked, answer) {
      switch (asked["method"] as unknown) {
        case "session/load":
          return asked["params"]?.["sessionId"];
        // Some agents tell what the new session has of the old one.
        case "session/fork":
          return answer?.["result"]?.["sessionId"];
        default:
          return undefined;
      }
    },

    announces(asked, answer) {
      switch (asked["method"] as unknown) {
        case "session/new":
        case "session/fork":
          return { thread: answer["result"]?.["sessionId"], turn: undefined };
        case "session/load":
        case "session/resume":
          return { thread: asked["params"]?.["sessionId"], turn: undefined };
        default:
          return undefined;
      }
    },
  };
}
