import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { newProject, runIn, tableFile } from "./project.js";

test("a code is explained, wherever one is", async () => {
  const { code, stdout, stderr } = await runIn("/", ["explain", "unknown-literal"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  for (const part of ["unknown-literal  error, Events and values", "why it is a mistake\n", "how to mend it\n", "wrong: mappings/demo/notifications.yaml\n", "assistent_text", "mended: mappings/demo/notifications.yaml\n", "assistant_text"]) expect(stdout).toContain(part);
});

test("what the mistake is about is shown once, and what is gone is said", async () => {
  const [cell, file] = await Promise.all(["unknown-cell", "orphaned"].map((code) => runIn("/", ["explain", code, "--format", "markdown"])));
  expect(cell!.stdout.match(/`mappings\/demo\/memory\.yaml`/g)).toHaveLength(1);
  expect(cell!.stdout).toContain("With: `mappings/demo/memory.yaml`\n\n```yaml\n");
  expect(file!.stdout).toContain("Mended: `generated/codex/gone.ts` is not there any more.\n");
});

test("of a file that is gone or lacking, nothing reads as its content", async () => {
  expect((await runIn("/", ["explain", "foreign-file"])).stdout).toMatch(/\nmended: generated\/codex\/helpers\.ts is not there any more\.\n$/);
  expect((await runIn("/", ["explain", "missing"])).stdout).toContain("\nwrong: generated/codex/notifications.ts is not there.\n");
});

test("as JSON, one code is an object, and all are a list", async () => {
  const one = JSON.parse((await runIn("/", ["explain", "guarded-row", "--format", "json"])).stdout) as object;
  expect(one).toMatchObject({ code: "guarded-row", group: "Keys and rows", severity: "warning", meaning: expect.any(String), why: expect.any(String), mend: expect.any(String), before: expect.any(Object), after: expect.any(Object) });
  const { codes } = JSON.parse((await runIn("/", ["explain", "--format", "json"])).stdout) as { codes: object[] };
  expect(codes).toContainEqual(one);
});

test("without a code, all are listed", async () => {
  const { code, stdout } = await runIn("/", ["explain"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Policies$/m);
  expect(stdout).toMatch(/^ {2}row-without-note +a row without a note$/m);
});

test.each([
  ["unknown-litral", "there is no code 'unknown-litral'", "did you mean 'unknown-literal'?"],
  ["overlay-un", "there is no code 'overlay-un'", "there is: overlay-untagged, overlay-unfit"],
  ["nonsense", "there is no code 'nonsense'", "`mapwright explain` lists the codes; a row is explained by its source and its key"],
  ["codex.eventmsg", "'codex.eventmsg' is no code, and a row needs its key, too", "mapwright explain codex.eventmsg <key>"],
])("%s is wrong use, and what is meant is said", async (word, message, hint) => {
  expect(await runIn("/", ["explain", word])).toEqual({ code: 2, stdout: "", stderr: `error: ${message}\n  hint: ${hint}\n` });
});

test("what is reported says once how to learn more, for people only", async () => {
  const project = newProject();
  project.edit(tableFile, "assistant_text", "assistent_text");
  project.edit(tableFile, "state: $.params.status | turnState", "stat: $.params.status | turnState");
  const pointers = (text: string): string[] => text.match(/^`npx mapwright explain .*$/gm) ?? [];
  expect(pointers((await project.run("check")).stdout)).toEqual(["`npx mapwright explain unknown-field` says more."]);
  expect(pointers((await project.run("generate")).stderr)).toHaveLength(1);
  for (const format of ["json", "markdown", "github"]) expect((await project.run("check", "--format", format)).stdout).not.toContain("mapwright explain");
});

test("DIAGNOSTICS.md is what `mapwright explain --format markdown` prints", async () => {
  const { stdout } = await runIn("/", ["explain", "--format", "markdown"]);
  expect(readFileSync(path.resolve(import.meta.dirname, "../../DIAGNOSTICS.md"), "utf8"), "renew it with `npm run diagnostics`").toBe(stdout);
});
