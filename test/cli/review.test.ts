import { spawnSync } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { ReviewReport } from "../../codegen/cli/reviewing.js";
import { newPackage } from "./own-package.js";
import { newGenerated, newProject, projectAt, runIn, tableFile, type Project, type Result } from "./project.js";
import { problemsOf } from "./report-schemas.js";
import { addRuntime, commit, git, init } from "./runtime.js";

const lines = [
  { method: "turn/started", params: { turnId: "t" } },
  { method: "text/delta", params: { turnId: "t", delta: "hello" } },
  { method: "notice", params: { text: "careful" } },
  { method: "turn/completed", params: { turnId: "t", status: "broken" } },
];

/** A project with a runtime, two recorded sessions and one commit. */
async function committed(): Promise<Project> {
  const project = await newGenerated();
  addRuntime(project);
  project.write("transcripts/codex/whole.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  project.write("transcripts/codex/short.jsonl", `${JSON.stringify(lines[0])}\n`);
  project.edit("mapwright.config.yaml", "protocols:", "transcripts:\n  codex: [transcripts/codex]\nprotocols:");
  init(project);
  return project;
}

const review = (project: Project, ...argv: string[]): Promise<Result> => project.run("review", "HEAD", ...argv);

/** The report, which is what its schema says. */
async function json(project: Project, revision = "HEAD"): Promise<ReviewReport> {
  const report = JSON.parse((await project.run("review", revision, "--format", "json")).stdout) as ReviewReport;
  expect(problemsOf("review", report)).toEqual([]);
  return report;
}

describe("stdout stays empty, and stderr says why", () => {
  test.each([
    ["where nothing changed", []],
    ["for prose", [["EVENTS.md", "# Events\n", "# Events\n\nProse.\n"]]],
    ["for comments, quotes and order", [[tableFile, "rows:\n", "rows: # these\n"], [tableFile, "{ done: completed, broken: failed }", "{ broken: failed, done: completed }"], [tableFile, "state: $.params.status | turnState", 'state: "$.params.status | turnState"']]],
    ["for notes and examples", [[tableFile, "A broken turn has failed.", "What is broken has failed."], [tableFile, "delta: hello", "delta: world"], [tableFile, "{ delta: hello }", "{ delta: world }"]]],
    ["for comments of the config", [["mapwright.config.yaml", "schemas: schemas", "schemas: schemas # all of them"]]],
    ["for a runtime that gives the same", [["src/memory.ts", "({})", "({ })"]]],
  ] as const)("%s", async (_, edits) => {
    const project = await committed();
    for (const [file, from, to] of edits) project.edit(file, from, to);
    for (const format of ["markdown", "text"]) expect(await review(project, "--format", format)).toEqual({ code: 0, stdout: "", stderr: "nothing changed since HEAD\n" });
    expect(await json(project)).toMatchObject({ changed: false, rows: [], breaking: [] });
  });
});

test("a word that is another: what breaks, in how many sessions, the row, and a message before and after", async () => {
  const project = await committed();
  project.edit(tableFile, "streamKind: assistant_text", "streamKind: reasoning_text");
  const before = project.disk();
  const { code, stdout, stderr } = await review(project);
  const sha = git(project, "rev-parse", "HEAD").slice(0, 10);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout).toBe(`<!-- mapwright-review -->
### Mapwright: 1 breaking change for readers of events

1 row changed · events of 1 of 2 recorded sessions differ (1 changed) · all messages covered <sub>since \`HEAD (${sha})\`</sub>

**Breaking**

- \`streamKind\` of \`content.delta\` is \`reasoning_text\`, was \`assistant_text\`, in \`text/delta\`: 1 event in 1 recorded session, as \`transcripts/codex/whole.jsonl:2\`

**Rows**

<details>
<summary>changed <code>text/delta</code> of <code>codex.app-server.notification</code>: <code>streamKind</code> of <code>content.delta</code> is <code>reasoning_text</code>, was <code>assistant_text</code></summary>

\`mappings/codex/notifications.yaml:17\`

\`\`\`diff
  text/delta:
-   content.delta: { streamKind: assistant_text, delta: $.params.delta }
+   content.delta: { streamKind: reasoning_text, delta: $.params.delta }
    examples:
      - message: { method: text/delta, params: { turnId: t, delta: hello } }
\`\`\`

</details>

**Before and after**

<details>
<summary><code>text/delta</code> at <code>transcripts/codex/whole.jsonl:2</code></summary>

\`\`\`json
{
  "method": "text/delta",
  "params": {
    "turnId": "t",
    "delta": "hello"
  }
}
\`\`\`

\`\`\`diff
  content.delta
-   payload.streamKind: assistant_text
+   payload.streamKind: reasoning_text
\`\`\`

</details>
`);
  expect(project.disk()).toEqual(before);
  expect((await review(project, "--format", "text")).stdout).toBe(`HEAD -> working tree: 1 breaking change for readers of events
1 row changed
events of 1 of 2 recorded sessions differ (1 changed)
all messages covered

breaking
  streamKind of content.delta is reasoning_text, was assistant_text, in text/delta: 1 event in 1 recorded session, as transcripts/codex/whole.jsonl:2

rows
  changed  codex.app-server.notification text/delta  mappings/codex/notifications.yaml:17
    streamKind of content.delta is reasoning_text, was assistant_text
`);
  expect(await json(project)).toMatchObject({ changed: true, compiles: { before: true, after: true }, samples: [{ line: 2, label: "text/delta" }] });
});

test("what is new breaks nobody, and has exit code 0", async () => {
  const project = await committed();
  project.edit(tableFile, "runtime.warning: { message: $.params.text }", "runtime.warning: { message: $.params.text, detail: $.params }");
  const { code, stdout } = await review(project);
  expect(code).toBe(0);
  expect(stdout).toContain("### Mapwright: nothing breaks readers of events\n");
  expect(stdout).not.toContain("**Breaking**");
  expect(stdout).toContain('- `notice`: `detail` of `runtime.warning` new: `{"text":"careful"}`; 1 event in 1 recorded session, as `transcripts/codex/whole.jsonl:3`\n');
});

test("without transcripts, nothing is known to break", async () => {
  const project = await committed();
  project.edit("mapwright.config.yaml", "transcripts:\n  codex: [transcripts/codex]\n", "");
  commit(project);
  project.edit(tableFile, "runtime.warning: { message: $.params.text }", "runtime.warning: { message: $.params.text, detail: $.params }");
  expect((await review(project)).stdout).toContain("### Mapwright: nothing known to break readers of events\n\n1 row changed · events not compared: the config names no transcripts");
});

test("ids of the runtime's own that are others are told once for each field", async () => {
  const project = await committed();
  project.edit("src/index.ts", "type: draft.type", 'type: draft.type, itemId: "item_00000000000000010000000000000001"');
  commit(project);
  project.edit("src/index.ts", "0000000001\"", "0000000002\"");
  const { code, stdout } = await review(project);
  expect(code).toBe(1);
  expect(stdout).toContain("### Mapwright: 1 breaking change for readers of events\n");
  expect(stdout).toContain("**Breaking**\n\n- `itemId` of `turn.started`, `content.delta`, `runtime.warning`, `turn.completed` is another id of the runtime's own: 5 events in 2 recorded sessions, as `transcripts/codex/short.jsonl:1`\n\n");
  expect((await json(project)).breaking).toHaveLength(4);
});

test("a row that is gone: the finding of check first, then the event that nobody gets any more", async () => {
  const project = await committed();
  project.edit(tableFile, "  notice:\n    runtime.warning: { message: $.params.text }\n", "");
  const { code, stdout } = await review(project);
  expect(code).toBe(1);
  expect(stdout).toContain("### Mapwright: the tables do not compile; 1 breaking change for readers of events\n");
  expect(stdout).toContain("1 row removed · events of 1 of 2 recorded sessions differ (1 removed) · 1 of 4 messages not covered");
  const places = ["**`check` fails**", "No row covers", "**Breaking**", "`runtime.warning` is no longer given by `notice`: 1 event in 1 recorded session", "**Rows**", "removed <code>notice</code>", "<b>Coverage</b>: 4 → 4 messages, 0 → 1 uncovered, 4 → 3 rows, 4 → 3 kinds of events", "- no row: `codex.app-server.notification notice`"].map((text) => stdout.indexOf(text));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
  await json(project);
});

test("a row that another takes over loses nobody an event", async () => {
  const project = await committed();
  project.edit(tableFile, "  notice:\n", '  "not*":\n');
  const { code, stdout } = await review(project);
  expect(code).toBe(0);
  expect(stdout).toContain("<summary>renamed <code>not*</code> of <code>codex.app-server.notification</code>: was <code>notice</code></summary>");
});

test("value tables, transforms, the model and overlays say which rows they touch", async () => {
  const project = await committed();
  project.edit(tableFile, "broken: failed", "broken: interrupted");
  project.edit(tableFile, "message: $.params.text", "message: $.params.text | trimmed");
  commit(project);
  project.edit(tableFile, "broken: interrupted", "broken: failed");
  project.edit("transforms/text.ts", "text.trim()", "text.trimEnd()");
  project.edit("schemas/canonical/types.yaml", "reasoning_text", "reasoning_text, thought_text");
  project.write("schemas/tiny/overlay.yaml", "definitions:\n  Extra: { note: seen, schema: { type: object, properties: { a: { type: string } } } }\n");
  const { shared, breaking } = await json(project);
  expect(shared.map(({ kind, change, name, rows }) => `${kind} ${change} ${name}: ${rows.map(({ key }) => key).join()}`)).toEqual([
    "values changed turnState: turn/completed",
    expect.stringMatching(/^model changed \w+: $/),
    "transform changed trimmed: notice",
    "overlay added tiny: ",
  ]);
  expect(breaking).toEqual([expect.objectContaining({ kind: "field-changed", event: "turn.completed", field: "state", was: "interrupted", is: "failed", by: "values turnState, broken" })]);
});

test("a version that came is told with its messages and the rows that take them", async () => {
  const project = await committed();
  const message = JSON.parse(project.read("schemas/tiny/1.0.0/Message.json")) as { oneOf: { properties: { method: { enum: string[] } } }[] };
  const fresh = JSON.parse(JSON.stringify(message.oneOf[3])) as (typeof message.oneOf)[number];
  fresh.properties.method.enum = ["notice/loud"];
  message.oneOf.push(fresh);
  project.write("tiny/Message.json", `${JSON.stringify(message, undefined, 2)}\n`);
  const { hashesOf } = await import("../../codegen/vendor/index.js");
  const lock = JSON.parse(project.read("schemas/lock.json")) as { tiny: Record<string, object> };
  lock.tiny["1.1.0"] = { ...lock.tiny["1.0.0"], version: "1.1.0", files: hashesOf(new Map([["Message.json", project.read("tiny/Message.json")]])) };
  project.write("schemas/lock.json", `${JSON.stringify(lock, undefined, 2)}\n`);
  project.write("schemas/tiny/1.1.0/Message.json", project.read("tiny/Message.json"));
  project.edit("mapwright.config.yaml", '["1.0.0"]', '["1.0.0", "1.1.0"]');
  project.edit(tableFile, "values:\n", "  notice/loud:\n    runtime.warning: { message: $.params.text }\n\nvalues:\n");
  const { code, stdout } = await review(project);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("1 row added, tiny 1.1.0 added · no event of 2 recorded sessions differs") });
  expect(stdout).toContain("<summary>tiny 1.1.0 added, against 1.0.0: 1 message added</summary>\n\n- new: `notice/loud`\n");
  expect(stdout).toContain("- new: `codex.app-server.notification notice/loud` gives `runtime.warning`\n");
  await json(project);

  commit(project);
  project.edit("mapwright.config.yaml", '["1.0.0", "1.1.0"]', '["1.0.0"]');
  project.edit(tableFile, "  notice/loud:\n    runtime.warning: { message: $.params.text }\n\n", "");
  git(project, "rm", "--quiet", "-r", "schemas/tiny/1.1.0");
  const gone = await json(project);
  expect(gone.versions).toEqual([expect.objectContaining({ version: "1.1.0", change: "removed", against: "1.0.0", messages: { added: [], removed: ["notice/loud"] } })]);
  expect(gone.coverage.messages.gone).toEqual(["codex.app-server.notification notice/loud"]);
  expect(gone.breaking).toEqual([]);
});

describe("tables that do not compile", () => {
  test("in the working tree: the mistake, and the rows all the same", async () => {
    const project = await committed();
    project.edit(tableFile, "assistant_text", "assistent_text");
    const { code, stdout } = await review(project);
    expect(code).toBe(1);
    expect(stdout).toMatch(/fails\*\*\n\n- \*\*error\*\* `mappings\/codex\/notifications\.yaml:18:34` "assistent\\_text" is no value/);
    expect(stdout).toContain("<summary>changed <code>text/delta</code>");
    const text = await review(project, "--format", "text");
    expect(text.stdout).toContain("error[unknown-literal]");
    await json(project);
  });

  test("in the base: says so, and compares rows and events", async () => {
    const project = await committed();
    project.edit(tableFile, "streamKind: assistant_text", "streamKind: assistent_text");
    commit(project);
    project.edit(tableFile, "streamKind: assistent_text", "streamKind: assistant_text");
    const { code, stdout } = await review(project);
    expect(code).toBe(1);
    expect(stdout).toContain("no event of 2 recorded sessions differs · all messages covered · the tables of the base do not compile");
    expect(stdout).toContain("changed <code>text/delta</code>");
  });

  test("a file that cannot be read says nothing of its rows", async () => {
    const project = await committed();
    project.edit(tableFile, "turn.started: {}", "turn.started: {");
    const report = await json(project);
    expect(report).toMatchObject({ changed: true, rows: [], unread: { before: [], after: [tableFile] }, compiles: { before: true, after: false } });
    expect((await review(project)).stdout).toContain(`- \`${tableFile}\` cannot be read: nothing is said of its rows`);
  });

  test("a base without a project: all is new", async () => {
    const project = newProject();
    git(project, "init", "--quiet");
    git(project, "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false", "commit", "--quiet", "--allow-empty", "--message", "none");
    const report = await json(project);
    expect(report.rows.map(({ kind, key }) => `${kind} ${key}`)).toEqual(["added turn/started", "added turn/completed", "added text/delta", "added notice"]);
    expect(report.breaking).toEqual([]);
  });
});

describe("a comment that GitHub takes", () => {
  test("is cut where it says so, the most important last", async () => {
    const project = await committed();
    const rows = Array.from({ length: 400 }, (_, index) => `  made/up${index}:\n    runtime.warning: { message: ${"long ".repeat(60)} }\n`).join("");
    project.edit(tableFile, "rows:\n", `rows:\n${rows}`);
    const { stdout } = await review(project);
    expect(stdout.length).toBeGreaterThan(50_000);
    expect(stdout.length).toBeLessThan(65_536);
    expect(stdout).toMatch(/- and \d+ findings more; `mapwright review --format json` lists all/);
    expect(stdout).toMatch(/- and \d+ rows more/);
    expect(stdout.match(/<details>/g)?.length).toBe(stdout.match(/<\/details>/g)?.length);
  });

  test("takes nothing of a row as its own", async () => {
    const project = await committed();
    project.edit(tableFile, "runtime.warning: { message: $.params.text }", 'runtime.warning: { message: "</code></summary><img>```` @all" }');
    const { stdout } = await review(project);
    // In code alone, whose fence is longer than any in the row.
    expect(stdout).toContain("\n`````diff\n");
    expect(stdout.replace(/^(`{3,})\w+\n[^]*?\n\1$/gm, "").replace(/`` .*? ``|`[^`\n]+`/g, "")).not.toContain("<img>");
    expect(stdout.match(/<\/?summary>/g)?.length).toBe(2 * (stdout.match(/<details>/g)?.length ?? 0) + stdout.split("</code></summary><img>").length - 1);
  });
});

describe("wrong use has exit code 2", () => {
  test("without a base, with one that nobody knows, outside of git", async () => {
    const project = await committed();
    expect(await project.run("review")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("missing required argument 'base'") });
    expect(await project.run("review", "HEAD~9")).toEqual({ code: 2, stdout: "", stderr: "error: git knows no revision 'HEAD~9'\n" });
    expect(await project.run("review", "--", "--help-all")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("git knows no revision '--help-all'") });
    expect(await newProject().run("review", "HEAD")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("this project is in no git repository") });
  });

  test("in a clone that was cut short, it says what to fetch", async () => {
    const project = await committed();
    project.write("more.txt", "more\n");
    commit(project);
    const clone = project.file("../clone");
    expect(spawnSync("git", ["clone", "--quiet", "--depth", "1", `file://${project.root}`, clone]).status).toBe(0);
    const { code, stderr } = await runIn(clone, ["review", "HEAD~1"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/this clone is shallow\n.*fetch-depth: 0/) });
  });
});

describe("a package that extends Mapwright", () => {
  const table = "mappings/cursor/notifications.yaml";
  const row = "session/update:current_mode_update";

  function own(): Project {
    const project = newPackage();
    init(project);
    return project;
  }

  test("shows the shipped row that another takes the place of", async () => {
    const project = own();
    project.write(table, `${project.read(table)}  session/update:available_commands_update:\n    runtime.warning: { message: ours }\n`);
    const { rows } = await json(project);
    expect(rows).toEqual([expect.objectContaining({ kind: "changed", key: "session/update:available_commands_update", before: expect.stringContaining("availableCommands: $.params.update.availableCommands") })]);
  });

  test("a shipped row that is written once more is no change", async () => {
    const project = own();
    const shipped = parse(readFileSync(new URL("../../mappings/cursor/notifications.yaml", import.meta.url), "utf8")) as { readonly rows: Readonly<Record<string, unknown>> };
    const again = "session/update:available_commands_update";
    project.write(table, `${project.read(table)}  ${JSON.stringify(again)}: ${JSON.stringify(shipped.rows[again])}\n`);
    expect(await review(project)).toEqual({ code: 0, stdout: "", stderr: "nothing changed since HEAD\n" });
  });

  test("a table that cannot be read, in either state, says nothing of the shipped rows", async () => {
    const project = own();
    const sound = project.read(table);
    project.write(table, "rows: [\n");
    expect(await json(project)).toMatchObject({ rows: [], breaking: [], unread: { before: [], after: [table] }, compiles: { before: true, after: false } });
    commit(project);
    project.write(table, sound);
    expect(await json(project)).toMatchObject({ rows: [], breaking: [], unread: { before: [table], after: [] }, compiles: { before: false, after: true } });
    expect(sound).toContain(row);
  });

  test("tables that moved to where nobody looks for them are told by what check says", async () => {
    const project = own();
    renameSync(project.file("mappings/acme"), project.file("mappings/acne"));
    const { code, stdout } = await review(project);
    expect(code).toBe(1);
    expect(stdout).toContain("the tables do not compile");
    expect(stdout).toContain("missing-table");
  });
});

test("a project below the root of its repository is reviewed alone", async () => {
  const project = await committed();
  const inner = projectAt(project.file("packages/tables"));
  for (const name of ["mapwright.config.yaml", "EVENTS.md", tableFile, "transforms/text.ts", "src/index.ts", "src/memory.ts", "src/contract.ts"]) inner.write(name, project.read(name));
  spawnSync("cp", ["-r", project.file("schemas"), project.file("generated"), inner.root]);
  commit(project);
  project.edit(tableFile, "assistant_text", "reasoning_text");
  expect(await review(inner)).toEqual({ code: 0, stdout: "", stderr: "nothing changed since HEAD\n" });
  inner.edit(tableFile, "assistant_text", "reasoning_text");
  expect((await json(inner)).rows.map(({ file, key }) => ({ file, key }))).toEqual([{ file: tableFile, key: "text/delta" }]);
});
