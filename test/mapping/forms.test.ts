import { describe, expect, test } from "vitest";
import { parseMapping } from "../../codegen/mapping/index.js";
import type { Expression, KeyNode, Path, TableNode, ValueNode } from "../../codegen/mapping/types.js";
import { parseTable, withPart, withRows } from "./marked.js";

/** What a table says, without its places: as short as it can be compared. */
function path({ root, steps }: Path): string {
  return `$${root}${steps.map((step) => (step.kind === "field" ? `.${step.name}` : step.kind === "index" ? `#${step.index}` : `.${step.list}<${step.field}=${typeof step.equals === "string" ? JSON.stringify(step.equals) : path(step.equals)}>`)).join("")}`;
}

function expression({ first, then }: Expression): unknown[] {
  const operand = (one: Expression["first"]) => (one.kind === "path" ? path(one.path) : { literal: one.value });
  return [operand(first), ...then.map((step) => (step.kind === "pipe" ? `| ${step.name}` : ["??", operand(step.operand)]))];
}

function value(node: ValueNode): unknown {
  switch (node.kind) {
    case "literal":
      return node.value;
    case "expression":
      return { read: expression(node.expression) };
    case "list":
      return node.items.map(value);
    case "object":
      return Object.fromEntries(node.fields.map((field) => [field.name.value, value(field.value)]));
    case "each":
      return { each: expression(node.list), as: node.as, fields: Object.fromEntries(node.fields.map((field) => [field.name.value, value(field.value)])) };
  }
}

function key(node: KeyNode): unknown {
  const below = (branches: Extract<KeyNode, { kind: "path" }>["below"]) => Object.fromEntries(branches.map((branch) => [branch.value.value, key(branch.key)]));
  switch (node.kind) {
    case "path":
      return node.below.length === 0 ? path(node.path) : { [path(node.path)]: below(node.below) };
    case "has":
      return { has: node.fields.map((field) => field.value), ...below(node.below) };
    case "each":
      return { each: path(node.list), as: node.as, key: key(node.key) };
  }
}

const fieldOf = (scalar: string): unknown => {
  const event = parseTable(withRows(`a:\n  x.y:\n    f: ${scalar}\n`)).rows[0]!.alternatives[0]!.events[0]!;
  return value(event.fields[0]!.value);
};
const keyOf = (text: string): unknown => key(parseTable(`source: a\nschema: p#/X\nkey: ${text}\nrows: {}\n`).key);
const otherwiseOf = (text: string): unknown => row(`a: { request.opened: {}, decide: { accept: error, otherwise: ${text} } }\n`).decide!.otherwise.map(({ decision, instead }) => [decision.value, instead.value]);
const row = (text: string, more = ""): TableNode["rows"][number] => parseTable(withRows(text, more)).rows[0]!;

describe("scalars", () => {
  test.each([
    ["$", ["$"]],
    ["$.a.b", ["$.a.b"]],
    ["$.errors.0.message", ["$.errors#0.message"]],
    ["$.a.01", ["$.a.01"]],
    ["$block.input", ["$block.input"]],
    ["$request", ["$request"]],
    ["$.params.options(kind=allow_once).optionId", ['$.params.options<kind="allow_once">.optionId']],
    ["$.a(b=allow-once)", ['$.a<b="allow-once">']],
    ["$.a(version=1.2.3)", ['$.a<version="1.2.3">']],
    ['$.a(b="c d)")', ['$.a<b="c d)">']],
    ["$request.params.options(optionId=$.result.outcome.optionId).kind | optionDecision", ["$request.params.options<optionId=$.result.outcome.optionId>.kind", "| optionDecision"]],
    ["$.l(a=$.m(b=c).d).e", ['$.l<a=$.m<b="c">.d>.e']],
    ["$.a ?? $.b | f ?? \"x\"", ["$.a", ["??", "$.b"], "| f", ["??", { literal: "x" }]]],
    ["$.a??$.b|f", ["$.a", ["??", "$.b"], "| f"]],
    ["$.a ?? word-with_dash", ["$.a", ["??", { literal: "word-with_dash" }]]],
    ["$.a ?? -1.5", ["$.a", ["??", { literal: -1.5 }]]],
    ["$.a ?? false", ["$.a", ["??", { literal: false }]]],
    ["$.a ?? 'it''s'", ["$.a", ["??", { literal: "it's" }]]],
    ['$.a ?? ""', ["$.a", ["??", { literal: "" }]]],
    ['$.a ?? "\\u00e9 | b ?? c"', ["$.a", ["??", { literal: "é | b ?? c" }]]],
    ['"$.a ?? \\"two words\\""', ["$.a", ["??", { literal: "two words" }]]],
    ["'$.a ?? \"b\"'", ["$.a", ["??", { literal: "b" }]]],
    ["$.$schema.@type.a/b.c-d", ["$.$schema.@type.a/b.c-d"]],
    ["$.日本.__proto__.constructor", ["$.日本.__proto__.constructor"]],
    [">-\n      $.a ??\n      $.b", ["$.a", ["??", "$.b"]]],
  ])("%s is an expression", (text, read) => {
    expect(fieldOf(text)).toEqual({ read });
  });

  test.each<[string, unknown]>([
    ["No", "No"],
    ["off", "off"],
    ["true", true],
    ["-32601", -32601],
    ['"1.10"', "1.10"],
    ["0.107.0", "0.107.0"],
    ["null", null],
    ['"null"', "null"],
    ['""', ""],
    ["some $.path inside", "some $.path inside"],
    ["$$HOME", "$HOME"],
    ["$$$.a", "$$.a"],
    ["2026-01-01", "2026-01-01"],
    ["[a, $.b, { c: 1 }]", ["a", { read: ["$.b"] }, { c: 1 }]],
    ["{}", {}],
    ["{ each: $.entries | named ?? $.b, as: entry, step: $entry.content }", { each: ["$.entries", "| named", ["??", "$.b"]], as: "entry", fields: { step: { read: ["$entry.content"] } } }],
  ])("%s is itself", (text, read) => {
    expect(fieldOf(text)).toEqual(read);
  });

  test("`__proto__` and `constructor` are ordinary names, of rows and fields", () => {
    const { rows } = parseTable(withRows("__proto__:\n  x.y: { __proto__: a, constructor: b }\nconstructor: { x.y: {} }\n"));
    expect(rows.map((one) => one.key.value)).toEqual(["__proto__", "constructor"]);
    expect(rows[0]!.alternatives[0]!.events[0]!.fields.map((field) => field.name.value)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});

describe("the key tree", () => {
  test.each<[string, unknown]>([
    ["$.method", "$.method"],
    ["{ $.type: { system: $.subtype, result: $.subtype } }", { "$.type": { system: "$.subtype", result: "$.subtype" } }],
    ["{ $.type: { stream_event: { $.event.type: { start: $.event.block.type } } } }", { "$.type": { stream_event: { "$.event.type": { start: "$.event.block.type" } } } }],
    ["{ $.type: { assistant: { each: $.message.content, as: block, key: $block.type } } }", { "$.type": { assistant: { each: "$.message.content", as: "block", key: "$block.type" } } }],
    ["{ has: [error, result], error: $.error.code }", { has: ["error", "result"], error: "$.error.code" }],
    ["{ $request.method: { has: [error, result], error: $.error.code } }", { "$request.method": { "*": { has: ["error", "result"], error: "$.error.code" } } }],
    ["{ $.type: $.subtype }", { "$.type": { "*": "$.subtype" } }],
    ["{ $.a: { $.b: { c: $.d } } }", { "$.a": { "*": { "$.b": { c: "$.d" } } } }],
    ['{ $.a: { "*": $.b, has: $.c, each: $.d } }', { "$.a": { "*": "$.b", has: "$.c", each: "$.d" } }],
  ])("%s", (text, tree) => {
    expect(keyOf(text)).toEqual(tree);
  });
});

describe("rows", () => {
  test("keep their keys as written, in document order", () => {
    const keys = ['"200"', '"100"', "-32601", "session/{new,fork}:result", "$/cancel_request", "result:error_*", '"*:error:(other)"', "system:status:(none)", "{}".replace("{}", "a b")];
    const { rows } = parseTable(withRows(keys.map((one) => `${one}: { x.y: {} }\n`).join("")));
    expect(rows.map((one) => one.key.value)).toEqual(keys.map((one) => one.replaceAll('"', "")));
  });

  test("one alternative, or several with conditions", () => {
    const one = row("a: { turn.started: {} }\n");
    expect(one.alternatives).toHaveLength(1);
    expect(one.alternatives[0]!.when).toEqual([]);
    const [first, second] = row("a:\n  - when: { $.a | f: interrupted, $.b: [x, 1, true], $.c: present, $.d: absent, $.e: [present], $.g: $$x }\n    note: why\n    turn.started: {}\n  - turn.completed: {}\n").alternatives;
    expect(first!.note?.value).toBe("why");
    expect(first!.when.map(({ expression: read, test: { kind, ...rest } }) => [expression(read), kind, ...("values" in rest ? rest.values.map((one) => one.value) : [])])).toEqual([
      [["$.a", "| f"], "values", "interrupted"],
      [["$.b"], "values", "x", 1, true],
      [["$.c"], "present"],
      [["$.d"], "absent"],
      [["$.e"], "values", "present"],
      [["$.g"], "values", "$x"],
    ]);
    expect(second!.events.map((event) => event.type.value)).toEqual(["turn.completed"]);
  });

  test("events in order; a list of payloads gives one each, `when` guards one", () => {
    const { events } = row("a:\n  item.updated: [{ data: $.a }, { when: { $.b: present }, data: $.b }]\n  user-input.requested: {}\n").alternatives[0]!;
    expect(events.map((event) => [event.type.value, event.when.length, event.fields.map((field) => field.name.value)])).toEqual([
      ["item.updated", 0, ["data"]],
      ["item.updated", 1, ["data"]],
      ["user-input.requested", 0, []],
    ]);
  });

  test("refs: a path, none, an identity; remember and ensure", () => {
    const [alternative] = row("a:\n  refs: { thread: none, turn: $.t ?? $.u, item: [$.m.id, text, 1, $b.nth], lane: [none, $.id] }\n  remember: { block: { kind: text, n: $.n } }\n  ensure: { item.started: { itemType: reasoning } }\n").alternatives;
    const refs = alternative!.refs.map(({ name, value: ref }) => [name.value, ref.kind, ...(ref.kind === "expression" ? expression(ref.expression) : ref.kind === "identity" ? ref.parts.flatMap(expression) : [])]);
    expect(refs).toEqual([
      ["thread", "none"],
      ["turn", "expression", "$.t", ["??", "$.u"]],
      ["item", "identity", "$.m.id", { literal: "text" }, { literal: 1 }, "$b.nth"],
      ["lane", "identity", { literal: null }, "$.id"],
    ]);
    expect(alternative!.remember.map(({ cell, fields }) => [cell.value, fields.map((field) => value(field.value))])).toEqual([["block", ["text", { read: ["$.n"] }]]]);
    expect(alternative!.ensure.map((event) => event.type.value)).toEqual(["item.started"]);
    expect(alternative!.events).toEqual([]);
  });

  test("answers and decisions", () => {
    const { answer, decide } = row("a:\n  request.opened: {}\n  answer:\n    - when: { $.error: present }\n      request.resolved: { decision: cancel }\n    - none: nothing to say\n  decide:\n    accept: { decision: $extra.x }\n    decline: error\n    cancel: decline\n    otherwise: cancel\n");
    expect(answer!.map(({ events, none }) => events[0]?.type.value ?? none?.value)).toEqual(["request.resolved", "nothing to say"]);
    expect(decide!.decisions.map(({ decision, reply }) => [decision.value, reply.kind, reply.kind === "as" ? reply.decision : reply.kind === "result" ? value(reply.value) : undefined])).toEqual([
      ["accept", "result", { decision: { read: ["$extra.x"] } }],
      ["decline", "error", undefined],
      ["cancel", "as", "decline"],
    ]);
    expect(otherwiseOf("cancel")).toEqual([["*", "cancel"]]);
    expect(otherwiseOf("error")).toEqual([["*", "error"]]);
    expect(otherwiseOf("{ acceptForSession: accept, accept: error }")).toEqual([
      ["acceptForSession", "accept"],
      ["accept", "error"],
    ]);
  });

  test("what the table ensures, and a row without it", () => {
    const { ensure, rows } = parseTable(withRows("a: { x.y: {} }\nb: { ensure: none, x.y: {} }\nc: { ensure: { item.started: {} } }\n", "ensure: { thread.started: { providerThreadId: $.id }, turn.started: {} }\n"));
    expect(ensure.map(({ type }) => type.value)).toEqual(["thread.started", "turn.started"]);
    expect(rows.map(({ alternatives: [one] }) => [one!.ensuresNothing, one!.ensure.map(({ type }) => type.value)])).toEqual([
      [false, []],
      [true, []],
      [false, ["item.started"]],
    ]);
  });

  test("twins, and rows that yield", () => {
    const { twin, yieldsTo } = row("a: { x.y: {}, twin: item/started, yieldsTo: [b, c] }\n");
    expect(twin.map((one) => one.value)).toEqual(["item/started"]);
    expect(yieldsTo.map((one) => one.value)).toEqual(["b", "c"]);
  });

  test("examples are data: a dollar means nothing in them", () => {
    const { examples } = row("a:\n  x.y: {}\n  examples:\n    - message: { method: $.m, list: [1, null, { __proto__: 1 }] }\n      events: [{ type: x.y, payload: { a: $.b } }, { type: z.w }]\n");
    const [example] = examples;
    expect(JSON.stringify(example!.message)).toBe('{"method":"$.m","list":[1,null,{"__proto__":1}]}');
    expect(example!.events).toEqual([{ type: "x.y", payload: { a: "$.b" } }, { type: "z.w" }]);
  });

  test("`none` is for sent rows and answer tables", () => {
    expect(row('a: { none: "the host has it" }\n', "answers: $.id\n").alternatives[0]!.none?.value).toBe("the host has it");
    const { sent, sentSchema } = parseTable(withPart("sentSchema: p#/ClientRequest\nsent: { a: { none: x } }\n"));
    expect(sent[0]!.alternatives[0]!.none?.value).toBe("x");
    expect(sentSchema!.value).toEqual({ protocol: "p", name: "ClientRequest" });
  });
});

test("value tables, in document order", () => {
  const { values } = parseTable(withPart('values:\n  status: { of: codex-app-server#/TurnStatus, map: { No: a, "true": false, -32601: 1, "mcp__*": null }, unlisted: $$x, absent: y }\n  open: { of: string, map: {} }\n  tag: { of: p#/ThreadItem.type, map: {} }\n'));
  expect(values.map((table) => [table.name.value, table.of.value])).toEqual([["status", "codex-app-server#/TurnStatus"], ["open", "string"], ["tag", "p#/ThreadItem.type"]]);
  expect(values[0]!.map.map(({ from, to }) => [from.value, to.value])).toEqual([["No", "a"], ["true", false], ["-32601", 1], ["mcp__*", null]]);
  expect([values[0]!.unlisted?.value, values[0]!.absent?.value, values[1]!.unlisted]).toEqual(["$x", "y", undefined]);
});

test("a memory file, known by its name or by its key", () => {
  const text = "memory:\n  block: { by: [$.p, $message.id], holds: { input: json, nth: count }, until: turn }\n  run: { by: [], holds: {}, until: session }\n";
  for (const file of ["mappings/codex/memory.yaml", "mappings/codex/other.yaml"]) {
    const { node } = parseMapping(file, text);
    if (node?.kind !== "memory") throw new Error("no memory");
    expect(node.file).toBe(file);
    expect(node.cells.map((cell) => [cell.name.value, cell.by.flatMap(expression), cell.holds.map((hold) => `${hold.name.value}: ${hold.kind.value}`), cell.until.value])).toEqual([
      ["block", ["$.p", "$message.id"], ["input: json", "nth: count"], "turn"],
      ["run", [], [], "session"],
    ]);
  }
});

test("the head of a table", () => {
  const table = parseTable('source: a\nspec: 3.1\nschema: codex-app-server#/ServerNotification\nanswers: $.id\nkey: $.method\nrefs: { thread: $.params.threadId }\nrows: {}\n');
  expect(table).toMatchObject({ kind: "table", file: "mappings/codex/test.yaml", source: { value: "a" }, spec: { value: "3.1" }, schema: { value: { protocol: "codex-app-server", name: "ServerNotification" } }, rows: [], sent: [], values: [] });
  expect(path(table.answers!.value)).toBe("$.id");
  expect(table.refs.map((one) => one.name.value)).toEqual(["thread"]);
});
