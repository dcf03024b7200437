import { describe, expect, it } from "vitest";
import { createSession, type ProviderRuntimeEventV2, type Session, type Snapshot } from "../../src/index.js";
import { cursor } from "../agents/cursor.js";
import { answer, asked, ended, failure, prompt, request, said, tool, toolUpdate } from "./acp-messages.js";
import { drive, type Drive } from "./drive.js";
import { types } from "./told.js";

const load = (id: number, sessionId = "s1") => request(id, "session/load", { sessionId, cwd: "/w", mcpServers: [] });
const items = (events: readonly ProviderRuntimeEventV2[]): Set<unknown> => new Set(events.map(({ itemId }) => itemId).filter((id) => id !== undefined));
const history = [asked("Go.", { messageId: "u1" }), said("I will.", { messageId: "m1" }), tool("k"), toolUpdate("k", { status: "completed" }), said("Done.", { messageId: "m2" })];

/** A turn in which an agent says and does just that. */
function live({ send, receive }: Drive, id: number): ProviderRuntimeEventV2[] {
  return [...send(prompt(id)), ...history.slice(1).flatMap((frame) => receive(frame)), ...receive(ended(id))];
}

describe("a session that is loaded (EVENTS.md rule 26)", () => {
  it("tells its history as items like any other, in no turn, and ends them with the answer", () => {
    const { send, receive } = drive({ agent: cursor });
    send(load(1));
    const told = history.flatMap((frame) => receive(frame));
    expect(types(told)).toEqual([
      "item.started", "item.completed", "item.started", "content.delta", "item.completed", "item.started", "item.completed", "item.started", "content.delta",
    ]);
    expect(told.every(({ turnId, threadId }) => turnId === undefined && threadId !== undefined)).toBe(true);
    const events = receive(answer(1, {}));
    expect(types(events)).toEqual(["item.completed", "session.started", "session.configured", "thread.started", "session.state.changed"]);
    expect(events[0]).toMatchObject({ payload: { itemType: "assistant_message", detail: "Done." } });
    expect(events[1]?.payload).toEqual({ resume: { sessionId: "s1", cwd: "/w", mcpServers: [] } });
  });

  it("never takes its history for what was told live, and what comes live for its history", () => {
    const driven = drive({ agent: cursor });
    const { send, receive } = driven;
    const before = items(live(driven, 1));
    send(load(2));
    const told = items([...history.flatMap((frame) => receive(frame)), ...receive(answer(2, {}))]);
    send(load(3));
    const again = items([...history.flatMap((frame) => receive(frame)), ...receive(answer(3, {}))]);
    const after = live(driven, 4).filter(({ payload }) => (payload as { itemType?: string }).itemType === "assistant_message");
    expect([before.size, told.size, again.size]).toEqual([3, 4, 4]);
    expect(new Set([...before, ...told, ...again]).size).toBe(11);
    for (const id of items(after)) expect([...told, ...again]).not.toContain(id);
  });

  it("that is forked may tell it, too, before its answer says what it is called", () => {
    const { send, receive } = drive({ agent: cursor });
    send(request(1, "session/fork", { sessionId: "old", cwd: "/w" }));
    const told = [...history, tool("open")].flatMap((frame) => receive(frame));
    expect(told.every(({ turnId }) => turnId === undefined)).toBe(true);
    const [closed, ...rest] = receive(answer(1, { sessionId: "s1" }));
    expect(closed).toMatchObject({ type: "item.completed", payload: { itemType: "command_execution", status: "completed" } });
    expect(types(rest)).toEqual(["session.started", "session.configured", "thread.started", "session.state.changed"]);
    send(prompt(2));
    const [again] = receive(said("I will.", { messageId: "m1" }));
    expect(again).toMatchObject({ type: "item.started" });
    expect(items(told)).not.toContain(again?.itemId);
  });

  it("tells it beside a prompt that was never answered", () => {
    const { send, receive } = drive({ agent: cursor });
    send(prompt(1));
    receive(said("lost", { messageId: "m1" }));
    send(load(2));
    const told = history.flatMap((frame) => receive(frame));
    expect(told.every(({ turnId }) => turnId === undefined)).toBe(true);
    expect(told.filter(({ type }) => type === "item.started")).toHaveLength(4);
    receive(answer(2, {}));
    expect(receive(said("found")).every(({ turnId }) => turnId !== undefined)).toBe(true);
  });

  it("goes on from a snapshot that was taken in the midst of it", () => {
    const options = { provider: "cursor", sessionId: "s", now: () => "2026-01-01T00:00:00.000Z" } as const;
    const first = createSession(options);
    const [begun, ...rest] = history;
    for (const frame of history.slice(1)) first.receive(frame);
    first.send(load(2));
    first.receive(begun);
    const second = createSession({ ...options, snapshot: JSON.parse(JSON.stringify(first.snapshot())) as Snapshot });
    const remaining = (session: Session): ProviderRuntimeEventV2[] => [...rest, answer(2, {})].flatMap((frame) => session.receive(frame));
    const events = remaining(second);
    expect(events).toEqual(remaining(first));
    expect(types(events).filter((type) => type === "item.started")).toHaveLength(3);
  });

  it("and cannot be leaves no item open", () => {
    const driven = drive({ agent: cursor });
    live(driven, 1);
    driven.send(load(2));
    driven.receive(tool("k"));
    expect(driven.receive(failure(2, -32002, "Resource not found"))).toMatchObject([
      { type: "item.completed", payload: { itemType: "command_execution", status: "failed" } },
      { type: "runtime.error", payload: { class: "provider_error" } },
    ]);
  });
});
