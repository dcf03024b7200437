import type { Cell, Table } from "../contract.js";
import type { Provider } from "../session/provider.js";
import { typedProvider } from "./typed.js";

/** The generated table of the Codex SDK, and what it remembers. */
export interface CodexSdkTables {
  readonly threadEvents: Table;
  readonly cells: { readonly [name: string]: Cell };
}

/** The Codex SDK, and `codex exec --json`: one thread, told from one side. */
export function codexSdkProvider({ threadEvents, cells }: CodexSdkTables): Provider {
  return typedProvider({
    name: "codex-sdk",
    kind: "codex",
    table: threadEvents,
    cells,
    itemIdsPerTurn: true,
    lastThread: true,
    saysDeclined: true,
  });
}
