import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BumpReport } from "../../codegen/cli/bumping.js";
import { formatLock, hashesOf } from "../../codegen/vendor/index.js";
import { codexPackage, tarball, unpack } from "../vendor/packages.js";
import { newProject, runIn, tableFile, type Project } from "./project.js";
import { addRuntime, git, init } from "./runtime.js";

/** For what a test gives. */
let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "mapwright-bump-test-")));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Schema = object | boolean;

const text = { type: "string" };

function message(method: string, properties: Readonly<Record<string, Schema>>): Schema {
  const params = { type: "object", properties, required: Object.keys(properties) };
  return { type: "object", required: ["method", "params"], properties: { method: { type: "string", enum: [method] }, params } };
}

function item(type: string): Schema {
  return { type: "object", required: ["type"], properties: { type: { type: "string", enum: [type] } } };
}

/** The schema of a version: 1.0.0 has four messages. */
function schema(messages: readonly Schema[], states: readonly string[], items: readonly string[]): string {
  return `${JSON.stringify({ $schema: "http://json-schema.org/draft-07/schema#", title: "Message", oneOf: messages, definitions: { State: { type: "string", enum: states }, Item: { oneOf: items.map(item) } } }, undefined, 1)}\n`;
}

const started = message("turn/started", { turnId: text });
const completed = message("turn/completed", { turnId: text, state: { $ref: "#/definitions/State" } });
const delta = message("text/delta", { turnId: text, delta: text });
const done = message("item/completed", { turnId: text, item: { $ref: "#/definitions/Item" } });

const first = schema([started, completed, delta, done], ["done", "broken"], ["note", "call"]);
/** A new message with relatives and one without, a new enum value, a new variant, a new field. */
const second = schema(
  [message("turn/started", { turnId: text, model: text }), completed, message("zone/entered", { turnId: text, zone: text }), delta, message("text/chunk", { turnId: text, delta: text }), done],
  ["done", "paused", "broken"],
  ["note", "call", "call_group"],
);
/** A new message above a row that reads a field which is gone. */
const breaking = schema([started, completed, message("turn/paused", { turnId: text }), message("text/delta", { turnId: text, text }), done], ["done", "broken"], ["note", "call"]);
/** Nothing that a table has to know. */
const third = schema([message("turn/started", { turnId: text, model: text }), completed, delta, done], ["done", "broken"], ["note", "call"]);

const table = `source: codex.app-server.notification # the main stream
spec: "3.1"
schema: codex-app-server#/Message
key: $.method

refs:
  turn: $.params.turnId

rows:
  turn/started:
    turn.started: {}

  turn/completed:
    note: A broken turn has failed.
    turn.completed: { state: $.params.state | turnState }

  # ---- text ----

  text/delta:
    note: as it comes
    content.delta: { streamKind: assistant_text, delta: $.params.delta }

  # ---- items ----

  item/completed: # whole
    item.completed: { itemType: $.params.item.type | itemType }

values:
  turnState:
    of: codex-app-server#/State
    map: { done: completed, broken: failed } # both
    unlisted: failed

  itemType:
    of: codex-app-server#/Item.type
    map:
      call: dynamic_tool_call   # of a function
      note: assistant_message
    unlisted: unknown
`;

const config = `# where things are
schemas: schemas
mappings: mappings
transforms: transforms
output: generated
events: EVENTS.md
protocols:
  codex-app-server: ["1.0.0"] # oldest first
`;

/** The small project with a protocol that can be vendored. */
function demo(below?: string): Project {
  const project = newProject(below);
  rmSync(project.file("schemas/tiny"), { recursive: true });
  const files = hashesOf(new Map([["Message.json", first]]));
  project.write("schemas/codex-app-server/1.0.0/Message.json", first);
  project.write("schemas/lock.json", formatLock({ "codex-app-server": { "1.0.0": { package: "codex", version: "1.0.0", license: "MIT", obtained: "package", files } } }));
  project.write(tableFile, table);
  project.write("mapwright.config.yaml", config);
  return project;
}

/** A folder of schemas. */
function given(version: string, content: string): string[] {
  return [`codex-app-server@${version}`, "--from", unpack(path.join(folder, version), { "Message.json": content })];
}

const withStubs = table
  .replace(
    "delta: $.params.delta }\n",
    'delta: $.params.delta }\n\n  text/chunk:\n    undecided: "new in 2.0.0, proposed like text/delta"\n    content.delta:\n      streamKind: { undecided: [assistant_text, reasoning_text, reasoning_summary_text, plan_text, command_output, file_change_output, unknown] }\n      delta: $.params.delta\n',
  )
  .replace("| itemType }\n", '| itemType }\n\n  zone/entered:\n    undecided: "new in 2.0.0, nothing like it"\n')
  .replace("broken: failed }", "broken: failed, paused: { undecided: [completed, failed] } }")
  .replace("# of a function\n", "# of a function\n      call_group: { undecided: dynamic_tool_call }\n");

test("what is new gets a stub beside its relatives, and everything else keeps every byte", async () => {
  const project = demo();
  const { code, stdout, stderr } = await project.run("bump", ...given("2.0.0", second));
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(project.read(tableFile)).toBe(withStubs);
  expect(project.read("mapwright.config.yaml")).toBe(config.replace('["1.0.0"]', '["1.0.0", "2.0.0"]'));
  expect(project.read("schemas/codex-app-server/2.0.0/Message.json")).toBe(second);
  expect(Object.keys(JSON.parse(project.read("schemas/lock.json"))["codex-app-server"] as object)).toEqual(["1.0.0", "2.0.0"]);
  expect(existsSync(project.file("generated"))).toBe(false);
  expect(stdout).toBe(
    [
      "bump codex-app-server@2.0.0",
      "vendored: 1 file of @openai/codex@2.0.0 in schemas/codex-app-server/2.0.0",
      "config: mapwright.config.yaml:8 names 1.0.0, 2.0.0",
      "generated: not yet: first the stubs have to be decided",
      "",
      "codex-app-server 1.0.0 -> 2.0.0",
      "5 changes: 0 break a row, 4 need a row or value, 1 safe",
      "",
      "safe",
      "  1 field added",
      "  --format markdown lists all",
      "",
      "to decide: 2 rows, 2 values",
      `  ${tableFile}:23  text/chunk -> content.delta, like text/delta`,
      `  ${tableFile}:34  zone/entered -> nothing is like it`,
      `  ${tableFile}:40  turnState: paused -> one of completed, failed`,
      `  ${tableFile}:47  itemType: call_group -> dynamic_tool_call, like call`,
      "",
      "next",
      "  1. decide each stub: make it say what the message or value means, and delete its `undecided` (`npx mapwright check` shows what is left)",
      "  2. `npx mapwright generate`, then `npx mapwright diff --behaviour HEAD`: which events change on recorded transcripts",
      "  3. record or write a transcript of the new version (test/record/README.md of Mapwright says how), and commit",
      `  4. to take all back: \`git checkout -- mapwright.config.yaml schemas/lock.json ${tableFile} EVENTS.md && rm -r schemas/codex-app-server/2.0.0\``,
      "",
    ].join("\n"),
  );
});

test("check fails exactly on the stubs, generate refuses, and deciding them is all that is needed", async () => {
  const project = demo();
  const report = JSON.parse((await project.run("bump", ...given("2.0.0", second), "--format", "json")).stdout) as BumpReport;
  const check = await project.run("check", "--format", "json");
  const { diagnostics } = JSON.parse(check.stdout) as { diagnostics: { code: string; file: string; line: number }[] };
  expect(check.code).toBe(1);
  expect(diagnostics.map(({ code, file, line }) => [code, file, line])).toEqual([
    ["undecided-row", tableFile, 24],
    ["undecided-row", tableFile, 35],
    ["undecided-value", tableFile, 40],
    ["undecided-value", tableFile, 47],
  ]);
  // The line of a stub is that of its key, which is above the mark of a row.
  expect(report.stubs.map(({ kind, file, line }) => [`undecided-${kind}`, file, kind === "row" ? line + 1 : line])).toEqual(diagnostics.map(({ code, file, line }) => [code, file, line]));
  expect(report.stubs.map(({ key, proposed }) => [key, proposed])).toEqual([
    ["text/chunk", ["content.delta"]],
    ["zone/entered", []],
    ["paused", ["completed", "failed"]],
    ["call_group", ["dynamic_tool_call"]],
  ]);
  const explained = await project.run("explain", "codex.app-server.notification", "zone/entered");
  expect(explained).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("zone: string") as string });
  const generate = await project.run("generate");
  expect(generate).toMatchObject({ code: 1, stdout: "" });
  expect(generate.stderr).toContain("4 errors in 1 file; nothing was written");
  expect(await project.run("coverage")).toMatchObject({ code: 1, stdout: expect.stringContaining("zone/entered") as string });

  const marked = project.read(tableFile);
  project.write(tableFile, marked.replace(/^ *undecided: .*\n/gm, ""));
  expect(await project.run("generate")).toMatchObject({ code: 1, stdout: "" });
  const decided = marked
    .replace(/^( *)undecided: ".*nothing like it"$/m, "$1thread.metadata.updated: { metadata: $.params }")
    .replace(/^ *undecided: .*\n/gm, "")
    .replace(/\{ undecided: \[?(\w+).*?\}/g, "$1");
  project.write(tableFile, decided);
  expect((await project.run("generate")).code).toBe(0);
  expect(await project.run("check")).toMatchObject({ code: 0, stderr: "" });
});

test("a broken path stands first, at the line where the row is by now", async () => {
  const project = demo();
  project.edit(tableFile, "delta: $.params.delta }", 'delta: $.params.delta ?? "" }');
  const { stdout } = await project.run("bump", ...given("2.0.0", breaking));
  const row = project.read(tableFile).split("\n").findIndex((line) => line.includes("content.delta:")) + 1;
  expect(row).toBe(24);
  expect(stdout).toContain(`breaks a row\n  Message text/delta: $.params.delta  removed (string)\n    ${tableFile}:${row}  text/delta: reads $.params.delta, which is gone\n`);
});

test("--dry-run shows the same and writes nothing", async () => {
  const project = demo();
  const before = project.disk();
  const dry = await project.run("bump", ...given("2.0.0", second), "--dry-run", "--format", "json");
  expect(dry.code).toBe(1);
  expect(project.disk()).toEqual(before);
  const wet = await project.run("bump", ...given("2.0.0", second), "--format", "json");
  expect(JSON.parse(dry.stdout)).toEqual({ ...(JSON.parse(wet.stdout) as object), dryRun: true });
});

test("the command that the report ends with takes all back, what was generated after it, too", async () => {
  const project = demo();
  await project.run("generate");
  init(project);
  const { undo } = JSON.parse((await project.run("bump", ...given("2.0.0", second), "--format", "json")).stdout) as BumpReport;
  project.write("generated/codex/notifications.ts", "// generated from decided stubs\n");
  project.write("generated/types/new.ts", "// of the new version\n");
  expect(git(project, "status", "--porcelain")).not.toBe("");
  const { status, stderr } = spawnSync("sh", ["-c", undo], { cwd: project.root, encoding: "utf8" });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(git(project, "status", "--porcelain")).toBe("");
});

test("rows in braces get theirs in the braces", async () => {
  const project = demo();
  const rows = table.slice(table.indexOf("rows:"), table.indexOf("values:"));
  project.write(tableFile, table.replace(rows, "rows: { turn/started: { turn.started: {} }, turn/completed: { turn.completed: { state: $.params.state | turnState } }, text/delta: { content.delta: { streamKind: assistant_text, delta: $.params.delta } }, item/completed: { item.completed: { itemType: $.params.item.type | itemType } } }\n"));
  const { stubs } = JSON.parse((await project.run("bump", ...given("2.0.0", second), "--format", "json")).stdout) as BumpReport;
  expect(stubs.map(({ key, line }) => `${key} ${line}`)).toEqual(["zone/entered 9", "text/chunk 9", "paused 13", "call_group 20"]);
  expect(stubs[1]!.text).toBe('  text/chunk:\n    undecided: "new in 2.0.0, proposed like text/delta"\n    content.delta:\n      streamKind: { undecided: [assistant_text, reasoning_text, reasoning_summary_text, plan_text, command_output, file_change_output, unknown] }\n      delta: $.params.delta');
  expect(project.read(tableFile)).toContain('delta: $.params.delta } }, text/chunk: { undecided: "new in 2.0.0, proposed like text/delta", content.delta: { streamKind: { undecided: [ assistant_text, reasoning_text, reasoning_summary_text, plan_text, command_output, file_change_output, unknown ] }, delta: $.params.delta } }, item/completed');
});

test("that command works from elsewhere, whatever folders are called", async () => {
  const project = demo("my project");
  project.edit("mapwright.config.yaml", "mappings: mappings", "mappings: it's tables");
  cpSync(project.file("mappings"), project.file("it's tables"), { recursive: true });
  rmSync(project.file("mappings"), { recursive: true });
  init(project);
  const cwd = project.file("transforms");
  const { stdout } = await runIn(cwd, ["bump", ...given("2.0.0", second)]);
  const command = /to take all back: `(.*)`$/m.exec(stdout)![1]!;
  expect(spawnSync("sh", ["-c", command], { cwd, encoding: "utf8" })).toMatchObject({ status: 0 });
  expect(git(project, "status", "--porcelain")).toBe("");
});

test("a version that a killed command vendored in part is vendored whole", async () => {
  const project = demo();
  project.write("schemas/codex-app-server/2.0.0/Message.json", second);
  expect(await project.run("bump", ...given("2.0.0", second))).toMatchObject({ code: 1, stderr: "" });
  expect(project.read(tableFile)).toBe(withStubs);
  expect((await project.run("vendor", "--verify")).code).toBe(0);
  rmSync(project.file("schemas/codex-app-server/2.0.0"), { recursive: true });
  project.write("mapwright.config.yaml", config);
  project.write(tableFile, table);
  expect(await project.run("bump", ...given("2.0.0", second))).toMatchObject({ code: 1, stderr: "" });
  expect((await project.run("vendor", "--verify")).code).toBe(0);
});

test("what no commit has yet is named, since the way back takes it, too", async () => {
  const project = demo();
  init(project);
  const clean = await project.run("bump", ...given("2.0.0", second), "--dry-run", "--format", "json");
  expect((JSON.parse(clean.stdout) as BumpReport).uncommitted).toEqual([]);
  project.edit(tableFile, "# the main stream", "# mine");
  expect((await project.run("bump", ...given("2.0.0", second), "--dry-run")).stdout).toContain(`  1. commit ${tableFile}: what no commit has, the way back would take, too\n`);
  expect((await project.run("bump", ...given("2.0.0", second))).stdout).toContain(`  4. mind that ${tableFile} had changes that no commit has: the way back takes these, too\n`);
});

test("what the publisher calls unstable is marked", async () => {
  const unstable = { ...(message("turn/paused", { turnId: text }) as object), description: "**UNSTABLE**\n\nThis capability is not part of the spec yet.\n\nA turn waits." };
  const project = demo();
  const { stdout } = await project.run("bump", ...given("2.0.0", schema([started, completed, delta, done, unstable], ["done", "broken"], ["note", "call"])));
  expect(stdout).toMatch(/ turn\/paused -> nothing is like it, UNSTABLE\n/);
  expect(project.read(tableFile)).toContain('  turn/paused:\n    undecided: "new in 2.0.0, UNSTABLE, nothing like it');
  expect((await project.run("explain", "codex.app-server.notification", "turn/paused")).stdout).toContain("what its publisher says\n  UNSTABLE: A turn waits.\n");
});

test("a union that no table goes through may be as it is", async () => {
  const choice = { discriminator: { propertyName: "type" }, oneOf: [item("one"), { title: "other", type: "object" }] };
  const whole = JSON.parse(schema([message("turn/started", { turnId: text, choice: { $ref: "#/definitions/Choice" } }), completed, delta, done], ["done", "broken"], ["note", "call"])) as { definitions: Record<string, unknown> };
  const { stdout } = await demo().run("bump", ...given("2.0.0", JSON.stringify({ ...whole, definitions: { ...whole.definitions, Choice: choice } })), "--dry-run", "--format", "json");
  expect((JSON.parse(stdout) as BumpReport).diagnostics).toEqual([]);
});

test("for a pull request", async () => {
  const { stdout } = await demo().run("bump", ...given("2.0.0", second), "--format", "markdown");
  expect(stdout).toContain("\n## To decide: 2 rows, 2 values\n\n### `mappings/codex/notifications.yaml`\n\n- [ ] line 23: `text/chunk` → content.delta, like text/delta\n");
  expect(stdout).toContain('  ```yaml\n    text/chunk:\n      undecided: "new in 2.0.0, proposed like text/delta"\n');
  expect(stdout).toContain("- [ ] line 40: `turnState: paused` → one of completed, failed\n");
});

describe("nothing to decide", () => {
  test("the output is written, too", async () => {
    const project = demo();
    await project.run("generate");
    const { code, stdout } = await project.run("bump", ...given("3.0.0", third));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^generated: \d+ files written$/m);
    expect(stdout).toContain("\nnothing to decide: the tables cover all that is new\n");
    expect(project.read(tableFile)).toBe(table);
    expect(await project.run("check")).toMatchObject({ code: 0, stderr: "" });
    expect((await project.run("generate")).stdout).toBe("up to date\n");
  });

  test("the report says which events change on recorded transcripts, of two states that need not be generated or committed", async () => {
    const project = demo();
    addRuntime(project);
    project.write("transcripts/one.jsonl", `${JSON.stringify({ method: "text/delta", params: { turnId: "t", delta: "hello" } })}\n`);
    project.edit("mapwright.config.yaml", "protocols:", "transcripts: { codex: [transcripts] }\nprotocols:");
    const { code, stdout } = await project.run("bump", ...given("3.0.0", third));
    expect(code).toBe(0);
    expect(stdout).toContain("\nevents of the state before -> working tree\nNo difference: 1 transcript gives the same events.\n");
  });

  test("a version that the config names is up to date", async () => {
    const project = demo();
    const before = project.disk();
    expect(await project.run("bump", "codex-app-server@1.0.0")).toEqual({ code: 0, stdout: "codex-app-server 1.0.0 is up to date: the config names it\n", stderr: "" });
    expect(await project.run("bump", ...given("1.0.0", first), "--format", "json")).toMatchObject({ code: 0, stdout: '{\n  "protocol": "codex-app-server",\n  "version": "1.0.0",\n  "state": "up to date"\n}\n' });
    expect(project.disk()).toEqual(before);
  });

  test("but not what is undecided still", async () => {
    const project = demo();
    await project.run("bump", ...given("2.0.0", second));
    const before = project.disk();
    const { code, stdout, stderr } = await project.run("bump", "codex-app-server@2.0.0");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatch(/^the config names codex-app-server 2\.0\.0 already, and 4 of its stubs are undecided\n/);
    expect(stdout).toContain(`  ${tableFile}:40  turnState: paused -> one of completed, failed\n`);
    const { undecided } = JSON.parse((await project.run("bump", "codex-app-server@2.0.0", "--format", "json")).stdout) as { undecided: { what: string }[] };
    expect(undecided.map(({ what }) => what.split(" ")[0])).toEqual(["text/chunk", "zone/entered", "turnState:", "itemType:"]);
    expect((await project.run("diff", "codex-app-server", "1.0.0", "2.0.0")).stdout.split("\n")[1]).toBe("5 changes: 0 break a row, 4 need a row or value, 1 safe");
    expect(project.disk()).toEqual(before);
  });

  test("an older version comes before the newer one", async () => {
    const project = demo();
    const { code, stdout } = await project.run("bump", ...given("0.9.0", first));
    expect(code).toBe(0);
    expect(project.read("mapwright.config.yaml")).toContain('["0.9.0", "1.0.0"]');
    expect(stdout).toContain("codex-app-server 1.0.0 -> 0.9.0\nNo change in what messages hold.");
  });

  test("what was vendored before is not fetched again", async () => {
    const project = demo();
    await project.run("vendor", ...given("3.0.0", third));
    const { code, stdout } = await project.run("bump", "codex-app-server@3.0.0");
    expect({ code, stdout: stdout.split("\n")[1] }).toEqual({ code: 0, stdout: "vendored before: schemas/codex-app-server/3.0.0" });
  });

  test("a protocol that no table maps, whatever is wrong elsewhere", async () => {
    const project = demo();
    project.edit(tableFile, "turn.started: {}", "turn.start: {}");
    const from = unpack(path.join(folder, "acp"), { "schema.json": schema([started], ["done"], ["note"]) });
    const { stdout } = await project.run("bump", "acp@1.0.0", "--from", from);
    expect(stdout).toContain("\nconfig: mapwright.config.yaml:9 names 1.0.0\n");
    expect(project.read("mapwright.config.yaml")).toBe(`${config}  acp: ["1.0.0"]\n`);
    expect(existsSync(project.file("schemas/acp/1.0.0/schema.json"))).toBe(true);
  });
});

describe("from a package", () => {
  const script = `#!${process.execPath}
const fs = require("node:fs"), path = require("node:path");
if (process.argv[2] === "--version") { console.log("codex-cli 2.0.0"); process.exit(); }
const out = process.argv[5];
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(path.join(out, "Message.json"), ${JSON.stringify(second)});
`;

  test("a tarball", async () => {
    const project = demo();
    const file = path.join(folder, "codex.tgz");
    writeFileSync(file, tarball(codexPackage("2.0.0", script)));
    expect((await project.run("bump", "codex-app-server@2.0.0", "--from", file)).code).toBe(1);
    expect(project.read(tableFile)).toBe(withStubs);
  });

  test("a binary, which says its version", async () => {
    const project = demo();
    const file = path.join(folder, "codex");
    writeFileSync(file, script);
    chmodSync(file, 0o755);
    expect((await project.run("bump", "codex-app-server", "--from", file)).code).toBe(1);
    expect(project.read("mapwright.config.yaml")).toContain('["1.0.0", "2.0.0"]');
  });
});

describe("refused, with everything as it was", () => {
  async function refused(project: Project, code: number, ...argv: readonly string[]): Promise<string> {
    const before = project.disk();
    const result = await project.run("bump", ...argv);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(project.disk()).toEqual(before);
    expect(result.stderr).not.toMatch(/internal error|^ +at /m);
    return result.stderr;
  }

  test("a tree whose check fails already", async () => {
    const project = demo();
    project.edit(tableFile, "turn.started: {}", "turn.start: {}");
    const said = await refused(project, 1, ...given("2.0.0", second));
    expect(said).toContain("error[unknown-event]");
    expect(said).toContain("`check` fails already, so that nobody could tell what codex-app-server 2.0.0 changes; nothing was changed\n");
  });

  test("a tree with stubs of the last bump", async () => {
    const project = demo();
    await project.run("bump", ...given("2.0.0", second));
    expect(await refused(project, 1, ...given("3.0.0", third))).toBe("`check` fails already, so that nobody could tell what codex-app-server 3.0.0 changes; nothing was changed\n`npx mapwright check` has 4 errors; mend these first\n");
  });

  test("a tree of which few proposals are left", async () => {
    const project = demo();
    await project.run("bump", ...given("2.0.0", second));
    project.edit(tableFile, "{ undecided: [completed, failed] }", "failed");
    expect(await refused(project, 1, ...given("3.0.0", third))).toBe(
      [
        "error[undecided]: Nobody has decided yet on 3 proposals.",
        `  ${tableFile}:24  text/chunk -> content.delta (new in 2.0.0, proposed like text/delta)`,
        `  ${tableFile}:35  zone/entered (new in 2.0.0, nothing like it)`,
        `  ${tableFile}:47  itemType: call_group -> dynamic_tool_call`,
        "  = hint: Make each row say what its message means, and delete its `undecided`; of a value or a field, the right word alone stays. `mapwright explain SOURCE KEY` shows the schema.",
        "",
        "`npx mapwright explain undecided-row` says more.",
        "",
        "`check` fails already, so that nobody could tell what codex-app-server 3.0.0 changes; nothing was changed",
        "",
      ].join("\n"),
    );
  });

  test("schemas that cannot be read together with the others", async () => {
    expect(await refused(demo(), 1, ...given("2.0.0", second.replace("#/definitions/State", "#/definitions/Stat")))).toContain("the schemas of codex-app-server 2.0.0 cannot be read together with 1.0.0; nothing was changed\n");
  });

  test("what was vendored before, and differs", async () => {
    const project = demo();
    await project.run("vendor", ...given("2.0.0", second));
    expect(await refused(project, 2, "codex-app-server@2.0.0", "--from", unpack(path.join(folder, "other"), { "Message.json": third }))).toContain("codex-app-server 2.0.0 is vendored already, and not the same");
  });

  test("a table whose rows are written in a way that nothing can be put beside", async () => {
    const project = demo();
    project.edit(tableFile, "  item/completed: # whole\n", "  ? item/completed\n  :\n");
    expect(await refused(project, 2, ...given("2.0.0", second))).toContain(`'${tableFile}' has a form that 'zone/entered' cannot be added to; nothing was changed`);
  });

  test("a file in the way of what is written last", async () => {
    const project = demo();
    await project.run("generate");
    rmSync(project.file("generated/codex"), { recursive: true });
    project.write("generated/codex", "mine\n");
    expect(await refused(project, 2, ...given("3.0.0", third))).toMatch(/^error: cannot write 'generated\/codex\/.*; nothing was changed\n$/);
  });

  test.each([
    [[], "which protocol?"],
    [["codex"], "there is no protocol 'codex'"],
    [["codex-app-server@new"], "'new' is no version"],
    [["codex-app-server@0.150.0-linux-x64"], "Leave out the platform: codex-app-server@0.150.0"],
    [["codex-app-server@2.0.0", "--from", "nowhere"], "nowhere"],
  ])("wrong use: %j", async (argv, said) => {
    expect(await refused(demo(), 2, ...argv)).toContain(said);
  });

  test("Ctrl-C", async () => {
    const project = demo();
    const before = project.disk();
    const stop = new AbortController();
    stop.abort();
    expect(await runIn(project.root, ["bump", ...given("2.0.0", second)], { signal: stop.signal })).toMatchObject({ code: 2, stdout: "" });
    expect(project.disk()).toEqual(before);
  });
});
