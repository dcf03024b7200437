import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { validateEvent, type ProviderRuntimeEventV2 } from "../../src/index.js";
import { recordings, type Recording } from "../agents/recordings.js";
import { golden } from "./golden.js";
import { replay } from "./replay.js";

/**
 * Recorded sessions of real agents through the public session. Their events stand in `test/golden`, reviewed; after a
 * change of a table, `npx vitest run test/tables -u` writes them anew, and the difference is what the change does.
 */
describe.each(recordings)("$name", (recording) => {
  let events: readonly ProviderRuntimeEventV2[] = [];
  beforeAll(() => {
    events = replay(recording);
  });

  it("gives the events that were reviewed", async () => {
    await expect(golden(events)).toMatchFileSnapshot(path.join(import.meta.dirname, "../golden", `${recording.name}.txt`));
  });

  it("is what the vendored schemas say", () => {
    expect(schemaProblems(recording)).toEqual([]);
  });

  it("gives valid events, each with the message it was made from", () => {
    for (const event of events) {
      expect(validateEvent(event)).toEqual([]);
      expect(event.raw).toBeDefined();
    }
    expect(new Set(events.map((event) => event.eventId)).size).toBe(events.length);
  });

  it("knows every message", () => {
    expect(events.filter((event) => event.type === "runtime.warning" && unknownKey(event.payload.detail) !== undefined)).toEqual([]);
  });

  it("opens and closes everything once", () => {
    expect(unpaired(events, "turnId", "turn.started", "turn.completed", { lonelyEnds: true })).toEqual([]);
    expect(unpaired(events, "itemId", "item.started", "item.completed", { lonelyEnds: true })).toEqual([]);
    expect(unpaired(events, "requestId", "request.opened", "request.resolved", { lonelyEnds: false })).toEqual([]);
    expect(unpaired(events, "requestId", "user-input.requested", "user-input.resolved", { lonelyEnds: false })).toEqual([]);
    expect(events.at(-1)?.type).toBe("session.exited");
  });

  it("keeps canonical ids and provider ids apart", () => {
    for (const event of events) {
      const { providerThreadId, providerTurnId, providerItemId, providerRequestId } = event.providerRefs ?? {};
      expect([providerThreadId, providerTurnId, providerItemId, providerRequestId].filter(Boolean)).not.toContain(event.threadId);
      expect([event.turnId, event.itemId, event.requestId].filter(Boolean)).not.toEqual(expect.arrayContaining([providerTurnId, providerItemId, providerRequestId]));
    }
  });
});

it.each([...new Set(recordings.map(({ agent }) => agent))])("$provider $version: warns of nothing but what is a warning", (agent) => {
  const own = recordings.filter((recording) => recording.agent === agent);
  const warnings = own.flatMap((recording) => replay(recording).filter((event) => event.type === "runtime.warning"));
  const keys = new Set(warnings.map((event) => event.raw?.method ?? event.raw?.messageType));
  expect([...keys].sort()).toEqual(agent.warns);
});

type IdField = "turnId" | "itemId" | "requestId";

/** Ids that were not opened once and closed once. Some agents end what they never began. */
function unpaired(events: readonly ProviderRuntimeEventV2[], id: IdField, opens: string, closes: string, { lonelyEnds }: { lonelyEnds: boolean }): string[] {
  const counts = new Map<string | undefined, { opened: number; closed: number }>();
  for (const event of events) {
    if (event.type !== opens && event.type !== closes) continue;
    const count = counts.get(event[id]) ?? { opened: 0, closed: 0 };
    counts.set(event[id], count);
    count[event.type === opens ? "opened" : "closed"] += 1;
  }
  return [...counts].flatMap(([key, { opened, closed }]) => (closed === 1 && (opened === 1 || (opened === 0 && lonelyEnds)) ? [] : [`${key}: opened ${opened} times, closed ${closed} times`]));
}

function unknownKey(detail: unknown): unknown {
  const { source, key } = (detail ?? {}) as { source?: unknown; key?: unknown };
  return source === undefined ? undefined : key;
}

/** What the agent sent, against the union it belongs to; answers against the response of the request they answer. */
function schemaProblems({ agent, lines }: Recording): string[] {
  const asked = new Map<unknown, unknown>();
  return lines.flatMap(({ from, message }, index) => {
    if (message === undefined) return [];
    if (from === "agent") return agent.problems(from, message, asked.get(message["id"])).map((problem) => `line ${index + 1}: ${problem}`);
    if (message["method"] !== undefined) asked.set(message["id"], message["method"]);
    return [];
  });
}
