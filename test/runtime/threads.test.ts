import { describe, expect, it } from "vitest";
import { note, shorts } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

const bare = (method: string, params: object = {}): object => note(method, params);
const sole = { soleThread: true };

describe("messages that name no thread, where an agent has but one (EVENTS.md rule 27)", () => {
  it("belong to the only thread there is", () => {
    const s = session({}, sole);
    const [started] = s.receive(note("thread/started", { threadId: "th1" }));
    expect(s.receive(bare("account"))[0]?.threadId).toBe(started?.threadId);
    expect(s.receive(bare("turn/started"))[0]).toMatchObject({ type: "turn.started", threadId: started?.threadId });
  });

  it("belong to the thread in which a turn runs, if there are more", () => {
    const s = session({}, sole);
    s.receive(note("thread/started", { threadId: "th1" }));
    const [second] = s.receive(note("thread/started", { threadId: "th2" }));
    expect(s.receive(bare("account"))[0]?.threadId).toBeUndefined();
    s.receive(note("turn/started", { threadId: "th2" }));
    expect(s.receive(bare("account"))[0]?.threadId).toBe(second?.threadId);
    s.receive(note("turn/started", { threadId: "th1" }));
    expect(s.receive(bare("account"))[0]?.threadId).toBeUndefined();
  });

  it("start a turn that the first thread takes along", () => {
    const s = session({}, sole);
    const [early] = s.receive(bare("turn/started"));
    expect(early?.threadId).toBeUndefined();
    const [item] = s.receive(note("item/agentMessage/delta", { threadId: "th1", itemId: "m", delta: "x" }));
    expect(item).toMatchObject({ turnId: early?.turnId, providerRefs: { providerThreadId: "th1" } });
    expect(s.receive(note("turn/completed", { threadId: "th1", turn: {} }))).toMatchObject([{ type: "turn.completed", turnId: early?.turnId }]);
    expect(s.receive(note("turn/started", { threadId: "th1" }))[0]?.turnId).not.toBe(early?.turnId);
  });

  it("belong to the thread that was named last, where an agent goes on in one after another", () => {
    const s = session({}, { ...sole, lastThread: true });
    const [first] = s.receive(note("thread/started", { threadId: "th1" }));
    const [unfinished] = s.receive(bare("turn/started"));
    const [second] = s.receive(note("thread/started", { threadId: "th2" }));
    const [started] = s.receive(bare("turn/started"));
    expect(started).toMatchObject({ type: "turn.started", threadId: second?.threadId });
    expect(s.receive(note("item/started", { item: { id: "i", type: "agentMessage" } }))[0]).toMatchObject({ threadId: second?.threadId, turnId: started?.turnId });
    expect(s.receive(note("turn/completed", { turn: {} }))).toMatchObject([{ type: "item.completed" }, { type: "turn.completed", threadId: second?.threadId, turnId: started?.turnId }]);
    s.receive(note("thread/started", { threadId: "th1" }));
    expect(s.receive(note("turn/completed", { turn: {} }))).toMatchObject([{ type: "turn.completed", threadId: first?.threadId, turnId: unfinished?.turnId }]);
  });

  it("stand apart from all threads elsewhere", () => {
    const s = session();
    s.receive(note("thread/started", { threadId: "th1" }));
    expect(s.receive(bare("account"))[0]?.threadId).toBeUndefined();
  });
});

it("an error that names no turn belongs to the one that runs, where turns have no ids of the agent's", () => {
  const error = note("error", { threadId: "th1", message: "no" });
  const turnOf = (switches: object): unknown => {
    const s = session({}, switches);
    const [started] = s.receive(note("turn/started", { threadId: "th1" }));
    return s.receive(error)[0]?.turnId === started?.turnId;
  };
  expect([turnOf(sole), turnOf({})]).toEqual([true, false]);
});

describe("item ids that each turn counts anew (EVENTS.md rule 7)", () => {
  const turn = (s: ReturnType<typeof session>): string[] => [
    ...shorts(s.receive(bare("turn/started", { threadId: "th1" }))),
    ...shorts(s.receive(note("item/started", { threadId: "th1", item: { id: "item_0", type: "commandExecution" } }))),
    ...shorts(s.receive(note("item/completed", { threadId: "th1", item: { id: "item_0", type: "commandExecution" } }))),
    ...shorts(s.receive(note("turn/completed", { threadId: "th1", turn: {} }))),
  ];

  it("are other items in each turn", () => {
    const s = session({}, { itemIdsPerTurn: true });
    expect(turn(s)).toEqual(turn(s));
  });

  it("are the same item where an agent does not count anew", () => {
    const s = session();
    expect(turn(s)).not.toEqual(turn(s));
  });
});
