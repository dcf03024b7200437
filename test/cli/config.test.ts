import { mkdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { config, newProject, runIn } from "./project.js";

interface Found {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

/** What `check` says of a config. Every mistake in it is wrong use: exit code 2. */
async function findings(text: string): Promise<Found[]> {
  const project = newProject();
  mkdirSync(project.file("schemas/tiny/1.10.0"));
  project.write("mapwright.config.yaml", text);
  const { code, stdout } = await project.run("check", "--format", "json");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: (Found & { file: string })[] };
  expect({ code, files: [...new Set(diagnostics.map(({ file }) => file))] }).toEqual({ code: 2, files: ["mapwright.config.yaml"] });
  return diagnostics;
}

test.each([
  ["an unknown key", config.replace("output:", "ouput:"), { code: "config-unknown-key", line: 4, column: 1, hint: 'Did you mean "output"?' }],
  ["a missing key", config.replace("mappings: mappings\n", ""), { code: "config-missing-key", line: 1, column: 1, message: 'The key "mappings" is missing.', hint: expect.stringContaining("mappings: mappings") }],
  ["a path of another system", config.replace("output: generated", "output: C:\\\\generated"), { code: "config-path", line: 4, column: 9, hint: expect.stringContaining("relative") }],
  ["output that is a file", config.replace("output: generated", "output: mapwright.config.yaml"), { code: "config-path", line: 4, column: 9, message: expect.stringContaining("is a file") }],
  ["a missing folder", config.replace("mappings: mappings", "mappings: mapings"), { code: "config-missing-folder", line: 2, column: 11, hint: 'Did you mean "mappings"?' }],
  ["a missing file", config.replace("EVENTS.md", "EVENT.md"), { code: "config-missing-file", line: 5, column: 9 }],
  ["a protocol that is not vendored", config.replace("tiny:", "tinny:"), { code: "unknown-protocol", line: 7, column: 3, hint: 'Did you mean "tiny"?' }],
  ["a version that is not vendored", config.replace("1.0.0", "1.0.1"), { code: "unknown-version", line: 7, column: 10, hint: "Vendored: 1.0.0, 1.10.0." }],
  ["a version twice", config.replace('"1.0.0"', '"1.0.0", "1.0.0"'), { code: "duplicate-version", line: 7, column: 19 }],
  ["a version that is a number", config.replace('"1.0.0"', "1.5"), { code: "unquoted-version", line: 7, column: 10, hint: 'Write "1.5".' }],
  ["a version that would lose a digit", config.replace('"1.0.0"', "1.10"), { code: "yaml-number-loses-digits", line: 7, column: 10, hint: expect.stringContaining('"1.10"') }],
  ["a version that is a list", config.replace('"1.0.0"', "[]"), { code: "config-shape", line: 7, column: 10 }],
  ["no versions", config.replace('["1.0.0"]', "[]"), { code: "config-shape", line: 7, column: 9 }],
  ["a path that is a list", config.replace("output: generated", "output: [generated]"), { code: "config-shape", line: 4, column: 9 }],
  ["an absolute path", config.replace("output: generated", "output: /generated"), { code: "config-path", line: 4, column: 9 }],
  ["output among the inputs", config.replace("output: generated", "output: mappings/out"), { code: "config-path", line: 4, column: 9, message: '"output" and "mappings" lie inside each other.' }],
  ["a config that is a list", "- a\n", { code: "config-shape", line: 1, column: 1 }],
  ["an empty config", "", { code: "config-shape", line: 1, column: 1 }],
  ["protocols that are a list", config.replace('protocols:\n  tiny: ["1.0.0"]', "protocols: [tiny]"), { code: "config-shape", line: 6, column: 12 }],
  ["no YAML", "schemas: [\n", { code: "yaml-syntax" }],
  ["a key twice", `${config}output: generated\n`, { code: "yaml-duplicate-key", line: 8, column: 1 }],
])("%s is reported at its place", async (_, text, expected) => {
  const found = await findings(text);
  expect(found).toContainEqual(expect.objectContaining(expected));
});

test("all mistakes of a config are reported together", async () => {
  const found = await findings('schemas: schemas\nmapings: mappings\noutput: generated\nprotocols:\n  tiny: ["2.0.0"]\n');
  expect(found.map(({ code }) => code)).toEqual(["config-unknown-key", "unknown-version"]);
});

test.each([
  ["a misspelt key", config.replace("output:", "ouput:"), "config-unknown-key"],
  ["a folder of schemas that is not there", config.replace("schemas: schemas", "schemas: schema/s"), "config-missing-folder"],
  ["output that holds every input", config.replace("output: generated", "output: ."), "config-path"],
])("%s is one mistake", async (_, text, code) => {
  expect((await findings(text)).map((found) => found.code)).toEqual([code]);
});

test("a broken config stops the other commands with the line it is about", async () => {
  const project = newProject();
  project.edit("mapwright.config.yaml", "output:", "ouput:");
  for (const command of [["generate"], ["generate", "--check"], ["coverage"], ["explain", "a", "b"]]) {
    const { code, stdout, stderr } = await project.run(...command);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("error[config-unknown-key]");
    expect(stderr).toContain("--> mapwright.config.yaml:4:1\n");
    expect(stderr).toContain("4 | ouput: generated");
  }
});

test("no config, and a --config that is none", async () => {
  const project = newProject();
  rmSync(project.file("mapwright.config.yaml"));
  expect(await project.run("check")).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: there is no mapwright.config.yaml in '${project.root}' or above it\n  hint: name one with --config FILE; \`npx mapwright init\` begins one in a package\n`,
  });
  expect(await project.run("check", "--config", "nowhere.yaml")).toMatchObject({ code: 2, stderr: "error: there is no config file 'nowhere.yaml'\n" });
  project.write("below/mapwright.config.yaml", config);
  expect(await project.run("check", "--config", "below")).toMatchObject({
    code: 2,
    stderr: "error: there is no config file 'below'\n  hint: did you mean 'below/mapwright.config.yaml'?\n",
  });
});

test("inputs may lie outside the folder of the config", async () => {
  const project = newProject("repo");
  project.write("package/mapwright.config.yaml", config.replaceAll(/(schemas|mappings|transforms): /g, "$1: ../").replace("events: EVENTS.md\n", ""));
  expect(await runIn(project.file("package"), ["generate"])).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("package/generated/codex/notifications.ts")).toContain('case "turn/completed":');
  expect(await runIn(project.file("package"), ["check"])).toMatchObject({ code: 0, stdout: "no problems\n" });
});
