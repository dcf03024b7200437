import { Ajv, type ValidateFunction } from "ajv";
import { structuredPatch } from "diff";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Program } from "../../codegen/check/index.js";
import { emitEditorSchemas } from "../../codegen/emit/editor-schema.js";
import { projectProgram, textsBelow } from "./program.js";

interface TableSchema {
  readonly properties: { readonly rows: { readonly properties: { readonly [key: string]: { readonly markdownDescription: string } } } };
}

let program: Program;
let schemas: Map<string, string>;
const validators = new Map<string, ValidateFunction>();
const files = textsBelow("mappings", ".yaml");

beforeAll(async () => {
  program = await projectProgram();
  schemas = new Map(emitEditorSchemas(program).map(({ path, content }) => [path, content]));
}, 60_000);

/** Tables are named with their provider, those of Codex without. */
const inFolder = (table: string): string => (table.includes("/") ? table : `codex/${table}`);
const schemaPath = (table: string): string =>
  table.endsWith("memory") ? "generated/editor/memory.schema.json" : `generated/editor/${inFolder(table)}.schema.json`;
const schemaOf = (table: string): TableSchema => JSON.parse(schemas.get(schemaPath(table))!) as TableSchema;

/** What an editor would underline: where, and the keyword that says so. */
function problems(table: string, text: string): string[] {
  let validate = validators.get(schemaPath(table));
  if (validate === undefined) {
    // strict, so that a keyword nobody knows is heard of; editors know these three
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, strictTuples: false, allowMatchingProperties: true, allErrors: true });
    ajv.addVocabulary(["markdownDescription", "markdownEnumDescriptions", "patternErrorMessage", "errorMessage", "deprecationMessage", "doNotSuggest", "defaultSnippets"]);
    validate = ajv.compile(JSON.parse(schemas.get(schemaPath(table))!) as object);
    validators.set(schemaPath(table), validate);
  }
  validate(parse(text));
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${keyword} ${instancePath}`);
}

test("there is one for each table, and one for each other file that people write", () => {
  const tables = [...files.keys()].flatMap((file) => /^mappings\/(.+\/.+)\.yaml$/.exec(file)?.[1] ?? []);
  expect(tables).toContain("codex/notifications");
  const others = ["equivalence", "overlay", "config"].map((name) => `generated/editor/${name}.schema.json`);
  expect([...schemas.keys()].sort()).toEqual([...new Set([...tables.map(schemaPath), ...others])].sort());
});

const head = 'source: codex.app-server.notification\nspec: "3.1"\nschema: codex-app-server#/ServerNotification\nkey: $.method\n';
const rows = (text: string): string => `${head}rows:\n  turn/completed:\n    ${text.replaceAll("\n", "\n    ")}\n`;

describe("every form of the language is accepted", () => {
  test.each([
    [
      "alternatives",
      rows(
        '- when: { $.params.turn.status: [failed, interrupted], $.params.turn.error: present }\n  note: why\n  turn.completed: { state: failed }\n- turn.completed: { state: $.params.turn.status | turnState ?? "completed" }',
      ),
    ],
    ["several payloads of an event", rows("turn.completed: [{ state: failed }, { when: { $.a: absent }, state: $.b }]")],
    ["a row that is only proposed", rows("undecided: new in 2.0\nturn.started: {}")],
    ["a value that is only proposed", `${head}rows: {}\nvalues: { w: { of: string, map: { a: { undecided: b } }, unlisted: c } }\n`],
    ["refs", rows("refs: { thread: none, item: [$.id, text, 1], turn: $.a ?? $.b }\nturn.started: {}")],
    [
      "ensure and remember",
      rows("ensure: { item.started: { itemType: reasoning } }\nremember: { output: { text: $.params.delta } }\nturn.started: {}"),
    ],
    ["each", rows("turn.plan.updated: { plan: { each: $.params.plan, as: step, step: $step.step, status: pending } }")],
    [
      "a list written out",
      rows("turn.plan.updated: { plan: [{ step: one, status: $.s }, { step: $.t ?? two, status: completed }], explanation: null }"),
    ],
    [
      "a bar in quotes, escapes, a literal dollar",
      rows(
        "runtime.warning: { message: '$.a ?? \"b | c\"', detail: { a: [$.b, { c: $$d }] } }\nturn.completed: { state: failed, errorMessage: $$HOME }",
      ),
    ],
    ["examples", rows("turn.started: {}\nexamples: [{ message: { method: $.x }, events: [{ type: turn.started, payload: {} }] }]")],
    [
      "patterns, groups and words in parentheses",
      `${head}rows: { "turn/*": { turn.started: {} }, "item/{started,completed}": { turn.started: {} }, (other): { runtime.warning: { message: x } } }\n`,
    ],
    [
      "a key tree",
      `${head.replace("$.method", "{ $.a: { b: $.c, d: { each: $.e, as: f, key: $f.g }, h: { has: [i, j], i: $.k } } }")}rows: {}\n`,
    ],
    ["sent rows", `${head}sentSchema: codex-app-server#/ClientRequest\nrows: {}\nsent: { initialize: { none: x } }\n`],
    [
      "a value table of another enum",
      `${head}rows: {}\nvalues: { v: { of: codex-app-server#/SessionSource, map: { cli: a }, unlisted: 1, absent: false }, w: { of: string, map: {}, unlisted: x } }\n`,
    ],
  ])("%s", (_, text) => {
    expect(problems("notifications", text)).toEqual([]);
  });

  test("answers and decisions", () => {
    const text = `${head}rows:\n  applyPatchApproval:\n    request.opened: { requestType: unknown }\n    answer:\n      - when: { $.error: present }\n        none: x\n      - request.resolved: { decision: accept }\n    decide: { accept: { a: $extra.b }, decline: error, cancel: decline, otherwise: decline }\n`;
    expect(problems("requests", text)).toEqual([]);
    expect(problems("requests", text.replace("otherwise: decline", "otherwise: { accept: cancel, cancel: error }"))).toEqual([]);
  });

  test("what a table ensures, and a row without it", () => {
    const text = `${rows("ensure: none\nrefs: { item: [none, $.id] }\nturn.started: {}")}ensure: { thread.started: { providerThreadId: $.params.threadId } }\n`;
    expect(problems("notifications", text)).toEqual([]);
  });
});

describe("a mistake is underlined where it stands", () => {
  test.each<[string, string, string]>([
    ["a source", head.replace("notification", "notifications") + "rows: {}\n", "enum /source"],
    ["a section without quotes", head.replace('"3.1"', "3.1") + "rows: {}\n", "type /spec"],
    ["a schema", head.replace("#/", "/") + "rows: {}\n", "pattern /schema"],
    ["a key of the table", `${head}rows: {}\nrefz: {}\n`, "additionalProperties "],
    ["a missing key of the table", head, "required "],
    ["a message", `${head}rows: { turn/complete: { turn.started: {} } }\n`, "additionalProperties /rows"],
    ["a key of a row", rows("nots: x\nturn.started: {}"), "additionalProperties /rows/turn~1completed"],
    ["an event", rows("turn.complete: {}"), "additionalProperties /rows/turn~1completed"],
    ["an event in an alternative", rows("- turn.complete: {}"), "additionalProperties /rows/turn~1completed/0"],
    ["a field", rows("turn.completed: { state: failed, reason: x }"), "additionalProperties /rows/turn~1completed/turn.completed"],
    ["a required field", rows("turn.completed: {}"), "required /rows/turn~1completed/turn.completed"],
    ["a word of an enum", rows("turn.completed: { state: faild }"), "enum /rows/turn~1completed/turn.completed/state"],
    ["a number for a text", rows("runtime.warning: { message: 5 }"), "type /rows/turn~1completed/runtime.warning/message"],
    ["the name of a value table", rows("turn.completed: { state: $.a | turnStat }"), "pattern /rows/turn~1completed/turn.completed/state"],
    [
      "a field of a step",
      rows("turn.plan.updated: { plan: { each: $.a, as: b, stop: $b.c, status: pending } }"),
      "additionalProperties /rows/turn~1completed/turn.plan.updated/plan",
    ],
    ["a condition that is no path", rows("when: { params.a: b }\nturn.started: {}"), "pattern /rows/turn~1completed/when"],
    ["a condition with a path as its value", rows("when: { $.a: $.b }\nturn.started: {}"), "pattern /rows/turn~1completed/when/$.a"],
    ["a ref", rows("refs: { itm: $.a }\nturn.started: {}"), "additionalProperties /rows/turn~1completed/refs"],
    ["a word as a ref", rows("refs: { item: nothing }\nturn.started: {}"), "enum /rows/turn~1completed/refs/item"],
    ["a cell", rows("remember: { outptu: {} }\nturn.started: {}"), "additionalProperties /rows/turn~1completed/remember"],
    [
      "what a cell holds",
      rows("remember: { output: { txt: $.a } }\nturn.started: {}"),
      "additionalProperties /rows/turn~1completed/remember/output",
    ],
    ["`none` where every message gives an event", rows("none: x"), "additionalProperties /rows/turn~1completed"],
    ["a value table without its enum", `${head}rows: {}\nvalues: { v: { map: {} } }\n`, "required /values/v"],
    [
      "a value table that leaves a value out",
      `${head}rows: {}\nvalues: { v: { of: codex-app-server#/TurnStatus, map: { completed: a, interrupted: b, failed: c } } }\n`,
      "required /values/v/map",
    ],
    [
      "a value that the enum has not",
      `${head}rows: {}\nvalues: { v: { of: codex-app-server#/TurnStatus, map: { completed: a, interrupted: b, failed: c, inProgress: d, done: e } } }\n`,
      "additionalProperties /values/v/map",
    ],
    ["a path in a value table", `${head}rows: {}\nvalues: { v: { of: string, map: { a: $.b } } }\n`, "pattern /values/v/map/a"],
    ["a mapping in a value table", `${head}rows: {}\nvalues: { v: { of: string, map: { a: { undecide: b } } } }\n`, "required /values/v/map/a"],
    ["a mark that says nothing", rows("undecided: true\nturn.started: {}"), "type /rows/turn~1completed/undecided"],
    ["a key that is no path", `${head.replace("$.method", "method")}rows: {}\n`, "pattern /key"],
  ])("%s", (_, text, expected) => {
    expect(problems("notifications", text)).toContain(expected);
  });

  test.each<[string, string, string, string]>([
    [
      "a decision",
      "requests",
      `${head}rows: { applyPatchApproval: { request.opened: { requestType: unknown }, decide: { acept: {} } } }\n`,
      "additionalProperties /rows/applyPatchApproval/decide",
    ],
    [
      "a word for a decision",
      "requests",
      `${head}rows: { applyPatchApproval: { request.opened: { requestType: unknown }, decide: { cancel: abort } } }\n`,
      "enum /rows/applyPatchApproval/decide/cancel",
    ],
    ["a twin", "event-msg", `${head}rows: { task_started: { twin: turn/start, turn.started: {} } }\n`, "enum /rows/task_started/twin"],
    [
      "a row to yield to",
      "event-msg",
      `${head}rows: { task_started: { yieldsTo: task_ended, turn.started: {} } }\n`,
      "enum /rows/task_started/yieldsTo",
    ],
    [
      "an answer in a table of answers",
      "responses",
      `${head}rows: { "initialize:result": { answer: { session.started: {} } } }\n`,
      "additionalProperties /rows/initialize:result",
    ],
    ["a kind of memory", "memory", "memory: { a: { by: [], holds: { b: jsn }, until: turn } }\n", "enum /memory/a/holds/b"],
    ["a lifetime", "memory", "memory: { a: { by: [], holds: {}, until: trun } }\n", "enum /memory/a/until"],
    ["a cell with a name of its own meaning", "memory", "memory: { request: { by: [], holds: {}, until: turn } }\n", "pattern /memory"],
  ])("%s", (_, table, text, expected) => {
    expect(problems(table, text)).toContain(expected);
  });
});

test("every message that a row covers is a key, with its versions and the fields of its parameters", () => {
  for (const [name, table] of program.providers.flatMap((provider) => provider.tables.map((table) => [`${provider.name}/${table.name}`, table] as const))) {
    const keys = Object.keys(schemaOf(name).properties.rows.properties);
    for (const { key } of table.rows.flatMap((row) => row.covers)) expect(keys).toContain(key);
  }
  const { markdownDescription } = schemaOf("notifications").properties.rows.properties["item/agentMessage/delta"]!;
  expect(markdownDescription).toContain("**item/agentMessage/delta**, in 0.107.0");
  expect(markdownDescription).toContain("- `$.params.delta`: `string`");
});

test("an answer table offers the answers that have no row, too", () => {
  const keys = Object.keys(schemaOf("responses").properties.rows.properties);
  const covered = new Set(
    program.providers.find(({ name }) => name === "codex")!.tables.find((table) => table.name === "responses")!.rows.flatMap((row) => row.covers.map(({ key }) => key)),
  );
  expect(covered).not.toContain("thread/list:result");
  expect(keys).toContain("thread/list:result");
  expect(keys).toContain("thread/list:error");
});

test("the same program gives the same text, below the folder that was asked for", () => {
  expect(emitEditorSchemas(program, "out/gen")).toEqual(
    [...schemas].map(([path, content]) => ({ path: path.replace("generated/", "out/gen/"), content })),
  );
});

test("a row that says something else changes the lines about it, and no name of what others share", () => {
  const providers = program.providers.map((provider) => ({
    ...provider,
    tables: provider.tables.map((table) => {
      const other = table.rows.find(({ key }) => key === "turn/completed");
      return { ...table, rows: table.rows.map((row) => (row.key === "thread/started" && other !== undefined ? { ...row, alternatives: other.alternatives } : row)) };
    }),
  }));
  const path = schemaPath("notifications");
  const changed = emitEditorSchemas({ ...program, providers }).find((one) => one.path === path)!.content;
  const { hunks } = structuredPatch("", "", schemas.get(path)!, changed, undefined, undefined, { context: 0 });
  const lines = hunks.flatMap((hunk) => hunk.lines).length;
  expect(lines).toBeGreaterThan(0);
  expect(lines).toBeLessThan(150);
});
