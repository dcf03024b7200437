import { describe, expect, it } from "vitest";
import * as codex from "../../src/codex.js";
import { createSession, providerNames, validateEvent } from "../../src/index.js";

const delta = { method: "item/agentMessage/delta" as const, params: { threadId: "th", turnId: "tn", itemId: "i", delta: "x" } };

describe("mapwright", () => {
  it("makes a session of a provider", () => {
    const session = createSession({ provider: "codex" });
    expect(session.provider).toBe("codex");
    const [event] = session.receive(delta);
    expect(event).toMatchObject({ type: "content.delta", provider: "codex", sessionId: session.sessionId });
    expect(validateEvent(event)).toEqual([]);
  });

  it("has a mapper for each of its providers", () => {
    expect(providerNames).toEqual(["codex", "codex-sdk", "claude", "cursor"]);
    for (const provider of providerNames) expect(createSession({ provider }).act({ kind: "session.exit" }).map(({ type }) => type)).toEqual(["session.exited"]);
  });

  it.each(["other", "toString", "", undefined])("says that it has no mapper for %s", (provider) => {
    expect(() => createSession({ provider: provider as never })).toThrow(TypeError);
    expect(() => createSession({ provider: provider as never })).toThrow(/no mapper for the provider/);
  });

  it("methods do not need their session", () => {
    const { receive, send, act, decide, snapshot, readable } = createSession({ provider: "codex" });
    expect(receive(delta)).toHaveLength(1);
    expect(send({ id: 1, method: "model/list" })).toEqual([]);
    expect(act({ kind: "turn.interrupt" })).toEqual([]);
    expect(decide("x", "accept").error).toBeDefined();
    expect(snapshot().version).toBe(1);
    expect(readable().readable).toBeInstanceOf(ReadableStream);
  });
});

describe("mapwright/codex", () => {
  it("fixes its provider", () => {
    expect(codex.createSession().provider).toBe("codex");
    expect(codex.createSession({ sessionId: "s" }).receive(delta)).toHaveLength(1);
  });

  it("has the typed mappers", () => {
    const memory = codex.createMemory();
    expect(codex.mapNotifications(delta, memory)).toMatchObject([{ type: "content.delta", payload: { streamKind: "assistant_text", delta: "x" }, refs: { item: "i" } }]);
    const chunk = (text: string): codex.Event => ({ id: "1", msg: { type: "exec_command_output_delta", call_id: "c", stream: "stdout", chunk: text } });
    expect(codex.mapEventMsg(chunk("54w="), memory)).toMatchObject([{ payload: { delta: "" } }]);
    expect(codex.mapEventMsg(chunk("qw=="), memory)).toMatchObject([{ payload: { delta: "\u732b" } }]);
  });
});
