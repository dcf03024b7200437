import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import type * as Prettier from "prettier";
import { format } from "prettier";
import { expect, test, vi } from "vitest";
import { mapperFile, newGenerated, newProject, projectAt, tableFile, type Project } from "./project.js";

vi.mock("prettier", async (importOriginal) => {
  const real = await importOriginal<typeof Prettier>();
  return { ...real, format: vi.fn(real.format) };
});

/** The only file of a project's cache. */
function cacheFile(project: Project, folder = "node_modules/.cache/mapwright"): string {
  const names = readdirSync(project.file(folder)).filter((name) => name.endsWith(".cache"));
  expect(names).toHaveLength(1);
  return project.file(`${folder}/${names[0]}`);
}

test.each([
  ["cut short", (file: string) => truncateSync(file, statSync(file).size >> 1)],
  ["empty", (file: string) => truncateSync(file, 0)],
  ["changed by hand", (file: string) => writeFileSync(file, readFileSync(file, "utf8").replace('"diagnostics":[]', '"diagnostics":7'))],
  ["of another version", (file: string) => writeFileSync(file, readFileSync(file, "utf8").replace(/\n[0-9a-f]{64}\n/, `\n${"0".repeat(64)}\n`))],
])("a cache that is %s counts as none", async (_, spoil) => {
  const project = await newGenerated();
  const file = cacheFile(project);
  rmSync(file);
  await project.run("check");
  const sound = readFileSync(file, "utf8");
  spoil(file);
  expect(readFileSync(file, "utf8")).not.toBe(sound);
  expect(await project.run("check")).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(file, "utf8")).toBe(sound);
});

test("a cache that cannot be written is no fault", async () => {
  const project = await newGenerated();
  rmSync(project.file("node_modules/.cache"), { recursive: true });
  project.write("node_modules/.cache", "no folder");
  expect(await project.run("generate")).toMatchObject({ code: 0, stderr: "" });
  expect(await project.run("check")).toMatchObject({ code: 0, stderr: "" });
});

test("without node_modules the cache hides beside the config, and only generate puts it there", async () => {
  const project = newProject();
  rmSync(project.file("node_modules"), { recursive: true });
  await project.run("check");
  expect(() => statSync(project.file(".mapwright"))).toThrow("ENOENT");
  await project.run("generate");
  expect(project.read(".mapwright/.gitignore")).toBe("*\n");
  cacheFile(project, ".mapwright");
  expect(await project.run("generate")).toMatchObject({ stdout: "up to date\n" });
});

test.each([
  ["a schema", (project: Project) => project.edit("schemas/tiny/1.0.0/Message.json", '"broken"', '"brokén"')],
  ["the canonical model", (project: Project) => project.write("schemas/canonical/zz.yaml", "nonsense: 1\n")],
  ["a table", (project: Project) => project.edit(tableFile, "plan_text", "plan_texd")],
  ["a new table", (project: Project) => project.write("mappings/codex/second.yaml", "source: x\n")],
  ["a transform", (project: Project) => project.write("transforms/text.ts", "export const x = ;\n")],
  ["the markers of EVENTS.md", (project: Project) => project.edit("EVENTS.md", "begin 3.1", "begin 3.9")],
  ["the config", (project: Project) => project.edit("mapwright.config.yaml", '"1.0.0"', '"1.0.1"')],
])("a changed input is seen: %s", async (_, change) => {
  const project = newProject();
  project.edit(tableFile, "assistant_text", "plan_text");
  await project.run("generate");
  expect(await project.run("check")).toMatchObject({ code: 0 });
  change(project);
  expect((await project.run("check")).code).not.toBe(0);
});

test("what is remembered tells drift and warnings as compiling would", async () => {
  const project = newProject();
  project.edit(tableFile, 'spec: "3.1"\n', "");
  project.write("EVENTS.md", "<!-- mapwright: begin 1 -->\n<!-- mapwright: end 1 -->\n");
  await project.run("generate");
  project.write(mapperFile, "// mine\n");
  const remembered = await project.run("check", "--format", "json");
  rmSync(project.file("node_modules/.cache"), { recursive: true });
  expect(remembered).toEqual(await project.run("check", "--format", "json"));
  const { diagnostics, drift } = JSON.parse(remembered.stdout);
  expect(diagnostics).toMatchObject([{ code: "missing-spec", severity: "warning" }]);
  expect(drift).toEqual({ missing: [], stale: [mapperFile], orphaned: [] });
});

test("a copy of the whole project is recognised", async () => {
  const project = await newGenerated("one");
  cpSync(project.root, project.file("../other"), { recursive: true });
  vi.doMock("../../codegen/cli/compile-project.js", () => ({ compileProject: () => expect.unreachable("nothing changed") }));
  expect(await projectAt(project.file("../other")).run("generate")).toEqual({ code: 0, stdout: "up to date\n", stderr: "" });
  vi.doUnmock("../../codegen/cli/compile-project.js");
});

test("a stale EVENTS.md does not keep check from being remembered", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "A broken turn has failed.", "Another note.");
  const compiled = await project.run("check");
  expect(compiled.stdout).toContain("stale     EVENTS.md");
  vi.doMock("../../codegen/cli/compile-project.js", () => ({ compileProject: () => expect.unreachable("nothing changed") }));
  expect(await project.run("check")).toEqual(compiled);
  project.edit(tableFile, "Another note.", "A third note.");
  expect((await project.run("check")).stderr).toContain("nothing changed");
  vi.doUnmock("../../codegen/cli/compile-project.js");
});

test("unchanged texts are not formatted again, and come out the same", async () => {
  const formatting = vi.mocked(format);
  const project = await newGenerated();
  project.edit(tableFile, "A broken turn has failed.", "Another note.");
  formatting.mockClear();
  await project.run("generate");
  const some = formatting.mock.calls.length;
  const remembered = project.disk();

  rmSync(project.file("node_modules/.cache"), { recursive: true });
  formatting.mockClear();
  await project.run("generate");
  expect(formatting.mock.calls.length).toBeGreaterThan(some);
  expect(project.disk()).toEqual(remembered);

  project.write("generated/canonical/events.ts", `${project.read("generated/canonical/events.ts")}// mine\n`);
  await project.run("generate");
  expect(project.read("generated/canonical/events.ts")).not.toContain("mine");
});
