import { expect, test } from "vitest";
import { compareEvents, type ComparedEvent, type ComparedStep } from "../../codegen/diff/index.js";

let ids = 0;
const event = (type: string, payload: object = {}, refs?: object): ComparedEvent => ({ type, eventId: `e${(ids += 1)}`, payload, ...(refs && { providerRefs: refs }), raw: { method: "m" } });
const steps = (...lines: readonly (readonly ComparedEvent[])[]): ComparedStep[] => lines.map((events, index) => ({ line: index + 1, message: `m${index + 1}`, events }));

test("the same events, whatever their ids", () => {
  expect(compareEvents(steps([event("a")], [], [event("b", { list: [1, { x: 2 }] })]), steps([event("a")], [], [event("b", { list: [1, { x: 2 }] })]))).toEqual([]);
});

test("a field that differs is told with both values, and with neither where it is missing", () => {
  const before = steps([event("turn.completed", { state: "completed", stopReason: "end_turn", plan: [{ step: "a", status: "todo" }] })]);
  const after = steps([event("turn.completed", { state: "failed", plan: [{ step: "a", status: "done" }], usage: { tokens: 3 } })]);
  expect(compareEvents(before, after)).toEqual([
    {
      kind: "changed",
      line: 1,
      message: "m1",
      type: "turn.completed",
      fields: [
        { path: "payload.state", was: "completed", is: "failed" },
        { path: "payload.stopReason", was: "end_turn" },
        { path: "payload.plan.0.status", was: "todo", is: "done" },
        { path: "payload.usage", is: { tokens: 3 } },
      ],
    },
  ]);
});

test("one event more does not make others of those around it", () => {
  const shared = (): ComparedEvent[] => [event("item.started"), event("content.delta", { delta: "x" }), event("item.completed")];
  const before = steps(shared(), shared());
  const [started, delta, completed] = shared() as [ComparedEvent, ComparedEvent, ComparedEvent];
  const after = steps([event("turn.started"), started, event("content.delta", { delta: "new" }, { providerItemId: "i" }), delta, completed], shared());
  expect(compareEvents(before, after)).toEqual([
    { kind: "added", line: 1, message: "m1", type: "turn.started", fields: [], event: { type: "turn.started", payload: {} } },
    { kind: "added", line: 1, message: "m1", type: "content.delta", fields: [], event: { type: "content.delta", payload: { delta: "new" }, providerRefs: { providerItemId: "i" } } },
  ]);
});

test("an event of another line is removed there and added here", () => {
  const found = compareEvents(steps([event("a")], []), steps([], [event("a")]));
  expect(found.map(({ kind, line }) => [kind, line])).toEqual([["removed", 1], ["added", 2]]);
});

test("events about two things go together by what they are about; one with another ref is the same event", () => {
  const before = steps([event("item.completed", { status: "x" }, { providerItemId: "1" }), event("item.completed", { status: "y" }, { providerItemId: "2" })]);
  const swapped = steps([event("item.completed", { status: "y" }, { providerItemId: "2" })]);
  expect(compareEvents(before, swapped).map(({ kind, event: one }) => [kind, one?.["providerRefs"]])).toEqual([["removed", { providerItemId: "1" }]]);
  const other = steps([event("item.completed", { status: "x" }, { providerItemId: "9" }), event("item.completed", { status: "y" }, { providerItemId: "2" })]);
  expect(compareEvents(before, other)).toMatchObject([{ kind: "changed", fields: [{ path: "providerRefs.providerItemId", was: "1", is: "9" }] }]);
});
