import type { Draft } from "../../src/contract.js";

/** A draft with the least envelope that an event has; fields that are inherited say what they say where nothing is open. */
export function eventOf({ type, payload }: Draft, source: string, message: unknown): unknown {
  return {
    eventId: "event",
    provider: "codex",
    sessionId: "session",
    createdAt: "2026-01-01T00:00:00.000Z",
    type,
    payload: { ...inherited(type), ...payload },
    raw: { source, payload: message },
  };
}

function inherited(type: string): { readonly [field: string]: unknown } {
  if (type.startsWith("item.")) return { itemType: "unknown" };
  return type.startsWith("request.") ? { requestType: "unknown" } : {};
}
