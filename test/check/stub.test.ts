import { describe, expect, test } from "vitest";
import type { Surface } from "../../codegen/schema/types.js";
import { codex107, codex171, read } from "../schema/helpers.js";
import { checkFiles } from "./checking.js";
import { demo } from "./protocol.js";

/** What is proposed for messages without a row must itself be a row that lacks nothing but a decision. */

const codex: Surface = { ...read({ "0.107.0": codex107 }).surface, protocol: "codex" };
const newer: Surface = { ...read({ "0.107.0": codex107, "0.171.0": codex171 }).surface, protocol: "newer" };

const file = "mappings/demo/table.yaml";

function table(schema: string, key: string, rows: string, more = ""): string {
  return `source: codex.app-server.notification\nspec: "3.1"\nschema: ${schema}\n${more}key: ${key}\nrows:\n${rows}`;
}

/** The rows that are proposed while there is only one that covers nothing much. */
async function stubs(schema: string, key: string, surface: Surface, more = ""): Promise<string[]> {
  const { diagnostics } = await checkFiles({ [file]: table(schema, key, '  "(other)": { runtime.warning: { message: x } }\n', more) }, [surface]);
  return diagnostics.flatMap(({ code, hint }) => (code === "uncovered-message" ? hint!.replace("Add a row such as:\n", "") + "\n" : []));
}

describe("of a table of nothing but stubs, all is undecided, and nothing wrong", () => {
  test.each([
    ["demo#/Notification", "$.method", demo(), 6],
    ["demo#/Message", "{ $.type: { system: { $.subtype: { status: $.status } }, result: $.subtype, assistant: { each: $.message.content, as: block, key: $block.type } } }", demo(), 11],
    ["codex#/ServerNotification", "$.method", codex, 42],
    ["codex#/ServerRequest", "$.method", codex, 7],
    ["codex#/EventMsg", "$.type", codex, 75],
    ["newer#/ServerNotification", "$.method", newer, 43],
  ])("%s", async (schema, key, surface, count) => {
    const proposed = await stubs(schema, key, surface);
    expect(proposed).toHaveLength(count);
    const { diagnostics, program } = await checkFiles({ [file]: table(schema, key, proposed.join("")) }, [surface]);
    expect(diagnostics.map(({ code }) => code)).toEqual(Array<string>(count).fill("undecided-row"));
    expect(program?.providers[0]!.tables[0]!.uncovered).toEqual([]);
  });

  test("answers", async () => {
    const more = "answers: $.id\n";
    const key = "{ $request.method: { has: [error, result] } }";
    const proposed = await stubs("demo#/ClientRequest", key, demo(), more);
    expect(proposed.map((one) => one.trim().split("\n")[0])).toEqual(['"start:error":', '"run:error":']);
    const { diagnostics } = await checkFiles({ [file]: table("demo#/ClientRequest", key, proposed.join(""), more) });
    expect(diagnostics.map(({ code }) => code)).toEqual(["undecided-row", "undecided-row"]);
  });
});

test("a stub takes what the message has for it, and follows rows of its like", async () => {
  const rows = ["thread/name/updated", "turn/diff/updated", "item/agentMessage/delta", "turn/plan/updated", "mcpServer/oauthLogin/completed", "deprecationNotice", "error"];
  const { diagnostics } = await checkFiles({ [file]: table("codex#/ServerNotification", "$.method", "  item/reasoning/textDelta: { content.delta: { streamKind: reasoning_text, delta: $.params.delta } }\n") }, [codex]);
  const hints = diagnostics.map(({ hint }) => hint!);
  expect(rows.map((key) => hints.find((hint) => hint.includes(`\n  ${key}:\n`))!.split("\n").at(-1)!.trim())).toEqual([
    'undecided: "nothing like it; perhaps thread.metadata.updated, thread.token-usage.updated, thread.started"',
    "turn.diff.updated: { unifiedDiff: $.params.diff }",
    "delta: $.params.delta",
    "turn.plan.updated: { explanation: $.params.explanation, plan: { each: $.params.plan, as: one, step: $one.step, status: $one.status } }",
    "mcp.oauth.completed: { success: $.params.success, name: $.params.name, error: $.params.error }",
    "deprecation.notice: { summary: $.params.summary, details: $.params.details }",
    "runtime.error: { message: $.params.error.message, detail: $.params }",
  ]);
});

test("a stub stands at the row that is most alike", async () => {
  const rows = "  turn/started: { turn.started: {} }\n  item/started: { item.updated: {} }\n  log/written: { item.updated: {} }\n";
  const { diagnostics } = await checkFiles({ [file]: table("demo#/Notification", "$.method", rows) });
  expect(diagnostics.map(({ line, message }) => `${line} ${message}`)).toEqual(['6 No row covers "turn/completed".', '6 No row covers "plan/updated".', '7 No row covers "item/delta".']);
});
