import { describe, expect, it } from "vitest";
import { createMemory, createProviderSession, cursorProvider, rpcProvider, typedProvider, withEvents, type Provider, type SessionOptions } from "../../src/provider.js";
import { mapNotifications, createMemory as cursorMemory } from "../../src/cursor.js";
import { cells as cursorCells } from "../../generated/cursor/memory.js";
import { notifications as cursorNotifications } from "../../generated/cursor/notifications.js";
import { requests as cursorRequests } from "../../generated/cursor/requests.js";
import { responses as cursorResponses } from "../../generated/cursor/responses.js";
import { added, cells, drawings, kind, notifications, requests, responses } from "./own-agents.js";

const typed = withEvents(typedProvider({ name: "acme", kind, table: drawings, cells, tag: "event" }), added);
const rpc = withEvents(rpcProvider({ name: "acme-rpc", kind, notifications, requests, responses, cells: {} }), added);
const session = (provider: Provider, options: SessionOptions = {}) => createProviderSession(provider, { sessionId: "s", now: () => "2026-01-01T00:00:00.000Z", ...options });

const told = (events: readonly { readonly type: string; readonly payload: unknown }[]): unknown => events.map(({ type, payload }) => [type, payload]);
const round = { room: "r", round: "1" };

describe("an agent of typed messages", () => {
  it("has sessions like any other", () => {
    const own = session(typed);
    expect(own.provider).toBe("acme");
    const [started] = own.receive({ event: "round", ...round });
    expect(started).toMatchObject({ type: "turn.started", provider: "acme", providerRefs: { providerThreadId: "r", providerTurnId: "1" }, raw: { source: "acme.messages", messageType: "round" } });
    expect(told(own.receive({ event: "end", ...round }))).toEqual([["turn.completed", { state: "completed" }]]);
    expect(told(own.act({ kind: "session.exit", reason: "bye" }))).toEqual([["session.exited", { reason: "bye", exitKind: "graceful" }]]);
  });

  it("knows messages by the tag that it was given", () => {
    const [unknown] = session(typed).receive({ type: "round", ...round });
    expect(unknown).toMatchObject({ type: "runtime.warning", payload: { detail: { source: "acme.messages", key: "(none)" } }, raw: { source: "acme.messages" } });
    const [strange] = session(typed).receive({ event: "dance" });
    expect(strange).toMatchObject({ type: "runtime.warning", payload: { message: "Unknown message: dance" } });
    const plain = typedProvider({ name: "acme", kind, table: { ...drawings, sent: undefined as never }, cells, tag: undefined, segments: undefined, source: undefined });
    expect(session(plain).receive({ type: "x" })).toMatchObject([{ type: "runtime.warning" }]);
    expect(session(plain).send({ event: "round", ...round })).toEqual([]);
  });

  it("hears the host where a table says so", () => {
    expect(told(session(typed).send({ event: "round", ...round }))).toEqual([["turn.started", {}]]);
  });

  it("is advised", () => {
    const [, advice] = session(typed, { validate: "warn" }).receive({ event: "draw", drawing: "d", ...round });
    expect(advice).toMatchObject({ type: "runtime.warning", payload: { message: "draw: colour should be a string, but is nothing." } });
  });

  it("remembers, in a session and without one", () => {
    const memory = createMemory(typed);
    drawings.map({ event: "draw", drawing: "d", colour: "red" } as never, memory);
    expect(drawings.map({ event: "line", drawing: "d" } as never, memory)).toMatchObject([{ payload: { with: "red" } }]);
  });
});

describe("an added event", () => {
  it("opens and closes an item, whose payload stays the project's", () => {
    const own = session(typed);
    own.receive({ event: "round", ...round });
    const [started] = own.receive({ event: "draw", drawing: "d", colour: "red", ...round });
    expect(started).toMatchObject({ type: "drawing.started", payload: { with: "red" }, providerRefs: { providerItemId: "d" } });
    expect(started?.itemId).toBeDefined();
    expect(told(own.receive({ event: "called", drawing: "d", title: "A cat", ...round }))).toEqual([["item.updated", { itemType: "unknown", title: "A cat" }]]);
    const [changed] = own.receive({ event: "line", drawing: "d", to: "0,1", ...round });
    expect(changed).toMatchObject({ type: "drawing.changed", payload: { with: "red", to: "0,1", title: "A cat" }, itemId: started?.itemId });
    expect(told(own.receive({ event: "framed", drawing: "d", ...round }))).toEqual([["drawing.finished", {}]]);
    expect(told(own.receive({ event: "framed", drawing: "d", ...round }))).toEqual([["item.updated", { itemType: "unknown" }]]);
    expect(own.receive({ event: "draw", drawing: "d", ...round })).toEqual([]);
    expect(told(own.receive({ event: "end", ...round }))).toEqual([["turn.completed", { state: "completed" }]]);
  });

  it("leaves what it opened to the end of the turn, which is told by the shipped events", () => {
    const own = session(typed);
    own.receive({ event: "round", ...round });
    own.receive({ event: "draw", drawing: "d", colour: "red", ...round });
    expect(told(own.receive({ event: "end", ...round }))).toEqual([
      ["item.completed", { itemType: "unknown", status: "completed" }],
      ["turn.completed", { state: "completed" }],
    ]);
    expect(told(own.receive({ event: "line", drawing: "d", to: "2", ...round }))).toEqual([["drawing.changed", { with: undefined, to: "2" }]]);
  });

  it("may be about nothing that opens or closes", () => {
    expect(told(session(typed).receive({ event: "weather", sky: "grey" }))).toEqual([["weather.reported", { sky: "grey" }]]);
  });

  it("is about the running turn, or about a task that it names", () => {
    const more = withEvents(typed, { "weather.reported": { entity: "turn", does: "updates" }, "drawing.started": { entity: "task", does: "opens" } });
    const own = session(more);
    const [{ turnId } = { turnId: undefined }] = own.receive({ event: "round", ...round });
    expect(own.receive({ event: "weather", room: "r", sky: "grey" })).toMatchObject([{ type: "weather.reported", turnId }]);
    expect(told(own.receive({ event: "draw", ...round, colour: "red" }))).toEqual([["drawing.started", { with: "red" }]]);
    expect(own.act({ kind: "session.exit" }).map(({ type }) => type)).toEqual(["turn.completed", "session.exited"]);
  });

  it.each(["session", "thread", "turn"] as const)("cannot open or close a %s", (entity) => {
    expect(() => withEvents(typed, { "x.begun": { entity, does: "opens" } })).toThrow(TypeError);
    expect(() => withEvents(typed, { "x.over": { entity, does: "closes" } })).toThrow(`"x.over" cannot be one that closes a ${entity}`);
  });

  it("is the provider's own: the provider that was given does not know it", () => {
    expect(withEvents(typed, { "x.seen": undefined })).not.toBe(typed);
    expect(typed.addedEvents).not.toHaveProperty("x.seen");
    expect(typed.addedEvents).toHaveProperty("drawing.started");
  });
});

describe("an agent of JSON-RPC", () => {
  const ask = (id: number, method = "review", params: object = { page: "p", ...round }) => ({ jsonrpc: "2.0", id, method, params });
  const opened = (own: ReturnType<typeof session>, id: number, method?: string, params?: object): string => own.receive(ask(id, method, params))[0]?.requestId ?? "";
  function begun(provider = rpc): ReturnType<typeof session> {
    const own = session(provider);
    own.receive({ jsonrpc: "2.0", method: "round/begun", params: round });
    own.receive({ jsonrpc: "2.0", method: "page/begun", params: { page: "p", name: "Page 1", ...round } });
    return own;
  }

  it("asks by an added event, and is answered by decide", () => {
    const own = begun();
    const [asked] = own.receive(ask(1));
    expect(asked).toMatchObject({ type: "review.requested", payload: { page: "p" }, providerRefs: { providerRequestId: "1", providerItemId: "p" }, raw: { source: "acme.rpc.request", method: "review" } });
    expect(own.decide(asked?.requestId ?? "", "acceptForSession").error).toMatchObject({ allowed: ["accept", "decline", "cancel"] });
    const decided = own.decide(asked?.requestId ?? "", "decline");
    expect(decided.reply).toEqual({ jsonrpc: "2.0", id: 1, result: { verdict: "bad" } });
    expect(decided.events).toMatchObject([{ type: "review.settled", requestId: asked?.requestId, payload: { by: "host", decision: "decline", requestType: "file_change_approval" } }]);
    expect(own.send(decided.reply)).toEqual([]);
    expect(own.decide(asked?.requestId ?? "", "accept").error).toBeDefined();
    // What was refused was not done, whatever the agent calls it.
    expect(told(own.receive({ jsonrpc: "2.0", method: "page/done", params: { page: "p", ...round } }))).toEqual([["item.completed", { itemType: "file_change", status: "declined", title: "Page 1" }]]);
  });

  it("asks the user by an added event", () => {
    const own = begun();
    const [asked] = own.receive(ask(1, "survey", { about: "cats", ...round }));
    expect(asked).toMatchObject({ type: "survey.asked", payload: { about: "cats" } });
    const decided = own.decide(asked?.requestId ?? "", "accept", { answers: ["yes"] });
    expect(decided.reply).toEqual({ jsonrpc: "2.0", id: 1, result: { said: ["yes"] } });
    expect(told(decided.events)).toEqual([["survey.answered", { said: { said: ["yes"] } }]]);
  });

  it("settles itself what it asked", () => {
    const own = begun();
    const requestId = opened(own, 7);
    const dropped = { jsonrpc: "2.0", method: "review/dropped", params: { id: 7, ...round } };
    expect(own.receive(dropped)).toMatchObject([{ type: "review.settled", requestId, payload: { by: "agent", requestType: "file_change_approval" } }]);
    expect(own.receive(dropped)).toEqual([]);
    expect(own.receive({ ...dropped, params: { id: 8, ...round } })).toMatchObject([{ type: "runtime.warning" }]);
  });

  it("leaves what is open to the end of the turn", () => {
    const own = begun();
    opened(own, 1);
    opened(own, 2, "survey", { about: "cats", ...round });
    expect(told(own.receive({ jsonrpc: "2.0", method: "round/over", params: round }))).toEqual([
      ["request.resolved", { requestType: "file_change_approval", resolution: "turn_ended" }],
      ["user-input.resolved", { answers: {} }],
      ["item.completed", { itemType: "file_change", status: "completed", title: "Page 1" }],
      ["turn.completed", { state: "completed" }],
    ]);
  });

  it("goes on from a snapshot", () => {
    const own = begun();
    const requestId = opened(own, 1);
    const again = createProviderSession(rpc, { snapshot: JSON.parse(JSON.stringify(own.snapshot())) });
    expect(again.decide(requestId, "accept").events).toEqual(own.decide(requestId, "accept").events.map((event) => ({ ...event, createdAt: expect.any(String) })));
    expect(() => createProviderSession(typed, { snapshot: own.snapshot() })).toThrow("This snapshot is of a acme-rpc session, not of a acme session.");
    expect(() => createProviderSession(rpc, { snapshot: null as never })).toThrow("This is no snapshot.");
  });

  it("answers the host", () => {
    const own = session(rpc);
    own.send({ jsonrpc: "2.0", id: 1, method: "room/enter" });
    expect(told(own.receive({ jsonrpc: "2.0", id: 1, result: { room: "r" } }))).toEqual([["thread.started", { providerThreadId: "r" }]]);
  });

  it("needs neither requests nor responses", () => {
    const own = session(rpcProvider({ name: "acme-rpc", kind, notifications, cells: {} }));
    const [asked] = own.receive(ask(1));
    expect(asked).toMatchObject({ type: "request.opened", payload: { requestType: "unknown", detail: "review" } });
    expect(own.decide(asked?.requestId ?? "", "accept").error).toMatchObject({ allowed: ["decline", "cancel"] });
    const again = createProviderSession(rpcProvider({ name: "acme-rpc", kind, notifications, cells: {} }), { snapshot: own.snapshot() });
    expect(again.decide(asked?.requestId ?? "", "decline").reply).toMatchObject({ jsonrpc: "2.0", id: 1, error: { code: -32601 } });
    own.send({ jsonrpc: "2.0", id: 2, method: "room/enter" });
    own.send({ jsonrpc: "2.0", id: 3, method: "room/leave" });
    expect(own.receive({ jsonrpc: "2.0", id: 2, result: {} })).toEqual([]);
    expect(own.stats).toMatchObject({ unmapped: 1 });
    expect(own.receive({ jsonrpc: "2.0", id: 3, error: { code: 1, message: "no" } })).toMatchObject([{ type: "runtime.warning", payload: { message: "room/leave failed: no" } }]);
  });
});

describe("a shipped provider of a project's own tables", () => {
  it("is the one that a project extends", () => {
    const table = { ...cursorNotifications, map: (...given: Parameters<typeof cursorNotifications.map>) => cursorNotifications.map(...given) };
    const own = session(cursorProvider({ notifications: table, requests: cursorRequests, responses: cursorResponses, cells: cursorCells }));
    const update = { jsonrpc: "2.0", method: "session/update" as const, params: { sessionId: "t", update: { sessionUpdate: "agent_message_chunk" as const, content: { type: "text" as const, text: "hi" } } } };
    expect(own.receive(update).map(({ type }) => type)).toContain("content.delta");
    expect(mapNotifications(update, cursorMemory())?.map(({ type }) => type)).toContain("content.delta");
  });
});
