import fs from "node:fs/promises";
import { chmodSync, mkdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import type * as Compiling from "../../codegen/cli/compile-project.js";
import { mapperFile, newGenerated, newProject, runIn, tableFile, type Project } from "./project.js";

afterEach(() => vi.restoreAllMocks());

test("generate writes everything, and then there is nothing more to do", async () => {
  const project = newProject();
  const first = await project.run("generate");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toMatch(/^\d+ files written\n(?: {2}\S+\/ \(\d+\)\n)+$/);
  expect(project.read(mapperFile)).toContain('case "turn/completed":');
  expect(project.read("EVENTS.md")).toContain("turn/completed");

  const before = project.disk();
  expect(await project.run("generate")).toEqual({ code: 0, stdout: "up to date\n", stderr: "" });
  expect(project.disk()).toEqual(before);
});

test("the config is found from a folder below, and paths are shown as seen from there", async () => {
  const project = await newGenerated();
  expect((await runIn(project.file("mappings/codex"), ["generate"])).stdout).toBe("up to date\n");
  project.edit(tableFile, "assistant_text", "assistent_text");
  const { code, stderr } = await runIn(project.file("mappings/codex"), ["generate"]);
  expect(code).toBe(1);
  expect(stderr).toContain("--> notifications.yaml:18:34\n");
});

test("--config names a config of any name, from anywhere", async () => {
  const project = await newGenerated();
  project.write("other.yaml", project.read("mapwright.config.yaml").replace("generated", "elsewhere"));
  const { code, stdout } = await runIn("/", ["generate", "--check", "--config", project.file("other.yaml")]);
  expect(code).toBe(1);
  expect(stdout).toContain("elsewhere/codex/notifications.ts");
  expect(stdout).toContain("`npx mapwright generate --config ");
});

test("a misspelt literal stops generate and check at its place, and nothing on disk changes", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "assistant_text", "assistent_text");
  const before = project.disk();

  const generated = await project.run("generate");
  expect(generated).toMatchObject({ code: 1, stdout: "" });
  expect(generated.stderr).toContain(`--> ${tableFile}:18:34`);
  expect(generated.stderr).toContain('Did you mean "assistant_text"?');

  const checked = await project.run("check");
  expect(checked).toMatchObject({ code: 1, stderr: "" });
  expect(checked.stdout).toContain(`--> ${tableFile}:18:34`);
  expect(project.disk()).toEqual(before);
});

test("an input that is saved while we compile is not lost", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "assistant_text", "plan_text");
  const { compileProject } = await vi.importActual<typeof Compiling>("../../codegen/cli/compile-project.js");
  const compiling = vi.fn<typeof compileProject>(async (...given) => {
    const compiled = await compileProject(...given);
    if (compiling.mock.calls.length === 1) project.edit("EVENTS.md", "# Events\n", "# Events\n\nNewly written.\n");
    return compiled;
  });
  vi.doMock("../../codegen/cli/compile-project.js", () => ({ compileProject: compiling }));
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  vi.doUnmock("../../codegen/cli/compile-project.js");
  expect(compiling).toHaveBeenCalledTimes(2);
  expect(project.read("EVENTS.md")).toContain("Newly written.");
  expect(await project.run("check")).toMatchObject({ code: 0 });
});

test("a deleted row is an error that shows the row to write", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "  notice:\n    runtime.warning: { message: $.params.text }\n", "");
  const before = project.disk();
  const { code, stderr } = await project.run("generate");
  expect(code).toBe(1);
  expect(stderr).toContain('error[uncovered-message]: No row covers "notice".');
  expect(stderr).toMatch(/hint: Add a row such as:\n +notice:\n/);
  expect(project.disk()).toEqual(before);
});

test("a changed row rewrites what follows from it and touches nothing else", async () => {
  const project = await newGenerated();
  const before = project.disk();
  project.edit(tableFile, "{ message: $.params.text }", "{ message: $.params.text, detail: $.params }");
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  const after = project.disk();
  const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  expect(changed).toContain(mapperFile);
  expect(changed).not.toContain("generated/types/tiny.ts");
  expect(changed).not.toContain("generated/canonical/events.ts");
  expect(project.read(mapperFile)).toContain("detail");
});

test("a file edited by hand is written again, and named", async () => {
  const project = await newGenerated();
  const whole = project.read(mapperFile);
  project.write(mapperFile, `${whole}// mine\n`);
  expect(await project.run("generate")).toEqual({ code: 0, stdout: `1 file written\n  ${mapperFile} (edited by hand: that is overwritten)\n`, stderr: "" });
  expect(project.read(mapperFile)).toBe(whole);
  for (const name of [mapperFile, "generated/types/tiny.ts", "generated/codex.ts"].filter((file) => project.disk().has(file))) project.write(name, `${project.read(name)}// mine\n`);
  project.edit(tableFile, "assistant_text", "plan_text");
  const { stdout } = await project.run("generate");
  // Of what the inputs change as well, nobody can tell.
  expect(stdout).toContain(`  ${mapperFile}\n`);
  expect(stdout).not.toContain("by hand");
});

test("what is no longer generated is removed with its empty folders; what was never generated is left and said", async () => {
  const project = await newGenerated();
  project.write("generated/old/table.ts", "// mappings/old/table.yaml. Generated by mapwright; do not edit.\n");
  project.write("generated/mine.ts", "export const mine = 1;\n");
  project.write("generated/.gitkeep", "");

  const { code, stdout } = await project.run("generate", "--check");
  expect(code).toBe(1);
  expect(stdout).toContain("orphaned  generated/old/table.ts\n");
  expect(stdout).not.toContain("mine.ts");

  const generated = await project.run("generate");
  expect(generated).toMatchObject({ code: 0, stdout: "1 file removed\n  generated/old/table.ts (removed)\n" });
  expect(generated.stderr).toContain("warning[foreign-file]");
  expect(generated.stderr).toContain("generated/mine.ts");
  expect([...project.disk().keys()].filter((name) => name.startsWith("generated/old"))).toEqual([]);
  expect(() => statSync(project.file("generated/old"))).toThrow("ENOENT");
  expect(project.read("generated/mine.ts")).toBe("export const mine = 1;\n");
});

test("a table that is gone takes its generated files along", async () => {
  const project = await newGenerated();
  project.write("mappings/codex/second.yaml", project.read(tableFile).replace("app-server.notification", "app-server.request").replace('"3.1"', '"3.2"'));
  project.write("EVENTS.md", `${project.read("EVENTS.md")}<!-- mapwright: begin 3.2 -->\n<!-- mapwright: end 3.2 -->\n`);
  expect(await project.run("generate")).toMatchObject({ code: 0, stderr: "" });
  const generated = [...project.disk().keys()].filter((name) => name.startsWith("generated/") && name.includes("second"));
  expect(generated).toContain("generated/codex/second.ts");

  rmSync(project.file("mappings/codex/second.yaml"));
  project.write("EVENTS.md", project.read("EVENTS.md").replace(/<!-- mapwright: begin 3.2[^]*/, ""));
  expect(await project.run("generate")).toMatchObject({ code: 0, stderr: "" });
  expect([...project.disk().keys()].filter((name) => generated.includes(name))).toEqual([]);
});

test("--check names what is missing, stale and orphaned and what mends it, and writes nothing", async () => {
  const project = await newGenerated();
  rmSync(project.file("generated/types/tiny.ts"));
  project.write(mapperFile, `${project.read(mapperFile)}\n`);
  project.write("generated/gone.ts", "// Generated by mapwright; do not edit.\n");
  const before = project.disk();
  expect(await project.run("generate", "--check")).toEqual({
    code: 1,
    stdout: [
      "missing   generated/types/tiny.ts",
      "stale     generated/codex/notifications.ts (edited by hand)",
      "orphaned  generated/gone.ts",
      "Run `npx mapwright generate` to bring the generated files up to date.\n\n",
    ].join("\n"),
    stderr: "",
  });
  expect(project.disk()).toEqual(before);
  await project.run("generate");
  expect(await project.run("generate", "--check")).toEqual({ code: 0, stdout: "up to date\n", stderr: "" });
});

test("a fresh clone, without a cache, is recognised as up to date", async () => {
  const project = await newGenerated();
  rmSync(project.file("node_modules/.cache"), { recursive: true });
  const before = project.disk();
  expect(await project.run("generate", "--check")).toEqual({ code: 0, stdout: "up to date\n", stderr: "" });
  rmSync(project.file("node_modules/.cache"), { recursive: true });
  expect(await project.run("generate")).toEqual({ code: 0, stdout: "up to date\n", stderr: "" });
  expect(project.disk()).toEqual(before);
});

test("when a write fails midway, every file is as it was", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "assistant_text", "plan_text");
  // The mapper can be replaced; then a folder stands in the way.
  rmSync(project.file("generated/types/tiny.ts"));
  mkdirSync(project.file("generated/types/tiny.ts/in-the-way"), { recursive: true });
  const before = project.disk();
  const { code, stderr, stdout } = await project.run("generate");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: cannot write 'generated\/types\/tiny\.ts': .+; nothing was changed\n$/);
  expect(project.disk()).toEqual(before);
});

test.each(["ENOSPC", "EROFS"])("%s while writing leaves everything as it was", async (code) => {
  const project = await newGenerated();
  project.edit(tableFile, "assistant_text", "plan_text");
  rmSync(project.file("generated/types"), { recursive: true });
  const before = project.disk();
  const { writeFile } = fs;
  let calls = 0;
  vi.spyOn(fs, "writeFile").mockImplementation(async (...args) => {
    calls += 1;
    if (calls > 1) throw Object.assign(new Error(`${code}: no`), { code });
    return writeFile(...args);
  });
  const result = await project.run("generate");
  expect(calls).toBeGreaterThan(1);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain(code === "ENOSPC" ? "no space left on the disk; nothing was changed" : "the file system is read-only; nothing was changed");
  expect(project.disk()).toEqual(before);
  expect(() => statSync(project.file("generated/types"))).toThrow("ENOENT");
});

test("a failing rename is undone, also what was renamed or removed before it", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "assistant_text", "plan_text");
  project.write("generated/a-gone.ts", "// Generated by mapwright; do not edit.\n");
  project.write("generated/b-gone.ts", "// Generated by mapwright; do not edit.\n");
  const before = project.disk();
  const { rename } = fs;
  let failed = false;
  vi.spyOn(fs, "rename").mockImplementation(async (from, to) => {
    if (!failed && String(from).endsWith("b-gone.ts")) {
      failed = true;
      throw Object.assign(new Error("EACCES: no"), { code: "EACCES" });
    }
    return rename(from, to);
  });
  const { code, stderr } = await project.run("generate");
  expect({ code, stderr }).toEqual({ code: 2, stderr: "error: cannot write 'generated/b-gone.ts': permission denied; nothing was changed\n" });
  expect(project.disk()).toEqual(before);
});

test.skipIf(process.getuid?.() === 0 || process.platform === "win32")("a read-only output folder is said and left alone", async () => {
  const project = await newGenerated();
  project.edit(tableFile, "assistant_text", "plan_text");
  chmodSync(project.file("generated/codex"), 0o555);
  const before = project.disk();
  const { code, stderr } = await project.run("generate");
  chmodSync(project.file("generated/codex"), 0o755);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `error: cannot write '${mapperFile}': permission denied; nothing was changed\n` });
  expect(project.disk()).toEqual(before);
});

test("generates at the same time end with whole files and no leftovers", async () => {
  const project = newProject();
  const results = await Promise.all([1, 2, 3].map(() => project.run("generate")));
  expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect([...project.disk().keys()].filter((name) => name.endsWith(".mapwright"))).toEqual([]);
  expect(await project.run("generate", "--check")).toMatchObject({ code: 0 });
});

test("what a killed generate left is swept up, what a running one writes is not", async () => {
  const project = await newGenerated();
  project.write("generated/codex/.notifications.ts.999999999-0badcafe.mapwright", "half a fi");
  project.write(`generated/codex/.notifications.ts.${process.pid}-0badcafe.mapwright`, "being written");
  project.edit(tableFile, "assistant_text", "plan_text");
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  expect([...project.disk().keys()].filter((name) => name.endsWith(".mapwright"))).toEqual([`generated/codex/.notifications.ts.${process.pid}-0badcafe.mapwright`]);
});

test("the same inputs give the same bytes in another folder, whenever they were written", async () => {
  const [one, other] = [newProject("one"), newProject("some where/éls€ ")];
  for (const name of other.disk().keys()) utimesSync(other.file(name), 1, 1);
  await Promise.all([one, other].map(({ root }) => runIn(root, ["generate"])));
  const contents = (project: Project): unknown => [...project.disk().keys()].map((name) => [name, project.read(name)]);
  expect(contents(other)).toEqual(contents(one));
  expect([...one.disk().keys()].some((name) => one.read(name).includes(one.root))).toBe(false);
});
