import { expect, test } from "vitest";
import { check } from "../../codegen/check/index.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { TableNode } from "../../codegen/mapping/types.js";
import { applyPolicies, type PolicyCode } from "../../codegen/policy/index.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { equivalents, indent, programOf, requests, row, rows, values, type Files } from "../check/checking.js";
import { demo } from "../check/protocol.js";
import { place, unmark } from "../mapping/marked.js";

const at = { file: "mapwright.config.yaml", line: 2, column: 3 };

async function judge(code: PolicyCode, files: Files, except: readonly string[] = []): Promise<Diagnostic[]> {
  return applyPolicies(await programOf(files), [{ code, severity: "warning", except: except.map((pattern) => ({ pattern, at })) }]);
}

/** Where a policy finds something, as `«»` say it. */
async function expectFound(code: PolicyCode, files: Files): Promise<Diagnostic[]> {
  const found = await judge(code, files);
  const marked = Object.entries(files).flatMap(([file, text]) => unmark(text).places.map((one) => `${file} ${place(one)}`));
  expect(found.map(({ file, ...one }) => `${file} ${place(one)}`)).toEqual(marked);
  for (const one of found) expect(one).toMatchObject({ code, severity: "warning", message: expect.stringMatching(/\.$/), hint: expect.stringMatching(/\.$/) });
  return found;
}

/** With a text of the table marked that its helper wrote. */
function marked(files: Files, text: string, part = text): Files {
  return Object.fromEntries(Object.entries(files).map(([file, content]) => [file, content.replace(text, text.replace(part, `«${part}»`))]));
}

const quiet = "note: n\n";

test("a note stands in any alternative, or in what an answer becomes", async () => {
  const noted = `${quiet}item.updated: {}`;
  const rest = `"*":\n${indent(noted)}`;
  const table = (text: string): Files => ({ "mappings/demo/notifications.yaml": `source: codex.app-server.notification\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n${indent(`${text}\n${rest}`)}` });
  await expectFound("row-without-note", table(`turn/completed:\n  - when: { $.params.error: present }\n    note: n\n    item.updated: {}\n  - item.updated: {}\n«turn/started»: { turn.started: {} }`));
  expect(await judge("row-without-note", requests("answer: { note: n, request.resolved: { decision: accept } }"))).toMatchObject([{ message: 'The row "ask" has no note.' }]);
});

test("rows about what the host writes are rows, too", async () => {
  const files = equivalents("Turn start: { turn.started: {}, demo: { none: n }, claude: { none: n } }");
  const said = (await judge("row-without-note", files)).map(({ message }) => message);
  expect(said).toContain('The row "run" has no note.');
  expect(said).toContain('The row "result:*" has no note.');
});

test("only a bare `*` takes everything; a pattern takes what it says", async () => {
  const found = await expectFound("catch-all-row", { "mappings/claude/messages.yaml": 'source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: { $.type: { result: $.subtype } }\nrows:\n  «"result:*"»: { item.updated: {} }\n  "s*": { item.updated: {} }\n  "{assistant,(other)}": { item.updated: {} }\n' });
  expect(found[0]!.hint).toBe("Name the messages that it is for: result:success, result:error_turns, result:error_tool.");
});

test("warnings alone want a reason; with another event, or with nothing, they do not", async () => {
  await expectFound("warning-without-note", rows('«turn/started»: { runtime.warning: { message: a } }\nturn/completed: { runtime.warning: { message: a }, item.updated: {} }\nitem/started: { note: n, runtime.warning: { message: a } }'));
  expect(await judge("warning-without-note", equivalents("Turn start: { turn.started: {}, demo: { none: n }, claude: { none: n } }"))).toEqual([]);
});

test("the type `unknown` is found as a word, as the last resort, in `ensure`, in an answer, and for a listed value", async () => {
  await expectFound("unknown-item-type", row("«item.started»: { itemType: unknown }"));
  await expectFound("unknown-item-type", row("ensure: { «item.started»: { itemType: unknown } }\nitem.updated: {}"));
  await expectFound("unknown-item-type", marked(requests(""), "request.opened"));
  await expectFound("unknown-item-type", rows("item/delta: { «item.started»: { itemType: $.params.kind | kind ?? unknown } }", "values: { kind: { of: string, map: { text: plan }, unlisted: plan } }\n"));
  const table = "itemType: { of: demo#/Item.type, map: { message: assistant_message, command: command_execution, tool: TOOL }, unlisted: unknown }";
  const use = (word: string): Files => rows("item/started: { item.started: { itemType: $.params.item.type | itemType } }", `values:\n  «itemType»: ${table.slice(10).replace("TOOL", word)}\n`);
  const found = await expectFound("unknown-item-type", use("unknown"));
  expect(found[0]!.message).toBe('The value table "itemType" gives `unknown` for tool.');
  expect(await judge("unknown-item-type", use("mcp_tool_call"))).toEqual([]);
});

test("a guess is one only where `unknown` could be said, and where the schemas list values", async () => {
  const state = "state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }";
  expect(await judge("unlisted-guess", values(state))).toEqual([]);
  const kinds = (of: string): Files => rows("item/delta: { content.delta: { streamKind: $.params.kind | kind, delta: $.params.delta } }", `values:\n  «kind»: { of: ${of}, map: { text: assistant_text, thought: reasoning_text }, unlisted: assistant_text }\n`);
  await expectFound("unlisted-guess", kinds("demo#/Notification.params.kind"));
  expect(await judge("unlisted-guess", kinds("string"))).toEqual([]);
});

test("the whole message is `$`, and the part of a frame that says everything", async () => {
  await expectFound("whole-message", marked(rows("turn/started: { «item.updated»: { data: { all: $.params } } }\nturn/completed: { item.updated: { data: $.params.turn } }"), 'item.updated: { data: $ }', "item.updated"));
  expect(await judge("whole-message", requests("answer: { request.resolved: { decision: accept, resolution: $.result } }"))).toEqual([]);
});

test("exceptions name a source, a source and a key, or patterns of them, and are told when they excuse nothing", async () => {
  const files = rows("turn/started: { item.updated: { data: $ } }");
  const both = await judge("whole-message", files);
  expect(both.map(({ line }) => line)).toEqual([6, 7]);
  expect(await judge("whole-message", files, ["codex.app-server.notification"])).toEqual([]);
  expect(await judge("whole-message", files, ["codex.*"])).toEqual([]);
  expect((await judge("whole-message", files, ["codex.app-server.notification turn/*"])).map(({ line }) => line)).toEqual([7]);
  expect((await judge("whole-message", files, ["codex.app-server.notification *"]))).toEqual([]);
  expect(await judge("whole-message", files, ["codex.app-server", "codex.*"])).toEqual([
    { ...at, code: "unused-exception", severity: "warning", message: '"codex.app-server" excuses nothing from "whole-message".', hint: expect.any(String) },
  ]);
});

test("what a table inherits, or is shipped, is another house's", () => {
  const { "mappings/demo/notifications.yaml": text = "" } = rows("turn/started: { turn.started: {} }");
  const theirs = parseMapping("node_modules/mapwright/mappings/demo/notifications.yaml", text).node as TableNode;
  const own = parseMapping("mappings/demo/more.yaml", "extends: codex.app-server.notification\nrows:\n  turn/completed: { item.updated: {} }\n", [theirs]).node as TableNode;
  const judged = (node: TableNode): string[] => {
    const { program } = check({ mappings: [node], surfaces: new Map([["demo", demo()]]), canonical: canonicalModel(), transforms: [] });
    return applyPolicies(program!, [{ code: "row-without-note", severity: "error", except: [] }]).map(({ message }) => message);
  };
  expect(judged({ ...theirs, shipped: true })).toEqual([]);
  expect(judged(own)).toEqual(['The row "turn/completed" has no note.']);
});
