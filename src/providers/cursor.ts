import type { Cell, Table } from "../contract.js";
import type { Provider } from "../session/provider.js";
import { rpcProvider } from "./rpc.js";

/** The generated tables of Cursor, and what they remember. */
export interface CursorTables {
  readonly notifications: Table;
  readonly requests: Table;
  readonly responses: Table;
  readonly cells: { readonly [name: string]: Cell };
}

/** Cursor, and any other agent of the Agent Client Protocol. */
export function cursorProvider(tables: CursorTables): Provider {
  return {
    ...rpcProvider({ name: "cursor", kind: "cursor", ...tables, segments: ["assistant_message", "reasoning", "user_message"], gathersText: true }),

    interrupts: (frame) => ((frame["method"] as unknown) === "session/cancel" ? frame["params"]?.["sessionId"] : undefined),

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
