import { describe, expect, test } from "vitest";
import { judge, versionsOf, diffVersions, type Judged } from "../../codegen/diff/index.js";
import { canonicalModel } from "../canonical/fixtures.js";
import { read } from "../schema/helpers.js";
import { judgedBy, lineOf, notification, object, params, ref, text, version, words } from "./reading.js";

const whole = { type: "integer" };
const list = (items: object | boolean): object => ({ type: "array", items });

/** `breaks turn/completed $.params.reason field removed reason: string | 9 turn/completed: reads ...`. */
function verdicts({ changes }: Judged): string[] {
  return changes.map((change) => [`${change.severity} ${lineOf(change)}`, ...change.concerns.map(({ line, name, why }) => `${line} ${name}: ${why}`)].join(" | "));
}

const other = "  other:\n    item.updated: { data: $ }\n";
const row = (body: string, before = "", after = ""): string => `${before}rows:\n  turn/completed:\n${body}\n${other}${after}`;

describe("breaks a row", () => {
  const gone = "removed reason: string (optional)";

  test.each([
    ["an event", row("    runtime.warning: { message: \"x\", detail: $.params.reason }"), "7 turn/completed: reads $.params.reason, which is gone"],
    ["a condition", row("    - when: { $.params.reason: present }\n      runtime.warning: { message: x }\n    - turn.aborted: {}"), "7 turn/completed: reads $.params.reason, which is gone"],
    ["a ref of the row", row("    refs: { item: $.params.reason }\n    item.updated: { data: $ }"), "7 turn/completed: reads $.params.reason, which is gone"],
    ["a ref of the table", row("    item.updated: { data: $ }", "refs: { item: $.params.reason }\n"), "5 turn/completed: reads $.params.reason, which is gone"],
    ["an object in an event", row("    item.updated: { data: { why: $.params.reason } }"), "7 turn/completed: reads $.params.reason, which is gone"],
  ])("where %s reads what is gone", (_, table, concern) => {
    const judged = judgedBy(table, params({ "reason?": text }), params({}));
    expect(verdicts(judged)).toEqual([`breaks turn/completed $.params.reason field ${gone} | ${concern}`]);
    expect(judged.changes[0]?.concerns[0]?.file).toBe("mappings/demo/notifications.yaml");
    expect(judged.findings).toEqual([]);
  });

  test("but not where another path of the same expression leads somewhere", () => {
    const table = row("    item.updated: { data: $.params.reason ?? $.params.why }");
    expect(verdicts(judgedBy(table, params({ "reason?": text, "why?": text }), params({ "why?": text })))).toEqual([`safe turn/completed $.params.reason field ${gone}`]);
  });

  test("nor where nobody reads it", () => {
    expect(verdicts(judgedBy(row("    item.updated: { data: $.params }"), params({ "reason?": text }), params({})))).toEqual([`safe turn/completed $.params.reason field ${gone}`]);
  });

  test("where an element of a list that a row goes through loses a field", () => {
    const table = row("    turn.plan.updated: { plan: { each: $.params.steps, as: one, step: $one.title, status: pending } }");
    const steps = (fields: object): Record<string, unknown> => params({ steps: list(ref("Step")) }, { Step: object({ ...fields }) });
    expect(verdicts(judgedBy(table, steps({ title: text, id: text }), steps({ id: text, name: text })))).toEqual([
      "breaks turn/completed $.params.steps[].title field removed title: string | 7 turn/completed: \"step\" of \"plan\" of turn.plan.updated is required, but `$one.title` may be absent. | 7 turn/completed: reads $one.title, which is gone",
      "safe turn/completed $.params.steps[].name field added name: string",
    ]);
  });

  test("where a definition that it reads through several messages loses a field, at every row", () => {
    const messages = [notification("turn/completed", { turn: ref("Turn") }), notification("other", { turn: ref("Turn") })];
    const both = (fields: object): Record<string, unknown> => version(messages, { Turn: object({ id: text, ...fields }) });
    const table = "rows:\n  turn/completed:\n    item.updated: { data: $.params.turn.ms }\n  other:\n    item.updated: { data: $.params.turn.ms }\n";
    expect(verdicts(judgedBy(table, both({ "ms?": whole }), both({})))).toEqual([
      "breaks turn/completed $.params.turn.ms & other $.params.turn.ms field removed ms: integer (optional) | 7 turn/completed: reads $.params.turn.ms, which is gone | 9 other: reads $.params.turn.ms, which is gone",
    ]);
  });

  test("where its type no longer fits, with what check says", () => {
    const table = row("    runtime.warning: { message: $.params.reason }");
    const [verdict] = verdicts(judgedBy(table, params({ reason: text }), params({ reason: object({ code: whole }) })));
    expect(verdict).toMatch(/^breaks turn\/completed \$\.params\.reason field changed reason: string -> \{ code \} \| 7 turn\/completed: .*"message".*$/);
  });

  test("where a required field hangs on what may now be absent", () => {
    const table = row("    runtime.warning: { message: $.params.reason }");
    const [verdict] = verdicts(judgedBy(table, params({ reason: text }), params({ "reason?": text })));
    expect(verdict).toMatch(/^breaks turn\/completed \$\.params\.reason field changed reason: string -> string \(optional\) \| 7 turn\/completed: .*message/);
  });

  test("but not where the new type fits, too", () => {
    const table = row("    item.updated: { data: $.params.reason }");
    expect(verdicts(judgedBy(table, params({ reason: text }), params({ reason: whole })))).toEqual(["safe turn/completed $.params.reason field changed reason: string -> integer"]);
  });

  test("and comes first", () => {
    const table = row("    item.updated: { data: $.params.b }");
    const judged = judgedBy(table, params({ a: text, b: text }), version([notification("turn/completed", {}), notification("other", {}), notification("new", {})]));
    expect(judged.changes.map(({ severity, name }) => `${severity} ${name}`)).toEqual(["breaks b", "needs new", "safe a"]);
  });
});

describe("needs a row or value", () => {
  const rows = row("    turn.aborted: {}");

  test("a new message, whatever it is called", () => {
    const judged = judgedBy(rows, params({}), version([notification("turn/completed", {}), notification("other", {}), notification("turn\npaused", { text })]));
    expect(judged.changes.map(({ severity, name, concerns }) => [severity, name, concerns.length])).toEqual([["needs", "turn\npaused", 1]]);
    expect(judged.findings).toEqual([]);
  });

  test("a new message, with a stub", () => {
    const judged = judgedBy(rows, params({}), version([notification("turn/completed", {}), notification("other", {}), notification("turn/paused", { text })]));
    expect(verdicts(judged)).toEqual([expect.stringMatching(/^needs turn\/paused \$ message added turn\/paused \| \d+ turn\/paused: no row covers it$/)]);
    expect(judged.changes[0]?.stub).toContain("  turn/paused:\n");
    expect(judged.findings).toEqual([]);
  });

  test("but not one that a pattern covers", () => {
    const table = 'rows:\n  "*":\n    item.updated: { data: $ }\n';
    expect(verdicts(judgedBy(table, params({}), version([notification("turn/completed", {}), notification("other", {}), notification("x", {})])))).toEqual(["safe x $ message added x"]);
  });

  const item = (type: string): object => object({ type: words(type), id: text });
  const items = (...types: string[]): Record<string, unknown> => version([notification("turn/completed", { item: ref("Item") }), notification("other", {})], { Item: { oneOf: types.map(item) } });

  test("a new variant that the key tells apart", () => {
    const table = 'key: { $.method: { turn/completed: $.params.item.type } }\nrows:\n  "turn/completed:{plan,note}":\n    item.updated: { data: $ }\n  other:\n    item.updated: { data: $ }\n';
    expect(verdicts(judgedBy(table, items("plan", "note"), items("plan", "note", "sleep"), ""))).toEqual([
      expect.stringMatching(/^needs turn\/completed \$\.params\.item\(type=sleep\) variant added sleep: .* \| \d+ turn\/completed:sleep: no row covers it$/),
    ]);
  });

  const valued = row("    turn.completed: { state: $.params.status | state }", "", "values:\n  state:\n    of: proto#/Status\n    map: { done: completed, broken: failed }\n    unlisted: failed\n");
  const statuses = (...values: string[]): Record<string, unknown> => params({ status: ref("Status") }, { Status: words(...values) });

  test("a new value of a value table, with its line", () => {
    const judged = judgedBy(valued, statuses("done", "broken"), statuses("done", "broken", "paused"));
    expect(verdicts(judged)).toEqual(['needs turn/completed $.params.status value added paused | 11 state: has no line for "paused"']);
    expect(judged.changes[0]?.stub).toBe("  paused: { undecided: [completed, failed] }");
    expect(judged.findings).toEqual([]);
  });

  test("a new variant whose tag a value table maps", () => {
    const table = row("    turn.completed: { state: $.params.item.type | state }", "", "values:\n  state:\n    of: proto#/Item.type\n    map: { plan: completed, note: failed }\n    unlisted: failed\n");
    expect(verdicts(judgedBy(table, items("plan", "note"), items("plan", "note", "sleep")))).toEqual([
      'needs turn/completed $.params.item(type=sleep) variant added sleep: { type, id } | 11 state: has no line for "sleep"',
    ]);
  });

  test("but not a value that only older versions have", () => {
    expect(verdicts(judgedBy(valued, statuses("done", "broken"), statuses("done")))).toEqual(["safe turn/completed $.params.status value removed broken"]);
  });
});

test("a message that is gone is safe, and its row is named", () => {
  const judged = judgedBy(row("    turn.aborted: {}"), params({}), version([notification("other", {}), notification("kept", {})]));
  expect(verdicts(judged)).toContain("safe turn/completed $ message removed turn/completed | 6 turn/completed: serves only older versions");
});

test("nor is one of several that a row names overlooked", () => {
  const judged = judgedBy('rows:\n  "{turn/completed,other}":\n    item.updated: { data: $ }\n  "*":\n    item.updated: {}\n', params({}), version([notification("other", {}), notification("kept", {})]));
  expect(verdicts(judged)).toContain("safe turn/completed $ message removed turn/completed | 6 {turn/completed,other}: names it beside others; for it, the row serves only older versions");
});

describe("an answer that a row writes", () => {
  const request = object({ id: text, method: words("approve"), params: ref("ApproveParams") });
  const answered = (decision: object | boolean): Record<string, unknown> => ({
    "Request.json": { $schema: "http://json-schema.org/draft-07/schema#", oneOf: [request], definitions: { ApproveParams: object({ item: text }), ApproveResponse: object({ decision }) } },
  });
  const table = (decline: string): string => `rows:\n  approve:\n    request.opened: { requestType: unknown }\n    decide: { accept: { decision: yes }, decline: { decision: ${decline} }, cancel: error }\n`;

  test("breaks the row where the newer version alone does not take it", () => {
    const [removed] = verdicts(judgedBy(table("no"), answered(words("yes", "no")), answered({ oneOf: [words("yes"), object({ no: object({}) })] }), undefined, "Request"));
    expect(removed).toMatch(/^breaks approve \(answer\) \$\.result\.decision value removed no \| 8 approve: writes "no", which new does not take$/);
  });

  test("is fine where each version takes it, or neither did", () => {
    expect(verdicts(judgedBy(table("no"), answered(words("yes", "no")), answered(words("yes", "no", "later")), undefined, "Request"))).toEqual(["safe approve (answer) $.result.decision value added later"]);
    expect(judgedBy(table("never"), answered(words("yes", "no")), answered(words("yes")), undefined, "Request")).toMatchObject({ changes: [{ severity: "safe", name: "no" }], findings: [] });
  });
});

describe("what is only proposed is as much to be done as what is missing:", () => {
  test("a row", () => {
    const table = 'rows:\n  "{turn/completed,other}":\n    item.updated: {}\n  turn/paused:\n    undecided: new in new\n    turn.aborted: {}\n';
    const judged = judgedBy(table, params({}), version([notification("turn/completed", {}), notification("other", {}), notification("turn/paused", {})]));
    expect(verdicts(judged)).toEqual(["needs turn/paused $ message added turn/paused | 9 turn/paused: it is only proposed"]);
    expect(judged.findings).toEqual([]);
  });

  test("a value", () => {
    const statuses = (...values: string[]): Record<string, unknown> => params({ status: ref("Status") }, { Status: words(...values) });
    const table = row("    turn.completed: { state: $.params.status | state }", "", "values:\n  state:\n    of: proto#/Status\n    map: { done: completed, paused: { undecided: [completed, failed] } }\n    unlisted: failed\n");
    const judged = judgedBy(table, statuses("done"), statuses("done", "paused"));
    expect(verdicts(judged)).toEqual(['needs turn/completed $.params.status value added paused | 13 state: "paused" is only proposed']);
  });
});

test("what the tables have against both versions is no news", () => {
  const judged = judgedBy(row("    runtime.warning: { message: $.params.nothing }"), params({ reason: text }), params({ reason: text, "more?": text }));
  expect(judged).toMatchObject({ changes: [{ severity: "safe", name: "more" }], findings: [] });
});

test("without a table, nothing is judged", () => {
  const { surface } = read({ old: params({}), new: params({ "a?": text }) });
  const versions = versionsOf(surface, "old", "new", []);
  const surfaces = new Map([["proto", surface]]);
  const judged = judge({ diff: diffVersions(versions), versions, pair: surface, before: surfaces, after: surfaces, mappings: [], canonical: canonicalModel(), transforms: [] });
  expect(judged.changes.map(({ severity, name }) => [severity, name])).toEqual([["unknown", "a"]]);
});
