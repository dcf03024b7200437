import { describe, expect, it } from "vitest";
import type { Refs } from "../../src/contract.js";
import { createTurn, createThread } from "../../src/session/entities.js";
import { createMemory } from "../../src/session/memory.js";

const REFS: Refs = { session: undefined, thread: undefined, turn: undefined, item: undefined, request: undefined, lane: undefined };
const thread = createThread("th1", "thread", "th1", "", undefined);
const [turn, other] = [createTurn("t1", "turn", "t1", "", thread), createTurn("t2", "turn2", "t2", "", thread)];

const memory = () =>
  createMemory(
    {
      all: { holds: { last: "last", count: "count", text: "text", json: "json", utf8: "utf8" }, until: "session" },
      brief: { holds: { x: "last" }, until: "turn" },
    },
    (refs) => (refs.turn === "t2" ? other : turn),
  );

describe("memory cells (mappings/README.md)", () => {
  it("holds by kind, and skips what is absent", () => {
    const m = memory();
    m.remember("all", ["k"], { last: 1, count: "any", text: "a", json: '{"a":' }, REFS);
    m.remember("all", ["k"], { last: null, count: undefined, text: "b", json: "[1,2]}" }, REFS);
    expect(m.recall("all", ["k"])).toEqual({ last: 1, count: 1, text: "ab", json: { a: [1, 2] } });
    m.remember("all", ["k"], { last: 2, count: 0, unheardOf: 1 }, REFS);
    expect(m.recall("all", ["k"])).toMatchObject({ last: 2, count: 2 });
    expect(m.recall("all", ["k"])).not.toHaveProperty("unheardOf");
  });

  it("bytes that did not come are not the last ones again, and half a character waits for the other half", () => {
    const m = memory();
    const seen = ["b2s=", undefined, "54w=", null, "qw=="].map((utf8) => {
      m.remember("all", ["k"], { utf8 }, REFS);
      return m.recall("all", ["k"])["utf8"];
    });
    expect(seen).toEqual(["ok", undefined, "", undefined, "\u732b"]);
  });

  it("a JSON is there only when it is whole", () => {
    const m = memory();
    const seen = ['{"s":"a}', '\\"]', '","n":', "{}", "}", " ", "}"].map((json) => {
      m.remember("all", ["k"], { json }, REFS);
      return m.recall("all", ["k"])["json"];
    });
    const whole = { s: 'a}"]', n: {} };
    expect(seen).toEqual([undefined, undefined, undefined, undefined, whole, whole, undefined]);
  });

  it("a long JSON in many pieces takes time in proportion to its length", () => {
    const m = memory();
    const pieces = 20_000;
    m.remember("all", ["k"], { json: "[" }, REFS);
    for (let index = 0; index < pieces; index += 1) m.remember("all", ["k"], { json: `{"i":${index}},` }, REFS);
    m.remember("all", ["k"], { json: "0]" }, REFS);
    expect(m.recall("all", ["k"])["json"]).toHaveLength(pieces + 1);
  });

  it.each([
    [["{}", "", ""], {}],
    [["{}", "{}"], undefined],
    [["[1", " ", "2]"], undefined],
    [["[1", ", ", "2]", "\n"], [1, 2]],
    [['"a\\', "", '"b', '"'], 'a"b'],
    [[" ", "tr", "ue"], true],
    [["1", "2", " "], 12],
    [["1", " ", "2"], undefined],
    [["]", "["], undefined],
    [["{}}", "{"], undefined],
    [["x{", "}"], undefined],
    [["{]", "{}"], undefined],
    [['{"a":"' + "x".repeat(400), '"}', ""], { a: "x".repeat(400) }],
  ] as [string[], unknown][])("json: %j", (pieces, value) => {
    const m = memory();
    for (const json of pieces) m.remember("all", ["k"], { json }, REFS);
    expect(m.recall("all", ["k"])["json"]).toEqual(value);
  });

  it.each([
    ["a value that is followed by others", "{}", "{}"],
    ["brackets that do not match", "]", "{}"],
    ["a long text that is none", `x${"[]".repeat(5_000_000)}`, "[]"],
    ["a long text in brackets that is none", `[${"x".repeat(10_000_000)}]`, "[]"],
  ])("what can never become JSON costs nothing more: %s", (_, first, next) => {
    const m = memory();
    m.remember("all", ["k"], { json: first }, REFS);
    for (let index = 0; index < 20_000; index += 1) m.remember("all", ["k"], { json: next }, REFS);
    expect(m.recall("all", ["k"])["json"]).toBeUndefined();
    expect(m.cells.get("all")?.get('"k')?.json?.["json"]?.text).toBe("");
  });

  it("a count whose entry had to make room never comes to a number again that its key has had", () => {
    const m = memory();
    const seen = new Map<number, number>();
    for (let round = 0; round < 3; round += 1) {
      for (let key = 0; key < 1_500; key += 1) {
        m.remember("all", [key], { count: true }, REFS);
        const count = m.recall("all", [key])["count"] as unknown as number;
        expect(count).toBeGreaterThan(seen.get(key) ?? 0);
        seen.set(key, count);
      }
    }
    expect(m.cells.get("all")?.size).toBeLessThanOrEqual(1_024);
  });

  it("a key too deep to be written down is a key like any other", () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    const m = memory();
    m.remember("all", [deep], { last: 1 }, REFS);
    expect(m.recall("all", [deep])["last"]).toBe(1);
  });

  it("keeps keys apart by their types and parts", () => {
    const m = memory();
    for (const [index, key] of [["1"], [1], ["a", "b"], ["a,b"], ['["a"'], [null], [undefined, "x"], ["__proto__"]].entries()) m.remember("all", key, { last: index }, REFS);
    expect([["1"], [1], ["a", "b"], ["a,b"], ['["a"'], [null], [undefined, "x"], ["__proto__"]].map((key) => m.recall("all", key)["last"])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(m.recall("all", ["none"])).toEqual({});
    expect(m.recall("no cell", ["k"])).toEqual({});
    expect(() => m.remember("no cell", ["k"], { last: 1 }, REFS)).not.toThrow();
  });

  it("tells keys of several parts apart, however their parts are cut, and takes null for absent", () => {
    const m = memory();
    const keys = [["a", "b"], ["ab", ""], ["", "ab"], ["a", null, "b"], [1, 2], [12], ["1", 2], ["1;", 2], ["-"], [null], [], ['1"a'], [true], ["true"], [{ a: 1 }]];
    for (const [index, key] of keys.entries()) m.remember("all", key, { last: index }, REFS);
    expect(keys.map((key) => m.recall("all", key)["last"])).toEqual(keys.map((_, index) => index));
    expect(m.recall("all", ["a", undefined, "b"])).toBe(m.recall("all", ["a", null, "b"]));
  });

  it("until: turn is forgotten with its turn, and with no other", () => {
    const m = memory();
    m.remember("brief", ["a"], { x: 1 }, REFS);
    m.remember("brief", ["b"], { x: 2 }, { ...REFS, turn: "t2" });
    m.remember("all", ["a"], { last: 1 }, REFS);
    m.endTurn(turn);
    expect(m.recall("brief", ["a"])).toEqual({});
    expect(m.recall("brief", ["b"])).toEqual({ x: 2 });
    expect(m.recall("all", ["a"])).toEqual({ last: 1 });
  });

  it("keeps a bounded number of entries, the newest", () => {
    const m = memory();
    for (let index = 0; index < 10_000; index += 1) m.remember("all", [index], { last: index }, REFS);
    expect(m.cells.get("all")?.size).toBeLessThanOrEqual(1_024);
    expect(m.recall("all", [9_999])).toEqual({ last: 9_999 });
  });

  it.each([
    ["whole", ["4pyT"], ["\u2713"]],
    ["cut after the first byte", ["4g==", "nJM="], ["", "\u2713"]],
    ["four bytes in four chunks", ["8A==", "nw==", "mA==", "gA=="], ["", "", "", "\u{1f600}"]],
    ["a byte that begins nothing", ["/w==", "YQ=="], ["\ufffd", "a"]],
    ["a character that breaks off", ["4g==", "YQ=="], ["", "\ufffda"]],
    ["a byte order mark is text", ["77u/YQ=="], ["\ufeffa"]],
  ])("utf8: %s", (_, chunks, texts) => {
    const m = memory();
    const seen = chunks.map((utf8) => {
      m.remember("all", ["k"], { utf8 }, REFS);
      return m.recall("all", ["k"])["utf8"];
    });
    expect(seen).toEqual(texts);
  });
});
