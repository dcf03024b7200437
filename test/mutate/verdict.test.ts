import { expect, test } from "vitest";
import { noMemory, type Table, type Unvalidated } from "../../src/contract.js";
import { createMemory } from "../../src/session/memory.js";
import { benchOfText, tinyBench, verdicts } from "./tiny.js";

const message = (method: string, params: object): Unvalidated => ({ method, params: { threadId: "th", ...params } }) as unknown as Unvalidated;
const given = (table: Table, ...[method, params]: Parameters<typeof message>): object[] => (table.map(message(method, params), noMemory) ?? []).map(({ type, payload, refs }) => ({ type, payload, thread: refs.thread }));

test("a mutant that a test notices is killed; others survive, or do not compile", async () => {
  const bench = tinyBench(`  turn/completed:
    - when: { $.params.error: present }
      turn.completed: { state: failed, errorMessage: $.params.error.message }
    - turn.completed: { state: $.params.turn.status | turnState }
`, "values: { turnState: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed } }\n");
  const found = await verdicts(bench, (table) => [
    () => expect(given(table, "turn/completed", { turn: { status: "completed" } })).toEqual([{ type: "turn.completed", payload: { state: "completed" }, thread: "th" }]),
    () => expect(given(table, "turn/completed", { error: { message: "no" } })).toMatchObject([{ type: "turn.completed", payload: { state: "failed" } }]),
  ]);
  const short = [...found].map(([name, verdict]) => [name, verdict.is === "refused" ? `refused: ${verdict.by}` : verdict.is]);
  expect(Object.fromEntries(short)).toEqual({
    "refs drop-ref refs.thread": "killed",
    "turn/completed drop-row": "killed",
    "turn/completed drop-alternative alternative 1": "killed",
    "turn/completed drop-alternative alternative 2": "refused: open-alternatives",
    "turn/completed always alternative 1": "killed",
    "turn/completed negate-condition alternative 1, when $.params.error: present": "killed",
    "turn/completed drop-event alternative 1, turn.completed": "killed",
    "turn/completed drop-field alternative 1, turn.completed.state": "refused: missing-field",
    'turn/completed swap-literal alternative 1, turn.completed.state: "failed"': "killed",
    "turn/completed drop-field alternative 1, turn.completed.errorMessage": "survivor",
    "turn/completed drop-event alternative 2, turn.completed": "killed",
    "turn/completed drop-field alternative 2, turn.completed.state": "refused: missing-field",
    "turn/completed drop-pipe alternative 2, turn.completed.state: turnState": "refused: type-mismatch",
    "* drop-row": "survivor",
    "turnState swap-value running": "survivor",
    "turnState swap-value completed": "killed",
    "turnState swap-value failed": "survivor",
    "turnState swap-value (unlisted)": "survivor",
  });
});

test("it says which test", async () => {
  const bench = tinyBench("  turn/started: { turn.started: {} }\n");
  const found = await verdicts(bench, (table) => [() => expect(given(table, "turn/started", {})).toMatchObject([{ type: "turn.started" }])]);
  expect(found.get("turn/started drop-row")).toEqual({ is: "killed", by: "tiny.test.ts: 1" });
});

test("what is changed is as it was when it has been judged", async () => {
  const bench = tinyBench("  item/delta: { content.delta: { streamKind: assistant_text, delta: $.params.delta, contentIndex: $.params.index } }\n");
  const wanted = [{ type: "content.delta", payload: { streamKind: "assistant_text", delta: "x", contentIndex: 2 }, thread: "th" }];
  let held: Table | undefined;
  const found = await verdicts(bench, (table) => {
    held = table;
    return [() => expect(given(table, "item/delta", { delta: "x", index: 2 })).toEqual(wanted)];
  });
  expect([...found].filter(([name, { is }]) => !name.startsWith("*") && is === "survivor")).toEqual([]);
  expect(given(held!, "item/delta", { delta: "x", index: 2 })).toEqual(wanted);
});

test("tests that fail as the tables are say nothing about mutants", async () => {
  await expect(verdicts(tinyBench(""), () => [() => expect(1).toBe(2)])).rejects.toThrow("tiny.test.ts fails as the tables are: 1");
});

test("a piece that changes nothing is a survivor that compiles to the same", async () => {
  const bench = tinyBench('  turn/started: { item.updated: { title: "a" } }\n  item/delta: { content.delta: { streamKind: assistant_text, delta: $.params.delta ?? $.params.delta } }\n');
  const found = await verdicts(bench, () => []);
  expect(found.get("item/delta drop-row")).toEqual({ is: "survivor", same: false });
});

test("what a mutant recalls before it remembers is not what the row recalled afterwards", async () => {
  const bench = benchOfText({
    "mappings/demo/memory.yaml": "memory: { seen: { by: [$.params.threadId], holds: { id: last }, until: turn } }\n",
    "mappings/demo/notifications.yaml": `source: codex.app-server.notification
spec: "3.1"
schema: demo#/Notification
key: $.method
rows:
  item/delta:
    remember: { seen: { id: $.params.itemId ?? $seen.id } }
    item.updated: { title: $seen.id }
  "*": { item.updated: {} }
`,
  });
  const found = await verdicts(bench, (table) => [
    () => {
      const memory = createMemory({ seen: { holds: { id: "last" }, until: "turn" } }, () => undefined);
      const titles = ["a", "b", undefined].map((itemId) => table.map(message("item/delta", { itemId }), memory)?.[0]?.payload);
      expect(titles).toEqual([{ title: "a" }, { title: "b" }, { title: "b" }]);
    },
  ]);
  expect(found.get("item/delta drop-operand remember.seen.id: $.params.itemId")).toMatchObject({ is: "killed" });
  expect(found.get("item/delta drop-operand remember.seen.id: $seen.id")).toEqual({ is: "survivor", same: false });
});
