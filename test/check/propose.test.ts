import { describe, expect, test } from "vitest";
import { check, type Proposals } from "../../codegen/check/index.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { insert } from "../../codegen/mapping/insert.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { Surface } from "../../codegen/schema/types.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { codex107, filesBelow, read } from "../schema/helpers.js";
import { parseTable } from "../mapping/marked.js";

/** What `bump` writes must be rows and values that lack nothing but a decision. */

const newer: Surface = { ...read({ "0.107.0": codex107, "0.171.0": filesBelow("schemas/codex-app-server/0.171.0") }).surface, protocol: "newer" };

const notifications = `source: codex.app-server.notification
spec: "3.1"
schema: newer#/ServerNotification
key: $.method
rows:
  item/started: { item.started: { itemType: unknown, data: $.params } }
  thread/closed: { thread.state.changed: { state: closed } }
  thread/name/updated:
    note: the name
    thread.metadata.updated: { name: $.params.threadName, metadata: $.params }
  turn/completed: { turn.completed: { state: $.params.turn.status | turnState } }
  item/reasoning/textDelta:
    refs: { item: $.params.contentIndex ?? $.params.itemId, lane: $.params.contentIndex }
    content.delta: { streamKind: reasoning_text, delta: $.params.delta, contentIndex: $.params.contentIndex }
values:
  turnState:
    of: newer#/TurnStatus
    map: { completed: completed }
    unlisted: failed
`;

const requests = `source: codex.app-server.request
spec: "3.2"
schema: newer#/ServerRequest
key: $.method
rows:
  item/fileChange/requestApproval:
    request.opened: { requestType: file_change_approval, detail: $.params.reason, args: $.params }
    answer:
      - when: { $.result.decision: present }
        note: said
        request.resolved: { decision: accept, resolution: $.result }
      - request.resolved: { decision: cancel, resolution: $.error }
    decide: { accept: { decision: accept }, decline: { decision: decline }, cancel: error }
`;

const responses = `source: codex.app-server.response
spec: "3.4"
schema: newer#/ClientRequest
answers: $.id
key: { $request.method: { has: [error, result] } }
rows:
  "(other):error": { runtime.error: { message: $.error.message, class: provider_error } }
`;

interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  readonly proposals: Proposals;
}

const known = new Map<string, Checked>();

function checked(text: string): Checked {
  const found = known.get(text) ?? checkedAnew(text);
  known.set(text, found);
  return found;
}

function checkedAnew(text: string): Checked {
  const { node, diagnostics } = parseMapping("mappings/demo/table.yaml", text);
  if (node === undefined) throw new Error(JSON.stringify(diagnostics));
  const result = check({ mappings: [node], surfaces: new Map([["newer", newer]]), canonical: canonicalModel(), transforms: [], propose: true });
  return { diagnostics: result.diagnostics, proposals: result.proposals! };
}

test.each([
  ["notifications", notifications, 82, 3],
  ["requests", requests, 9, 0],
])("%s: nothing is missing any more, and nothing is wrong but what is undecided", (_, text, rows, values) => {
  const { proposals } = checked(text);
  expect([proposals.rows.length, proposals.values.length]).toEqual([rows, values]);
  const after = checked(insert(text, parseTable(text), proposals.rows, proposals.values).text);
  expect(after.proposals).toEqual({ rows: [], values: [] });
  expect(after.diagnostics.map(({ code }) => code).sort()).toEqual([...Array<string>(rows).fill("undecided-row"), ...Array<string>(values).fill("undecided-value")]);
});

function proposed(text: string, key: string): readonly string[] | undefined {
  return checked(text).proposals.rows.find((row) => row.key === key)?.lines;
}

describe("proposed is", () => {
  test("what a row of its like says, without what the message does not have, and without its note", () => {
    expect(proposed(notifications, "item/agentMessage/delta")).toEqual([
      '  undecided: "proposed like item/reasoning/textDelta"',
      "  refs: { item: $.params.itemId }",
      "  content.delta:",
      "    streamKind: { undecided: [assistant_text, reasoning_text, reasoning_summary_text, plan_text, command_output, file_change_output, unknown] }",
      "    delta: $.params.delta",
    ]);
  });

  test.each(["thread/goal/updated", "thread/section/changed", "thread/goal/cleared"])("%s: the same in one family", (key) => {
    expect(proposed(notifications, key)?.slice(1)).toEqual(["  thread.metadata.updated: { metadata: $.params }"]);
  });

  test("never what another family does, however alike its name ends", () => {
    expect(proposed(notifications, "thread/realtime/item/started")?.[0]).toMatch(/nothing like it/);
    expect(proposed(notifications, "item/autoApprovalReview/started")?.[0]).toMatch(/nothing like it/);
  });

  test("an event that the message is called like, its words only as far as they are known", () => {
    expect(proposed(notifications, "hook/completed")).toEqual(['  undecided: "new in 0.171.0, proposed by its name"', "  hook.completed: { hookId: $.params.run.id, outcome: { undecided: [$.params.run.status, success, error, cancelled] } }"]);
    expect(proposed(notifications, "guardianWarning")?.[1]).toBe("  runtime.warning: { message: $.params.message, detail: $.params }");
    expect(proposed(notifications, "thread/started")?.[1]).toMatch(/^ {2}thread\.started: /);
  });

  test("the word of another message only where the key has it", () => {
    expect(proposed(notifications, "thread/deleted")).toEqual(['  undecided: "new in 0.171.0, proposed like thread/closed"', "  thread.state.changed: { state: { undecided: [active, idle, archived, closed, compacted, error] } }"]);
    expect(proposed(notifications, "command/exec/outputDelta")?.slice(1)).toEqual(["  content.delta: { streamKind: command_output, delta: { undecided: [$.params.deltaBase64] } }"]);
  });

  test.each(["skills/changed", "fs/changed", "project/changed", "process/exited", "thread/realtime/sdp"])("%s: nothing, and it says so", (key) => {
    expect(proposed(notifications, key)).toEqual([expect.stringMatching(/^ {2}undecided: "new in 0\.171\.0, nothing like it(?:; perhaps [\w., -]+)?"$/)]);
  });

  test("of a request what it asks for, and what is answered, for somebody to choose", () => {
    expect(proposed(requests, "item/permissions/requestApproval")).toEqual([
      '  undecided: "new in 0.171.0, proposed like item/fileChange/requestApproval"',
      "  request.opened:",
      "    requestType: { undecided: [command_execution_approval, file_change_approval, apply_patch_approval, exec_command_approval, tool_user_input, dynamic_tool_call, auth_tokens_refresh, unknown] }",
      "    detail: $.params.reason",
      "    args: $.params",
      "  answer: { request.resolved: { decision: { undecided: [accept, acceptForSession, decline, cancel] }, resolution: $.error } }",
      '  decide: { accept: { permissions: { undecided: ["{ fileSystem?, network? }"] } }, decline: error, cancel: error }',
    ]);
    expect(proposed(requests, "applyPatchApproval")).toContain("  decide:");
  });

  test("of an error answer what is said of whatever method nobody knows", () => {
    const lines = checked(responses).proposals.rows.map(({ key, lines: [, ...rest] }) => [key, ...rest]);
    expect(lines[0]).toEqual(["initialize:error", "  runtime.error: { message: $.error.message, class: provider_error }"]);
    expect(new Set(lines.map(([, ...rest]) => rest.join("\n")))).toHaveLength(1);
  });
});

test.each(["hook/completed", "thread/deleted", "skills/changed", "item/agentMessage/delta"])("%s: what is not known does not compile once the mark is deleted", (key) => {
  const { rows } = checked(notifications).proposals;
  const text = insert(notifications, parseTable(notifications), rows.filter((row) => row.key === key), []).text.replace(/^ +undecided: "[^"]*"\n/gm, "");
  const { node, diagnostics } = parseMapping("mappings/demo/table.yaml", text);
  const said = node === undefined ? diagnostics : checked(text).diagnostics;
  expect(said.map(({ code }) => code).filter((code) => code !== "uncovered-message" && code !== "missing-values")).toEqual([key === "skills/changed" ? "bad-row" : "undecided-field"]);
});

describe("a value becomes", () => {
  test("the word of its name, else one of those there are", () => {
    expect(checked(notifications).proposals.values.map(({ text }) => text)).toEqual(["interrupted: { undecided: interrupted }", "failed: { undecided: failed }", "inProgress: { undecided: [completed, failed] }"]);
  });

  test("what its neighbours become, before what unlisted ones do", () => {
    const table = requests.replace("decision: accept, resolution", "decision: $.result.decision | review, resolution").replace(/$/, "values:\n  review:\n    of: newer#/ReviewDecision\n    map: { approved: accept, approved_execpolicy_amendment: accept, network_policy_amendment: accept, denied: decline }\n    unlisted: decline\n");
    expect(checked(table).proposals.values.map(({ text, like }) => [text, like])).toEqual([
      ["approved_for_session: { undecided: [accept, decline] }", undefined],
      ["abort: { undecided: [accept, decline] }", undefined],
      ["approved_mcp_policy_amendment: { undecided: accept }", "approved_execpolicy_amendment"],
      ["timed_out: { undecided: [accept, decline] }", undefined],
    ]);
  });
});
