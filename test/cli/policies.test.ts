import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { policyCodes } from "../../codegen/policy/index.js";
import { config, newGenerated, newProject, tableFile } from "./project.js";

const withPolicies = (text: string): string => `${config}policies:\n${text}`;
/** The rows of the project without a note. */
const unnoted = [10, 17, 23];

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly line: number;
  readonly column: number;
  readonly hint?: string;
}

const found = (stdout: string): Found[] => (JSON.parse(stdout) as { diagnostics: Found[] }).diagnostics;

test("all are off by default, and `off` is off", async () => {
  const project = await newGenerated();
  expect((await project.run("check")).code).toBe(0);
  project.write("mapwright.config.yaml", withPolicies("  row-without-note: off\n  whole-message: { severity: off, except: [a.b] }\n"));
  expect(await project.run("check")).toMatchObject({ code: 0, stdout: "no problems\n" });
});

test("a warning is told at its row and stops nothing, today and from the cache", async () => {
  const project = await newGenerated();
  project.write("mapwright.config.yaml", withPolicies("  row-without-note: warning\n"));
  for (const _ of ["compiled", "recognised"]) {
    const { code, stdout } = await project.run("check", "--format", "json");
    expect(code).toBe(0);
    expect(found(stdout)).toMatchObject(unnoted.map((line) => ({ code: "row-without-note", severity: "warning", line, column: 3, file: tableFile })));
  }
  expect((await project.run("generate")).code).toBe(0);
});

test("an error fails `check` and `generate`, which writes nothing; commands that look go on", async () => {
  const project = newProject();
  project.write("mapwright.config.yaml", withPolicies("  row-without-note: error\n"));
  const before = project.disk();
  expect((await project.run("check")).code).toBe(1);
  expect(await project.run("generate")).toMatchObject({ code: 1, stderr: expect.stringContaining("3 errors in 1 file; nothing was written") });
  expect(project.disk()).toEqual(before);
  expect((await project.run("coverage")).code).toBe(0);
  expect((await project.run("explain", "codex.app-server.notification", "notice")).code).toBe(0);
});

test("a house adopts a policy little by little, and is told which exceptions it needs no longer", async () => {
  const project = await newGenerated();
  project.write("mapwright.config.yaml", withPolicies('  row-without-note:\n    severity: error\n    except: ["codex.app-server.notification t*/*", codex.eventmsg]\n'));
  const { stdout } = await project.run("check", "--format", "json");
  expect(found(stdout)).toMatchObject([
    { code: "row-without-note", severity: "error", line: 23, file: tableFile },
    { code: "unused-exception", severity: "warning", line: 11, column: 52, file: "mapwright.config.yaml" },
  ]);
});

test("many stars in a row are one", async () => {
  const project = await newGenerated();
  project.write("mapwright.config.yaml", withPolicies(`  row-without-note: { severity: warning, except: ["${"*".repeat(200)}x"] }\n`));
  expect((await project.run("check")).code).toBe(0);
});

test("policies come last: what is wrong is mended first", async () => {
  const project = newProject();
  project.write("mapwright.config.yaml", withPolicies("  row-without-note: error\n"));
  project.edit(tableFile, "assistant_text", "assistent_text");
  expect(found((await project.run("check", "--format", "json")).stdout).map(({ code }) => code)).toEqual(["unknown-literal"]);
});

test.each([
  ["a policy that there is not", "  row-without-notes: warning\n", { code: "unknown-policy", line: 9, column: 3, hint: 'Did you mean "row-without-note"?' }],
  ["a severity that there is not", "  row-without-note: warn\n", { code: "unknown-severity", line: 9, column: 21, hint: 'Did you mean "warning"?' }],
  ["a truth value as a severity", "  row-without-note: true\n", { code: "unknown-severity", line: 9, column: 21, hint: "There is: error, warning, off." }],
  ["a list as a severity", "  row-without-note: [error]\n", { code: "unknown-severity", line: 9, column: 21 }],
  ["a severity that there is not, beside exceptions", "  row-without-note: { severity: eror, except: [a.b] }\n", { code: "unknown-severity", line: 9, column: 33, hint: 'Did you mean "error"?' }],
  ["no severity", "  row-without-note: { except: [a.b] }\n", { code: "config-missing-key", line: 9, column: 21 }],
  ["a misspelt key", "  row-without-note: { severity: error, exept: [a.b] }\n", { code: "config-unknown-key", line: 9, column: 40, hint: 'Did you mean "except"?' }],
  ["exceptions that are no list", "  row-without-note: { severity: error, except: a.b }\n", { code: "config-shape", line: 9, column: 48 }],
  ["an exception that is no text", "  row-without-note: { severity: error, except: [5] }\n", { code: "config-shape", line: 9, column: 49 }],
])("%s is reported at its place", async (_, text, expected) => {
  const project = newProject();
  project.write("mapwright.config.yaml", withPolicies(text));
  const { code, stdout } = await project.run("check", "--format", "json");
  expect(code).toBe(2);
  expect(found(stdout)).toEqual([expect.objectContaining({ ...expected, file: "mapwright.config.yaml" })]);
});

test("policies that are a list are reported as such", async () => {
  const project = newProject();
  project.write("mapwright.config.yaml", `${config}policies: [row-without-note]\n`);
  expect(found((await project.run("check", "--format", "json")).stdout)).toMatchObject([{ code: "config-shape", line: 8, column: 11 }]);
});

test("mappings/README.md lists them all", () => {
  const text = readFileSync(path.resolve(import.meta.dirname, "../../mappings/README.md"), "utf8");
  expect(Array.from(text.split("## Policies")[1]!.matchAll(/^\| `([\w-]+)` \|/gm), ([, name]) => name)).toEqual(Object.keys(policyCodes));
});
