import { describe, expect, it } from "vitest";
import type { ProviderRuntimeEventV2 } from "../../src/canonical.js";
import { limits } from "../../src/session/limits.js";
import { approval, ask, command, delta, itemCompleted, itemStarted, message, note, shorts, turnCompleted, turnStarted } from "./fixtures/frames.js";
import { session } from "./fixtures/tables.js";

const size = (s: ReturnType<typeof session>): number => JSON.stringify(s.snapshot()).length;

describe("what a session keeps is bounded (EVENTS.md rule 11)", () => {
  it("turns, items, requests, unknown messages, answers: thousands of each take no more than hundreds", () => {
    const s = session();
    const round = (index: number): void => {
      const turn = `t${index}`;
      s.send(ask(index, "turn/start", { threadId: "th1" }));
      s.receive({ id: index, result: { turn: { id: turn } } });
      s.receive(turnStarted(turn));
      s.receive(itemStarted(message(`i${index}`), turn));
      s.receive(delta(`i${index}`, "x", turn));
      s.receive(itemCompleted(message(`i${index}`), turn));
      s.receive(approval(`r${index}`, `c${index}`, turn));
      s.send({ id: `r${index}`, result: { decision: "accept" } });
      s.receive(note(`unknown ${index}`, { threadId: "th1" }));
      s.receive({ id: "", msg: { type: "exec_output", call_id: `c${index}`, chunk: "4g==" } });
      s.receive(turnCompleted(turn));
    };
    for (let index = 0; index < 2_000; index += 1) round(index);
    const before = size(s);
    for (let index = 2_000; index < 6_000; index += 1) round(index);
    expect(size(s)).toBeLessThan(before * 1.1);
  });

  it("items of one turn that are over", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    for (let index = 0; index < 3 * limits.items; index += 1) {
      s.receive(itemStarted(message(`i${index}`)));
      s.receive(itemCompleted(message(`i${index}`)));
    }
    expect(s.snapshot().items.length).toBeLessThanOrEqual(limits.items);
    expect(shorts(s.receive(delta("i0", "very late")))).toEqual(["content.delta very late"]);
  });

  it("what is open and has to make room closes, and is not forgotten", () => {
    const s = session();
    const events = Array.from({ length: limits.turns + 1 }, (_, index) => s.receive(turnStarted(`t${index}`))).flat();
    expect(shorts(events).at(-1)).toBe("turn.completed interrupted");
    expect(events.at(-1)?.turnId).toBe(events[0]?.turnId);

    const t = session();
    t.receive(turnStarted("t1"));
    const opened = Array.from({ length: limits.items + 1 }, (_, index) => t.receive(itemStarted(message(`i${index}`)))).flat();
    expect(shorts(opened).at(-1)).toBe("item.completed assistant_message failed");
    expect(opened.at(-1)?.itemId).toBe(opened[0]?.itemId);

    const u = session();
    const asked = Array.from({ length: limits.openRequests + 1 }, (_, index) => u.receive(approval(index))).flat();
    expect(shorts(asked).slice(-2)).toEqual(["request.resolved command_execution_approval cancel", "request.opened command_execution_approval"]);
  });

  it("commands that outlive their turns close when too many turns have passed", () => {
    const s = session();
    const events = Array.from({ length: 3 * limits.turns }, (_, index) => [
      ...s.receive(turnStarted(`t${index}`)),
      ...s.receive(itemStarted(command(`c${index}`), `t${index}`)),
      ...s.receive(turnCompleted(`t${index}`)),
    ]).flat();
    expect(events.filter((event) => event.type === "item.completed")).toHaveLength(2 * limits.turns);
    const last = s.act({ kind: "session.exit" });
    expect(last.filter((event) => event.type === "item.completed")).toHaveLength(limits.turns);
  });

  it("threads that come and go", () => {
    const s = session();
    for (let index = 0; index < 3 * limits.threads; index += 1) {
      s.receive(turnStarted("t", `th${index}`));
      s.receive(turnCompleted("t", "completed", `th${index}`));
    }
    expect(s.snapshot().threads.length).toBeLessThanOrEqual(limits.threads + 1);
    const t = session();
    let completed = 0;
    for (let index = 0; index < limits.threads + 5; index += 1) for (const event of t.receive(turnStarted("t", `th${index}`))) if (event.type === "turn.completed") completed += 1;
    expect(completed).toBe(5);
  });

  /** What these events start or end more than once. */
  const twice = (events: readonly ProviderRuntimeEventV2[]): string[] => {
    const seen = new Set<string>();
    const doubles: string[] = [];
    for (const { type, threadId, turnId, itemId } of events) {
      if (!/^(?:thread|turn|item)\.(?:started|completed)$/u.test(type)) continue;
      const what = `${type} ${type.startsWith("thread") ? threadId : type.startsWith("turn") ? turnId : itemId}`;
      if (seen.has(what)) doubles.push(what);
      seen.add(what);
    }
    return doubles;
  };
  const rounds = (s: ReturnType<typeof session>, keys: number, frames: (key: number) => object[]): ProviderRuntimeEventV2[] => {
    const events: ProviderRuntimeEventV2[] = [];
    for (let round = 0; round < 3; round += 1) for (let key = 0; key < keys; key += 1) events.push(...frames(key).flatMap((frame) => s.receive(frame)));
    return events;
  };

  it.each<[string, number, (key: number) => object[]]>([
    ["items", limits.items + 50, (key) => [itemStarted(message(`i${key}`)), itemCompleted(message(`i${key}`))]],
    ["turns", limits.turns + 5, (key) => [turnStarted(`t${key}`), itemStarted(message("i"), `t${key}`), itemCompleted(message("i"), `t${key}`), turnCompleted(`t${key}`)]],
    ["threads", limits.threads + 5, (key) => [note("thread/started", { threadId: `th${key}` }), turnStarted("t", `th${key}`), turnCompleted("t", "completed", `th${key}`)]],
    ["lanes", limits.threads + 5, (key) => [note("turn/started", { threadId: "th1", turnId: "t", lane: `l${key}` }), note("turn/completed", { threadId: "th1", lane: `l${key}`, turn: { id: "t" } })]],
  ])("%s that had to make room and come again are others: nothing starts or ends twice", (_, keys, frames) => {
    for (const mint of [undefined, (kind: string, path: readonly unknown[]) => JSON.stringify([kind, path])]) {
      const s = session(mint === undefined ? {} : { ids: { mint } });
      s.receive(turnStarted("t1"));
      const events = rounds(s, keys, frames);
      expect(twice(events)).toEqual([]);
      expect(events.filter(({ type }) => type.endsWith(".completed")).length).toBeGreaterThanOrEqual(2 * keys);
      expect(s.snapshot().tables.gone.length).toBeLessThanOrEqual(limits.gone);
    }
  });

  it("an end that comes when its item is forgotten is none of the item that ended before", () => {
    const s = session();
    s.receive(turnStarted("t1"));
    const events = Array.from({ length: limits.items + 50 }, (_, index) => s.receive(itemStarted(message(`i${index}`))).concat(s.receive(itemCompleted(message(`i${index}`))))).flat();
    const [late] = s.receive(itemCompleted(message("i0")));
    expect(late).toMatchObject({ type: "item.completed", providerRefs: { providerItemId: "i0" } });
    expect(events.map(({ itemId }) => itemId)).not.toContain(late?.itemId);
    expect(s.receive(itemCompleted(message("i0")))).toMatchObject([{ type: "item.updated", itemId: late?.itemId }]);
  });

  it("what nothing had to make room for keeps the id that its name gives it", () => {
    const [fresh, full] = [session(), session()];
    full.receive(turnStarted("t1"));
    for (let index = 0; index < limits.items + 50; index += 1) full.receive(itemStarted(message(`i${index}`))).concat(full.receive(itemCompleted(message(`i${index}`))));
    expect(full.receive(turnStarted("t2"))[0]?.turnId).toBe(fresh.receive(turnStarted("t2"))[0]?.turnId);
  });

  it("a session that goes on from a snapshot knows what had to make room", () => {
    const s = session();
    for (let index = 0; index < limits.turns + 5; index += 1) s.receive(turnStarted(`t${index}`)).concat(s.receive(turnCompleted(`t${index}`)));
    const resumed = session({ snapshot: JSON.parse(JSON.stringify(s.snapshot())) as never });
    expect(resumed.receive(turnStarted("t0"))).toEqual(s.receive(turnStarted("t0")));
  });

  it("a request id that was used thousands of uses ago is still another request", () => {
    const s = session();
    const ids = new Set<string | undefined>();
    const use = (id: number): void => {
      ids.add(s.receive(approval(id))[0]?.requestId);
      s.send({ id, result: { decision: "accept" } });
    };
    for (let round = 0; round < 3; round += 1) for (let id = 0; id < 2 * limits.settledRequests; id += 1) use(id);
    expect(ids.size).toBe(6 * limits.settledRequests);
  });
});
