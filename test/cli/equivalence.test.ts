import { rmSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { newGenerated, newProject, tableFile, type Project } from "./project.js";

const file = "mappings/equivalence.yaml";
const schemaFile = "generated/editor/equivalence.schema.json";
const concepts = `spec: "7"
concepts:
  Turn start:
    turn.started: {}
    codex: { codex.app-server.notification: turn/started }

  Turn end:
    turn.completed: { state: failed }
    codex: { codex.app-server.notification: turn/completed }

  Session start:
    session.started: {}
    codex: { act: session.start }
`;

/** A generated project with equivalences and a place for them, not generated since. */
async function newEquivalent(): Promise<Project> {
  const project = await newGenerated();
  project.write(file, concepts);
  project.write("EVENTS.md", `${project.read("EVENTS.md")}\n<!-- mapwright: begin 7 -->\n<!-- mapwright: end 7 -->\n`);
  return project;
}

async function found(project: Project): Promise<{ readonly code: string; readonly file: string; readonly line?: number; readonly column?: number; readonly hint?: string }[]> {
  const { code, stdout } = await project.run("check", "--format", "json");
  expect(code).toBe(1);
  return (JSON.parse(stdout) as { diagnostics: { code: string; file: string }[] }).diagnostics;
}

test("the section is rendered, and stale once a row of it changes", async () => {
  const project = await newEquivalent();
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  expect(project.read("EVENTS.md")).toMatch(/^\| Turn end +\| `turn\.completed \(failed\)` +\| `turn\/completed` \(3\.1\) +\|$/m);
  expect(project.read("EVENTS.md")).toMatch(/^\| Session start .* the host's act `session\.start` \|$/m);
  expect(await project.run("check")).toMatchObject({ code: 0 });
  project.edit(file, "Turn end", "Turn completion");
  expect(await project.run("check")).toMatchObject({ code: 1, stdout: expect.stringContaining("stale     EVENTS.md") as string });
});

test("an editor accepts the file, and underlines a source, a key and an act that are not there", async () => {
  const project = await newEquivalent();
  await project.run("generate");
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true }).addVocabulary(["errorMessage", "patternErrorMessage"]);
  const validate = ajv.compile(JSON.parse(project.read(schemaFile)) as object);
  const problems = (text: string): string[] => {
    validate(parse(text));
    return [...new Set((validate.errors ?? []).map(({ instancePath }) => instancePath))];
  };
  expect(problems(concepts)).toEqual([]);
  expect(problems(concepts.replace("notification: turn/completed", 'notification: ["turn/*", "turn/{started,completed}"]'))).toEqual([]);
  expect(problems(concepts.replace("app-server.notification", "app-server.request"))).toEqual(["/concepts/Turn start/codex"]);
  expect(problems(concepts.replace("notification: turn/started", "notification: turn/start"))).toContain("/concepts/Turn start/codex/codex.app-server.notification");
  expect(problems(concepts.replace("act: session.start", "act: session.begin"))).toContain("/concepts/Session start/codex/act");
  expect(problems(concepts.replace("turn.started: {}", "turn.begun: {}"))).toEqual(["/concepts/Turn start"]);
});

test("a row that no table supports stops everything, at its line and column", async () => {
  const project = await newEquivalent();
  project.edit(file, "notification: turn/completed", "notification: turn/complete");
  expect(await found(project)).toMatchObject([{ code: "unknown-row", file, line: 9, column: 45, hint: 'Did you mean "turn/completed"?' }]);
  const before = project.disk();
  expect(await project.run("generate")).toMatchObject({ code: 1 });
  expect(project.disk()).toEqual(before);
});

test("a table that changes under it is told where it is named", async () => {
  const project = await newEquivalent();
  project.edit(tableFile, "turn.started: {}", "session.state.changed: { state: running }");
  expect(await found(project)).toMatchObject([{ code: "not-given", file, line: 5, hint: expect.stringContaining("It gives: session.state.changed.") as string }]);
});

test("nothing is said of it while a table is broken, since it may all be right", async () => {
  const project = await newEquivalent();
  project.edit(tableFile, "turn.started: {}", "turn.started:{}");
  expect((await found(project)).map((one) => one.file)).toEqual([tableFile]);
  project.write(tableFile, project.read(tableFile).replace("turn.started:{}", "turn.begun: {}"));
  expect((await found(project)).map((one) => [one.file, one.code])).toEqual([[tableFile, "unknown-event"]]);
});

test("its own mistakes of form have their places, too", async () => {
  const project = await newEquivalent();
  project.edit(file, "concepts:", "concept:");
  expect(await found(project)).toMatchObject([{ code: "unknown-key", file, line: 2, column: 1 }]);
});

test("it is no table, and has one name", async () => {
  const project = newProject();
  rmSync(project.file(tableFile));
  project.write(file, concepts);
  expect(await found(project)).toMatchObject([{ code: "no-tables", file: "mappings" }]);
  const other = newProject();
  other.write("mappings/equivalence.yml", concepts);
  expect(await found(other)).toMatchObject([{ code: "misplaced-table", file: "mappings/equivalence.yml", hint: `Name it ${file}.` }]);
});

test("once it is gone, so are its schema and its section", async () => {
  const project = await newEquivalent();
  await project.run("generate");
  rmSync(project.file(file));
  expect(await found(project)).toMatchObject([{ code: "unknown-marker", file: "EVENTS.md" }]);
  project.write("EVENTS.md", project.read("EVENTS.md").replace(/\n<!-- mapwright: begin 7[^]*/, ""));
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  expect([...project.disk().keys()]).not.toContain(schemaFile);
});
