import { describe, expect, test } from "vitest";
import { mutantsOf } from "./mutants/table.js";
import { benchOfText, mutantNames, tinyBench } from "./tiny.js";

describe("a row is changed in each of its parts, one at a time", () => {
  test("an event, its fields, and the operands and pipes of their values", () => {
    const bench = tinyBench(`  plan/updated:
    turn.plan.updated:
      explanation: $.params.explanation ?? $.method
      plan: { each: $.params.plan, as: step, step: $step.step, status: $step.status | stepStatus }
`, `values: { stepStatus: { of: demo#/StepStatus, map: { todo: pending, done: completed }, unlisted: pending, absent: completed } }\n`);
    expect(mutantNames(bench, "plan/updated")).toEqual([
      "drop-row",
      "drop-field turn.plan.updated.explanation",
      "drop-operand turn.plan.updated.explanation: $.params.explanation",
      "drop-operand turn.plan.updated.explanation: $.method",
      "drop-field turn.plan.updated.plan",
      "drop-field turn.plan.updated.plan.step",
      "drop-field turn.plan.updated.plan.status",
      "drop-pipe turn.plan.updated.plan.status: stepStatus",
    ]);
    expect(mutantNames(bench, "stepStatus")).toEqual(["swap-value todo", "swap-value done", "swap-value (unlisted)", "swap-value (absent)"]);
  });

  test("alternatives and their conditions", () => {
    const bench = tinyBench(`  item/delta:
    - when: { $.params.kind: [text, thought], $.params.index: present }
      item.updated: {}
    - when: { $.params.willRetry: true }
      item.updated: {}
    - item.updated: { when: { $.params.index: absent } }
      session.state.changed: { state: running }
`);
    expect(mutantNames(bench, "item/delta")).toEqual([
      "drop-row",
      "drop-alternative alternative 1",
      "drop-alternative alternative 2",
      "drop-alternative alternative 3",
      "swap-alternatives alternative 1 and 2",
      "always alternative 1",
      "always alternative 2",
      "drop-condition alternative 1, when $.params.kind",
      "drop-condition alternative 1, when $.params.kind: text",
      "drop-condition alternative 1, when $.params.kind: thought",
      "drop-condition alternative 1, when $.params.index",
      "negate-condition alternative 1, when $.params.index: present",
      "drop-event alternative 1, item.updated",
      "drop-event alternative 2, item.updated",
      "drop-event alternative 3, item.updated",
      "always alternative 3, item.updated",
      "negate-condition alternative 3, item.updated when $.params.index: absent",
      "drop-event alternative 3, session.state.changed",
      "drop-field alternative 3, session.state.changed.state",
      'swap-literal alternative 3, session.state.changed.state: "running"',
    ]);
  });

  test("refs, ensure and memory", () => {
    const bench = benchOfText({
      "mappings/demo/memory.yaml": "memory: { seen: { by: [$.params.threadId], holds: { nth: count }, until: turn } }\n",
      "mappings/demo/notifications.yaml": `source: codex.app-server.notification
spec: "3.1"
schema: demo#/Notification
key: $.method
ensure: { thread.started: {} }
rows:
  turn/started:
    remember: { seen: { nth: 1 } }
    refs: { turn: none, item: [$.params.threadId, text, $seen.nth] }
    ensure: { turn.started: {} }
    item.updated: {}
  "*": { ensure: none, item.updated: {} }
`,
    });
    expect(mutantNames(bench, "turn/started")).toEqual([
      "drop-row",
      "drop-ref refs.turn",
      "drop-ref refs.item",
      "drop-part refs.item: text",
      "drop-part refs.item: $seen.nth",
      "drop-remember remember.seen",
      'swap-literal remember.seen.nth: 1',
      "drop-ensure ensure turn.started",
      "drop-event item.updated",
    ]);
    expect(mutantNames(bench, "*")).toEqual(["drop-row", "drop-ensure ensure: none"]);
    expect(mutantNames(bench, "ensure")).toEqual(["drop-ensure ensure thread.started"]);
  });

  test("answers and decisions", () => {
    const bench = benchOfText({
      "mappings/demo/requests.yaml": `source: codex.app-server.request
spec: "3.2"
schema: demo#/Request
key: $.method
rows:
  approve:
    request.opened: { requestType: unknown }
    answer: { request.resolved: { decision: accept } }
    decide:
      accept: { decision: accept }
      cancel: error
      otherwise: { accept: cancel }
  ask: { user-input.requested: { questions: $.params.questions } }
`,
    });
    expect(mutantNames(bench, "approve").slice(-9)).toEqual([
      "drop-answer answer",
      "drop-event answer request.resolved",
      "drop-field answer request.resolved.decision",
      'swap-literal answer request.resolved.decision: "accept"',
      "drop-decision decide accept",
      "drop-field decide accept.decision",
      'swap-literal decide accept.decision: "accept"',
      "drop-decision decide cancel",
      "drop-decision decide otherwise accept",
    ]);
  });

  test("each with the place where it stands", () => {
    const [bench] = tinyBench("  turn/started:\n    turn.started: {}\n    item.updated: { detail: $.method }\n").tables;
    expect(mutantsOf(bench!, () => () => undefined).map(({ table, row, kind, at }) => `${table} ${at.line}:${at.column} ${row} ${kind}`)).toEqual([
      "demo/notifications 5:9 refs drop-ref",
      "demo/notifications 7:3 turn/started drop-row",
      "demo/notifications 8:5 turn/started drop-event",
      "demo/notifications 9:5 turn/started drop-event",
      "demo/notifications 9:21 turn/started drop-field",
      "demo/notifications 10:3 * drop-row",
    ]);
  });
});
