import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Explanation } from "../../codegen/cli/explanation.js";
import { mapperFile, newProject, runIn, tableFile } from "./project.js";

const source = "codex.app-server.notification";

test("--format json has the row, its schema, its examples and the generated code", async () => {
  const { code, stdout, stderr } = await newProject().run("explain", source, "text/delta", "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const explanation = JSON.parse(stdout) as Explanation;
  expect(explanation).toMatchObject({
    source,
    key: "text/delta",
    file: tableFile,
    line: 17,
    row: [
      "text/delta:",
      "  content.delta: { streamKind: assistant_text, delta: $.params.delta }",
      "  examples:",
      "    - message: { method: text/delta, params: { turnId: t, delta: hello } }",
      "      events: [{ type: content.delta, payload: { delta: hello } }]",
    ].join("\n"),
    covers: [{ key: "text/delta", versions: ["1.0.0"] }],
    notes: [],
    message: ["{", '  method: "text/delta"', "  params: {", "    turnId: string", "    delta: string", "  }", "}"].join("\n"),
    examples: [{ message: { method: "text/delta", params: { turnId: "t", delta: "hello" } }, events: [{ type: "content.delta", payload: { delta: "hello" } }] }],
  });
  expect(explanation.generated!.file).toBe(mapperFile);
  expect(explanation.generated!.code).toContain(`// ${tableFile}:17\ncase "text/delta":`);
  expect(explanation.generated!.code).toMatch(/\nfunction \w+\(.*\{\n[^]*"content\.delta"[^]*\n\}$/);
  expect(explanation.generated!.code).not.toContain("turn/completed");
});

test("text and markdown show the same to people", async () => {
  const project = newProject();
  const text = (await project.run("explain", source, "turn/completed")).stdout;
  expect(text).toContain(`  ${tableFile}:13\n  turn/completed:\n    note: A broken turn has failed.\n`);
  expect(text).toContain("\nnotes\n  A broken turn has failed.\n");
  expect(text).toContain('\n      status: Status  // "done" | "broken"\n');
  const markdown = (await project.run("explain", source, "turn/completed", "--format", "markdown")).stdout;
  expect(markdown).toContain(`## \`${source}\` \`turn/completed\`\n`);
  expect(markdown).toContain("```yaml\nturn/completed:\n");
});

test("an unknown source or key is wrong use, with the nearest that is there", async () => {
  const project = newProject();
  expect(await project.run("explain", "codex.app-server.notifications", "notice")).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: there is no source 'codex.app-server.notifications'\n  hint: did you mean '${source}'?\n`,
  });
  expect(await project.run("explain", source, "turn/complete")).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: there is no key 'turn/complete'\n  hint: did you mean 'turn/completed'?\n",
  });
  expect((await project.run("explain", source, "qqqqqqqqqqqq")).stderr).toContain("hint: there is: turn/started, turn/completed, text/delta, notice\n");
});

test("tables with errors are explained by their errors", async () => {
  const project = newProject();
  project.edit(tableFile, "assistant_text", "assistent_text");
  const { code, stdout, stderr } = await project.run("explain", source, "notice");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("error[unknown-literal]");
});

test("a request shows what its answer holds, and the code for answering and deciding", async () => {
  const repository = fileURLToPath(new URL("../..", import.meta.url));
  const argv = ["explain", "codex.app-server.request", "item/commandExecution/requestApproval", "--format", "json"];
  const { answer, generated } = JSON.parse((await runIn(repository, argv)).stdout) as Explanation;
  expect(answer).toMatch(/^CommandExecutionRequestApprovalResponse \{\n {2}decision: /);
  expect(generated!.code.match(/^case "item\/commandExecution\/requestApproval":$/gm)).toHaveLength(4);
  expect(generated!.code).toContain("\nfunction itemCommandExecutionRequestApprovalDecision(");
});

test("an answer shows the request that asked, and its own result", async () => {
  const repository = fileURLToPath(new URL("../..", import.meta.url));
  const { message, answer } = JSON.parse((await runIn(repository, ["explain", "codex.app-server.response", "thread/start:result", "--format", "json"])).stdout) as Explanation;
  expect(message).toContain('\n  method: "thread/start"\n');
  expect(answer).toMatch(/^ThreadStartResponse \{\n/);
});

test("what a union may be stands below it, and what fails has an error", async () => {
  const repository = fileURLToPath(new URL("../..", import.meta.url));
  const item = JSON.parse((await runIn(repository, ["explain", "codex.app-server.notification", "item/started", "--format", "json"])).stdout) as Explanation;
  expect(item.message).toMatch(/\n {4}item: ThreadItem, one of\n(?: {6}\| \{ .*\n)* {6}\| \{ .*type: "agentMessage"/);
  const failed = JSON.parse((await runIn(repository, ["explain", "cursor.acp.response", "session/new:error", "--format", "json"])).stdout) as Explanation;
  expect(failed).toMatchObject({ error: "{\n  code: integer\n  message: string\n  data?: unknown\n}" });
  expect(failed).not.toHaveProperty("answer");
});
