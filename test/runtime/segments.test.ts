import { describe, expect, it } from "vitest";
import type { ProviderRuntimeEventV2 } from "../../src/canonical.js";
import type { Session } from "../../src/session/types.js";
import { approval, note, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

/** An agent that sends text in pieces, and says no end of it (EVENTS.md rule 26). */
const pieces = (): Session => session({}, { segments: ["assistant_message", "reasoning"], gathersText: true });
const said = (delta: string): object => note("item/ensured", { threadId: "th1", turnId: "t1", item: { type: "agentMessage" }, delta });
const tool = (verb: string): object => note(`item/${verb}`, { threadId: "th1", turnId: "t1", item: { type: "commandExecution", id: "c1" } });
const completed = (events: readonly ProviderRuntimeEventV2[]): readonly object[] => events.filter(({ type }) => type === "item.completed");

describe("a text that comes in pieces", () => {
  it("is one item until the turn goes on with another, and its detail is all of it", () => {
    const s = pieces();
    s.receive(turnStarted("t1"));
    const [started] = s.receive(said("one ")).filter(({ type }) => type === "item.started");
    expect(shorts(s.receive(said("two")))).toEqual(["content.delta two"]);
    expect(s.receive(tool("started"))).toMatchObject([
      { type: "item.completed", itemId: started?.itemId, payload: { itemType: "assistant_message", status: "completed", detail: "one two" } },
      { type: "item.started", payload: { itemType: "command_execution" } },
    ]);
    const [next] = s.receive(said("three")).filter(({ type }) => type === "item.started");
    expect(next?.itemId).not.toBe(started?.itemId);
  });

  it("ends where a tool ends, and with its turn", () => {
    const s = pieces();
    s.receive(turnStarted("t1"));
    s.receive(tool("started"));
    s.receive(said("one"));
    expect(completed(s.receive(tool("completed")))).toMatchObject([{ payload: { detail: "one" } }, { payload: { itemType: "command_execution" } }]);
    s.receive(said("two"));
    expect(completed(s.receive(turnCompleted("t1")))).toMatchObject([{ payload: { status: "completed", detail: "two" } }]);
  });

  it("goes on from a snapshot", () => {
    const first = pieces();
    first.receive(turnStarted("t1"));
    first.receive(said("one "));
    const second = session({ snapshot: JSON.parse(JSON.stringify(first.snapshot())) as never }, { segments: ["assistant_message", "reasoning"], gathersText: true });
    second.receive(said("two"));
    expect(completed(second.receive(tool("started")))).toMatchObject([{ payload: { detail: "one two" } }]);
  });

  it("is not put together for an agent that says its whole text itself", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    s.receive(said("one"));
    expect(completed(s.receive(tool("started")))).toEqual([]);
    expect(completed(s.receive(turnCompleted("t1"))).every((event) => !("detail" in (event as ProviderRuntimeEventV2).payload))).toBe(true);
  });
});

describe("what ends a text", () => {
  it("is no news of an item that is known already", () => {
    const s = pieces();
    s.receive(turnStarted("t1"));
    s.receive(tool("started"));
    s.receive(said("one "));
    expect(completed(s.receive(tool("updated")))).toEqual([]);
    expect(completed(s.receive(tool("started")))).toEqual([]);
    expect(shorts(s.receive(said("two")))).toEqual(["content.delta two"]);
  });

  it("is a question of the agent's", () => {
    const s = pieces();
    s.receive(turnStarted("t1"));
    s.receive(said("one"));
    expect(completed(s.receive(approval(7)))).toMatchObject([{ payload: { detail: "one" } }]);
  });
});

describe("a text under an id", () => {
  const named = (delta: string): object => note("item/ensured", { threadId: "th1", turnId: "t1", itemId: "m1", item: { id: "m1", type: "agentMessage" }, delta });

  it("that goes on after something else is one more item of that id each time", () => {
    const s = pieces();
    s.receive(turnStarted("t1"));
    const ids = ["one", "two", "three"].map((delta) => {
      const events = s.receive(named(delta));
      s.receive(approval(delta));
      return events.map(({ type, itemId, providerRefs }) => [type, itemId, providerRefs?.providerItemId]);
    });
    for (const [started, said] of ids) {
      expect([started?.[0], said?.[0]]).toEqual(["item.started", "content.delta"]);
      expect(said?.[1]).toBe(started?.[1]);
      expect(started?.[2]).toBe("m1");
    }
    expect(new Set(ids.map(([started]) => started?.[1])).size).toBe(3);
  });

  it("that comes after the end of its turn starts nothing", () => {
    const s = pieces();
    s.receive(turnStarted("t1"));
    s.receive(named("one"));
    s.receive(turnCompleted("t1"));
    expect(shorts(s.receive(named("two")))).toEqual(["content.delta two"]);
  });
});

it("an item that is over is not in progress again", () => {
  const s = session();
  s.receive(turnStarted("t1"));
  s.receive(tool("started"));
  s.receive(tool("completed"));
  const [again] = s.receive(note("item/updated", { threadId: "th1", turnId: "t1", item: { type: "commandExecution", id: "c1", status: "inProgress" } }));
  expect(again).toMatchObject({ type: "item.updated", payload: { itemType: "command_execution" } });
  expect(again?.payload).not.toHaveProperty("status");
});
