import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { run } from "../../codegen/cli/run.js";
import { newProject, runIn, tableFile } from "./project.js";

const commands = ["generate", "check", "coverage", "vendor", "bump", "diff", "review", "replay", "explain"];

test("--help lists the commands, each command's has examples", async () => {
  const { code, stdout } = await runIn("/", ["--help"]);
  expect(code).toBe(0);
  for (const command of commands) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    const help = await runIn("/", [command, "--help"]);
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toMatch(new RegExp(`Examples:\n  mapwright ${command}`));
  }
});

test("help is a command, too", async () => {
  expect(await runIn("/", ["help"])).toEqual(await runIn("/", ["--help"]));
  expect(await runIn("/", ["help", "check"])).toEqual(await runIn("/", ["check", "--help"]));
});

test("--version", async () => {
  expect(await runIn("/", ["--version"])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: "" });
});

test.each([
  [["genrate"], "Did you mean generate?"],
  [["check", "--formt", "json"], "Did you mean --format?"],
  [["check", "--format", "yaml"], "Allowed choices are text, json, markdown, github, sarif."],
  [["check", "extra"], "too many arguments"],
  [["explain", "source"], "there is no code 'source'"],
  [["replay", "file"], "required option '--provider <provider>' not specified"],
  [["generate", "--check", "--watch"], "--check and --watch exclude each other"],
  [[], "Usage: mapwright"],
])("wrong use, exit code 2: %j", async (argv, said) => {
  const { code, stdout, stderr } = await runIn("/", argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(said);
});

test("a fault of our own is said without a stack, and with one for those who ask", async () => {
  const project = newProject();
  project.edit(tableFile, "assistant_text", "plan_text");
  vi.doMock("../../codegen/cli/compile-project.js", () => ({
    compileProject: () => {
      throw new Error("the moon is full");
    },
  }));
  try {
    const quiet = await runIn(project.root, ["generate"]);
    expect(quiet).toMatchObject({ code: 2, stdout: "" });
    expect(quiet.stderr).toContain("internal error: the moon is full\n");
    expect(quiet.stderr).not.toMatch(/^ +at /m);
    expect((await runIn(project.root, ["generate"], { env: { MAPWRIGHT_DEBUG: "1" } })).stderr).toMatch(/^ +at /m);
  } finally {
    vi.doUnmock("../../codegen/cli/compile-project.js");
  }
});

test("colours and progress only where a terminal is and nobody forbids them", async () => {
  const project = newProject();
  project.edit(tableFile, "assistant_text", "assistent_text");
  const onTerminal = async (env: Record<string, string>): Promise<string> => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    await run(["generate"], { cwd: project.root, env, stdin: () => new PassThrough(), stdout: terminal, stderr: terminal });
    return String(terminal.read());
  };
  expect(await onTerminal({ CI: "true" })).toContain("\u001b[31m");
  expect(await onTerminal({ CI: "true", NO_COLOR: "1" })).not.toContain("\u001b");
  expect(await onTerminal({ NO_COLOR: "1" })).toContain("compiling");
  expect((await runIn(project.root, ["generate"])).stderr).not.toContain("\u001b");
  expect((await runIn(project.root, ["generate"], { env: { FORCE_COLOR: "1" } })).stderr).toContain("\u001b[31m");
});
