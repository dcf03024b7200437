import { expect, test } from "vitest";
import { check } from "../../codegen/check/index.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { checkFiles, found, programOf, requests, row, rows, type Files } from "./checking.js";
import type { CheckedField, CheckedRow, CheckedTable } from "../../codegen/check/index.js";

/** What the checked program says, for those who write code from it. */

async function tableOf(files: Files): Promise<CheckedTable> {
  return (await programOf(files)).providers[0]!.tables[0]!;
}

async function rowOf(files: Files): Promise<CheckedRow> {
  return (await tableOf(files)).rows[0]!;
}

function inShort({ name, required, accepts, value, fallback }: CheckedField): unknown[] {
  return [name, required, accepts.kind, value.kind, fallback];
}

test("nothing to check is a program", () => {
  const canonical = canonicalModel();
  expect(check({ mappings: [], surfaces: new Map(), canonical, transforms: [] })).toEqual({ program: { canonical, surfaces: new Map(), providers: [] }, diagnostics: [] });
});

test("a table says where it comes from and what it maps", async () => {
  const table = await tableOf(rows("turn/started: { turn.started: {} }"));
  expect(table).toMatchObject({ file: "mappings/demo/notifications.yaml", name: "notifications", source: "codex.app-server.notification", spec: "3.1", protocol: "demo", union: "Notification", versions: ["1.0"], sent: [], uncovered: [] });
});

test("tables of one folder are one provider, with its memory", async () => {
  const program = await programOf({
    ...row("remember: { run: { said: $.params.threadId } }\nitem.updated: { data: $run.said }"),
    ...requests(""),
    "mappings/demo/memory.yaml": "memory:\n  run: { by: [$.params.threadId], holds: { said: text }, until: session }\n",
    "mappings/other/messages.yaml": 'source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: $.type\nrows: { "*": { item.updated: {} } }\n',
  });
  expect(program.providers.map(({ name, tables }) => [name, tables.map((table) => table.name)])).toEqual([["demo", ["notifications", "requests"]], ["other", ["messages"]]]);
  expect(program.providers[0]!.cells).toMatchObject([{ name: "run", holds: [{ name: "said", kind: "text" }], until: "session", by: [{ text: "$.params.threadId" }] }]);
  expect(program.providers[0]!.tables[0]!.rows[0]!.alternatives[0]!.remember[0]!.cell).toBe(program.providers[0]!.cells[0]);
});

test("fields stand in the order of the canonical model, each with what it accepts and falls back to", async () => {
  const { alternatives } = await rowOf(row("turn.completed: { errorMessage: $.params.error.message, totalCostUsd: 0.5, usage: { a: $.params.usage }, state: failed }"));
  expect(alternatives[0]!.events[0]!.fields.map(inShort)).toEqual([
    ["state", true, "enum", "literal", "completed"],
    ["usage", false, "any", "object", undefined],
    ["totalCostUsd", false, "number", "literal", undefined],
    ["errorMessage", false, "string", "expression", undefined],
  ]);
});

test("a list is built of objects whose fields are checked", async () => {
  const values = "values:\n  step: { of: demo#/StepStatus, map: { todo: pending, done: completed }, unlisted: pending }\n";
  const { alternatives } = await rowOf(rows("plan/updated:\n  turn.plan.updated: { plan: { each: $.params.plan, as: one, status: $one.status | step, step: $one.step } }", values));
  const [plan] = alternatives[0]!.events[0]!.fields;
  expect(plan).toMatchObject({ name: "plan", required: true, accepts: { kind: "list" }, value: { kind: "each", as: "one", list: { text: "$.params.plan", optional: false } } });
  const { value } = plan!;
  expect(value.kind === "each" && value.fields.map(inShort)).toEqual([
    ["step", true, "string", "expression", "Step"],
    ["status", true, "enum", "expression", "pending"],
  ]);
});

test("an expression knows its type, step by step", async () => {
  const { alternatives } = await rowOf(row('turn.completed: { state: completed, errorMessage: $.params.error.message ?? $.params.turn.items.0.id ?? "none" }'));
  const { value } = alternatives[0]!.events[0]!.fields[1]!;
  const expression = value.kind === "expression" ? value.expression : undefined;
  expect(expression).toMatchObject({ first: { kind: "path", shape: { kind: "string" }, optional: true }, optional: false });
  expect(expression?.then).toMatchObject([{ kind: "else", operand: { kind: "path", optional: true } }, { kind: "else", operand: { kind: "literal", value: "none" } }]);
});

test("a path that only some messages of a row have is optional", async () => {
  const { alternatives } = await rowOf(rows('"{turn/completed,item/delta}": { item.updated: { data: $.params.delta, title: $.params.threadId } }'));
  const shapes = Object.fromEntries(alternatives[0]!.events[0]!.fields.flatMap(({ name, value }) => (value.kind === "expression" ? [[name, value.expression.optional]] : [])));
  expect(shapes).toEqual({ title: false, data: true });
});

test("a row lists what it reads, with what the schemas say of it", async () => {
  const files = rows(
    `turn/completed:
  - when: { $.params.turn.status: failed }
    turn.completed: { state: failed, errorMessage: $.params.error.message ?? "?", usage: $.params.usage }
  - item.updated: { data: { each: $.params.turn.items, as: one, id: $one.id }, detail: $.params.turn.items.0.id, title: $.params.error.message }`,
    "refs: { thread: $.params.threadId, item: $.params.itemId ?? $.params.item.id }\n",
  );
  expect((await rowOf(files)).reads).toEqual([
    { path: "params.turn.status", type: "string", required: true },
    { path: "params.error.message", type: "string", required: false },
    { path: "params.usage", type: "any", required: false },
    { path: "params.turn.items", type: "list", required: true },
    { path: "params.threadId", type: "string", required: true },
  ]);
});

test("the more exact key takes the message, whatever the order", async () => {
  const table = await tableOf({
    "mappings/demo/notifications.yaml": 'source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: { $.method: { item/delta: $.params.kind } }\nrows:\n  "{*,(other)}": { item.updated: {} }\n  "item/delta:*": { item.updated: {} }\n  "item/delta:text": { item.updated: {} }\n  "item/{started,delta:(other)}": { item.updated: {} }\n'.replace('"item/{started,delta:(other)}"', '"item/started"'),
  });
  expect(table.rows.map(({ key, covers, open }) => [key, covers.map((one) => one.key), open])).toEqual([
    ["{*,(other)}", ["turn/started", "turn/completed", "plan/updated", "log/written", "(other)"], true],
    ["item/delta:*", ["item/delta:thought"], false],
    ["item/delta:text", ["item/delta:text"], false],
    ["item/started", ["item/started"], false],
  ]);
});

test("conditions are split into values and patterns", async () => {
  const { alternatives } = await rowOf(rows('log/written:\n  - when: { $.params.level: [info, "warn_*"], $.params.text: absent }\n    item.updated: {}\n  - item.updated: {}'));
  expect(alternatives[0]!.when.map(({ test: one }) => one)).toEqual([{ kind: "values", values: ["info"], patterns: ["warn_*"] }, { kind: "absent" }]);
});

test("only the value tables that rows use come along, in their order", async () => {
  const files = rows("turn/completed: { turn.completed: { state: $.params.turn.status | b } }\nlog/written: { item.updated: { title: $.params.text | a } }", "values:\n  a: { of: string, map: { x: y, \"z*\": w }, unlisted: v }\n  b: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }\n");
  expect((await tableOf(files)).values).toMatchObject([
    { name: "a", of: "string", form: "string", map: [{ from: "x", pattern: false, to: "y" }, { from: "z*", pattern: true, to: "w" }], unlisted: "v", absent: undefined },
    { name: "b", of: "demo#/TurnStatus", form: "string" },
  ]);
});

test("repeats and examples ride along", async () => {
  const files = { ...rows("turn/started:\n  twin: [approve]\n  yieldsTo: turn/completed\n  turn.started: {}\n  examples:\n    - message: { method: turn/started }\n      events: [{ type: turn.started }]"), ...requests("") };
  expect(await rowOf(files)).toMatchObject({ twin: ["approve"], yieldsTo: ["turn/completed"], examples: [{ message: { method: "turn/started" }, events: [{ type: "turn.started" }] }] });
});

test("the same input gives the same findings in the order of their places", async () => {
  const files = row("«turn.complete»: { state: completed }\nitem.updated: { data: $.params.«trun», «tite»: x }");
  const first = await checkFiles(files);
  expect((await checkFiles(files)).diagnostics).toEqual(first.diagnostics);
  expect(found(first).map(({ at }) => at)).toEqual(first.marked);
  expect(first.marked).toHaveLength(3);
});
