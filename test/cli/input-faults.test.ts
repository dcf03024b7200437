import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newGenerated, newProject, table, tableFile, type Project } from "./project.js";

interface Found {
  readonly code: string;
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly hint?: string;
}

/** What `check` says once the project was changed; `generate` then changes nothing on disk. */
async function afterwards(project: Project): Promise<Found[]> {
  const before = project.disk();
  const { code, stdout } = await project.run("check", "--format", "json");
  expect(code).toBe(1);
  expect(await project.run("generate")).toMatchObject({ code: 1, stdout: "" });
  expect(project.disk()).toEqual(before);
  return (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics;
}

test("no table at all is a mistake, not an empty output", async () => {
  const project = newProject();
  rmSync(project.file(tableFile));
  expect(await afterwards(project)).toMatchObject([{ code: "no-tables", file: "mappings", hint: expect.stringContaining("mappings/<provider>/<table>.yaml") }]);
});

test.each([
  ["mappings/notifications.yaml", "misplaced-table"],
  ["mappings/codex/more/notifications.yaml", "misplaced-table"],
  ["mappings/codex/my table.yaml", "bad-file-name"],
  ["mappings/codex/notifications.test.yaml", "bad-file-name"],
  ["mappings/größer/notifications.yaml", "bad-file-name"],
])("a table cannot be %s", async (file, code) => {
  const project = newProject();
  rmSync(project.file(tableFile));
  project.write(file, table);
  expect(await afterwards(project)).toMatchObject([{ code, file, line: 1, column: 1 }]);
});

test("two tables cannot become one file", async () => {
  const project = newProject();
  project.write("mappings/codex/notifications.yml", table);
  expect(await afterwards(project)).toMatchObject([{ code: "duplicate-file", file: "mappings/codex/notifications.yml" }]);
});

test.each([
  ["EVENTS.md", 3],
  ["transforms/text.ts", 3],
  ["schemas/tiny/1.0.0/Message.json", 3],
])("%s that is no UTF-8 is refused where it is not, rather than written back as something else", async (file, line) => {
  const project = await newGenerated();
  const [first = "", second = "", ...rest] = project.read(file).split("\n");
  writeFileSync(project.file(file), Buffer.from([first, second, `\xe9${rest.join("\n")}`].join("\n"), "latin1"));
  const found = await afterwards(project);
  expect(found.filter(({ code }) => code !== "tampered-file")).toMatchObject([{ code: "not-utf8", file, line, column: 1, hint: "Save the file as UTF-8." }]);
});

test("a link that leads round in a circle is not followed for ever, and one to elsewhere is followed", async () => {
  const project = await newGenerated();
  symlinkSync("..", project.file("mappings/codex/round"));
  symlinkSync("self", project.file("mappings/self"));
  symlinkSync("../schemas", project.file("schemas/again"));
  expect(await project.run("check")).toEqual({ code: 0, stdout: "no problems\n", stderr: "" });
  rmSync(project.file("mappings/codex/round"));
  renameSync(project.file("mappings/codex"), project.file("elsewhere"));
  symlinkSync("../elsewhere", project.file("mappings/codex"));
  expect(await project.run("check")).toEqual({ code: 0, stdout: "no problems\n", stderr: "" });
});
