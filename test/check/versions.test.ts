import { describe, expect, test } from "vitest";
import { checkFiles, found, programOf, row, rows, type Files } from "./checking.js";
import { definitions, demo, notification, object, type Definitions } from "./protocol.js";

/** Two versions of a protocol side by side: what only one of them has. */

const text = { type: "string" };
const grown: Definitions = {
  ...definitions,
  TurnStatus: { type: "string", enum: ["running", "completed", "failed", "paused"] },
  ApproveParams: object({ itemId: text, reason: text }),
  Notification: {
    oneOf: [
      ...definitions.Notification.oneOf.filter((one) => !JSON.stringify(one).includes("log/written")),
      notification("log/written", { level: text, text, "extra?": { type: "object" } }),
      notification("queue/updated", { threadId: text, length: { type: "integer" } }),
    ],
  },
};
const both = [demo({ "1.0": definitions, "2.0": grown })];

const without = (text: string): Files => Object.fromEntries(Object.entries(rows(text)).map(([file, table]) => [file, table.replace(/ {2}"\*": .*\n/, "")]));
const older = "turn/{started,completed}: { item.updated: {} }\nitem/{started,delta}: { item.updated: {} }\n{plan/updated,log/written}: { item.updated: {} }".replace(/^([^:]*):/gm, '"$1":');

test("a message of one version needs a row, and says so", async () => {
  const { diagnostics } = await checkFiles(without(older), both);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(['uncovered-message No row covers "queue/updated" (in 2.0).']);
});

test("a row knows the versions of its messages", async () => {
  const program = await programOf(without(`${older}\nqueue/updated: { thread.metadata.updated: { metadata: $.params } }`), both);
  const covers = program.providers[0]!.tables[0]!.rows.flatMap((one) => one.covers.map(({ key, versions }) => `${key} ${versions.join()}`));
  expect(covers).toEqual(["turn/started 1.0,2.0", "turn/completed 1.0,2.0", "item/started 1.0,2.0", "item/delta 1.0,2.0", "plan/updated 1.0,2.0", "log/written 1.0,2.0", "queue/updated 2.0"]);
});

describe("what only some versions require", () => {
  test("is optional", async () => {
    const files = rows('log/written: { session.configured: { config: $.params.extra } }\n"queue/updated": { item.updated: {} }');
    expect(found(await checkFiles(files)).map(({ code }) => code)).toContain("unknown-message");
    const checked = await checkFiles(rows("log/written: { session.configured: { config: «$.params.extra» } }"), both);
    expect(found(checked).map(({ code, at }) => `${code} ${at}`)).toEqual([`optional-into-required ${checked.marked[0]}`]);
  });

  test("is required again where every version requires it", async () => {
    expect((await checkFiles(rows("log/written: { session.configured: { config: $.params.extra } }"))).diagnostics).toEqual([]);
    expect((await checkFiles(row("turn.diff.updated: { unifiedDiff: $.params.turn.id }"), both)).diagnostics).toEqual([]);
  });
});

test("a value of one version needs its line", async () => {
  const values = "values:\n  state: { of: demo#/TurnStatus, map: { running: completed, completed: completed, failed: failed }, unlisted: failed }\n";
  const files = row("turn.completed: { state: $.params.turn.status | state }", values);
  expect((await checkFiles(files)).diagnostics).toEqual([]);
  expect((await checkFiles(files, both)).diagnostics.map(({ code, hint }) => `${code} ${hint}`)).toEqual(["missing-values Add to its `map`:\n  paused: { undecided: [completed, failed] }"]);
});

test("a tag that one version does not have yet is absent there", async () => {
  const old: Definitions = { Message: { oneOf: [object({ type: { enum: ["note"] } }), object({ type: { enum: ["end"] } })] } };
  const fresh: Definitions = { Message: { oneOf: [object({ type: { enum: ["note"] }, kind: { enum: ["a", "b"] } }), object({ type: { enum: ["end"] } })] } };
  const file = "mappings/demo/messages.yaml";
  const head = "source: claude.sdk.message\nspec: '4.1'\nschema: demo#/Message\nkey: { $.type: { note: $.kind } }\nrows:\n  end: { item.updated: {} }\n  note:{a,b}: { item.updated: {} }\n";
  const two = [demo({ "1.0": old, "2.0": fresh })];
  const uncovered = await checkFiles({ [file]: head.replace("note:{a,b}", '"note:{a,b}"') }, two);
  expect(uncovered.diagnostics.map(({ message }) => message)).toEqual(['No row covers "note:(none)" (in 1.0).']);
  expect((await checkFiles({ [file]: head.replace("note:{a,b}", '"note:{a,b,(none)}"') }, two)).diagnostics).toEqual([]);
});
