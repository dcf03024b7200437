import { expect, test } from "vitest";
import { check, type Proposals } from "../../codegen/check/index.js";
import type { Diagnostic } from "../../codegen/diagnostic.js";
import { insert } from "../../codegen/mapping/insert.js";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { Surface } from "../../codegen/schema/types.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { codex107, codex171, read } from "../schema/helpers.js";
import { parseTable } from "../mapping/marked.js";

/** What `bump` writes must be rows and values that lack nothing but a decision. */

const newer: Surface = { ...read({ "0.107.0": codex107, "0.171.0": codex171 }).surface, protocol: "newer" };

const notifications = `source: codex.app-server.notification
spec: "3.1"
schema: newer#/ServerNotification
key: $.method
rows:
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

function checked(text: string): { diagnostics: readonly Diagnostic[]; proposals: Proposals } {
  const { node, diagnostics } = parseMapping("mappings/demo/table.yaml", text);
  if (node === undefined) throw new Error(JSON.stringify(diagnostics));
  const result = check({ mappings: [node], surfaces: new Map([["newer", newer]]), canonical: canonicalModel(), transforms: [], propose: true });
  return { diagnostics: result.diagnostics, proposals: result.proposals! };
}

test.each([
  ["notifications", notifications, 39, 3],
  ["requests", requests, 6, 0],
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

test("a row is a model without what the message does not have, and without its note", () => {
  expect(proposed(notifications, "item/agentMessage/delta")).toEqual([
    '  undecided: "new in 0.107.0, 0.171.0, proposed like item/reasoning/textDelta"',
    "  refs: { item: $.params.itemId }",
    "  content.delta: { streamKind: reasoning_text, delta: $.params.delta }",
  ]);
});

test("a message that is called like an event is that event", () => {
  expect(proposed(notifications, "thread/started")?.[1]).toMatch(/^ {2}thread\.started: /);
});

test("a request is asked like the others, as far as it can be", () => {
  expect(proposed(requests, "applyPatchApproval")).toEqual([
    '  undecided: "new in 0.107.0, proposed like item/fileChange/requestApproval without its `decide`"',
    "  request.opened: { requestType: file_change_approval, detail: $.params.reason, args: $.params }",
    "  answer:",
    "    - when: { $.result.decision: present }",
    "      request.resolved: { decision: accept, resolution: $.result }",
    "    - request.resolved: { decision: cancel, resolution: $.error }",
  ]);
});

test("a value becomes the word of its name, else what unlisted ones become", () => {
  expect(checked(notifications).proposals.values.map(({ text }) => text)).toEqual(["interrupted: { undecided: interrupted }", "failed: { undecided: failed }", "inProgress: { undecided: failed }"]);
});
