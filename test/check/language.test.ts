import { describe, expect, test } from "vitest";
import { checkFiles, found, indent, programOf, requests, row, rows, type Files } from "./checking.js";
import { definitions, demo, notification, type Definitions } from "./protocol.js";

/** The forms of the language (mappings/README.md) as tables use them: these pass, and what is near them does not. */

const messages = (text: string, key: string, more: Files = {}): Files => ({
  ...more,
  "mappings/demo/messages.yaml": `source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey:\n${indent(key)}rows:\n${indent(text)}`,
});

const tree = `$.type:
  system: { $.subtype: { status: $.status } }
  result: $.subtype
  assistant: { each: $.message.content, as: block, key: $block.type }
  stream_event:
    $.event.type:
      block_start: $.event.block.type
      block_delta: $.event.delta.type
      block_stop: $block.kind
`;

const memory: Files = {
  "mappings/demo/memory.yaml": "memory:\n  block: { by: [$.parent, $.event.index], holds: { kind: last, item: last, input: json, nth: count }, until: turn }\n",
};

const stream = `"system:init": { session.configured: { config: { model: $.model } } }
"system:status:{compacting,(none),(other)}": { session.state.changed: { state: running, reason: $.status } }
"result:error_*": { turn.completed: { state: failed, errorMessage: $.errors.0 } }
"result:success": { turn.completed: { state: completed } }
"result:(other)": { turn.completed: { state: failed } }
"assistant:text": { item.completed: { detail: $block.text, data: $block } }
"assistant:tool_use":
  refs: { item: [$block.id, tool, $block.name], lane: $.parent }
  ensure: { item.started: { itemType: dynamic_tool_call, title: $block.name } }
  item.updated: { data: $block.input }
"assistant:thinking": { item.completed: { detail: $block.thinking } }
"assistant:(none)": { item.updated: { data: $.message } }
"stream_event:block_start:text":
  remember: { block: { kind: said, nth: 1 } }
  item.started: { itemType: assistant_message, detail: $.event.block.text }
"stream_event:block_start:thinking":
  remember: { block: { kind: thought } }
  item.started: { itemType: reasoning }
"stream_event:block_start:tool_use":
  remember: { block: { kind: tool, item: $.event.block.id } }
  refs: { item: $block.item }
  item.started: { itemType: dynamic_tool_call, title: $.event.block.name }
"stream_event:block_delta:text_delta": { content.delta: { streamKind: assistant_text, delta: $.event.delta.text, contentIndex: $.event.index } }
"stream_event:block_delta:json_delta":
  remember: { block: { input: $.event.delta.json } }
  item.updated: { data: $block.input, detail: $block.input.path }
  turn.plan.updated:
    when: { $block.input.todos: present }
    plan: { each: $block.input.todos, as: todo, step: $todo.content ?? Step, status: $todo.status | todo }
`;
const stops = `"stream_event:block_stop:{said,thought}": { item.completed: { status: completed, data: $block.nth } }
"stream_event:block_stop:{tool,(none)}": { item.updated: { data: $.event } }
`;
const values = "values:\n  todo: { of: string, map: { pending: pending, done: completed, \"in_*\": inProgress }, unlisted: pending, absent: pending }\n";

describe("a tree of tags, elements of a list and memory", () => {
  const whole = (text: string): Files => {
    const [[file, table] = ["", ""]] = Object.entries(messages(text, tree));
    return { ...memory, [file]: table + values };
  };

  test("passes", async () => {
    const program = await programOf(whole(stream + stops));
    const [table] = program.providers[0]!.tables;
    expect(table!.rows.flatMap(({ covers }) => covers.map(({ key }) => key))).toEqual([
      "system:init",
      "system:status:compacting",
      "system:status:(none)",
      "system:status:(other)",
      "result:error_turns",
      "result:error_tool",
      "result:success",
      "result:(other)",
      "assistant:text",
      "assistant:tool_use",
      "assistant:thinking",
      "assistant:(none)",
      "stream_event:block_start:text",
      "stream_event:block_start:thinking",
      "stream_event:block_start:tool_use",
      "stream_event:block_delta:text_delta",
      "stream_event:block_delta:json_delta",
      "stream_event:block_stop:said",
      "stream_event:block_stop:thought",
      "stream_event:block_stop:tool",
      "stream_event:block_stop:(none)",
    ]);
    expect(table!.rows.filter(({ open }) => open).map(({ key }) => key)).toEqual(["system:status:{compacting,(none),(other)}", "result:(other)"]);
  });

  test("all wrong names of one key are reported together", async () => {
    const { diagnostics } = await checkFiles(rows('"{turn/statred,item/dleta}": { item.updated: {} }'));
    expect(diagnostics.map(({ message, hint }) => `${message} ${hint}`)).toEqual([
      'No message of the schemas matches "turn/statred" in "{turn/statred,item/dleta}". Did you mean "turn/started"?',
      'No message of the schemas matches "item/dleta" in "{turn/statred,item/dleta}". Did you mean "item/delta"?',
    ]);
  });

  test("what is remembered must be covered as it was remembered", async () => {
    const checked = await checkFiles(whole(stream + stops.replace("{said,thought}", "said").replace(/tool,/, "tol,")));
    expect(checked.diagnostics.map(({ code, message, hint }) => `${code} ${message} ${hint?.split("\n")[0]}`).sort()).toEqual([
      'uncovered-message No row covers "stream_event:block_stop:thought". Add a row such as:',
      'uncovered-message No row covers "stream_event:block_stop:tool". Add a row such as:',
      'unknown-message "stream_event:block_stop:{tol,(none)}" names what is remembered in "$block.kind", but no row remembers "tol" there. Did you mean "tool"?',
    ]);
  });

  test("memory that may hold anything needs a row for the rest", async () => {
    const anything = stream.replace("kind: said", "kind: $.parent");
    const { diagnostics } = await checkFiles(whole(anything + stops));
    expect(diagnostics.map(({ message }) => message)).toEqual(['No row covers "stream_event:block_stop:(other)".']);
    expect((await checkFiles(whole(anything + stops.replace("(none)", "(none),(other)")))).diagnostics).toEqual([]);
  });

  test("a list may have no element, and an element is only there in rows for it", async () => {
    const none = await checkFiles(whole((stream + stops).replace('"assistant:(none)": { item.updated: { data: $.message } }\n', "")));
    expect(none.diagnostics.map(({ message }) => message)).toEqual(['No row covers "assistant:(none)".']);
    const wrong = await checkFiles(whole((stream + stops).replace("data: $.message }", "data: $block.text }")));
    expect(wrong.diagnostics.map(({ code }) => code)).toEqual(["unknown-path"]);
  });

  test("null is `(none)`", async () => {
    const { diagnostics } = await checkFiles(whole((stream + stops).replace(",(none),(other)}", "}")));
    expect(diagnostics.map(({ message }) => message)).toEqual(['No row covers "system:status:(none)".']);
  });
});

describe("answers to the host's requests", () => {
  const answers = (text: string, more = ""): Files => ({
    "mappings/demo/responses.yaml": `source: codex.app-server.response\nspec: "3.4"\nschema: demo#/ClientRequest\nanswers: $.id\nkey: { $request.method: { has: [error, result] } }\n${more}rows:\n${indent(text)}`,
  });

  test("know the result of their request, and need not map it", async () => {
    const text = '"start:result": { thread.started: { providerThreadId: $.result.thread.id }, session.configured: { config: { cwd: $request.params.cwd } } }\n"*:error": { runtime.error: { message: $.error.message, detail: $.error.data } }';
    const program = await programOf(answers(text, "refs: { thread: $.result.thread.id ?? $request.params.threadId }\n"));
    const [table] = program.providers[0]!.tables;
    expect(table!.rows.map(({ covers }) => covers.map(({ key }) => key))).toEqual([["start:result"], ["start:error", "run:error"]]);
    const { key } = table!;
    expect(key).toMatchObject({ kind: "path", path: { text: "$request.method" } });
    expect(key.kind === "path" && [...key.below]).toEqual(["start", "run", "(other)"].map((method) => [method, { kind: "has", fields: ["error", "result"], below: new Map() }]));
  });

  test("must map every error", async () => {
    const { diagnostics } = await checkFiles(answers('"start:error": { runtime.error: { message: $.error.message } }'));
    expect(diagnostics.map(({ message, hint }) => `${message} ${hint}`)).toEqual(['No row covers "run:error". Add a row such as:\n  "run:error":\n    undecided: "proposed by its name"\n    runtime.error: { message: $.error.message, detail: $.error }']);
  });

  test("do not mix up results", async () => {
    const { diagnostics } = await checkFiles(answers('"run:result": { thread.started: { providerThreadId: $.result.thread.id } }\n"*:error": { runtime.error: { message: $.error.message } }'));
    expect(diagnostics.map(({ code, hint }) => `${code} ${hint}`)).toEqual(["unknown-path There is: turnId."]);
  });

  test("tell error codes apart, which no schema lists", async () => {
    const text = '"*:error:{-32601,-32602}": { runtime.warning: { message: $.error.message } }\n"*:error:(other)": { runtime.error: { message: $.error.message } }';
    const [[file, table] = ["", ""]] = Object.entries(answers(text));
    const key = "key: { $request.method: { has: [error, result], error: $.error.code } }";
    const program = await programOf({ [file]: table.replace(/key: .*/, key) });
    expect(program.providers[0]!.tables[0]!.rows.map(({ covers }) => covers.map((one) => one.key))).toEqual([
      ["start:error:-32601", "start:error:-32602", "run:error:-32601", "run:error:-32602"],
      ["start:error:(other)", "run:error:(other)"],
    ]);
  });
});

describe("what is known where a condition holds", () => {
  test.each([
    ["a path that is present", "turn.diff.updated: { when: { $.params.error: present }, unifiedDiff: $.params.error.message }\nturn.started: {}"],
    ["a path with a value", "turn.diff.updated: { when: { $.params.error.message: [a, b] }, unifiedDiff: $.params.error.message }\nturn.started: {}"],
    ["what the row remembers", "remember: { run: { said: $.params.threadId } }\nturn.diff.updated: { unifiedDiff: $run.said }"],
    ["an enum after `??`", "turn.completed: { state: $.params.usage ?? failed }"],
  ])("%s", async (_, text) => {
    const cells: Files = text.includes("$run") ? { "mappings/demo/memory.yaml": "memory:\n  run: { by: [], holds: { said: text }, until: turn }\n" } : {};
    expect((await checkFiles({ ...row(text), ...cells })).diagnostics).toEqual([]);
  });

  test("the kind of an item decides which fields it has", async () => {
    const text = `item/started:
  - when: { $.params.item.type: command }
    item.started: { itemType: command_execution, detail: $.params.item.command }
    turn.diff.updated: { unifiedDiff: $.params.item.command }
  - when: { $.params.item.type: tool }
    turn.diff.updated: { unifiedDiff: $.params.item.server }
  - turn.diff.updated: { unifiedDiff: $.params.item.text }`;
    expect((await checkFiles(rows(text))).diagnostics).toEqual([]);
  });

  test("an answer without an error has a result", async () => {
    const text = "answer:\n  - when: { $.error: present }\n    turn.diff.updated: { unifiedDiff: $.error.message }\n  - request.resolved: { resolution: $.result.decision }\n    session.configured: { config: $.result }";
    expect((await checkFiles(requests(text))).diagnostics).toEqual([]);
  });

  test("a path that every condition of `when` needs is not checked against the others", async () => {
    const checked = await checkFiles(row("turn.diff.updated: { when: { $.params.turn.status: failed, $.params.«eror»: present }, unifiedDiff: x }\nturn.started: {}"));
    expect(found(checked).map(({ at }) => at)).toEqual(checked.marked);
  });
});

test("an answer may give nothing", async () => {
  expect((await checkFiles(requests('answer:\n  - when: { $.error: present }\n    request.resolved: { decision: cancel }\n  - none: "a notification says it"'))).diagnostics).toEqual([]);
});

describe("values that fit", () => {
  test.each([
    ["an enum that is part of another", rows("item/started: { item.started: { itemType: command_execution, status: $.params.item.status } }")],
    ["a whole number in a number", rows("item/delta: { content.delta: { streamKind: unknown, delta: $.params.delta, contentIndex: $.params.index } }")],
    ["null where it is allowed", row("turn.completed: { state: completed, stopReason: null }")],
    ["anything where anything fits", row("account.updated: { account: { a: [1, $.params.turn, { b: $.params.usage }], c: { each: $.params.turn.items, as: one, d: $one.id } } }")],
    ["a list of texts", rows("log/written: { auth.status: { output: $.params.tags } }")],
    ["an inherited field that may be absent", { ...rows("log/written: { item.updated: { itemType: $.params.text | kind } }", 'values:\n  kind: { of: string, map: { a: plan }, unlisted: unknown }\n') }],
    ["a tag in either form", row("turn.completed: { state: $.params.reason | why }", "values:\n  why: { of: demo#/Failure, map: { overload: failed, stopped: interrupted, http: failed }, unlisted: failed, absent: completed }\n")],
    ["a property's enum", rows("item/started: { item.started: { itemType: $.params.item.type | kind } }", "values:\n  kind: { of: demo#/Item.type, map: { message: assistant_message, command: command_execution, tool: mcp_tool_call }, unlisted: unknown }\n")],
    ["a truth value", rows("item/delta: { item.updated: { status: $.params.willRetry | retry } }", 'values:\n  retry: { of: boolean, map: { "true": inProgress, "false": failed } }\n')],
  ])("%s", async (_, files) => {
    expect((await checkFiles(files)).diagnostics).toEqual([]);
  });
});

describe("decisions", () => {
  test("choose an option, and fall back where there is none", async () => {
    const text = "decide:\n  accept: { decision: { amend: { rule: $.params.options(kind=allow_once).optionId } } }\n  decline: { decision: decline, remark: $extra.message }\n  cancel: decline\n  acceptForSession: error\n  otherwise: cancel";
    const program = await programOf(requests(text));
    expect(program.providers[0]!.tables[0]!.rows[0]!.decide!.map(({ decision, reply, otherwise }) => [decision, reply.kind, otherwise])).toEqual([
      ["accept", "result", "cancel"],
      // What `cancel` writes is what `decline` does, so that it is nothing else to try.
      ["decline", "result", undefined],
      ["cancel", "result", undefined],
      ["acceptForSession", "error", "cancel"],
    ]);
  });

  test("are checked against the response of each request of the row", async () => {
    const text = "source: codex.app-server.request\nspec: '3.2'\nschema: demo#/Request\nkey: $.method\nrows:\n  '{approve,ask}':\n    request.opened: { requestType: unknown }\n    decide: { accept: «{ decision: accept }» }\n";
    const checked = await checkFiles({ "mappings/demo/requests.yaml": text });
    expect(checked.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(['missing-field "result" of the answer needs "answers".', 'unknown-field "result" of the answer has no field "decision".']);
  });

  test("may follow the request", async () => {
    const text = "answer: { request.resolved: { decision: $request.params.options(optionId=$.result.remark).kind | option } }";
    const [[file, table] = ["", ""]] = Object.entries(requests(text));
    const files = { [file]: `${table}values:\n  option: { of: demo#/ApproveParams.options, map: {}, unlisted: cancel }\n` };
    expect((await checkFiles(files)).diagnostics.map(({ code }) => code)).toEqual(["not-an-enum"]);
    const named = { [file]: `${table}values:\n  option: { of: string, map: { allow_once: accept, "allow_*": acceptForSession, reject_once: decline }, unlisted: cancel }\n` };
    expect((await checkFiles(named)).diagnostics).toEqual([]);
  });
});

describe("transforms", () => {
  const text = `import type { CanonicalItemType, RuntimeTaskId } from "../../generated/canonical/events.js";
interface Tool { readonly server?: unknown; readonly tool?: string }
type Words = readonly string[];
/** Of a union, a member may lack all that is declared. */
export function serverTool({ server, tool }: Tool): string | undefined { return tool && String(server) + tool; }
export function kind(type: "message" | "command" | "tool"): CanonicalItemType { return "plan"; }
export const task = (id: string | null): RuntimeTaskId => id as RuntimeTaskId;
export function joined(words: Words): string { return words.join(); }
export function first(list: ReadonlyArray<Record<string, unknown>>): { readonly a: 1 | true | -1; b?: (string | null)[] } { return { a: 1 }; }
export function anything(value?: unknown): Tree { return {}; }
type Tree = { readonly [name: string]: Tree };
export const limit = 3;
function own(): void {}
`;

  test("are read by their declarations, and fit where they are used", async () => {
    const files = {
      ...rows(`item/started:
  item.started: { itemType: $.params.item.type | kind, title: $.params.item | serverTool }
  task.started: { taskId: $.params.turnId | task }
log/written: { item.updated: { detail: $.params.tags | joined, data: $.params.extra | anything } }
plan/updated: { item.updated: { data: $.params.plan | first } }`),
      "src/transforms/deep/tools.ts": text,
      "src/transforms/text.ts": "export function trimmed(text: string): string | undefined { return text.trim() || undefined; }\n",
    };
    const program = await programOf(files);
    const steps = program.providers[0]!.tables[0]!.rows.flatMap(({ alternatives }) => alternatives.flatMap(({ events }) => events.flatMap(({ fields }) => fields.flatMap(({ value }) => (value.kind === "expression" ? value.expression.then : [])))));
    const found = Object.fromEntries(steps.flatMap((step) => (step.kind === "transform" ? [[step.transform.name, step.transform]] : [])));
    expect(found["kind"]).toMatchObject({ module: "deep/tools", optional: false, result: { kind: "union" }, at: { file: "src/transforms/deep/tools.ts", line: 6, column: 17 } });
    expect(found["serverTool"]).toMatchObject({ optional: true, result: { kind: "string" } });
    expect(found["task"]).toMatchObject({ parameter: { kind: "union" }, result: { kind: "string" } });
    expect(Object.keys(found).sort()).toEqual(["anything", "first", "joined", "kind", "serverTool", "task"]);
  });

  test("may decide a status from one field", async () => {
    const files = { ...rows("turn/started: { turn.started: {} }"), "src/transforms/a.ts": 'export function f(item: { ok?: boolean }): "completed" | "failed" { return item.ok ? "completed" : "failed"; }' };
    expect((await checkFiles(files)).diagnostics).toEqual([]);
  });
});

test("messages of the host's own are checked, but need no rows", async () => {
  const [[file, table] = ["", ""]] = Object.entries(rows("turn/started: { turn.started: {} }"));
  const sent = (text: string): Files => ({ [file]: `${table}sentSchema: demo#/ClientRequest\nsent:\n${indent(text)}` });
  const program = await programOf(sent('run: { refs: { turn: [$.id] }, turn.started: {} }\nstart: { none: "its answer says it" }'));
  expect(program.providers[0]!.tables[0]!.sent.map(({ key, reads }) => [key, reads])).toEqual([["run", [{ path: "id", type: "any", required: true }]], ["start", []]]);
  expect((await checkFiles(sent("«rum»: { turn.started: {} }"))).diagnostics.map(({ code, hint }) => `${code} ${hint}`)).toEqual(['unknown-message Did you mean "run"?']);
});

test("a cell's key may stand at one place in some messages and at another in others", async () => {
  const cell = (by: string): Files => ({ "mappings/demo/memory.yaml": `memory:\n  run: { by: [${by}], holds: { said: last }, until: turn }\n` });
  const remembers = (by: string): Files => ({
    ...cell(by),
    ...row("remember: { run: { said: $.params.turn.id } }\nturn.started: {}"),
    ...requests("remember: { run: { said: $.id } }\nitem.updated: { data: $run.said }"),
  });
  const program = await programOf(remembers("$.params.turn.id ?? $.params.command"));
  expect(program.providers[0]!.cells).toMatchObject([{ name: "run", by: [{ optional: true }] }]);
  const misspelt = await checkFiles(remembers("$.params.turn.id ?? $.params.«comand»"));
  expect(found(misspelt).map(({ code, at }) => [code, at])).toEqual([["unknown-path", misspelt.marked[0]]]);
});

describe("one mistake is one finding", () => {
  const cell: Files = { "mappings/demo/memory.yaml": "memory:\n  run: { by: [$.params.itemId], holds: { said: last }, until: turn }\n" };
  const twins = rows("turn/started:\n  twin: [approve]\n  turn.started: {}");
  const [[requestsFile, requestsTable] = ["", ""]] = Object.entries(requests("decide: { accept: { decision: accept } }"));
  test.each<[name: string, files: Files, codes: string[]]>([
    ["a misspelt field that is required", row("turn.completed: { «stat»: completed }"), ["unknown-field"]],
    ["a misspelt row", { [requestsFile]: requestsTable.replace("  approve:", "  aprove:") }, ["unknown-message"]],
    ["a misspelt key", { [requestsFile]: requestsTable.replace("$.method", "$.methd") }, ["unknown-path"]],
    ["a misspelt schema of a table with twins", { ...twins, [requestsFile]: requestsTable.replace("#/Request", "#/Requst") }, ["unknown-definition"]],
    ["a misspelt key of a table with twins", { ...twins, [requestsFile]: requestsTable.replace("$.method", "$.methd") }, ["unknown-path"]],
    ["a misspelt request", { [requestsFile]: requestsTable.replace("request.opened", "request.open") }, ["unknown-event"]],
    ["a misspelt list", rows("plan/updated: { turn.plan.updated: { plan: { each: $.params.plans, as: one, step: $one.step, status: $one.status } } }"), ["unknown-path"]],
    ["a misspelt condition", row("turn.diff.updated: { when: { $.params.eror: present }, unifiedDiff: $.params.error.message }\nturn.started: {}"), ["unknown-path"]],
    ["a misspelt path that is remembered", { ...row("remember: { run: { said: $.params.thread } }\nturn.diff.updated: { unifiedDiff: $run.said }"), ...cell }, ["unknown-path"]],
    ["a misspelt cell that is filled", { ...row("remember: { rum: { said: $.params.threadId } }\nturn.diff.updated: { when: { $run.said: present }, unifiedDiff: $run.said }\nturn.started: {}"), ...cell }, ["unknown-cell"]],
    ["a misspelt schema of a table with memory", { ...cell, [requestsFile]: requestsTable.replace("#/Request", "#/Requst") }, ["unknown-definition"]],
    ["a misspelt value of an enum", row("turn.completed: { state: $.params.turn.status | state }", "values:\n  state: { of: demo#/TurnStatus, map: { runing: completed, completed: completed, failed: failed }, unlisted: failed }\n"), ["unknown-value"]],
    ["a misspelt result that two rows use", rows("turn/completed: { turn.completed: { state: $.params.turn.status | state } }\nturn/started: { turn.completed: { state: $.params.turn.status | state } }", "values:\n  state: { of: demo#/TurnStatus, map: { running: completd, completed: completed, failed: failed }, unlisted: failed }\n"), ["unknown-literal"]],
  ])("%s", async (_, files, codes) => {
    expect(found(await checkFiles(files)).map(({ code }) => code)).toEqual(codes);
  });
});

test("what is unknown beside declared objects hides no misspelling", async () => {
  const refs = "refs: { item: $.params.item.«idd» }\n";
  const widened: Definitions = { ...definitions, Notification: { oneOf: [...definitions.Notification.oneOf, notification("raw/added", { item: true })] } };
  const checked = await checkFiles(rows("turn/started: { turn.started: {} }", refs), [demo({ "1.0": widened })]);
  expect(found(checked).map(({ code, at, hint }) => `${code} ${at} ${hint}`)).toEqual([`unknown-path ${checked.marked[0]} Did you mean "$.params.item.id"?`]);
  expect((await checkFiles(rows("raw/added: { item.updated: { data: $.params.item.anything } }"), [demo({ "1.0": widened })])).diagnostics).toEqual([]);
});
