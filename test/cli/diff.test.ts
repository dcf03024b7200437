import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SchemaDiffReport } from "../../codegen/cli/schema-diff.js";
import { newProject, runIn, tableFile, type Project } from "./project.js";

interface Parts {
  oneOf: { properties: { method: { enum: string[] }; params: { properties: Record<string, unknown>; required: string[] } } }[];
  definitions: Record<string, { enum: string[] }>;
}

/** A project whose protocol is vendored in a second version, too, which its config does not know yet. */
function withNewer(change: (schema: Parts) => void): Project {
  const project = newProject();
  const schema = JSON.parse(project.read("schemas/tiny/1.0.0/Message.json")) as Parts;
  change(schema);
  project.write("schemas/tiny/2.0.0/Message.json", `${JSON.stringify(schema, undefined, 2)}\n`);
  return project;
}

function paramsOf(schema: Parts, method: string): Parts["oneOf"][number]["properties"]["params"] {
  return schema.oneOf.find(({ properties }) => properties.method.enum[0] === method)!.properties.params;
}

const everything = (schema: Parts): void => {
  paramsOf(schema, "text/delta").properties["index"] = { type: "integer" };
  delete paramsOf(schema, "text/delta").properties["delta"];
  paramsOf(schema, "text/delta").required.pop();
  schema.definitions["Status"]!.enum.push("paused");
  const added = structuredClone(schema.oneOf[3]!);
  added.properties.method.enum = ["turn/paused"];
  schema.oneOf.push(added);
};

describe("a schema diff", () => {
  test("has exit code 0 and counts where all is safe", async () => {
    const project = withNewer((schema) => void (paramsOf(schema, "notice").properties["code"] = { type: "integer" }));
    const { code, stdout, stderr } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("tiny 1.0.0 -> 2.0.0\n1 change: 0 break a row, 0 need a row or value, 1 safe\n\nsafe\n  1 field added\n  --format markdown lists all\n");
  });

  test("says that nothing changed", async () => {
    const { code, stdout } = await withNewer(() => {}).run("diff", "tiny", "1.0.0", "2.0.0");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "tiny 1.0.0 -> 2.0.0\nNo change in what messages hold.\n" });
  });

  test("names the places in the tables, what breaks first, with exit code 1", async () => {
    const { code, stdout, stderr } = await withNewer(everything).run("diff", "tiny", "1.0.0", "2.0.0");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const [heading, verdict, ...rest] = stdout.split("\n");
    expect([heading, verdict]).toEqual(["tiny 1.0.0 -> 2.0.0", "4 changes: 1 breaks a row, 2 need a row or value, 1 safe"]);
    expect(rest.filter((line) => /^\S/.test(line))).toEqual(["breaks a row", "needs a row or value", "safe"]);
    expect(stdout).toContain("  Message text/delta: $.params.delta  removed (string)\n");
    expect(stdout).toContain(`    ${tableFile}:18  text/delta: reads $.params.delta, which is gone\n`);
    expect(stdout).toContain(`  Message turn/paused  added: no row covers it (${tableFile}:`);
    expect(stdout).toContain(`    ${tableFile}:27  turnState: has no line for "paused"\n`);
  });

  test("is tasks, stubs and details in markdown", async () => {
    const { code, stdout } = await withNewer(everything).run("diff", "tiny", "1.0.0", "2.0.0", "--format", "markdown");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^## `tiny` 1\.0\.0 → 2\.0\.0\n/);
    expect(stdout).toContain("### Breaks a row (1)\n\n- [ ] `Message text/delta: $.params.delta` removed (string)\n");
    expect(stdout).toContain(`  - \`${tableFile}:18\` \`text/delta\`: reads $.params.delta, which is gone\n`);
    expect(stdout).toContain("  <details><summary>stub</summary>\n\n  ```yaml\n    turn/paused:\n");
    expect(stdout).toContain("<summary>Safe (1): 1 field added</summary>\n\n- `Message text/delta: $.params.index` added (integer (optional))\n");
  });

  test("is the same for programs, whole", async () => {
    const project = withNewer(everything);
    const first = await project.run("diff", "tiny", "1.0.0", "2.0.0", "--format", "json");
    const report = JSON.parse(first.stdout) as SchemaDiffReport;
    expect(report).toMatchObject({ protocol: "tiny", from: "1.0.0", to: "2.0.0", summary: { breaks: 1, needs: 2, safe: 1, unknown: 0 }, findings: [], definitions: { added: [], removed: [] } });
    expect(report.changes.map(({ severity, kind, change, name }) => `${severity} ${kind} ${change} ${name}`)).toEqual([
      "breaks field removed delta",
      "needs message added turn/paused",
      "needs value added paused",
      "safe field added index",
    ]);
    expect(report.changes[0]).toEqual({
      severity: "breaks",
      kind: "field",
      change: "removed",
      name: "delta",
      was: "string",
      places: [{ path: "$.params.delta" }],
      reached: [{ union: "Message", message: "text/delta", answer: false, path: "$.params.delta" }],
      concerns: expect.arrayContaining([{ file: tableFile, line: 18, name: "text/delta", why: "reads $.params.delta, which is gone" }]),
    });
    expect((await project.run("diff", "tiny", "1.0.0", "2.0.0", "--format", "json")).stdout).toBe(first.stdout);
  });

  test("holds for a version that the config covers already", async () => {
    const project = withNewer(everything);
    project.edit("mapwright.config.yaml", '["1.0.0"]', '["1.0.0", "2.0.0"]');
    const { code, stdout } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
    expect({ code, verdict: stdout.split("\n")[1] }).toEqual({ code: 1, verdict: "4 changes: 1 breaks a row, 2 need a row or value, 1 safe" });
  });

  test("folds what is much, and says where all of it is", async () => {
    const project = withNewer((schema) => {
      for (let index = 0; index < 30; index += 1) {
        const added = structuredClone(schema.oneOf[3]!);
        added.properties.method.enum = [`new/${index}`];
        schema.oneOf.push(added);
      }
    });
    const { stdout } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
    expect(stdout.match(/no row covers it/g)).toHaveLength(20);
    expect(stdout).toContain("  and 10 more messages; --format markdown lists all\n");
  });

  test("of tables that cannot be read judges nothing, and says why", async () => {
    const project = withNewer(everything);
    project.edit(tableFile, "rows:\n", "rows: [\n");
    const { code, stdout, stderr } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
    expect(code).toBe(1);
    expect(stderr).toContain("error[yaml-syntax]");
    expect(stdout).toContain("4 changes: none judged");
  });

  test("of schemas that cannot be read says where", async () => {
    const project = withNewer(() => {});
    project.write("schemas/tiny/2.0.0/Message.json", "{");
    const { code, stdout, stderr } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("schemas/tiny/2.0.0/Message.json");
  });

  test("writes nothing", async () => {
    const project = withNewer(everything);
    const before = project.disk();
    await project.run("diff", "tiny", "1.0.0", "2.0.0");
    expect(project.disk()).toEqual(before);
  });
});

test.each([
  [["diff", "tinny", "1.0.0", "2.0.0"], "no schemas of a protocol 'tinny' are vendored", 'Did you mean "tiny"?'],
  [["diff", "tiny", "1.0.0", "3.0.0"], "tiny 3.0.0 is not vendored", "vendored: 1.0.0, 2.0.0; put the files of another into schemas/tiny/3.0.0"],
  [["diff", "tiny", "0.1.0", "2.0.0"], "tiny 0.1.0 is not vendored", "put the files of another into schemas/tiny/0.1.0"],
  [["diff", "tiny", "2.0.0", "2.0.0"], "'2.0.0' is compared with itself", "1.0.0, 2.0.0"],
  [["diff", "tiny", "1.0.0"], "diff takes a protocol and two versions, or --behaviour and a revision", "help diff"],
  [["diff", "tiny", "1.0.0", "2.0.0", "3.0.0"], "diff takes a protocol and two versions", "help diff"],
  [["diff", "tiny", "1.0.0", "2.0.0", "--provider", "codex"], "--provider belongs to --behaviour", "help diff"],
])("%j is wrong use: exit code 2", async (argv, message, hint) => {
  const { code, stdout, stderr } = await withNewer(() => {}).run(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
});

test("paths are as seen from the working directory", async () => {
  const project = withNewer(everything);
  mkdirSync(project.file("below"));
  const { stdout } = await runIn(project.file("below"), ["diff", "tiny", "1.0.0", "2.0.0"]);
  expect(stdout).toContain(`    ../${tableFile}:18  text/delta`);
});

test("nothing in a schema steers the terminal", async () => {
  const project = withNewer((schema) => {
    const added = structuredClone(schema.oneOf[3]!);
    added.properties.method.enum = ["new\u001b[31m"];
    schema.oneOf.push(added);
  });
  const { stdout } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
  expect(stdout).toContain("Message new");
  expect(stdout).not.toContain("\u001b");
});

test("an overlay that is about the newer version alone does not keep the older one from being judged", async () => {
  const project = withNewer((schema) => {
    everything(schema);
    (schema.definitions as Record<string, unknown>)["Extra"] = { type: "object", properties: { a: { type: "string" } } };
    paramsOf(schema, "notice").properties["extra"] = { $ref: "#/definitions/Extra" };
  });
  project.write("schemas/tiny/overlay.yaml", "properties:\n  Extra:\n    b:\n      note: seen\n      schema: { type: string }\n");
  const { code, stdout, stderr } = await project.run("diff", "tiny", "1.0.0", "2.0.0");
  expect({ code, stderr, verdict: stdout.split("\n")[1] }).toEqual({ code: 1, stderr: "", verdict: "5 changes: 1 breaks a row, 2 need a row or value, 2 safe" });
});
