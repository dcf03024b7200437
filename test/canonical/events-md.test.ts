import { describe, expect, test } from "vitest";
import type { CheckedAlternative, CheckedCondition, CheckedEvent, CheckedExpression, CheckedField, CheckedRow, CheckedTable, Program } from "../../codegen/check/types.js";
import { emitEventsMd } from "../../codegen/emit/events-md.js";
import { canonicalModel } from "./fixtures.js";

const at = { file: "mappings/demo/messages.yaml", line: 1, column: 1 };
// oxlint-disable-next-line unicorn/no-thenable -- the checked form of an expression is written so
const expression = (text: string): CheckedExpression => ({ first: { kind: "path", path: { root: /^\$(\w*)/.exec(text)?.[1] ?? "", steps: [], text }, shape: { kind: "unknown" }, optional: false }, then: [], shape: { kind: "unknown" }, optional: false, text });
const when = (text: string, ...values: (string | boolean)[]): CheckedCondition => ({ expression: expression(text), test: { kind: "values", values, patterns: [] } });
const word = (name: string, value: string): CheckedField => ({ name, required: true, accepts: { kind: "enum", values: [value] }, value: { kind: "literal", value }, fallback: value });
const text = (name: string, value: string): CheckedField => ({ name, required: true, accepts: { kind: "string" }, value: { kind: "literal", value }, fallback: "" });
const event = (type: string, fields: readonly CheckedField[] = [], conditions: readonly CheckedCondition[] = []): CheckedEvent => ({ type, when: conditions, fields, at });
const alternative = (events: readonly CheckedEvent[], more: Partial<CheckedAlternative> = {}): CheckedAlternative => ({ when: [], note: undefined, refs: [], remember: [], tableEnsure: [], ensure: [], events, at, ...more });

function row(key: string, alternatives: readonly CheckedAlternative[], more: Partial<CheckedRow> = {}): CheckedRow {
  const covers = [{ key, segments: [key], versions: ["1.0.0"] }];
  return { key, covers, open: false, alternatives, answer: undefined, decide: undefined, twin: [], yieldsTo: [], examples: [], reads: [], at, ...more };
}

function program(table: Partial<CheckedTable>): Program {
  const whole: CheckedTable = {
    file: at.file,
    name: "messages",
    source: "codex.eventmsg",
    spec: "3.1",
    protocol: "demo",
    union: "Message",
    versions: ["1.0.0"],
    answers: undefined,
    key: { kind: "path", path: { root: "", steps: [], text: "$" }, below: new Map() },
    refs: [],
    ensure: [],
    rows: [],
    sent: [],
    sentUnion: undefined,
    sentKey: undefined,
    values: [],
    messages: [],
    sentMessages: [],
    ...table,
  };
  return { canonical: canonicalModel(), surfaces: new Map(), providers: [{ name: "demo", tables: [whole], cells: [] }] };
}

const page = "# Events\n\n<!-- mapwright: begin 1 -->\n\n<!-- mapwright: end 1 -->\n\nOurs.\n\n<!-- mapwright: begin 3.1 -->\nold\n<!-- mapwright: end 3.1 -->\n\nOurs, too.\n";

/** The rendered table of section 3.1. */
function rendered(table: Partial<CheckedTable>): string {
  const { text: result, diagnostics } = emitEventsMd(program(table), page);
  expect(diagnostics).toEqual([]);
  return result.slice(result.indexOf("begin 3.1 -->") + "begin 3.1 -->".length, result.indexOf("<!-- mapwright: end 3.1")).trim();
}

describe("tables", () => {
  test("a line for each row, with the words that it fixes", () => {
    const rows = [
      row("item/text/delta", [alternative([event("content.delta", [word("streamKind", "assistant_text"), text("delta", "no word")])])]),
      row("gone", [alternative([event("item.completed"), event("runtime.warning")], { note: "with a | and\na line" })]),
    ];
    expect(rendered({ rows })).toMatchInlineSnapshot(`
      "| Message | Canonical events | Notes |
      | --- | --- | --- |
      | \`item/text/delta\` | \`content.delta (assistant_text)\` |  |
      | \`gone\` | \`item.completed\` + \`runtime.warning\` | with a \\| and a line |"
    `);
  });

  test("what the table ensures is said once, and where it is not given", () => {
    const started = event("thread.started");
    const tableEnsure = [started];
    const rows = [
      row("said", [alternative([event("item.updated")], { tableEnsure })]),
      row("hook", [alternative([event("hook.started")])]),
      row("start", [alternative([event("item.updated")], { ensure: [event("thread.started")] })]),
      row("half", [alternative([event("item.updated")], { when: [when("$.a", true)] }), alternative([event("item.completed")], { tableEnsure })]),
    ];
    expect(rendered({ ensure: [started], rows, sent: [row("prompt", [alternative([event("turn.started")])])] })).toMatchInlineSnapshot(`
      "Every message gives \`thread.started\` first, if not open yet, unless its line says otherwise.

      | Message | Canonical events | Notes |
      | --- | --- | --- |
      | \`said\` | \`item.updated\` |  |
      | \`hook\` | \`hook.started\` | without \`thread.started\` |
      | \`start\` | \`thread.started\` (if not open yet) + \`item.updated\` |  |
      | \`half\` | when \`a\` is \`true\`: \`item.updated\`; else: \`item.completed\` |  |
      | \`prompt\` (from the host) | \`turn.started\` |  |"
    `);
  });

  test("alternatives say when, and what is guarded says so", () => {
    const rows = [
      row("error", [
        alternative([event("runtime.warning")], { when: [when("$.params.willRetry", true)] }),
        alternative([event("runtime.error", [word("class", "provider_error")])]),
      ]),
      row("done", [alternative([event("turn.completed"), event("runtime.error", [], [when("$.status", "failed", "lost")])], { ensure: [event("turn.started")] })]),
    ];
    expect(rendered({ rows })).toMatchInlineSnapshot(`
      "| Message | Canonical events |
      | --- | --- |
      | \`error\` | when \`willRetry\` is \`true\`: \`runtime.warning\`; else: \`runtime.error (provider_error)\` |
      | \`done\` | \`turn.started\` (if not open yet) + \`turn.completed\` + \`runtime.error\` (when \`status\` is \`failed\` or \`lost\`) |"
    `);
  });

  test("what is remembered, what is made of a field and what is in a list read as words", () => {
    const pipe = { kind: "transform", transform: { name: "tokensLeft" } } as never as CheckedExpression["then"][number];
    const other = { kind: "else", operand: expression("$.params.b").first } as const;
    // oxlint-disable-next-line unicorn/no-thenable -- as above
    const through = (text: string, ...then: CheckedExpression["then"]): CheckedCondition => ({ ...when(text, "x"), expression: { ...expression(text), then } });
    const conditions = [when("$run.interrupted", true), when("$part.name", "Write"), through("$.size", pipe), through("$.a", other), when("$request.params.mode", "fast")];
    const key: CheckedTable["key"] = { kind: "each", list: { root: "", steps: [], text: "$.content" }, as: "part", key: { kind: "path", path: { root: "part", steps: [], text: "$part.type" }, below: new Map() } };
    const rows = [row("a", [alternative([event("turn.started", [], conditions)])])];
    expect(rendered({ key, rows }).split(" (when ")[1]).toBe(
      "remembered `run.interrupted` is `true` and `part.name` is `Write` and `tokensLeft` of `size` is `x` and `a` or else `b` is `x` and `mode` of the request is `fast`) |",
    );
  });

  test("requests show what the answer becomes and what can be decided", () => {
    const reply = { kind: "error" } as const;
    const rows = [
      row("approve", [alternative([event("request.opened", [word("requestType", "file_change_approval")])])], {
        answer: [alternative([event("request.resolved")])],
        decide: [{ decision: "accept", reply, otherwise: "decline" }, { decision: "decline", reply, otherwise: undefined }],
      }),
    ];
    expect(rendered({ rows })).toMatchInlineSnapshot(`
      "| Message | Canonical events | After the host's answer | Decisions |
      | --- | --- | --- | --- |
      | \`approve\` | \`request.opened (file_change_approval)\` | \`request.resolved\` | \`accept\`, \`decline\` |"
    `);
  });

  test("patterns are spelled out; twins, host messages and versions have their place", () => {
    const covers = [
      { key: "a_begin", segments: ["a_begin"], versions: ["1.0.0", "2.0.0"] },
      { key: "b_begin", segments: ["b_begin"], versions: ["2.0.0"] },
    ];
    const rows = [
      row("*_begin", [alternative([event("item.started")])], { covers, twin: ["item/started"] }),
      row("new", [alternative([event("model.rerouted")])], { covers: [{ key: "new", segments: ["new"], versions: ["2.0.0"] }], yieldsTo: ["old"] }),
    ];
    const sent = [row("turn/start", [alternative([], { note: "the answer tells" })])];
    expect(rendered({ rows, sent, versions: ["1.0.0", "2.0.0"] })).toMatchInlineSnapshot(`
      "| Message | Canonical events | Notes | Versions |
      | --- | --- | --- | --- |
      | \`a_begin\`, \`b_begin\` | \`item.started\` | twin of \`item/started\` | all |
      | \`new\` | \`model.rerouted\` | yields to \`old\` | 2.0.0 |
      | \`turn/start\` (from the host) | none | the answer tells | 1.0.0 |"
    `);
  });

  test("a pattern over many messages stays a pattern, and says if it takes unlisted ones", () => {
    const covers = Array.from({ length: 9 }, (_, index) => ({ key: `m${index}:error`, segments: [`m${index}`, "error"], versions: ["1.0.0"] }));
    const events = [alternative([event("runtime.error", [word("class", "provider_error")])])];
    const text = rendered({ rows: [row("*:error", events, { covers }), row("(other)", events, { covers: [], open: true }), row("a", events, { open: true })] });
    expect(text.split("\n").slice(2).map((line) => line.split("|")[1]?.trim())).toEqual(["`*:error` (9 messages)", "`(other)`", "`a` and unlisted ones"]);
  });

  test("a changed cell changes one line", () => {
    const rows = (note: string) => [row("a", [alternative([event("item.updated")], { note })]), row("b", [alternative([event("item.updated")])])];
    const before = rendered({ rows: rows("short") }).split("\n");
    const after = rendered({ rows: rows("a note that is much longer than any other cell of the table") }).split("\n");
    expect(after.filter((line) => !before.includes(line))).toHaveLength(1);
  });
});
