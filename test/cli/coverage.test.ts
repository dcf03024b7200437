import { expect, test } from "vitest";
import type { Coverage } from "../../codegen/cli/coverage.js";
import { newGenerated, newProject, tableFile } from "./project.js";
import { addRuntime, init } from "./runtime.js";

test("--format json says which message becomes which event, and what feeds each event", async () => {
  const project = newProject();
  const { code, stdout, stderr } = await project.run("coverage", "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { tables, events } = JSON.parse(stdout) as Coverage;
  const source = "codex.app-server.notification";
  const row = (key: string, event: string, line: number): object => ({ key, emits: [event], versions: ["1.0.0"], file: tableFile, line });
  expect(tables).toEqual([
    {
      source,
      protocol: "tiny",
      versions: ["1.0.0"],
      rows: [
        row("turn/started", "turn.started", 10),
        { ...row("turn/completed", "turn.completed", 13), note: "A broken turn has failed." },
        row("text/delta", "content.delta", 17),
        row("notice", "runtime.warning", 23),
      ],
      uncovered: [],
    },
  ]);
  expect(events).toHaveLength(45);
  expect(events.find(({ type }) => type === "turn.completed")).toEqual({ type: "turn.completed", fedBy: [`${source} turn/completed`], host: false });
  expect(events.find(({ type }) => type === "hook.started")).toEqual({ type: "hook.started", fedBy: [], host: false });
});

test("a row that expands a pattern is listed once for each message", async () => {
  const project = newProject();
  project.edit(tableFile, "  turn/started:\n    turn.started: {}\n\n  turn/completed:\n    note: A broken turn has failed.\n    turn.completed: { state: $.params.status | turnState }\n", '  "turn/*":\n    turn.started: {}\n');
  project.write(tableFile, project.read(tableFile).replace(/values:[^]*/, ""));
  const { tables } = JSON.parse((await project.run("coverage", "--format", "json")).stdout) as Coverage;
  expect(tables[0]?.rows.map(({ key, emits, line }) => [key, emits, line]).slice(0, 2)).toEqual([
    ["turn/started", ["turn.started"], 10],
    ["turn/completed", ["turn.started"], 10],
  ]);
});

test("what a table ensures feeds its event, and is not what a row emits", async () => {
  const project = newProject();
  project.edit(tableFile, "rows:\n", "ensure: { thread.started: {}, turn.started: {} }\n\nrows:\n");
  project.edit(tableFile, "  notice:\n", "  notice:\n    ensure: none\n");
  const { tables, events } = JSON.parse((await project.run("coverage", "--format", "json")).stdout) as Coverage;
  expect(tables[0]?.rows.map(({ emits }) => emits)).toEqual([["turn.started"], ["turn.completed"], ["content.delta"], ["runtime.warning"]]);
  const fedBy = (type: string): unknown => events.find((event) => event.type === type)?.fedBy.map((name) => name.split(" ")[1]);
  expect(fedBy("thread.started")).toEqual(["turn/started", "turn/completed", "text/delta"]);
  expect(fedBy("turn.started")).toEqual(["turn/started", "turn/completed", "text/delta"]);
});

test("uncovered messages are listed, with exit code 1", async () => {
  const project = newProject();
  project.edit(tableFile, "  notice:\n    runtime.warning: { message: $.params.text }\n", "");
  const { code, stdout, stderr } = await project.run("coverage", "--format", "json");
  expect(code).toBe(1);
  expect(stderr).toContain("error[uncovered-message]");
  const { tables } = JSON.parse(stdout) as Coverage;
  expect(tables[0]).toMatchObject({ uncovered: ["notice"], rows: [{ key: "turn/started" }, { key: "turn/completed" }, { key: "text/delta" }] });
  expect((await project.run("coverage")).stdout).toMatch(/notice +no row\n/);
  expect((await project.run("coverage", "--format", "markdown")).stdout).toMatch(/\| `notice` +\| \*\*no row\*\* /);
});

test("with any other error there is nothing to say", async () => {
  const project = newProject();
  project.edit(tableFile, "assistant_text", "assistent_text");
  const { code, stdout, stderr } = await project.run("coverage", "--format", "json");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("error[unknown-literal]");
});

test("text and markdown show messages and events", async () => {
  const project = newProject();
  const text = (await project.run("coverage")).stdout;
  expect(text).toContain("codex.app-server.notification\ntiny 1.0.0: 4 messages, 0 uncovered\n  turn/started    turn.started\n");
  expect(text).toMatch(/\n {2}turn\.completed +1 message\n/);
  const markdown = (await project.run("coverage", "--format", "markdown")).stdout;
  expect(markdown).toMatch(/\| `turn\/completed` +\| `turn\.completed` +\| 1\.0\.0 +\| `mappings\/codex\/notifications\.yaml:13` \|\n/);
});

test("text, Markdown, the page and a review count the same messages, and say what one is", async () => {
  const project = await newGenerated();
  addRuntime(project);
  project.edit(tableFile, "  notice:\n", '  "{notice,(other)}":\n');
  project.edit(tableFile, "message: $.params.text", "message: said");
  project.edit(tableFile, "values:\n", "sentSchema: tiny#/Message\nsent:\n  turn/started:\n    turn.started: {}\n\nvalues:\n");
  init(project);
  const { tables, events } = JSON.parse((await project.run("coverage", "--format", "json")).stdout) as Coverage;
  expect(tables[0]?.rows.map(({ key }) => key)).toEqual(["turn/started", "turn/completed", "text/delta", "notice", "(other)"]);
  expect(events.find(({ type }) => type === "runtime.warning")?.fedBy.map((name) => name.split(" ")[1])).toEqual(["notice", "(other)"]);

  const count = "6 messages, 1 of them from the host, 0 uncovered";
  const text = (await project.run("coverage")).stdout;
  expect(text).toContain(`tiny 1.0.0: ${count}\n`);
  expect(text).toMatch(/\n {2}turn\/started {4}turn\.started \(from the host\)\n/);
  expect(text).toMatch(/\nA message is one kind that the key of its table tells apart/);
  const markdown = (await project.run("coverage", "--format", "markdown")).stdout;
  expect(markdown).toContain(`tiny 1.0.0: ${count}\n`);
  expect(markdown).toMatch(/\n\| `turn\/started` \(from the host\) +\| `turn\.started`/);
  expect(markdown).toMatch(/\nA message is one kind that the key of its table tells apart/);
  const html = (await project.run("coverage", "--format", "html")).stdout;
  expect(html).toContain("<b>6</b> messages of <b>1</b> source");
  expect(html).toContain("A message is one kind that the key of its table tells apart");

  project.edit(tableFile, "sent:\n  turn/started:\n    turn.started: {}\n", "sent:\n  turn/completed:\n    turn.started: {}\n");
  const { code, stdout } = await project.run("review", "HEAD");
  expect(code).toBe(1);
  expect(stdout).toContain("`turn.started` is no longer given by `turn/started (sent)`");
  expect(stdout).toContain("<b>Coverage</b>: 6 → 6 messages, 5 → 5 rows");
  expect(stdout).toContain("A message is one kind that the key of its table tells apart");
  expect(stdout).not.toContain("in no vendored version any more");
});

test("a key that is longer than the column has its events on the next line", async () => {
  const project = newProject();
  const long = `text/${"long".repeat(12)}`;
  for (const file of [tableFile, "schemas/tiny/1.0.0/Message.json"]) project.write(file, project.read(file).replaceAll("text/delta", long));
  const { stdout } = await project.run("coverage");
  expect(stdout).toContain(`\n  turn/completed  turn.completed\n  ${long}\n                  content.delta\n`);
});
