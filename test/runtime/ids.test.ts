import { describe, expect, it } from "vitest";
import { identified } from "../../src/contract.js";
import { hash } from "../../src/session/hash.js";
import { keyOf, nameOf } from "../../src/session/ids.js";
import { approval, command, delta, itemStarted, message, note, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

const frames = [turnStarted("t1"), itemStarted(message("i1")), delta("i1", "x"), approval(1), note("account")];
const replay = (s: ReturnType<typeof session>) => frames.flatMap((frame) => s.receive(frame));

describe("canonical ids (EVENTS.md rules 7 and 8)", () => {
  it("are the same for the same session id and messages, and others for another session id", () => {
    expect(replay(session())).toEqual(replay(session()));
    const other = replay(session({ sessionId: "other" }));
    for (const [index, event] of replay(session()).entries()) {
      expect(event.eventId).not.toBe(other[index]?.eventId);
      if (event.turnId !== undefined) expect(event.turnId).not.toBe(other[index]?.turnId);
    }
  });

  it("do not depend on what else happened in the session", () => {
    const s = session();
    for (let index = 0; index < 100; index += 1) s.receive(turnStarted(`other ${index}`, "elsewhere"));
    expect(s.receive(turnStarted("t1"))[0]?.turnId).toBe(session().receive(turnStarted("t1"))[0]?.turnId);
    expect(s.receive(approval(1))[0]?.requestId).toBe(session().receive(approval(1))[0]?.requestId);
  });

  it("are never the provider's, which stand in providerRefs as text", () => {
    const [event] = session().receive(note("item/started", { threadId: 7, turnId: "", turn: { id: "t" }, item: { id: 0, type: "agentMessage" } }));
    expect(event?.providerRefs).toEqual({ providerThreadId: "7", providerItemId: "0" });
    expect(event?.threadId).not.toBe("7");
  });

  it("tell 1 from the string 1", () => {
    const s = session();
    expect(s.receive(turnStarted("x", 1 as never))[0]?.threadId).not.toBe(s.receive(turnStarted("x", "1"))[0]?.threadId);
  });

  it.each(["__proto__", "constructor", "x".repeat(100_000), " ", "\u0000turn0"])("take any string for an id: %.20j", (id) => {
    const s = session();
    const [started] = s.receive(turnStarted(id));
    expect(started).toMatchObject({ type: "turn.started", providerRefs: { providerTurnId: id } });
    expect(s.receive(itemStarted(message(id), id))[0]).toMatchObject({ turnId: started?.turnId, providerRefs: { providerItemId: id } });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each([null, {}, [], true, { identity: "x" }])("%j names nothing", (id) => {
    const [event] = session().receive(note("usage", { threadId: id, turnId: id }));
    expect(event).not.toHaveProperty("providerRefs");
    expect(event).not.toHaveProperty("threadId");
  });

  it("that JSON cannot hold name nothing, so that a snapshot loses none", () => {
    const infinite = JSON.parse("1e400") as number;
    const s = session();
    expect(s.receive(note("usage", { threadId: infinite, turnId: infinite }))[0]).not.toHaveProperty("providerRefs");
    expect(s.receive({ id: infinite, method: "thread/name", params: { threadId: "th1", name: "n" } })).toMatchObject([{ type: "thread.metadata.updated" }]);
    expect(JSON.parse(JSON.stringify(s.snapshot()))).toEqual(s.snapshot());
    expect(identified(infinite, "text")).toBeUndefined();
  });

  it("that are no simple values name nothing in an identity, however deep they are", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(identified(deep, "text")).toBeUndefined();
    expect(keyOf({ identity: ["m1", deep] })).toBe(keyOf({ identity: ["m1", null] }));
  });

  it("of an identity have a name if its first part is there, and none if nothing is", () => {
    const of = (...identity: unknown[]): unknown => [keyOf({ identity }), nameOf({ identity })];
    expect(of("m1", "text", undefined)).toEqual(['\u0000["m1","text",null]', "m1"]);
    expect(of(undefined, 1)).toEqual(["\u0000[null,1]", undefined]);
    expect(of(undefined, "1")).toEqual(['\u0000[null,"1"]', undefined]);
    expect(of(undefined, null, "")).toEqual([undefined, undefined]);
    expect([identified(undefined, "text"), identified("", "text"), identified(0, "text")]).toEqual([undefined, undefined, { identity: [0, "text"] }]);
  });

  it("may be bound by the host beforehand, and stay what they are once they are out", () => {
    const s = session({ ids: { bind: [["thread", "th1", "my thread"]] } });
    expect(s.ids.bind("turn", "t1", "my turn")).toBe("my turn");
    const [started] = s.receive(turnStarted("t1"));
    expect(started).toMatchObject({ threadId: "my thread", turnId: "my turn" });
    expect(s.ids.bind("turn", "t1", "too late")).toBe("my turn");
    const [item] = s.receive(itemStarted(message("i1")));
    expect(s.ids.bind("item", "i1", "too late")).toBe(item?.itemId);
    expect(s.ids.bind("request", "9", "my request")).toBe("my request");
    expect(s.receive(approval(9))[0]?.requestId).toBe("my request");
  });

  it.each([[null], [7], [{ toString: 1 }], [[]]])("that are %j are bound to nothing, and bind nothing", (id) => {
    const s = session();
    expect(s.ids.bind("turn", id as never, "mine")).toBe("mine");
    expect(s.ids.bind("turn", "t1", id as never)).toBe(id);
    expect(s.receive(turnStarted("t1"))[0]?.turnId).toBe(session().receive(turnStarted("t1"))[0]?.turnId);
  });

  it("bound by the host go to one thing, however often the agent uses its id again", () => {
    const s = session({ ids: { bind: [["turn", "t1", "my turn"], ["item", "i1", "my item"], ["request", "7", "my request"]] } });
    const opened = [turnStarted("t1"), itemStarted(message("i1")), approval(7)].flatMap((frame) => s.receive(frame));
    expect(opened.map((event) => event.requestId ?? event.itemId ?? event.turnId)).toEqual(["my turn", "my item", "my request"]);
    const resumed = session({ snapshot: structuredClone(s.snapshot()) });
    const again = [turnStarted("t1", "th2"), itemStarted(command("i1")), itemStarted(message("i1"), "t2"), approval("7")];
    for (const frame of again) {
      const [event] = s.receive(frame);
      expect(["my turn", "my item", "my request"]).not.toContain(event?.requestId ?? event?.itemId ?? event?.turnId);
      expect(resumed.receive(frame)).toEqual([event]);
    }
  });

  it("of a request may be bound anew when its id comes again", () => {
    const s = session({ ids: { bind: [["request", "0", "first"]] } });
    s.receive(approval(0));
    s.send({ id: 0, result: {} });
    expect(s.ids.bind("request", "0", "second")).toBe("second");
    expect(s.receive(approval(0))[0]?.requestId).toBe("second");
  });

  it("may be minted by the host", () => {
    const s = session({ ids: { mint: (kind, path) => `${kind}/${path.join("/")}` } });
    s.receive(turnStarted("t1"));
    expect(s.receive(itemStarted(message("i1")))).toMatchObject([{ threadId: "thread/th1", turnId: "turn/th1/t1", itemId: "item/th1/t1/i1" }]);
    expect(s.receive(approval(1))[0]?.requestId).toBe("request/1/0");
  });

  it("events are in the order of their ids, across many", () => {
    const s = session();
    const ids = Array.from({ length: 5_000 }, () => s.receive(note("account"))[0]?.eventId ?? "");
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it("a session without an id gets one of its own", () => {
    const [a, b] = [session({ sessionId: undefined as never }), session({ sessionId: undefined as never })];
    expect(a.sessionId).not.toBe(b.sessionId);
  });

  it("hashes of names that are much alike are all different, in each half", () => {
    const hashes = Array.from({ length: 200_000 }, (_, index) => hash(`["item_${index}"]`, 3));
    expect(new Set(hashes).size).toBe(hashes.length);
    // Of so many, about five pairs share their 32 bits by chance.
    for (const half of [0, 8]) expect(new Set(hashes.map((text) => text.slice(half, half + 8))).size).toBeGreaterThan(hashes.length - 20);
    expect(hash("", 0)).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("time", () => {
  it("is the host's, or the clock's as an ISO string", () => {
    expect(session({ now: () => "2020-02-02T00:00:00.000Z" }).receive(note("account"))[0]?.createdAt).toBe("2020-02-02T00:00:00.000Z");
    const [event] = session({ now: undefined as never }).receive(note("account"));
    expect(event?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
