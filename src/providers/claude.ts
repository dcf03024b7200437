import type { Cell, Table, Unvalidated } from "../contract.js";
import { REPEAT, type Provider, type Route } from "../session/provider.js";
import { providerOf } from "./provider-of.js";

/** The generated tables of Claude, and what they remember. */
export interface ClaudeTables {
  readonly messages: Table;
  readonly permissions: Table;
  readonly cells: { readonly [name: string]: Cell };
}

/** The Claude Agent SDK: what its iterator gives, and what it asks by `canUseTool`. */
export function claudeProvider(tables: ClaudeTables): Provider {
  const { messages, permissions } = tables;
  const message: Route = { kind: "message", table: messages, source: "claude.sdk.message", within: undefined, typed: true, alone: false };

  return providerOf({
    name: "claude",
    kind: "claude",
    source: "claude.sdk.message",
    tables: [messages, permissions],
    cells: tables.cells,
    permissions,
    lastThread: true,
    hostStarts: true,
    gathersText: true,
    saysDeclined: true,
    interruptCell: "run",

    route: (frame) => (isMessage(frame) ? message : undefined),

    routeSent(frame) {
      if (isMessage(frame)) return message;
      // What `decide` gave for the callback to return: it was told when it was decided.
      return typeof (frame["behavior"] as unknown) === "string" ? REPEAT : undefined;
    },

    answerTo: (_id, answer) => ("result" in answer ? (answer.result as { readonly [field: string]: unknown }) : {}),
  });
}

function isMessage(frame: Unvalidated): boolean {
  return typeof (frame["type"] as unknown) === "string";
}
