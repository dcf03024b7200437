import type { Code } from "../../codegen/check/index.js";
import { equivalents, indent, requests, row, rows, values, type Files } from "./checking.js";

/** Every mistake that the checker can find, at least one for each code. */

/** What is wrong stands between `«»`; nothing else may be reported. A hint is compared whole. */
export type Fault = readonly [code: Code, name: string, files: Files, hint?: string | RegExp];

const table = "mappings/demo/notifications.yaml";
const state = "state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }";

const tables: Fault[] = [
  ["unknown-source", "a misspelt source", { [table]: head({ source: "«codex.app-server.notifications»" }) }, 'Did you mean "codex.app-server.notification"?'],
  ["duplicate-source", "two tables of one source", { [table]: head({}), "mappings/demo/others.yaml": head({ source: "«codex.app-server.notification»" }) }, "One source has one table."],
  ["taken-section", "the section of the canonical events", { [table]: head({ spec: 'spec: «"1"»\n' }) }],
  ["missing-spec", "no section of the specification", { [table]: head({ source: "«codex.app-server.notification»", spec: "" }) }, 'Add `spec: "3.1"` with the number of its section.'],
  ["unknown-protocol", "a protocol that is not vendored", { [table]: head({ schema: "«demoo#/Notification»" }) }, 'Did you mean "demo"?'],
  ["unknown-definition", "a misspelt union", { [table]: head({ schema: "«demo#/Notifications»" }) }, 'Did you mean "Notification"?'],
  ["unknown-definition", "a misspelt union of what the host writes", { [table]: `${head({})}sentSchema: «demo#/ClientRequests»\nsent:\n  start: { none: "quiet" }\n` }, 'Did you mean "ClientRequest"?'],
  ["unknown-path", "a misspelt provider id", { [table]: head({ refs: "refs: { thread: $.params.«treadId» ?? $.params.turn.id }\n" }) }, 'Did you mean "$.params.threadId"?'],
  ["type-mismatch", "a list that was remembered as a provider id", { ...rows("turn/started: { remember: { run: { said: [$.params.threadId] } }, turn.started: {} }", "refs: { item: «$run.said» }\n"), "mappings/demo/memory.yaml": "memory:\n  run: { by: [], holds: { said: last }, until: turn }\n" }],
  ["type-mismatch", "an object as a provider id", { [table]: head({ refs: "refs: { turn: «$.params.turn» }\n" }) }],
  ["unknown-path", "the id of an answer that is not there", { "mappings/demo/responses.yaml": answers({ id: "$.«idd»" }) }, 'Did you mean "$.id"?'],
];

const keys: Fault[] = [
  ["unknown-path", "a misspelt key", { [table]: head({ key: "$.«methd»" }) }, 'Did you mean "$.method"?'],
  ["unknown-path", "a misspelt key deeper in the tree", { [table]: head({ key: "{ $.method: { item/delta: $.params.«king» } }" }) }, 'Did you mean "$.params.kind"?'],
  ["not-a-discriminator", "a key that is an object", { [table]: head({ key: "«$.params»" }) }],
  ["not-a-discriminator", "a key through a list", { [table]: head({ key: "{ $.method: { turn/started: «$.params.turn.items.0.id» } }" }) }, "Messages are told apart by fields; `each` goes through a list."],
  ["not-a-list", "`each` over no list", { [table]: head({ key: "{ $.method: { turn/started: { each: «$.params.turn», as: one, key: $one.id } } }" }) }],
  ["unknown-key-value", "a branch that neither agent nor host takes", { [table]: `${head({ key: "{ $.method: { «stat»: $.params.kind, item/delta: $.params.kind, start: $.params.cwd } }" })}sentSchema: demo#/ClientRequest\nsent:\n  "start:{(none),(other)}": { none: quiet }\n` }],
  ["unknown-key-value", "a branch that its path never takes", { [table]: head({ key: "{ $.method: { «item/delt»: $.params.kind } }" }) }, 'Did you mean "item/delta"?'],
  ["unknown-path", "`has` for a field that no message has", { "mappings/demo/responses.yaml": answers({ key: "{ $request.method: { has: [error, «reslt»] } }" }) }],
  ["unknown-message", "a misspelt row", rows("«turn/complete»: { item.updated: {} }"), 'Did you mean "turn/completed"?'],
  ["unknown-message", "a misspelt member of a group", rows('«"turn/{started,finished}"»: { item.updated: {} }'), /^There is: turn\/started, turn\/completed, /],
  ["unknown-message", "a pattern that matches nothing", rows('«"turns/*"»: { item.updated: {} }'), /^There is: turn\/started, /],
  ["unknown-message", "a key that goes on too far", rows('«"turn/started:x"»: { item.updated: {} }'), 'The key ends at "turn/started".'],
  ["unknown-message", "a key that ends too early", { "mappings/demo/messages.yaml": messages("«result»: { item.updated: {} }\nresult:*: { item.updated: {} }") }, "The messages are told apart further: result:success, result:error_turns, result:error_tool, result:(other)."],
  ["unknown-message", "a misspelt segment", { "mappings/demo/messages.yaml": messages('«"result:sucess"»: { item.updated: {} }\nresult:*: { item.updated: {} }') }, 'Did you mean "success"?'],
  ["never-absent", "`(none)` for a tag that is always there", rows('«"(none)"»: { item.updated: {} }')],
  ["duplicate-row", "a message in two groups", rows('"turn/{started,completed}": { item.updated: {} }\n«turn/started»: { turn.started: {} }'), "Remove one of the two."],
  ["overlapping-rows", "two patterns for one message", { [table]: head({ rows: ['"turn/*"', '«"*/started"»', '"{item/delta,plan/updated,log/written}"'] }) }, "Give that message a row of its own, or narrow one of the patterns."],
  ["unknown-message", "a word where the messages have a number", { "mappings/demo/responses.yaml": answers({ key: "{ $request.method: { has: [error, result], error: $.error.code } }" }).replace('"*:error"', '"*:error:(other)": { runtime.error: { message: $.error.message } }\n  «"start:error:busy"»') }],
  ["unreachable-row", "a pattern whose messages all have rows", rows('turn/started: { turn.started: {} }\nturn/completed: { item.updated: {} }\n«"turn/*"»: { item.updated: {} }'), "Remove the row."],
  ["uncovered-message", "a message without a row", { [table]: head({ rows: ["«turn/completed»", "item/started", "item/delta", "plan/updated", "log/written"] }) }, 'Add a row such as:\n  turn/started:\n    undecided: "proposed by its name"\n    turn.started: {}'],
  ["uncovered-message", "a part of a message without a row", { "mappings/demo/messages.yaml": messages("result:success: { item.updated: {} }\n«result:error_turns»: { item.updated: {} }") }, /^Add a row such as:\n {2}"result:error_tool":/],
];

const alternatives: Fault[] = [
  ["unreachable-alternative", "one after the last", row("- item.updated: {}\n- «when»: { $.params.error: present }\n  runtime.error: { message: $.params.error.message }")],
  ["open-alternatives", "no last one", row("- «when»: { $.params.error: present }\n  runtime.error: { message: $.params.error.message }"), "End with an alternative without `when`."],
  ["open-alternatives", "no last one of an answer", requests("answer:\n  - «when»: { $.error: present }\n    request.resolved: {}")],
  ["open-alternatives", "no last one of an error", { "mappings/demo/responses.yaml": answers({ row: '- «when»: { $.error.code: 1 }\n      runtime.error: { message: $.error.message }' }) }],
  ["silent-error", "nothing for an error", { "mappings/demo/responses.yaml": answers({ row: "none: «nobody minds»" }) }, /runtime\.warning/],
  ["undecided-row", "a row that is only proposed", row("«undecided»: new in 2.0\nitem.updated: {}"), "Make the row say it, then delete this line."],
  ["undecided-row", "an alternative that is only proposed", row("- when: { $.params.error: present }\n  runtime.error: { message: $.params.error.message }\n- «undecided»: new in 2.0\n  item.updated: {}")],
  ["undecided-field", "a field with words to choose from", row("turn.completed: { state: «{ undecided: [completed, $.params.turn.status] }» }"), "There is: completed, $.params.turn.status."],
  ["undecided-field", "an answer that is to be chosen", requests("answer: { request.resolved: { decision: accept } }\ndecide: { accept: { decision: «{ undecided: [accept, decline] }» } }"), "There is: accept, decline."],
  ["guarded-row", "only conditional events", rows("«turn/completed»:\n  runtime.error: { when: { $.params.error: present }, message: $.params.error.message }"), "Leave one event without `when`."],
  ["impossible-value", "a misspelt value", row("- when: { $.params.turn.status: «complete» }\n  item.updated: {}\n- item.updated: {}"), 'Did you mean "completed"?'],
  ["impossible-value", "one misspelt value of several", row("item.updated: { when: { $.params.turn.status: [failed, «runing»] } }\nturn.started: {}"), 'Did you mean "running"?'],
  ["impossible-value", "a pattern that matches nothing", rows('log/written:\n  item.updated: { when: { $.params.level: «"wrn_*"» } }\n  turn.started: {}')],
  ["impossible-value", "text for a truth value", rows("item/delta:\n  item.updated: { when: { $.params.willRetry: «yes» } }\n  turn.started: {}"), 'Values: true, false.'],
  ["impossible-value", "a truth value in quotes", rows("item/delta:\n  item.updated: { when: { $.params.willRetry: «'true'» } }\n  turn.started: {}"), "Write true without quotes."],
  ["impossible-value", "a word that is the key of an object", row("item.updated: { when: { $.params.reason: «http» } }\nturn.started: {}"), "Pass it through a value table, which knows it by its key."],
  ["impossible-value", "the result of a value table", rows("turn/completed:\n  item.updated: { when: { $.params.turn.status | state: «ok» } }\n  turn.started: {}", `values:\n  ${state}\n`), "Values: completed, failed."],
  ["impossible-value", "a misspelt `present`", row("item.updated: { when: { $.params.usage: «presnt» } }\nturn.started: {}"), 'Did you mean "present"? In a list, `[presnt]`, it is a value of "$.params.usage".'],
  ["impossible-value", "a pick that never finds", requests("answer: { request.resolved: { decision: $request.params.«options(kind=allow_onc)».optionId } }"), 'Did you mean "allow_once"?'],
];

const paths: Fault[] = [
  ["unknown-path", "a misspelt field", row("turn.completed: { state: completed, errorMessage: $.params.error.«mesage» }"), 'Did you mean "$.params.error.message"?'],
  ["unknown-path", "a field of another message", row("content.delta: { streamKind: unknown, delta: $.params.«delta» }"), "There is: threadId, turn, error, reason, usage."],
  ["unknown-path", "the second operand", row("turn.completed: { state: completed, errorMessage: $.params.error.message ?? $.params.«err» }"), 'Did you mean "$.params.error"?'],
  ["unknown-path", "a field of an alternative that is ruled out", rows("item/started:\n  - when: { $.params.item.type: message }\n    item.started: { itemType: assistant_message, detail: $.params.item.«command» }\n  - item.updated: {}")],
  ["unknown-path", "a field that an earlier alternative took", rows("item/started:\n  - when: { $.params.item.type: message }\n    item.updated: {}\n  - item.started: { itemType: unknown, detail: $.params.item.«text» }")],
  ["unknown-path", "a step into a text", row("item.updated: { data: $.params.threadId.«id» }"), '"$.params.threadId" is string.'],
  ["not-a-list", "an index into no list", row("item.updated: { data: $.params.turn.«0» }")],
  ["not-a-list", "a pick from no list", row("item.updated: { data: $.params.«turn(id=x)».id }")],
  ["unknown-root", "a name that nothing declares", row("item.updated: { data: «$blck.input» }")],
  ["unknown-root", "`$request` outside of answers", row("item.updated: { data: «$request.params» }"), "`$request` is there only in `answer` and in answer tables."],
  ["unknown-root", "`$extra` outside of decisions", row("item.updated: { data: «$extra.message» }"), "`$extra` is there only in `decide`."],
  ["unknown-pipe", "a misspelt value table", rows("turn/completed: { turn.completed: { state: $.params.turn.status | «stat» } }\nturn/started: { item.updated: { data: $.params.turn.status | state } }", `values:\n  ${state}\n`), 'Did you mean "state"?'],
  ["unknown-pipe", "a misspelt value table, which is not unused", rows("turn/completed: { turn.completed: { state: $.params.turn.status | «stat» } }", `values:\n  ${state}\n`), 'Did you mean "state"?'],
  ["literal-path", "a forgotten dollar", row("turn.completed: { state: completed, errorMessage: «params.error.message» }"), "Write `$.params.error.message`, or quote the text if it is meant."],
  ["unknown-path", "a value in `when`", row("item.updated: { when: { $.params.«trun».status: failed } }\nturn.started: {}"), 'Did you mean "$.params.turn"?'],
];

const events: Fault[] = [
  ["unknown-event", "a misspelt event", row("«turn.complete»: {}"), 'Did you mean "turn.completed"?'],
  ["unknown-event", "a misspelt event of `ensure`", row("ensure: { «turn.start»: {} }\nitem.updated: {}"), /Did you mean "turn.started"/],
  ["unknown-event", "a misspelt event of an example", row("item.updated: {}\nexamples:\n  - «message»: { method: turn/completed }\n    events: [{ type: item.update }]"), 'Did you mean "item.updated"?'],
  ["unknown-field", "a misspelt field of an example", row("item.updated: {}\nexamples:\n  - «message»: { method: turn/completed }\n    events: [{ type: item.updated, payload: { tite: x } }]"), 'Did you mean "title"?'],
  ["unknown-field", "a misspelt field", row("turn.completed: { state: completed, «errorMesage»: $.params.error.message }"), 'Did you mean "errorMessage"?'],
  ["unknown-field", "a field of an object in a list", rows("plan/updated:\n  turn.plan.updated: { plan: { each: $.params.plan, as: one, step: $one.step, «stauts»: pending } }"), 'Did you mean "status"?'],
  ["missing-field", "a required field", row("«turn.completed»: { errorMessage: $.params.error.message }"), 'Add `state:`, which is "completed" | "failed" | "interrupted" | "cancelled".'],
  ["missing-field", "a required field in a list", rows("plan/updated:\n  turn.plan.updated: { plan: «{ each: $.params.plan, as: one, step: $one.step }» }"), 'Add `status:`, which is "pending" | "inProgress" | "completed".'],
  ["unknown-literal", "a misspelt literal", row("turn.completed: { state: «complete» }"), 'Did you mean "completed"?'],
  ["unknown-literal", "a misspelt literal after `??`", row("turn.completed: { state: $.params.reason | why «?? faild» }", "values:\n  why: { of: demo#/Failure, map: { overload: failed, stopped: interrupted, http: failed }, unlisted: failed }\n"), 'Did you mean "failed"?'],
  ["unknown-literal", "a misspelt result of a value table", values("state: { of: demo#/TurnStatus, map: { running: completed, completed: «complete», failed: failed }, unlisted: failed }"), 'Did you mean "completed"?'],
  ["unknown-literal", "a misspelt `unlisted`", values("state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: «fail» }"), 'Did you mean "failed"?'],
  ["type-mismatch", "a number in a text", row("turn.completed: { state: completed, errorMessage: «7» }"), 'Quote it: "7".'],
  ["type-mismatch", "a path to a number in a text", row("turn.completed: { state: completed, errorMessage: «$.params.error.code» }")],
  ["type-mismatch", "a path to an object in a text", row("turn.completed: { state: completed, errorMessage: «$.params.turn» }")],
  ["type-mismatch", "any text in an enum", row("turn.completed: { state: «$.params.turn.id» }"), "Pass it through a value table that gives completed, failed, interrupted, cancelled."],
  ["type-mismatch", "an enum in another", row("turn.completed: { state: «$.params.turn.status» }"), "Pass it through a value table."],
  ["type-mismatch", "null where null is not allowed", row("turn.completed: { state: completed, errorMessage: «null» }"), "Leave the field out."],
  ["type-mismatch", "an object in a text", row("turn.completed: { state: completed, errorMessage: «{ a: 1 }» }")],
  ["type-mismatch", "a list in a text", row("turn.completed: { state: completed, errorMessage: «[a]» }")],
  ["type-mismatch", "`each` in a text", row("turn.completed: { state: completed, errorMessage: «{ each: $.params.turn.items, as: one, a: $one.id }» }")],
  ["type-mismatch", "a list of the agent's own objects", rows("plan/updated: { turn.plan.updated: { plan: «$.params.plan» } }"), "Build them: { each: $.params.plan, as: one, step: $one.step, status: $one.status }"],
  ["not-a-list", "`each` over no list", rows("plan/updated: { turn.plan.updated: { plan: { each: «$.params.threadId», as: one, step: x, status: pending } } }")],
  ["optional-into-required", "an optional path", rows("log/written: { runtime.warning: { message: «$.params.text» } }"), 'Say what it becomes then: $.params.text ?? "Unknown warning"'],
  ["optional-into-required", "an optional path where no literal can stand", row("thread.token-usage.updated: { usage: «$.params.usage» }"), "Say what it becomes then: give it once with `when: { $.params.usage: present }`, and once without it and `usage: {}`."],
  ["optional-into-required", "an index", row("turn.diff.updated: { unifiedDiff: «$.params.turn.items.0.id» }"), /\?\? ""$/],
  ["ensure-opens-nothing", "a table's event that opens nothing", rows("turn/started: { turn.started: {} }", "ensure: { «turn.completed»: { state: failed } }\n"), /item\.started/],
  ["unknown-path", "a misspelt path in what the table ensures", rows("turn/started: { turn.started: {} }", "ensure: { thread.started: { providerThreadId: $.params.«treadId» } }\n"), /threadId/],
  ["optional-into-required", "what some messages lack, in what the table ensures", rows("turn/started: { turn.started: {} }", "ensure: { item.started: { itemType: unknown }, task.started: { taskId: «$.params.turnId» } }\n")],
  ["unreachable-alternative", "what is ensured already", row("ensure: { thread.started: [{ providerThreadId: $.params.threadId }, «{}»] }\nitem.updated: {}"), "Put the one without `when` last, or remove one of the two."],
  ["unreachable-alternative", "what the table ensures already", rows("turn/started: { turn.started: {} }", "ensure: { thread.started: [{}, { «when»: { $.params.threadId: present } }] }\n")],
  ["ensure-opens-nothing", "an event that opens nothing", row("ensure: { «item.completed»: { itemType: plan } }\nitem.updated: {}"), /item\.started/],
];

const valueTables: Fault[] = [
  ["unknown-protocol", "a protocol that is not vendored", values("state: { of: «dem#/TurnStatus», map: {}, unlisted: failed }"), 'Did you mean "demo"?'],
  ["unknown-definition", "a misspelt enum", values("state: { of: «demo#/TurnStatu», map: {}, unlisted: failed }"), 'Did you mean "TurnStatus"?'],
  ["unknown-path", "a property that is not there", values("state: { of: «demo#/Turn.stat», map: {}, unlisted: failed }")],
  ["not-an-enum", "no enum", values("state: { of: «demo#/Turn.id», map: {}, unlisted: failed }"), "A table for any text says `of: string`."],
  ["unknown-value", "a misspelt value", values("state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed, «interupted»: interrupted }, unlisted: failed }")],
  ["undecided-value", "a value that is only proposed", values("state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: { «undecided»: failed } }, unlisted: failed }"), "Write the word alone: `failed: failed`, or another."],
  ["undecided-value", "a value with words to choose from", values("state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: { «undecided»: [failed, completed] } }, unlisted: failed }"), "Write the right word alone: failed, completed, or another."],
  ["missing-values", "values without a line", values("«state»: { of: demo#/TurnStatus, map: { running: completed }, unlisted: failed }"), "Add to its `map`:\n  completed: { undecided: completed }\n  failed: { undecided: failed }"],
  ["missing-values", "a truth value without a line", values('«state»: { of: boolean, map: { "true": failed } }', "$.params.usage | state ?? failed"), 'Add to its `map`:\n  "false": { undecided: [failed] }'],
  ["missing-unlisted", "no `unlisted`", values("«state»: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed } }"), "Add `unlisted:` with the most careful of its results."],
  ["pattern-in-enum", "a pattern for listed values", values('state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, «"f*"»: failed }, unlisted: failed }'), "It would match failed."],
  ["unused-values", "a table that no row uses", rows("turn/started: { turn.started: {} }", `values:\n  «state»: ${state.slice(7)}\n`), "Remove it."],
  ["type-mismatch", "an enum that the table does not list", rows("item/delta: { turn.completed: { state: $.params.kind | «state» } }", `values:\n  ${state}\n`)],
  ["type-mismatch", "any text into an enum's table", row("turn.completed: { state: $.params.turn.id | «state» }", `values:\n  ${state}\n`), "The schema lists no values there; a table for any text says `of: string`."],
  ["type-mismatch", "an object into a table for text", row("turn.completed: { state: $.params.turn | «state» }", 'values:\n  state: { of: string, map: { "a*": failed }, unlisted: failed }\n')],
  ["duplicate-values", "a table named like a transform", { ...values("«state»: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }"), "src/transforms/a.ts": "export function state(text: string): string { return text; }\n" }, "Rename one of the two."],
];

const requestRows: Fault[] = [
  ["answer-without-request", "an answer to no request", rows("turn/started:\n  turn.started: {}\n  «answer»: { item.updated: {} }")],
  ["decide-without-request", "a decision about no request", rows("turn/started:\n  turn.started: {}\n  decide: { «accept»: error }")],
  ["unknown-decision", "the same as what is not given", requests("decide:\n  accept: { decision: accept }\n  «cancel»: decline"), "It gives: accept."],
  ["unknown-literal", "a misspelt decision", requests("answer: { request.resolved: { decision: «acept» } }"), 'Did you mean "accept"?'],
  ["type-mismatch", "the wire's own word for a decision", requests("answer: { request.resolved: { decision: «$.result.remark» } }"), "Pass it through a value table that gives accept, acceptForSession, decline, cancel."],
  ["unknown-decision", "a fallback that is not given", requests("decide:\n  accept: { decision: accept }\n  otherwise: { accept: «cancel» }")],
  ["unknown-decision", "a fallback of what is not given", requests("decide:\n  accept: { decision: accept }\n  otherwise: { «decline»: accept }"), "It gives: accept."],
  ["decision-cycle", "fallbacks in a circle", requests("decide:\n  accept: { decision: accept }\n  decline: { decision: decline }\n  otherwise: { accept: «decline», decline: accept }")],
  ["decision-cycle", "a fallback to what is the same", requests("decide:\n  accept: { decision: accept }\n  acceptForSession: accept\n  otherwise: { accept: «acceptForSession» }")],
  ["decision-cycle", "the same as itself", requests("decide: { «accept»: accept }"), "Write what it answers."],
  ["decision-cycle", "two that lead to each other, and one that leads to them", requests("decide:\n  cancel: decline\n  «accept»: decline\n  decline: accept"), "Write what one of them answers."],
  ["answer-without-request", "an answer to what the host writes", sent("request.opened: { requestType: unknown }, «answer»: { request.resolved: { decision: x } }"), "It belongs to a row about a request of the agent's."],
  ["decide-without-request", "a decision about what the host writes", sent("turn.started: {}, decide: { «accept»: { a: b }, cancel: decline }")],
  ["unknown-field", "a field that the response does not have", requests("decide: { accept: { decision: accept, «remrk»: yes } }"), 'Did you mean "remark"?'],
  ["missing-field", "a field that the response needs", requests("decide: { accept: «{ remark: yes }» }"), /^Add `decision:`/],
  ["unknown-literal", "a word that the response does not know", requests("decide: { accept: { decision: «acept» } }"), 'Did you mean "accept"?'],
  ["missing-field", "an object among the words", requests("decide: { accept: { decision: { amend: «{}» } } }"), /^Add `rule:`/],
  ["unknown-path", "a misspelt extra", requests("decide: { accept: { decision: { amend: { rule: $extra.«mesage» ?? x } } } }"), 'Did you mean "$extra.message"?'],
  ["unknown-path", "a misspelt field of an answer", requests("answer: { request.resolved: { resolution: $.result.«decisio» } }"), 'Did you mean "$.result.decision"?'],
  ["unknown-twin", "a twin in no other table", { ...rows("turn/started:\n  twin: «turn/start»\n  turn.started: {}"), ...requests("") }, "There is: approve, ask."],
  ["unknown-yields", "yielding to what is not there", rows("turn/started:\n  yieldsTo: [turn/completed, «item/delts»]\n  turn.started: {}"), 'Did you mean "item/delta"?'],
  ["unknown-yields", "yielding to itself", rows("turn/started:\n  yieldsTo: «turn/started»\n  turn.started: {}")],
];

const memory = (text: string): Files => ({ "mappings/demo/memory.yaml": `memory:\n${indent(text)}` });
const run = "run: { by: [$.params.threadId], holds: { kind: last, nth: count, said: text, input: json }, until: turn }";
const filled = "remember: { run: { kind: $.params.turn.status } }\nitem.updated: { data: $run.kind }";

/** A table whose key goes on by what is remembered. */
export function remembered(kind: string, path: string, word: string, value = "$.subtype"): Files {
  const key = word.startsWith("«") ? `«"result:${word.slice(1, -1)}"»` : `"result:${word}"`;
  return {
    ...memory(`run: { by: [], holds: { kind: ${kind} }, until: turn }`),
    "mappings/demo/messages.yaml": `source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: { $.type: { result: ${path} } }\nrows:\n  ${key}: { item.updated: {} }\n  "result:{${/^\w+$/.test(value) ? value : "word"},(none),(other)}": { remember: { run: { kind: ${value} } }, item.updated: {} }\n  "*": { item.updated: {} }\n`,
  };
}

const memories: Fault[] = [
  ["unknown-cell", "a misspelt cell", { ...row("remember: { «rum»: { kind: a } }\nitem.updated: { data: $run.kind }"), ...memory(run) }, 'Did you mean "run"?'],
  ["unknown-cell-field", "a name that is not held", { ...row(`${filled}\nsession.configured: { config: $run.«knd» }`), ...memory(run) }, 'Did you mean "kind"?'],
  ["unknown-cell-field", "remembering a name that is not held", { ...row("remember: { run: { kind: a, «nht»: 1 } }\nitem.updated: { data: $run.kind }"), ...memory(run) }, 'Did you mean "nth"?'],
  ["type-mismatch", "text where numbers are counted", { ...row("remember: { run: { nth: «one» } }\nitem.updated: { data: $run.nth }"), ...memory(run) }],
  ["type-mismatch", "an object where text is joined", { ...row("remember: { run: { said: «$.params.turn» } }\nitem.updated: { data: $run.said }"), ...memory(run) }],
  ["type-mismatch", "what was remembered does not fit", { ...row("remember: { run: { kind: $.params.turn.items } }\nturn.completed: { state: failed, errorMessage: «$run.kind» }"), ...memory(run) }],
  ["optional-into-required", "what may not be remembered yet", { ...rows("turn/completed:\n  remember: { run: { kind: a } }\n  item.updated: {}\nturn/started: { turn.diff.updated: { unifiedDiff: «$run.kind» } }"), ...memory(run) }],
  ["optional-into-required", "half a JSON", { ...row("remember: { run: { input: $.params.threadId } }\nthread.token-usage.updated: { usage: «$run.input» }"), ...memory(run) }],
  ["duplicate-cell", "one name in two files", { ...row(filled), ...memory(run), "mappings/demo/other.yaml": `memory:\n  «run»: { by: [], holds: { kind: last }, until: turn }\n` }],
  ["memory-cycle", "cells that need each other", { ...row("remember: { a: { x: 1 }, b: { x: 1 } }\nitem.updated: { data: $a.x, title: t, detail: d }\nsession.configured: { config: { b: $b.x } }"), ...memory("«a»: { by: [$b.x], holds: { x: last }, until: turn }\n«b»: { by: [$a.x], holds: { x: last }, until: turn }") }],
  ["unknown-path", "a key that no message has", { ...row(filled), ...memory(run.replace("threadId", "«treadId»")) }, 'Did you mean "$.params.threadId"?'],
  ["type-mismatch", "a key that is an object", { ...row(filled), ...memory(run.replace("$.params.threadId", "«$.params.turn»")) }, "Name the field of it that tells things apart."],
  ["type-mismatch", "a key that is a list", { ...row(filled), ...memory(run.replace("$.params.threadId", "«$.params.turn.items»")) }],
  ["not-a-discriminator", "telling messages apart by half a JSON", remembered("json", "«$run.kind»", "text")],
  ["not-a-discriminator", "telling messages apart by an object that was remembered", remembered("last", "«$run.kind»", "text", "{ a: b }")],
  ["unknown-message", "a word where numbers are remembered", remembered("count", "$run.kind", "«text»", "1")],
  ["unknown-message", "a word that is not remembered any more", remembered("last", "$run.kind", "«text»", "word"), "Remembered there: word, (none)."],
  ["unused-cell", "a cell that nobody uses", { ...row(filled), ...memory(`${run}\n«idle»: { by: [], holds: { x: last }, until: session }`) }],
  ["unused-cell", "a cell that is only filled", { ...row("remember: { run: { kind: a } }\nitem.updated: {}"), ...memory(run.replace(/^run/, "«run»")) }],
];

const transforms: Fault[] = [
  ["transform-syntax", "no TypeScript", transform("export function f(text: string): string { return text;\n«»")],
  ["transform-parameter", "two parameters", transform("export function f(text: string, «limit: number»): string { return text; }")],
  ["transform-parameter", "no parameter", transform("export function «f»(): string { return '' }")],
  ["transform-parameter", "any number of parameters", transform("export function f(«...texts: string[]»): string { return '' }")],
  ["transform-async", "asynchronous", transform("export async function «f»(text: string): Promise<string> { return text; }"), "A transform gives its result at once."],
  ["transform-async", "a generator", transform("export function* «f»(text: string): Generator<string> { yield text; }"), "A transform gives its result at once."],
  ["transform-untyped", "no type for the parameter", transform("export function f(«text»): string { return String(text); }")],
  ["transform-untyped", "no type for the result", transform("export function «f»(text: string) { return text; }")],
  ["transform-export", "a default", transform("export «default» function f(text: string): string { return text; }"), /^Write `export function/],
  ["transform-export", "another name, and what comes from elsewhere", transform('function f(text: string): string { return text; }\n«export { f as g };»\n«export * from "./b.js";»\n«export { h } from "./b.js";»\nexport type { T } from "./b.js";\n')],
  ["transform-export", "an assignment", transform("const f = (text: string): string => text;\n«export default f;»\n")],
  ["transform-type", "overloads", transform("export function f(text: string): string;\nexport function f(text: number): string;\nexport function «f»(text: unknown): string { return String(text); }")],
  ["transform-type", "a date", transform("export function f(text: string): «Date» { return new Date(text); }")],
  ["transform-type", "any", transform("export function f(text: «any»): string { return text; }")],
  ["transform-type", "generic", transform("export function f<«T»>(value: T): T { return value; }")],
  ["transform-type", "a name that the canonical model does not have", transform('import type { ItemTipe } from "../../generated/canonical/events.js";\nexport function «f»(text: string): ItemTipe { return "x"; }')],
  ["transform-takes-message", "a message's type", transform('import type { Notification } from "../../generated/types/demo.js";\nexport function f(message: «Notification»): string { return message.method; }')],
  ["transform-takes-message", "an event's type", transform('import type { ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";\nexport function f(event: «ProviderRuntimeEventV2»): string { return event.type; }')],
  ["transform-takes-message", "the form of a message", transform("export function f(message: «{ method: string; params: unknown }»): string { return message.method; }")],
  ["transform-takes-message", "the whole message", { ...rows("turn/started: { turn.diff.updated: { unifiedDiff: $ | «f» } }"), ...transform("export function f(value: unknown): string { return String(value); }") }],
  ["transform-returns-event", "an event's type", transform('import type { Draft } from "../contract.js";\nexport function f(text: string): «Draft» { throw text; }')],
  ["transform-returns-event", "a payload", transform('import type { RuntimeEventPayloadByType } from "../../generated/canonical/events.js";\nexport function f(text: string): «RuntimeEventPayloadByType["turn.started"]» { return {}; }')],
  ["transform-returns-event", "the form of an event", transform("export function f(text: string): «{ type: string; payload: unknown }» { return { type: text, payload: 1 }; }")],
  ["transform-decides-status", "several fields decide", transform('export function «f»(item: { ok?: boolean; error?: string }): "completed" | "failed" { return item.ok ? "completed" : "failed"; }')],
  ["duplicate-transform", "two of one name", { "src/transforms/a.ts": "export function f(text: string): string { return text; }", "src/transforms/b.ts": "export function «f»(text: string): string { return text; }" }],
  ["type-mismatch", "a parameter of another type", { ...rows("item/delta: { turn.diff.updated: { unifiedDiff: $.params.willRetry | «f» } }"), ...transform("export function f(text: string): string { return text; }") }],
  ["type-mismatch", "an object without any of its fields", { ...rows("item/started: { turn.diff.updated: { unifiedDiff: $.params.item | «f» } }"), ...transform("export function f(value: { readonly size?: number }): string { return String(value.size); }") }],
  ["type-mismatch", "an object with a field of another type", { ...rows("item/started: { turn.diff.updated: { unifiedDiff: $.params.item | «f» } }"), ...transform("export function f(value: { readonly command?: number }): string { return String(value.command); }") }],
  ["type-mismatch", "a result of another type", { ...rows("item/delta: { turn.diff.updated: { unifiedDiff: «$.params.delta | f» } }"), ...transform("export function f(text: string): number { return text.length; }") }],
  ["optional-into-required", "a result that may be absent", { ...rows("item/delta: { turn.diff.updated: { unifiedDiff: «$.params.delta | f» } }"), ...transform("export const f = (text: string): string | undefined => text || undefined;") }],
];

/** A table in which the host writes something. */
function sent(text: string): Files {
  const { "mappings/demo/requests.yaml": table } = requests("");
  return { "mappings/demo/requests.yaml": `${table}sentSchema: demo#/ClientRequest\nsent:\n  run: { none: quiet }\n  start: { ${text} }\n` };
}

const nothing = "claude: { none: not yet }";
const concept = (demo: string, event = "turn.started: {}"): Files => equivalents(`Turn start: { ${event}, demo: ${demo}, ${nothing} }`);

/** The equivalences of nothing, in a section. */
function section(spec: string): Files {
  const { "mappings/equivalence.yaml": text = "" } = concept("{ none: n }");
  return { "mappings/equivalence.yaml": text.replace('"7"', spec) };
}

const equivalences: Fault[] = [
  ["unknown-provider", "a misspelt provider", equivalents(`Turn start: { turn.started: {}, demo: { none: n }, ${nothing}, «deno»: { none: n } }`), 'Did you mean "demo"?'],
  ["missing-provider", "a provider of which nothing is said", equivalents(`«Turn start»: { turn.started: {}, demo: { none: n } }`), 'Name what gives turn.started there, or write `claude: { none: "the reason" }`.'],
  ["taken-section", "the section of a table", { ...concept("{ none: n }"), ...section("«\"4.1\"»") }, "Give the equivalences a section of their own."],
  ["taken-section", "the section of the canonical events", { ...concept("{ none: n }"), ...section("«\"1\"»") }],
  ["unknown-provider", "a misspelt provider, which is not missing", equivalents(`Turn start: { turn.started: {}, demo: { none: n }, «claud»: { none: n } }`), 'Did you mean "claude"?'],
  ["unknown-literal", "a misspelt word, for which no row is blamed", equivalents("Item: { item.started: { itemType: «file_chang» }, demo: { codex.app-server.notification: item/started }, claude: { none: n } }"), 'Did you mean "file_change"?'],
  ["unknown-event", "a misspelt event of a concept", concept("{ none: n }", "«turn.start»: {}"), 'Did you mean "turn.started"?'],
  ["unknown-field", "a misspelt field of a concept", concept("{ none: n }", "content.delta: { «streamkind»: assistant_text }"), 'Did you mean "streamKind"?'],
  ["unknown-literal", "a misspelt word of a concept", concept("{ none: n }", "content.delta: { streamKind: [assistant_text, «reasoning»] }"), /^Did you mean "reasoning_text"/],
  ["unknown-source", "a misspelt source of a concept", concept("{ «codex.app-server.notifications»: turn/started }"), 'Did you mean "codex.app-server.notification"?'],
  ["unknown-source", "a source of another provider", concept("{ «claude.sdk.message»: result:success }"), "There is: codex.app-server.notification, codex.app-server.request, sent, act, none."],
  ["unknown-source", "a misspelt source of what the host writes", concept("{ sent: { «codex.app-server.requests»: run } }"), 'Did you mean "codex.app-server.request"?'],
  ["unknown-row", "what the host writes", concept("{ codex.app-server.request: «run» }"), "It is what the host writes: `sent: { codex.app-server.request: run }`."],
  ["unknown-row", "a message of the agent, as if the host wrote it", concept("{ sent: { codex.app-server.notification: «turn/started» } }"), "It is a message of the agent: it stands beside `sent`, not in it."],
  ["unknown-source", "a misspelt `act`", concept("{ «acts»: turn.start }"), 'Did you mean "act"?'],
  ["unknown-row", "a misspelt row", concept("{ codex.app-server.notification: «turn/start» }"), 'Did you mean "turn/started"?'],
  ["unknown-row", "a misspelt member of a group", concept('{ codex.app-server.notification: «"turn/{started,complete}"» }'), 'Did you mean "turn/completed"?'],
  ["unknown-row", "a pattern that matches nothing", concept('{ codex.app-server.notification: «"turns/*"» }')],
  ["unknown-row", "a key that ends too early", equivalents("Turn end: { turn.completed: {}, demo: { none: n }, claude: { claude.sdk.message: «result» } }"), /^The messages are told apart further: .*result:success/],
  ["not-given", "a row with another event", concept("{ codex.app-server.notification: «item/started» }"), 'It gives: item.started. Rows with turn.started: {turn/started,turn/completed}.'],
  ["not-given", "one of the rows that a pattern names", concept('{ codex.app-server.notification: [turn/completed, «"*/started"»] }'), /^It gives: item\.started\./],
  ["not-given", "a row with another word", concept("{ codex.app-server.notification: «item/started» }", "item.started: { itemType: file_change }"), "It gives: item.started. No row of this table gives item.started with itemType file_change."],
  ["not-given", "a value table without the word", concept("{ codex.app-server.notification: «item/delta» }", "content.delta: { streamKind: plan_text }")],
  ["not-given", "a row that gives nothing", concept("{ sent: { codex.app-server.request: «start» } }"), "It gives nothing. Rows with turn.started: run."],
  ["not-given", "an act that gives another event", concept("{ act: «session.exit» }"), /^It gives: request\.resolved/],
  ["not-given", "an act that gives nothing, because the agent tells of it", concept("{ act: «turn.start» }"), "It gives nothing by itself."],
  ["unknown-act", "a misspelt act", concept("{ act: «turn.started» }"), 'Did you mean "turn.start"?'],
];

export const groups: readonly (readonly [name: string, faults: readonly Fault[]])[] = [
  ["tables", tables],
  ["keys", keys],
  ["alternatives", alternatives],
  ["paths", paths],
  ["events", events],
  ["value tables", valueTables],
  ["requests", requestRows],
  ["memory", memories],
  ["transforms", transforms],
  ["equivalences", equivalences],
];

/** A whole table, valid but for what is given. */
function head(part: { source?: string; spec?: string; schema?: string; key?: string; refs?: string; rows?: readonly string[] }): string {
  const { source = "codex.app-server.notification", spec = 'spec: "3.1"\n', schema = "demo#/Notification", key = "$.method", refs = "", rows: keys = ['"*"'] } = part;
  return `source: ${source}\n${spec}schema: ${schema}\nkey: ${key}\n${refs}rows:\n${keys.map((one) => `  ${one}: { item.updated: {} }\n`).join("")}`;
}

/** A table whose key is a tree; what is not `result` is taken by `*`. */
function messages(text: string): string {
  return `source: claude.sdk.message\nspec: "4.1"\nschema: demo#/Message\nkey: { $.type: { result: $.subtype } }\nrows:\n${indent(text)}  "*": { item.updated: {} }\n`;
}

/** A table of answers that says what an error becomes. */
function answers({ id = "$.id", key = "{ $request.method: { has: [error, result] } }", row: error = "runtime.error: { message: $.error.message }" }): string {
  return `source: codex.app-server.response\nspec: "3.4"\nschema: demo#/ClientRequest\nanswers: ${id}\nkey: ${key}\nrows:\n  "*:error":\n    ${error}\n`;
}

function transform(text: string): Files {
  return { "src/transforms/a.ts": text };
}
