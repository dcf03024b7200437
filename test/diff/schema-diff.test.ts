import { describe, expect, test } from "vitest";
import { diffOf, lineOf, linesOf, notification, object, params, ref, text, version, words } from "./reading.js";

const whole = { type: "integer" };
const orNull = (schema: object | boolean): object => ({ anyOf: [schema, { type: "null" }] });
const list = (items: object | boolean): object => ({ type: "array", items });

test("versions that say the same have no changes, whatever their words", () => {
  const before = params({ turn: ref("Turn") }, { Turn: object({ id: text, "next?": ref("Turn") }) });
  const after = params({ turn: { description: "The turn.", allOf: [ref("Turn")] } }, { Turn: { ...object({ "next?": ref("Turn"), id: text }), title: "Turn" } });
  expect(linesOf(before, after)).toEqual([]);
});

describe("messages", () => {
  test("added, removed, and perhaps renamed", () => {
    const before = version([notification("turn/started", { turnId: text, at: whole }), notification("turn/diff", { turnId: text, diff: text }), notification("kept", {})]);
    const after = version([notification("kept", {}), notification("turn/diffUpdated", { turnId: text, diff: text }), notification("warning", { message: text })]);
    expect(linesOf(before, after)).toEqual([
      "turn/diffUpdated $ message added turn/diffUpdated ~ turn/diff",
      "warning $ message added warning",
      "turn/started $ message removed turn/started",
      "turn/diff $ message removed turn/diff ~ turn/diffUpdated",
    ]);
  });

  test("a near name of quite another shape is no new name", () => {
    const before = version([notification("turn/diff", { diff: text, turnId: text }), notification("kept", {})]);
    const after = version([notification("turn/diffs", { files: list(text), count: whole, done: { type: "boolean" } }), notification("kept", {})]);
    expect(diffOf(before, after).changes.map(({ renamed }) => renamed)).toEqual([undefined, undefined]);
  });

  test("nor is what only the name of another family resembles", () => {
    const before = version([notification("thread/rollback", { threadId: text }), notification("kept", {})]);
    const after = version([notification("thread/goal/clear", { threadId: text }), notification("kept", {})]);
    expect(diffOf(before, after).changes.map(({ renamed }) => renamed)).toEqual([undefined, undefined]);
  });

  test("a union that is gone is one change", () => {
    const event = { "Event.json": { $schema: "http://json-schema.org/draft-07/schema#", oneOf: [notification("a", {}), notification("b", {})] } };
    const { changes } = diffOf({ ...params({}), ...event }, params({}));
    expect(changes.map(lineOf)).toEqual(["a $ & b $ union removed Event: 2 messages"]);
  });

  test("requests, and what answers them", () => {
    const request = (method: string, name: string): object => object({ id: text, method: words(method), params: ref(`${name}Params`) });
    const file = (methods: readonly string[], definitions: object): Record<string, unknown> => ({
      "ClientRequest.json": { $schema: "http://json-schema.org/draft-07/schema#", oneOf: methods.map((method) => request(method, method[0]!.toUpperCase() + method.slice(1))), definitions },
    });
    const before = file(["start"], { StartParams: object({ cwd: text }), StartResponse: object({ id: text }) });
    const after = file(["start", "stop"], { StartParams: object({ cwd: text }), StartResponse: object({ id: text, model: text }), StopParams: object({}) });
    const { changes, definitions } = diffOf(before, after);
    expect(changes.map(lineOf)).toEqual(["stop $ request added stop", "start (answer) $.result.model field added model: string"]);
    expect(definitions).toEqual({ added: ["StopParams"], removed: [] });
  });
});

describe("fields", () => {
  test.each([
    ["an optional one is added", {}, { "reason?": text }, "turn/completed $.params.reason field added reason: string (optional)"],
    ["a required one is added", {}, { reason: text }, "turn/completed $.params.reason field added reason: string"],
    ["one is removed", { reason: text }, {}, "turn/completed $.params.reason field removed reason: string"],
    ["required becomes optional", { reason: text }, { "reason?": text }, "turn/completed $.params.reason field changed reason: string -> string (optional)"],
    ["optional becomes required", { "reason?": text }, { reason: text }, "turn/completed $.params.reason field changed reason: string (optional) -> string"],
    ["null becomes possible", { reason: text }, { reason: orNull(text) }, "turn/completed $.params.reason field changed reason: string -> string | null"],
    ["its type changes", { reason: text }, { reason: whole }, "turn/completed $.params.reason field changed reason: string -> integer"],
    ["an object instead of a text", { reason: text }, { reason: object({ code: whole }) }, "turn/completed $.params.reason field changed reason: string -> { code }"],
    ["a list instead of one", { reason: text }, { reason: list(text) }, "turn/completed $.params.reason field changed reason: string -> string[]"],
    ["the elements of a list change", { reasons: list(text) }, { reasons: list(whole) }, "turn/completed $.params.reasons[] type changed : string -> integer"],
    ["any text instead of listed words", { reason: words("a", "b") }, { reason: text }, 'turn/completed $.params.reason field changed reason: "a" | "b" -> string'],
  ])("%s", (_, before, after, expected) => {
    expect(linesOf(params(before), params(after))).toEqual([expected]);
  });

  test("a new name for the same thing is suggested", () => {
    expect(linesOf(params({ "sessionId?": text }), params({ "realtimeSessionId?": text }))).toEqual([
      "turn/completed $.params.realtimeSessionId field added realtimeSessionId: string (optional) ~ sessionId",
      "turn/completed $.params.sessionId field removed sessionId: string (optional) ~ realtimeSessionId",
    ]);
  });

  test("what a definition gets is told once, with the messages that hold it", () => {
    const messages = [notification("turn/started", { turn: ref("Turn") }), notification("turn/completed", { turn: ref("Turn"), also: list(ref("Turn")) }), notification("other", {})];
    const { changes } = diffOf(version(messages, { Turn: object({ id: text }) }), version(messages, { Turn: object({ id: text, "ms?": whole }) }));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ kind: "field", name: "ms", places: [{ definition: "Turn", path: "$.ms" }] });
    expect(changes.map(lineOf)).toEqual(["turn/started $.params.turn.ms & turn/completed $.params.turn.ms field added ms: integer (optional)"]);
  });

  test("what every message gets is told once", () => {
    const all = (properties: object): Record<string, unknown> => version(["a", "b", "c"].map((method) => object({ method: words(method), ...properties })));
    expect(linesOf(all({}), all({ "at?": whole }))).toEqual(["a $.at & b $.at & c $.at field added at: integer (optional)"]);
  });

  test("a definition that no message holds does not count", () => {
    expect(diffOf(params({}, { Unused: object({ a: text }) }), params({}, { Unused: object({ b: text }), New: text }))).toEqual({ changes: [], definitions: { added: [], removed: [] } });
  });

  test("a definition under a new name is compared with what it was", () => {
    const before = params({ turn: ref("Turn") }, { Turn: object({ id: text }) });
    const after = params({ turn: ref("TurnV2") }, { TurnV2: object({ id: text, "ms?": whole }) });
    expect(linesOf(before, after)).toEqual(["turn/completed $.params.turn.ms field added ms: integer (optional)"]);
  });
});

describe("values and variants", () => {
  test("values of an enum come and go", () => {
    const before = params({ status: ref("Status") }, { Status: words("inProgress", "done") });
    const after = params({ status: ref("Status") }, { Status: words("in_progress", "done", "paused") });
    expect(linesOf(before, after)).toEqual([
      "turn/completed $.params.status value added in_progress ~ inProgress",
      "turn/completed $.params.status value added paused",
      "turn/completed $.params.status value removed inProgress ~ in_progress",
    ]);
  });

  const item = (type: string, more: object = {}): object => object({ type: words(type), id: text, ...more });

  test("variants of another union come and go, and change inside", () => {
    const before = params({ item: ref("Item") }, { Item: { oneOf: [item("plan"), item("command", { command: text })] } });
    const after = params({ item: ref("Item") }, { Item: { oneOf: [item("command", { command: list(text) }), item("sleep")] } });
    expect(linesOf(before, after)).toEqual([
      "turn/completed $.params.item(type=command).command field changed command: string -> string[]",
      "turn/completed $.params.item(type=sleep) variant added sleep: { type, id }",
      "turn/completed $.params.item(type=plan) variant removed plan: { type, id }",
    ]);
  });

  test("what every variant gets is told once", () => {
    const all = (more: object): Record<string, unknown> => params({ item: ref("Item") }, { Item: { oneOf: [item("plan", more), item("command", more)] } });
    expect(linesOf(all({}), all({ "at?": whole }))).toEqual(["turn/completed $.params.item(type=*).at field added at: integer (optional)"]);
  });

  test("several variants of one tag are told apart by what they need", () => {
    const image = item("image", { url: text });
    const before = params({ item: ref("Item") }, { Item: { oneOf: [item("text"), image] } });
    const after = params({ item: ref("Item") }, { Item: { oneOf: [item("text"), image, item("image", { fileId: text })] } });
    expect(linesOf(before, after)).toEqual(["turn/completed $.params.item(type=image { id, fileId }) variant added image { id, fileId }: { type, id, fileId }"]);
  });

  test("an enum of words and of objects with one key", () => {
    const before = params({ failure: ref("Failure") }, { Failure: { oneOf: [words("stopped"), object({ http: object({ status: whole }) })] } });
    const after = params({ failure: ref("Failure") }, { Failure: { oneOf: [words("stopped", "full"), object({ http: object({}) }), object({ busy: text })] } });
    expect(linesOf(before, after)).toEqual([
      "turn/completed $.params.failure value added full",
      "turn/completed $.params.failure(http).http.status field removed status: integer",
      "turn/completed $.params.failure(busy) variant added busy: { busy }",
    ]);
  });
});
