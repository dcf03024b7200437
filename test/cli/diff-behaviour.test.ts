import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { BehaviourReport } from "../../codegen/cli/behaviour.js";
import { newGenerated, newProject, runIn, tableFile, type Project } from "./project.js";
import { addRuntime, commit, git, init } from "./runtime.js";

const lines = [
  { method: "turn/started", params: { turnId: "t" } },
  { method: "text/delta", params: { turnId: "t", delta: "hello" } },
  { method: "notice", params: { text: "careful" } },
  { method: "turn/completed", params: { turnId: "t", status: "broken" } },
];

/** A project with a runtime, two transcripts and one commit. */
async function committed(below = "project"): Promise<Project> {
  const project = await newGenerated(below);
  addRuntime(project);
  project.write("transcripts/codex/1.0.0/whole.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  project.write("transcripts/codex/1.0.0/short.jsonl", `${JSON.stringify(lines[0])}\n`);
  project.edit("mapwright.config.yaml", "protocols:", 'transcripts:\n  codex: ["transcripts/codex/*"]\nprotocols:');
  init(project);
  return project;
}

afterEach(() => vi.unstubAllEnvs());

const level = (project: Project): void => project.edit(tableFile, "runtime.warning: { message: $.params.text }", "runtime.warning: { message: $.params.text, detail: $.params }");
const json = async (project: Project, ...argv: string[]): Promise<BehaviourReport> => JSON.parse((await project.run("diff", "--behaviour", "HEAD", "--format", "json", ...argv)).stdout) as BehaviourReport;

describe("a behaviour diff", () => {
  test("says that nothing changed, with exit code 0", async () => {
    const project = await committed();
    const { code, stdout, stderr } = await project.run("diff", "--behaviour", "HEAD");
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "events of HEAD -> working tree\nNo difference: 2 transcripts give the same events.\n", stderr: "" });
  });

  test("tells a field that differs at its line, before anything is generated or built", async () => {
    const project = await committed();
    level(project);
    const before = project.disk();
    const { code, stdout, stderr } = await project.run("diff", "--behaviour", "HEAD");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toBe(
      [
        "events of HEAD -> working tree",
        "1 of 2 transcripts differs: 0 events added, 0 removed, 1 changed",
        "",
        "transcripts/codex/1.0.0/whole.jsonl  4 -> 4 events: 0 added, 0 removed, 1 changed",
        "  changed  runtime.warning  line 3, notice",
        '    payload.detail: (none) -> {"text":"careful"}',
        "",
      ].join("\n"),
    );
    expect(project.disk()).toEqual(before);
  });

  test("names changed rows that no transcript has a message for", async () => {
    const project = await committed();
    project.write("transcripts/codex/1.0.0/whole.jsonl", `${JSON.stringify(lines[3])}\n`);
    commit(project);
    level(project);
    project.edit(tableFile, "map: { done: completed, broken: failed }", "map: { done: completed, broken: cancelled }");
    const { code, stdout } = await project.run("diff", "--behaviour", "HEAD");
    expect(code).toBe(1);
    expect(stdout).toContain(`\n1 message new or mapped anew, and in no transcript\n  ${tableFile}:23  notice\n`);
    expect((await json(project)).unexercised).toEqual([{ file: tableFile, line: 23, key: "notice" }]);
  });

  test("tells events that came and went", async () => {
    const project = await committed();
    project.edit(tableFile, "    turn.started: {}\n", "    turn.started: {}\n    runtime.warning: { message: begun }\n");
    project.edit(tableFile, "runtime.warning: { message: $.params.text }", "runtime.error: { message: $.params.text, class: unknown }");
    const report = await json(project);
    expect(report.summary).toEqual({ transcripts: 2, differing: 2, unheard: 0, added: 3, removed: 1, changed: 0 });
    expect(report.transcripts.map(({ file, provider, events }) => ({ file, provider, events }))).toEqual([
      { file: "transcripts/codex/1.0.0/short.jsonl", provider: "codex", events: { before: 1, after: 2 } },
      { file: "transcripts/codex/1.0.0/whole.jsonl", provider: "codex", events: { before: 4, after: 5 } },
    ]);
    expect(report.transcripts[1]?.differences.map(({ kind, line, message, type, event }) => ({ kind, line, message, type, payload: event?.["payload"] }))).toEqual([
      { kind: "added", line: 1, message: "turn/started", type: "runtime.warning", payload: { message: "begun" } },
      { kind: "removed", line: 3, message: "notice", type: "runtime.warning", payload: { message: "careful" } },
      { kind: "added", line: 3, message: "notice", type: "runtime.error", payload: { message: "careful", class: "unknown" } },
    ]);
  });

  test("sees what a change of the runtime does, and compares with the revision that is named", async () => {
    const project = await committed();
    project.edit("src/index.ts", "payload: draft.payload", 'payload: { ...draft.payload, by: "runtime" }');
    expect((await json(project)).summary.changed).toBe(5);
    commit(project);
    expect((await json(project)).summary.changed).toBe(0);
    const { stdout } = await project.run("diff", "--behaviour", "HEAD~1", "--format", "json");
    expect((JSON.parse(stdout) as BehaviourReport).summary.changed).toBe(5);
  });

  test("looks at the transcripts that are named, alone", async () => {
    const project = await committed();
    level(project);
    expect((await json(project, "transcripts/codex/1.0.0/short.jsonl")).summary).toMatchObject({ transcripts: 1, differing: 0 });
    project.write("elsewhere.jsonl", `${JSON.stringify(lines[2])}\n`);
    expect((await json(project, "elsewhere.jsonl", "--provider", "codex")).summary).toMatchObject({ transcripts: 1, changed: 1 });
    mkdirSync(project.file("below"));
    const { code, stdout } = await runIn(project.file("below"), ["diff", "--behaviour", "HEAD", "../transcripts/codex/1.0.0/whole.jsonl"]);
    expect({ code, place: stdout.split("\n")[3] }).toEqual({ code: 1, place: expect.stringContaining("../transcripts/codex/1.0.0/whole.jsonl") });
  });

  test("folds transcripts in markdown", async () => {
    const project = await committed();
    level(project);
    const { stdout } = await project.run("diff", "--behaviour", "HEAD", "--format", "markdown");
    expect(stdout).toContain("## Events of `HEAD` → working tree\n\n1 of 2 transcripts differs");
    expect(stdout).toContain("<summary>transcripts/codex/1.0.0/whole.jsonl: 4 -> 4 events: 0 added, 0 removed, 1 changed</summary>\n\n- changed `runtime.warning` (line 3, notice)\n  - `payload.detail: (none) -> {\"text\":\"careful\"}`\n");
  });

  test("of a provider that the revision does not have only counts", async () => {
    const project = await committed();
    project.edit("src/index.ts", 'provider !== "codex"', 'provider !== "codex" && provider !== "other"');
    project.edit("mapwright.config.yaml", "transcripts:\n", "transcripts:\n  other: [more]\n");
    project.write("more/one.jsonl", `${JSON.stringify(lines[0])}\n`);
    const { code, stdout } = await project.run("diff", "--behaviour", "HEAD");
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: "events of HEAD -> working tree\nNo difference: 2 of 3 transcripts give the same events.\nHEAD has no mapper for other: 1 new event in 1 transcript\n",
    });
  });

  test("works in a project below the root of its repository", async () => {
    const project = await committed();
    const inner = "packages/tables";
    for (const name of ["mapwright.config.yaml", "EVENTS.md", "schemas", "mappings", "transforms", "generated", "src", "transcripts"]) cpSync(project.file(name), project.file(`${inner}/${name}`), { recursive: true });
    commit(project);
    project.edit(`${inner}/${tableFile}`, "message: $.params.text", 'message: "other"');
    const { code, stdout } = await runIn(project.file(inner), ["diff", "--behaviour", "HEAD"]);
    expect({ code, verdict: stdout.split("\n")[1] }).toEqual({ code: 1, verdict: "1 of 2 transcripts differs: 0 events added, 0 removed, 1 changed" });
    // As hooks set it.
    vi.stubEnv("GIT_DIR", project.file(".git"));
    project.edit("src/index.ts", "createSession", "another");
    commit(project);
    expect((await runIn(project.file(inner), ["diff", "--behaviour", "HEAD"])).code).toBe(1);
  });

  test("is ended by an interrupt, with nothing left behind", async () => {
    const project = await committed();
    const folder = mkdtempSync(path.join(tmpdir(), "mapwright-diff-test-"));
    vi.stubEnv("TMPDIR", folder);
    const stop = new AbortController();
    stop.abort();
    expect(await runIn(project.root, ["diff", "--behaviour", "HEAD"], { signal: stop.signal })).toEqual({ code: 2, stdout: "", stderr: "error: interrupted; nothing was changed\n" });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test("of tables that do not compile says why", async () => {
    const project = await committed();
    project.edit(tableFile, "assistant_text", "assistent_text");
    const { code, stdout, stderr } = await project.run("diff", "--behaviour", "HEAD");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("error[unknown-literal]");
  });
});

describe("wrong use", () => {
  test.each([
    ["an unknown revision", ["HEAD~9"], "git knows no revision 'HEAD~9'"],
    ["a revision that is an option", ["--help-all"], "git knows no revision '--help-all'"],
    ["a transcript of nobody that is not there", ["HEAD", "nofile.jsonl"], "there is no transcript 'nofile.jsonl'"],
    ["a transcript of nobody", ["HEAD", "src/index.ts"], "whose messages 'src/index.ts' holds is unknown"],
    ["an unknown provider", ["HEAD", "transcripts/codex/1.0.0/short.jsonl", "--provider", "cod"], 'There is no mapper for "cod".'],
    ["a transcript that is not there", ["HEAD", "nothing.jsonl", "--provider", "codex"], "there is no transcript 'nothing.jsonl'"],
    ["a line that is no JSON", ["HEAD", "EVENTS.md", "--provider", "codex"], "EVENTS.md:1: this line is no JSON"],
  ])("%s has exit code 2", async (_, [revision, ...argv], message) => {
    const { code, stdout, stderr } = await (await committed()).run("diff", `--behaviour=${revision}`, ...argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("a revision without generated code has exit code 2, and says what is missing", async () => {
    const project = await committed();
    git(project, "rm", "--quiet", "--cached", "-r", "generated");
    project.write(".gitignore", "node_modules/\ngenerated/\n");
    commit(project);
    const { code, stderr } = await project.run("diff", "--behaviour", "HEAD");
    expect(code).toBe(2);
    expect(stderr).toMatch(/error: 'HEAD' does not run: .*generated\/codex\/notifications\.js/);
    expect(stderr).toContain("is its generated code committed?");
  });

  test("a repository that git does not open, or that has lost something, is not an unknown revision", async () => {
    const project = await committed();
    const blob = git(project, "rev-parse", "HEAD:src/memory.ts").trim();
    vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    expect((await project.run("diff", "--behaviour", "HEAD")).stderr).toContain("detected dubious ownership");
    vi.unstubAllEnvs();
    rmSync(project.file(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    expect(await project.run("diff", "--behaviour", "HEAD")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("git has lost 'src/memory.ts' of 'HEAD'") });
  });

  test.each([
    ["throw undefined;", "'HEAD' does not run: undefined"],
    ["export const createSession = () => ({ receive: () => undefined });", "the session of 'HEAD' fails: it gives no list of events"],
  ])("a revision whose code is `%s` is told so", async (code, message) => {
    const project = await committed();
    const text = project.read("src/index.ts");
    project.write("src/index.ts", code);
    commit(project);
    project.write("src/index.ts", text);
    expect(await project.run("diff", "--behaviour", "HEAD")).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });

  test("without transcripts or a repository, it says what is missing", async () => {
    const project = newProject();
    const none = await project.run("diff", "--behaviour", "HEAD");
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining("the config names no transcripts") });
    project.write("one.jsonl", "{}\n");
    const outside = await project.run("diff", "--behaviour", "HEAD", "one.jsonl", "--provider", "codex");
    expect(outside).toMatchObject({ code: 2, stderr: expect.stringContaining("this project is in no git repository") });
  });
});

test("`transcripts` of a config are checked", async () => {
  const project = newProject();
  const config = project.read("mapwright.config.yaml");
  for (const [text, code, line] of [
    ["transcripts: [a]\n", "config-shape", 8],
    ["transcripts: { codex: a }\n", "config-shape", 8],
    ["transcripts: { codex: [/a] }\n", "config-path", 8],
    ["transcripts: { codex: [../a] }\n", "config-path", 8],
  ] as const) {
    project.write("mapwright.config.yaml", config + text);
    const found = await project.run("check", "--format", "json");
    expect(found.code).toBe(2);
    expect((JSON.parse(found.stdout) as { diagnostics: unknown[] }).diagnostics).toEqual([expect.objectContaining({ code, line })]);
  }
});
