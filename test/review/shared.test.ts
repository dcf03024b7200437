import { describe, expect, test } from "vitest";
import { compareShared, compareTransforms, overlayChanges } from "../../codegen/review/index.js";
import { memory, read, sharedAfter, table } from "./reading.js";

const keys = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key);

test("a value table names its rows, and another word breaks their fields", () => {
  const { changes, breaking } = sharedAfter(["{ done: completed, broken: failed }, unlisted: failed", "{ done: interrupted, later: completed }, unlisted: completed"]);
  expect(changes.map(({ kind, change, name, says, rows }) => ({ kind, change, name, says, rows: keys(rows) }))).toEqual([
    { kind: "values", change: "changed", name: "turnState", says: ["done: completed -> interrupted", "- broken: failed", "(unlisted): failed -> completed", "+ later: completed"], rows: ["turn/completed"] },
  ]);
  expect(breaking).toEqual([
    { kind: "field-changed", event: "turn.completed", field: "state", was: "completed", is: "interrupted", of: ["turn/completed"], by: "values turnState, done" },
    { kind: "field-changed", event: "turn.completed", field: "state", was: "failed", is: "completed", of: ["turn/completed"], by: "values turnState, broken" },
    { kind: "field-changed", event: "turn.completed", field: "state", was: "failed", is: "completed", of: ["turn/completed"], by: "values turnState, (unlisted)" },
  ]);
});

test("lines in another order, or one more that says the same, break nothing", () => {
  expect(sharedAfter(["{ done: completed, broken: failed }", "{ broken: failed, done: completed }"])).toEqual({ changes: [], breaking: [] });
  expect(sharedAfter(["broken: failed }", "broken: failed, bad: failed }"]).breaking).toEqual([]);
});

test("a ref touches the rows that have none of their own, a key none, `ensure` all", () => {
  const { changes } = sharedAfter(["turn: $.params.turnId", "turn: $.params.turn"], ["key: $.method", "key: $.type\nensure: { thread.started: {} }"]);
  expect(changes.map(({ kind, change, name, rows }) => ({ kind, change, name, rows: keys(rows) }))).toEqual([
    { kind: "key", change: "changed", name: "codex.app-server.notification", rows: [] },
    { kind: "refs", change: "changed", name: "turn", rows: ["turn/started", "turn/completed"] },
    { kind: "ensure", change: "added", name: "codex.app-server.notification", rows: ["turn/started", "turn/completed", "notice"] },
  ]);
});

test("a memory cell touches the rows that fill or read it", () => {
  const files = (text: string) => [read(table), read(text, "mappings/codex/memory.yaml")];
  const { changes } = compareShared(files(memory), files(memory.replace("text: last", "text: text")), new Set());
  expect(changes.map(({ kind, name, rows }) => ({ kind, name, rows: keys(rows) }))).toEqual([{ kind: "memory", name: "said", rows: ["notice"] }]);
  expect(compareShared(files(memory), files(`# kept\n${memory}`), new Set()).changes).toEqual([]);
});

describe("transforms", () => {
  const file = "src/transforms/text.ts";
  const text = '/** Short. */\nconst limit = 3;\nexport function trimmed(text: string): string {\n  return text.trim();\n}\nexport function turnState(text: string): string {\n  return text.slice(limit);\n}\n';
  const after = async (...edits: readonly (readonly [string, string])[]) =>
    (await compareTransforms(new Map([[file, text]]), new Map([[file, edits.reduce((all, [from, to]) => all.replace(from, to), text)]]), [read(table)])).map(({ change, name, rows }) => ({ change, name, rows: keys(rows) }));

  test("comments and layout are no change", async () => {
    expect(await after(["Short", "Shorter"], ["  return text.trim();", "  // why\n\n    return  text.trim();"])).toEqual([]);
  });
  test("one that is another names its rows", async () => {
    expect(await after(["slice(limit)", "slice(1)"])).toEqual([{ change: "changed", name: "turnState", rows: ["turn/completed"] }]);
  });
  test("what stands beside them counts for all", async () => {
    expect(await after(["limit = 3", "limit = 4"])).toEqual([
      { change: "changed", name: "trimmed", rows: [] },
      { change: "changed", name: "turnState", rows: ["turn/completed"] },
    ]);
  });
  test("one that another module imports counts there, and one that is gone is told", async () => {
    const user = 'import { trimmed } from "./text.js";\nexport function short(text: string): string {\n  return trimmed(text);\n}\n';
    const before = new Map([[file, text], ["src/transforms/user.ts", user]]);
    const now = new Map([[file, text.replace("text.trim()", "text")], ["src/transforms/user.ts", user]]);
    expect((await compareTransforms(before, now, [])).map(({ change, name }) => `${change} ${name}`)).toEqual(["changed trimmed", "changed short"]);
    expect((await compareTransforms(before, new Map([[file, text]]), [])).map(({ change, name }) => `${change} ${name}`)).toEqual(["removed short"]);
  });
});

test("a transform that moved to another module is the same", async () => {
  const text = "export function trimmed(text: string): string {\n  return text.trim();\n}\n";
  expect(await compareTransforms(new Map([["src/transforms/a.ts", text]]), new Map([["src/transforms/b.ts", `import type { A } from "./a.js";\ninterface B {}\n${text}`]]), [])).toEqual([]);
});

test("an overlay is told by its entries, without notes", () => {
  const before = "definitions:\n  A: { note: why, schema: { type: string } }\n  B: { schema: { type: string } }\n";
  const after = "# why\ndefinitions:\n  A: { note: other, schema: { type: string } }\n  C: { schema: { type: string } }\n";
  expect(overlayChanges("o.yaml", before, after)).toEqual(["- definitions B", "+ definitions C"]);
  expect(overlayChanges("o.yaml", before, before.replace("A: { note: why, schema: { type: string }", "A: { schema: { type: integer }"))).toEqual(["~ definitions A"]);
  expect(overlayChanges("o.yaml", undefined, before)).toEqual(["+ definitions A", "+ definitions B"]);
});
