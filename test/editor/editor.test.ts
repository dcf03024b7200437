import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectProgram, textsBelow } from "./program.js";
import { withSchemas } from "./projects.js";
import { openEditor, type Editor } from "./server.js";

/** What somebody who opens the project's own files in an editor sees, asked of the YAML language server. */

const root = new URL("../../", import.meta.url);
const files = new Map([
  ...textsBelow("mappings", ".yaml"),
  ...[...textsBelow("schemas", ".yaml")].filter(([file]) => file.endsWith("/overlay.yaml")),
  ["mapwright.config.yaml", readFileSync(new URL("mapwright.config.yaml", root), "utf8")] as const,
]);

let editor: Editor;
let schemas: ReturnType<typeof withSchemas>;

beforeAll(async () => {
  const program = await projectProgram();
  // As a project has it that adds to the table of notifications.
  const extending = program.providers.filter(({ name }) => name === "codex").map((provider) => ({ ...provider, tables: provider.tables.filter(({ name }) => name === "notifications").map((one) => ({ ...one, extended: true as const })) }));
  schemas = withSchemas({ project: program, own: { ...program, providers: extending } });
  editor = await openEditor(schemas.root);
});

afterAll(async () => {
  await editor.close();
  schemas.remove();
});

const problems = (file: string, text: string) => editor.problems(`project/${file}`, text);

describe.each([...files])("%s", (file, text) => {
  test("names its schema in the first line, and has nothing underlined", async () => {
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\.schema\.json\n/);
    expect(await problems(file, text)).toEqual([]);
  });

  test("with a key that nobody knows, that key is underlined", async () => {
    const last = text.trimEnd().split("\n").length;
    expect(await problems(file, `${text.trimEnd()}\nunknown: 1\n`)).toMatchObject([{ message: expect.stringContaining("unknown") as string, range: { start: { line: last, character: 0 }, end: { line: last, character: 7 } } }]);
  });
});

describe("a table that extends another", () => {
  const extension = (text: string): string => `# yaml-language-server: $schema=../../generated/editor/codex/notifications.schema.json\n${text}`;
  const file = "own/mappings/codex/notifications.yaml";
  const sound = "extends: codex.app-server.notification\nrows:\n  turn/completed:\n    turn.completed: { state: $.params.turn.status | turnState }\nvalues: { turnState: { map: { inProgress: cancelled } } }\n";

  test("has what it says itself, and needs no more", async () => {
    expect(await editor.problems(file, extension(sound))).toEqual([]);
    expect(await editor.problems(file, extension("extends: codex.app-server.notification\n"))).toEqual([]);
  });

  test("is completed like any other, and says nothing that the other one says", async () => {
    expect((await editor.offered(file, extension("‸"))).map(({ label }) => label).sort()).toEqual(["extends", "object", "refs", "rows", "sent", "values"]);
    expect(await editor.problems(file, extension(`${sound}key: $.method\n`))).toMatchObject([{ message: expect.stringContaining("key") as string }]);
    expect(await editor.problems(file, extension(sound.replace("notification", "notifications")))).toHaveLength(1);
  });
});

/** A table of Codex's notifications, without or with the keys above its rows. */
const firstLine = "# yaml-language-server: $schema=../../generated/editor/codex/notifications.schema.json\n";
const above = 'source: codex.app-server.notification\nspec: "3.1"\nschema: codex-app-server#/ServerNotification\nkey: $.method\n';
const table = (text: string): string => `${firstLine}${text.startsWith("rows:") ? above : ""}${text}`;
const row = (text: string, key = "turn/completed"): string => table(`rows:\n  ${key}:\n    ${text.replaceAll("\n", "\n    ")}`);
const other = (name: string, text: string): string => `# yaml-language-server: $schema=../../generated/editor/${name}.schema.json\n${text}`;

async function offered(text: string, file = "mappings/codex/notifications.yaml"): Promise<string[]> {
  return (await editor.offered(`project/${file}`, text)).map(({ label }) => label);
}

describe("it completes", () => {
  test.each<[string, string, string[], string[]?]>([
    ["keys of a table", table("‸"), ["source", "spec", "schema", "key", "refs", "ensure", "rows", "sent", "values"], ["title"]],
    ["sources", table("source: ‸\n"), ["codex.app-server.notification", "claude.sdk.message"]],
    ["messages", table("rows:\n  ‸\n"), ["turn/started", "item/agentMessage/delta", "thread/started"], ["turn.started"]],
    ["messages, while one is typed", table("rows:\n  turn/co‸\n"), ["turn/completed"]],
    ["events and what else a row says", row("‸\n"), ["turn.completed", "content.delta", "when", "note", "refs", "remember", "ensure", "examples"], ["undecided", "none", "state"]],
    ["events in braces", table("rows:\n  turn/completed: { t‸ }\n"), ["turn.completed"]],
    ["events of an alternative", row("- turn.started: {}\n- ‸\n"), ["turn.completed", "when"]],
    ["fields of an event", row("turn.completed:\n  ‸\n"), ["when", "state", "stopReason", "errorMessage", "usage"], ["delta"]],
    ["fields in braces", row("turn.completed: { s‸ }\n"), ["state", "stopReason"]],
    ["words of a field, and what becomes one", row("turn.completed:\n  state: ‸\n"), ["completed", "failed", "interrupted", "cancelled", "$.params.turn.status | turnState"], ["$.params.turn.id", "$.params.turn.status"]],
    ["value tables after a bar", row("turn.completed: { state: $.params.turn.status | t‸ }\n"), ["$.params.turn.status | turnState"]],
    ["paths of the message that fit text", row("content.delta: { streamKind: assistant_text, delta: $‸ }\n", "item/agentMessage/delta"), ["$.params.delta", "$.params.itemId"], ["$.params", "$.params.turn.id"]],
    ["paths of any type", row("item.updated:\n  data: ‸\n", "item/started"), ["$.params.item", "$.params.threadId"]],
    ["paths of numbers", row("content.delta:\n  summaryIndex: ‸\n", "item/reasoning/summaryTextDelta"), ["$.params.summaryIndex"], ["$.params.delta"]],
    ["paths in an event that the row does not give yet", row("runtime.warning:\n  message: ‸\n"), ["$.params.turn.error.message"]],
    ["paths of provider ids", row("refs: { item: $‸ }\n", "item/agentMessage/delta"), ["none", "$.params.itemId"]],
    ["paths to compare", row("when:\n  ‸\n"), ["$.params.turn.status", "$.params.turn.error"]],
    ["words to compare with", row("when: { $.params.turn.status: f‸ }\n"), ["failed", "inProgress", "present", "absent"]],
    ["cells of the memory", row("remember:\n  ‸\n"), ["output", "fault"]],
    ["what a cell holds", row("remember:\n  fault:\n    ‸\n"), ["message"]],
    ["keys of a value table", table("values:\n  turnState:\n    ‸\n"), ["of", "map", "unlisted", "absent"]],
    ["enums of value tables", table("values:\n  turnState:\n    of: ‸\n"), ["codex-app-server#/TurnStatus", "string", "boolean"]],
  ])("%s", async (_, text, wanted, unwanted = []) => {
    const labels = await offered(text);
    expect(labels).toEqual(expect.arrayContaining(wanted));
    for (const label of unwanted) expect(labels).not.toContain(label);
  });

  test.each<[string, string, string, string[]]>([
    ["decisions", "mappings/codex/requests.yaml", "rows:\n  applyPatchApproval:\n    decide:\n      ‸\n", ["accept", "acceptForSession", "decline", "cancel", "otherwise"]],
    ["what a decision is the same as", "mappings/codex/requests.yaml", "rows:\n  applyPatchApproval:\n    decide:\n      cancel: ‸\n", ["error", "accept", "decline"]],
    ["what a caller gave", "mappings/codex/requests.yaml", "rows:\n  item/tool/call:\n    decide:\n      accept:\n        text: ‸\n", ["$extra.message", "$.params.tool"]],
    ["what was decided", "mappings/codex/requests.yaml", "rows:\n  applyPatchApproval:\n    answer:\n      request.resolved:\n        decision: ‸\n", ["accept", "decline", "$.result.decision | review"]],
    ["paths of an answer and its request", "mappings/codex/requests.yaml", "rows:\n  applyPatchApproval:\n    answer:\n      request.resolved:\n        resolution: ‸\n", ["$.result", "$request.params"]],
    ["paths of the answer that a row is about", "mappings/cursor/responses.yaml", "rows:\n  session/prompt:result:\n    turn.completed:\n      stopReason: ‸\n", ["$.result.stopReason"]],
    ["paths of an element", "mappings/claude/messages.yaml", "rows:\n  assistant:tool_use:\n    item.started:\n      title: ‸\n", ["$part.name"]],
    ["a cell", "mappings/codex/memory.yaml", "memory:\n  a:\n    ‸\n", ["by", "holds", "until"]],
    ["how a cell holds", "mappings/codex/memory.yaml", "memory:\n  a:\n    holds:\n      b: ‸\n", ["last", "count", "text", "json", "utf8"]],
    ["how long a cell lives", "mappings/codex/memory.yaml", "memory:\n  a:\n    until: ‸\n", ["turn", "session"]],
    ["concepts", "mappings/equivalence.yaml", "concepts:\n  Turn end:\n    ‸\n", ["turn.completed", "codex", "claude", "cursor"]],
    ["rows of a source", "mappings/equivalence.yaml", "concepts:\n  Turn end:\n    codex:\n      codex.app-server.notification: ‸\n", ["turn/completed"]],
    ["keys of the config", "mapwright.config.yaml", "‸\n", ["schemas", "mappings", "transforms", "output", "events", "protocols", "transcripts"]],
    ["protocols of the config", "mapwright.config.yaml", "protocols:\n  ‸\n", ["codex-app-server", "acp", "claude-agent-sdk", "codex-sdk"]],
    ["versions of the config", "mapwright.config.yaml", "protocols:\n  acp:\n    - ‸\n", ["0.14.1", "2.4.0"]],
    ["an overlay", "schemas/acp/overlay.yaml", "‸\n", ["definitions", "variants", "properties", "responses"]],
    ["an entry of an overlay", "schemas/acp/overlay.yaml", "definitions:\n  A:\n    ‸\n", ["note", "schema"]],
  ])("%s", async (_, file, text, wanted) => {
    const [line] = files.get(file)!.split("\n");
    expect(await offered(`${line}\n${text}`, file)).toEqual(expect.arrayContaining(wanted));
  });

  test("a path as it is written, not as a placeholder of the editor", async () => {
    const items = await editor.offered("project/mappings/codex/notifications.yaml", row("content.delta: { streamKind: assistant_text, delta: $.params.d‸ }\n", "item/agentMessage/delta"));
    const item = items.find(({ label }) => label === "$.params.delta");
    expect(item).toMatchObject({ insertTextFormat: 2, textEdit: { newText: "\\$.params.delta", range: { start: { character: 56 }, end: { character: 66 } } } });
  });
});

describe("it says", () => {
  const said = (text: string, file = "mappings/codex/notifications.yaml"): Promise<string> => editor.said(`project/${file}`, text);

  test.each<[string, string, RegExp]>([
    ["what a message is, and in which versions", row("turn.completed: { state: failed }\n", "turn/com‸pleted"), /^\*\*turn\/completed\*\*, in 0\.107\.0, 0\.171\.0\n\n- `\$\.params\.threadId`: `string`/],
    ["since when there is a message", row("turn.started: {}\n", "thread/del‸eted"), /^\*\*thread\/deleted\*\*, since 0\.171\.0\n/],
    ["what an event means", row("turn.com‸pleted: { state: failed }\n"), /^\*\*turn\.completed\*\*: A turn came to its end.* It closes a turn\.$/],
    ["what a field means", row("turn.completed: { state: failed, errorM‸essage: x }\n"), /^`string`: Why the turn failed\.$/],
    ["what a field means, whatever fills it", row("turn.completed: { state: failed, errorM‸essage: $.params.turn.error.message }\n"), /^`string`: Why the turn failed\.$/],
    ["the words of a field", row("turn.completed: { st‸ate: failed }\n"), /^`TurnState`, required\n\nAllowed Values:\n\n\* `failed`/],
    ["what a path may be", row("when: { $.params.turn.st‸atus: failed }\nturn.completed: { state: failed }\n"), /Allowed Values:[^]*`inProgress`/],
    ["what the parts of a row are", row("re‸fs: { item: none }\nturn.started: {}\n"), /^The provider's ids\./],
    ["what a cell is", row("remember: { fa‸ult: { message: x } }\nturn.started: {}\n"), /^One for each .*, until the turn ends\.$/],
    ["how a cell holds", other("memory", "memory: { a: { by: [], holds: { b: js‸on }, until: turn } }\n"), /`json`: texts one after the other, readable once they are JSON/],
  ])("%s", async (_, text, expected) => {
    expect((await said(text)).trim()).toMatch(expected);
  });

  test("what a group of messages takes", async () => {
    const text = files.get("mappings/codex/notifications.yaml")!;
    const key = /^ {2}"?([^\s"]*[{*][^\s"]*)"?:/m.exec(text);
    const at = key!.index + 5;
    expect(await said(`${text.slice(0, at)}‸${text.slice(at)}`)).toMatch(/ takes:\n\n- `[^`]+`, (?:in|since) 0\./);
  });
});

describe("it underlines", () => {
  const underlined = async (text: string, file = "mappings/codex/notifications.yaml"): Promise<string[]> => {
    const lines = text.split("\n");
    return (await problems(file, text)).map(({ message, range: { start, end } }) => `${lines[start.line]!.slice(start.character, start.line === end.line ? end.character : undefined)}: ${message}`);
  };

  test.each<[string, string, RegExp]>([
    ["a message", row("turn.started: {}\n", "turn/complete"), /^turn\/complete: /],
    ["an event", row("turn.complete: {}\n"), /^turn\.complete: /],
    ["a field", row("turn.completed: { state: failed, eror: x }\n"), /^eror: /],
    ["a word", row("turn.completed: { state: faild }\n"), /^faild: .*"failed"/],
    ["a type", row("runtime.warning: { message: 5 }\n"), /^5: /],
    ["an expression", row("turn.completed: { state: failed, errorMessage: $.a..b }\n"), /^\$\.a\.\.b: Write `\$\.path`/],
    ["a name after a bar", row("turn.completed: { state: $.params.turn.status | turnStat }\n"), /turnStat: .*turnState.*mapwright generate/],
    ["what a cell does not hold", row("item.updated: { data: $fault.mesage }\n"), /^\$fault\.mesage: .*fault \(message\)/],
    ["a word that a path never has", row("when: { $.params.turn.status: done }\nturn.completed: { state: failed }\n"), /^done: .*"inProgress"/],
    ["a row that says nothing", row("note: nothing\n"), /^note: nothing: This gives no event/],
    ["what nobody has decided", row("undecided: new in 2.0\nturn.started: {}\n"), /^undecided: new in 2\.0: Nobody has decided/],
    ["an empty list", row("turn.started: []\n"), /^\[\]: /],
    ["what stands twice", row("when: { $.a: [b, b] }\nturn.started: {}\n"), /^\[b, b\]: .*duplicate/],
    ["a number as a note", row("note: 5\nturn.started: {}\n"), /^5: .*string/],
    ["a version without quotes", other("config", "schemas: a\nmappings: b\noutput: c\nprotocols: { acp: [1.0] }\n"), /^1\.0: Write the version in quotes/],
  ])("%s", async (_, text, expected) => {
    const found = await underlined(text);
    expect(found).toEqual([expect.stringMatching(expected)]);
  });
});

test("schemas stay small enough to be read again at every change", () => {
  for (const [path, { length }] of schemas.texts) expect(length, path).toBeLessThan(600_000);
});
