import { mkdirSync, rmSync } from "node:fs";
import type { Log } from "sarif";
import { describe, expect, test } from "vitest";
import { formatGithub } from "../../codegen/cli/code-frame.js";
import { newGenerated, runIn, tableFile, type Project } from "./project.js";
import { problemsOf, sarifProblemsOf } from "./report-schemas.js";

const broken = (project: Project): void => project.edit(tableFile, "assistant_text", "assistent_text");
const json = async (project: Project): Promise<unknown> => JSON.parse((await project.run("check", "--format", "json")).stdout);

describe("--format json is what its schema says", () => {
  test("of a sound project, of drift, of mistakes, of a broken config", async () => {
    const project = await newGenerated();
    expect(problemsOf("check", await json(project))).toEqual([]);
    rmSync(project.file("generated/types/tiny.ts"));
    expect(problemsOf("check", await json(project))).toEqual([]);
    broken(project);
    project.edit("EVENTS.md", "<!-- mapwright: begin 3.1 -->", "");
    const found = (await json(project)) as { diagnostics: object[] };
    expect(found.diagnostics.length).toBeGreaterThan(0);
    expect(problemsOf("check", found)).toEqual([]);
    project.edit("mapwright.config.yaml", "protocols:", "protocol:");
    expect(problemsOf("check", await json(project))).toEqual([]);
  });

  test("and nothing else is", () => {
    const drift = { missing: [], stale: [], orphaned: [] };
    expect(problemsOf("check", { diagnostics: [{ code: "Oh no", severity: "fatal", message: "m", line: 0 }], summary: { errors: 1 }, drift })).toEqual([
      "/diagnostics/0 must have property file when property line is present",
      '/diagnostics/0/code must match pattern "^[a-z][a-z0-9-]*$"',
      "/diagnostics/0/severity must be equal to one of the allowed values",
      "/diagnostics/0/line must be >= 1",
      "/summary must have required property 'warnings'",
    ]);
  });
});

describe("--format sarif", () => {
  test("is SARIF 2.1.0, with the rules that were broken and places in the checkout", async () => {
    const project = await newGenerated("repo/packages/my mapper");
    mkdirSync(project.file("../../.git"));
    broken(project);
    project.write("generated/mine.ts", "export {};\n");
    const { code, stdout } = await project.run("check", "--format", "sarif");
    const log = JSON.parse(stdout) as Log;
    expect(code).toBe(1);
    expect(sarifProblemsOf(log)).toEqual([]);
    const [run] = log.runs;
    expect(run?.tool.driver.rules).toEqual([
      {
        id: "unknown-literal",
        shortDescription: { text: expect.stringMatching(/^[A-Z].*[^.]$/) },
        help: { text: expect.stringContaining("mapwright explain unknown-literal"), markdown: expect.stringContaining("mapwright explain unknown-literal") },
      },
    ]);
    expect(run?.results).toEqual([
      {
        ruleId: "unknown-literal",
        ruleIndex: 0,
        level: "error",
        message: { text: expect.stringMatching(/"assistent_text"[^]*\n[^]*"assistant_text"/) },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: `packages/my%20mapper/${tableFile}`, uriBaseId: "%SRCROOT%" },
              region: { startLine: 18, startColumn: 34, endLine: 18, endColumn: 48 },
            },
          },
        ],
      },
    ]);
  });

  test("is whole where nothing is wrong, and tells drift", async () => {
    const project = await newGenerated();
    const sound = JSON.parse((await project.run("check", "--format", "sarif")).stdout) as Log;
    expect(sarifProblemsOf(sound)).toEqual([]);
    expect(sound.runs[0]?.results).toEqual([]);
    rmSync(project.file("generated/types/tiny.ts"));
    const drift = JSON.parse((await project.run("check", "--format", "sarif")).stdout) as Log;
    expect(sarifProblemsOf(drift)).toEqual([]);
    expect(drift.runs[0]?.results?.map(({ ruleId, level }) => ({ ruleId, level }))).toEqual([{ ruleId: "missing", level: "error" }]);
  });

  test("the schema that it is held against refuses what is no SARIF", () => {
    expect(sarifProblemsOf({ version: "2.1.0", runs: [{ tool: { driver: {} }, results: [{ level: "fatal" }] }] })).toHaveLength(3);
  });
});

describe("--format github", () => {
  test("takes nothing that a message or a path says as its own", () => {
    const diagnostic = { code: "unknown-literal", severity: "error", message: "100% of\r\nit: a, b\n::warning::no", file: "a,b:c%.yaml", line: 3, column: 1, endLine: 3, endColumn: 4 } as const;
    expect(formatGithub(diagnostic)).toBe("::error file=a%2Cb%3Ac%25.yaml,line=3,endLine=3,col=1,endColumn=4,title=unknown-literal::100%25 of%0D%0Ait: a, b%0A::warning::no");
    expect(formatGithub({ ...diagnostic, endLine: 5 })).not.toMatch(/,(?:col|endColumn)=/);
  });

  test("names files from the root of the repository, into whatever folder of the workspace it was checked out", async () => {
    const project = await newGenerated("workspace/checkout/packages/mapper");
    mkdirSync(project.file("../../.git"));
    broken(project);
    const { stdout } = await runIn(project.file("mappings"), ["check", "--format", "github"], { env: { GITHUB_WORKSPACE: project.file("../../..") } });
    expect(stdout).toMatch(/^::error file=packages\/mapper\/mappings\/codex\/notifications\.yaml,line=18,/);
  });

  test("tells errors before warnings, and how many there are where GitHub does not show them all", async () => {
    const project = await newGenerated();
    project.write("generated/mine.ts", "export {};\n");
    for (let index = 0; index < 11; index += 1) project.write(`generated/old${index}.ts`, "// Generated by mapwright; do not edit.\n");
    const lines = (await project.run("check", "--format", "github")).stdout.trimEnd().split("\n");
    expect(lines.map((line) => /^::(\w+)/.exec(line)?.[1])).toEqual([...Array.from({ length: 11 }, () => "error"), "warning", "notice"]);
    expect(lines.at(-1)).toBe("::notice title=mapwright::1 warning in 1 file, 11 generated files out of date. GitHub shows 10 errors and 10 warnings of a step; the log has them all.");
    rmSync(project.file("generated/old0.ts"));
    expect((await project.run("check", "--format", "github")).stdout).not.toContain("::notice");
  });
});
