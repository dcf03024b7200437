import { expect, test } from "vitest";
import { breakingOf, observe } from "../../codegen/review/index.js";
import { rowsAfter, sharedAfter } from "./reading.js";

const changed = (path: string, was: unknown, is: unknown, line = 1, message = "turn/completed", type = "turn.completed") =>
  ({ kind: "changed", line, message, type, fields: [{ path, ...(was !== undefined && { was }), ...(is !== undefined && { is }) }] }) as const;
const session = (name: string, ...differences: Parameters<typeof observe>[0][number]["differences"]) => ({ file: `${name}.jsonl`, provider: "codex", differences });

test("differences of the same kind are told once, with how many there are, the most first", () => {
  const observed = observe([
    session("a", changed("payload.state", "failed", "interrupted", 3), changed("payload.plan.0.step", "x", "y", 4), changed("payload.plan.1.step", "x", "z", 5)),
    session("b", changed("payload.state", "failed", "interrupted", 7), { kind: "removed", line: 9, message: '(answer "4")', type: "session.started", fields: [] }),
    session("c", changed("payload.state", "failed", "interrupted", 2)),
  ]);
  const about = { provider: "codex", message: "turn/completed", event: "turn.completed" };
  expect(observed).toEqual([
    { ...about, kind: "field-changed", field: "state", was: "failed", is: "interrupted", file: "a.jsonl", line: 3, events: 3, transcripts: 3 },
    { ...about, kind: "field-changed", field: "plan[].step", was: "x", is: "y", file: "a.jsonl", line: 4, events: 2, transcripts: 1, example: true },
    { provider: "codex", message: "(answer)", event: "session.started", kind: "event-gone", file: "b.jsonl", line: 9, events: 1, transcripts: 1 },
  ]);
});

test("what a row says and sessions show is one breaking change", () => {
  const observed = observe([session("a", changed("payload.state", "failed", "interrupted", 3))]);
  expect(breakingOf(rowsAfter(["state: failed,", "state: interrupted,"]), [], observed, true)).toEqual([
    { kind: "field-changed", event: "turn.completed", field: "state", was: "failed", is: "interrupted", of: ["turn/completed"], seen: { events: 1, transcripts: 1, file: "a.jsonl", line: 3 } },
  ]);
});

test("another value than the row says, or of another message, is a breaking change of its own", () => {
  const observed = observe([session("a", changed("payload.state", "completed", "interrupted"), changed("payload.state", "failed", "interrupted", 2, "turn/aborted"))]);
  const breaking = breakingOf(rowsAfter(["state: failed,", "state: interrupted,"]), [], observed, true);
  expect(breaking.map(({ was, of, seen }) => ({ was, of, seen: seen?.events }))).toEqual([
    { was: "completed", of: ["turn/completed"], seen: 1 },
    { was: "failed", of: ["turn/aborted"], seen: 1 },
    { was: "failed", of: ["turn/completed"], seen: undefined },
  ]);
});

test("a value table explains what sessions show", () => {
  const { breaking } = sharedAfter(["done: completed", "done: interrupted"]);
  const observed = observe([session("a", changed("payload.state", "completed", "interrupted", 5))]);
  expect(breakingOf([], breaking, observed, true)).toEqual([
    { kind: "field-changed", event: "turn.completed", field: "state", was: "completed", is: "interrupted", of: ["turn/completed"], by: "values turnState, done", seen: { events: 1, transcripts: 1, file: "a.jsonl", line: 5 } },
  ]);
});

test("what is new breaks nobody, nor does what only `raw` holds; what is gone comes first", () => {
  const observed = observe([
    session("a", changed("payload.state", "a", "b"), changed("payload.more", undefined, 1), changed("payload.less", 1, undefined), changed("raw.payload.x", 1, 2), { kind: "added", line: 2, message: "m", type: "turn.started", fields: [] }, { kind: "removed", line: 3, message: "m", type: "turn.aborted", fields: [] }),
  ]);
  expect(breakingOf([], [], observed, true).map(({ kind, event, field }) => ({ kind, event, field }))).toEqual([
    { kind: "event-gone", event: "turn.aborted", field: undefined },
    { kind: "field-gone", event: "turn.completed", field: "less" },
    { kind: "field-changed", event: "turn.completed", field: "state" },
  ]);
});

test("without knowing what messages give, a row that is gone says it", () => {
  const rows = rowsAfter(["  turn/started:\n    turn.started: {}\n", ""]);
  expect(breakingOf(rows, [], [], false)).toEqual([{ kind: "event-gone", event: "turn.started", of: ["turn/started"] }]);
  expect(breakingOf(rows, [], [], true)).toEqual([]);
});

test("nobody misses the warning of a message that a row takes by now", () => {
  const detail = { source: "s", key: "k", repeat: 1 };
  const observed = observe([
    session(
      "a",
      { kind: "removed", line: 1, message: "m", type: "runtime.warning", fields: [], event: { type: "runtime.warning", payload: { message: "Unknown message: k", detail } } },
      { kind: "changed", line: 2, message: "n", type: "runtime.warning", fields: [{ path: "payload.message", was: "Unknown message: n", is: "Oh" }, { path: "payload.detail", was: detail }] },
      { kind: "removed", line: 3, message: "o", type: "runtime.warning", fields: [], event: { type: "runtime.warning", payload: { message: "Oh", detail: { source: "s" } } } },
    ),
  ]);
  expect(observed.map(({ kind, message }) => `${kind} ${message}`)).toEqual(["event-new n", "event-gone o"]);
});
