import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { command } from "./command.js";
import type { Judged } from "./judged.js";

const survivor: Judged = { order: 2, table: "demo/notifications", row: "turn/started", kind: "drop-field", what: "turn.started.model", file: "mappings/demo/notifications.yaml", line: 9, verdict: { is: "survivor", same: false } };
const killed: Judged = { ...survivor, order: 1, kind: "drop-row", what: "", verdict: { is: "killed", by: "a.test.ts: b" } };
const refused: Judged = { ...survivor, order: 3, kind: "drop-event", what: "turn.started", verdict: { is: "refused", by: "bad-row" } };

async function run(argued: string, args: readonly string[] = [], judged: readonly Judged[] = [survivor, killed, refused]) {
  const root = mkdtempSync(path.join(tmpdir(), "mutate-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, "test/mutate"), { recursive: true });
  writeFileSync(path.join(root, "test/mutate/argued.yaml"), argued);
  let out = "";
  let err = "";
  const code = await command(args, { root, judge: async (names) => judged.filter(({ table }) => names.length === 0 || names.some((name) => table.includes(name))), out: (text) => void (out += text), err: (text) => void (err += text) });
  return { code, out, err };
}

test("a survivor without an argument is named with its place, and is a finding", async () => {
  const { code, out } = await run("[]\n");
  expect(code).toBe(1);
  expect(out).toBe(`mappings/demo/notifications.yaml:9  drop-field  turn/started, turn.started.model

demo/notifications   50.0 %     1 of    2 killed, 1 survive (0 argued), 1 do not compile
all                  50.0 %     1 of    2 killed, 1 survive (0 argued), 1 do not compile

The tests notice 50.0 % of the mutants of the tables; 1 survivor without an argument.
`);
});

test("one with an argument is none", async () => {
  const { code, out } = await run('- { table: demo/*, row: turn/started, kind: drop-field, what: "*.model", reason: nobody says it }\n');
  expect(code).toBe(0);
  expect(out).toContain("1 survive (1 argued)");
  expect(out).not.toContain("notifications.yaml:9");
});

test("an argument for nothing that has survived is stale, unless not all was tried", async () => {
  const argued = '- { kind: drop-field, reason: nobody says it }\n- { row: turn/started, kind: drop-row, reason: once }\n';
  const { code, out } = await run(argued);
  expect(code).toBe(1);
  expect(out).toContain("test/mutate/argued.yaml:2  argues for nothing that has survived: once");
  expect((await run(argued, ["demo"])).code).toBe(0);
});

test("formats for programs and for pull requests", async () => {
  const json = await run("[]\n", ["--format", "json"]);
  expect(JSON.parse(json.out)).toMatchObject({ total: { all: 2, killed: 1, refused: 1, score: 0.5 }, tables: [{ table: "demo/notifications" }], survivors: [{ line: 9, kind: "drop-field" }], stale: [], missing: 1 });
  const markdown = await run("[]\n", ["--format", "markdown"]);
  expect(markdown.out).toContain("| all | 50.0 % | 1 | 2 | 1 | 0 | 1 |");
  expect(markdown.out).toContain("| mappings/demo/notifications.yaml:9 | drop-field | `turn/started, turn.started.model` |");
});

test("wrong use is said with how it is used", async () => {
  for (const args of [["--format", "yaml"], ["--fast"]]) {
    const { code, out, err } = await run("[]\n", args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("npm run mutate -- [--format text|json|markdown] [TABLE...]");
  }
  expect(await run("[]\n", ["nowhere"])).toEqual({ code: 2, out: "", err: "No table is called 'nowhere'.\n" });
  expect(await run("[]\n", ["--help"])).toMatchObject({ code: 0, err: "" });
});

test("a list of arguments that cannot be read is shown where it is wrong", async () => {
  const { code, err } = await run("- { row: error }\n- { rows: error, reason: x }\n");
  expect(code).toBe(2);
  expect(err).toContain("test/mutate/argued.yaml:1:3: There is no reason.");
  expect(err).toContain('test/mutate/argued.yaml:2:5: "rows" is no part of an argument.');
});
