import { describe, expect, test } from "vitest";
import { claude } from "./agents/claude.js";
import { codexWith } from "./agents/codex.js";
import { gemini } from "./agents/gemini.js";
import type { Tool } from "./scenario.js";

const codex = codexWith({ model: undefined, asks: false });
const run: Tool = { does: "run", command: "ls" };
const write: Tool = { does: "write", file: "a.txt", content: "one\n\ntwo\n" };
const patch = "*** Begin Patch\n*** Add File: a.txt\n+one\n+\n+two\n*** End Patch";

describe("Codex", () => {
  test("runs a command by whichever tool is offered", () => {
    expect(codex.call(run, [{ name: "exec_command" }], "")).toEqual([{ name: "exec_command", input: { cmd: "ls" } }]);
    expect(codex.call(run, [{ name: "shell_command" }], "")).toEqual([{ name: "shell_command", input: { command: "ls" } }]);
    expect(codex.call(run, [{ name: "shell" }], "")).toEqual([{ name: "shell", input: { command: ["bash", "-lc", "ls"] } }]);
  });

  test("wants out of the sandbox where someone is there to be asked", () => {
    const [call] = codexWith({ model: undefined, asks: true }).call(run, [{ name: "exec_command" }], "");
    expect(call?.input).toMatchObject({ cmd: "ls", sandbox_permissions: "require_escalated" });
  });

  test("patches by text, by JSON or by a command", () => {
    expect(codex.call(write, [{ name: "apply_patch", free: true }], "")[0]?.input).toBe(patch);
    expect(codex.call(write, [{ name: "apply_patch" }], "")[0]?.input).toEqual({ input: patch });
    expect(codex.call(write, [{ name: "shell_command" }], "")[0]?.input).toEqual({ command: `apply_patch <<'PATCH'\n${patch}\nPATCH` });
  });

  test("calls tools from a script where a script is all that is offered", () => {
    const script = [{ name: "exec", free: true, namespace: "functions" }];
    expect(codex.call(run, script, "")).toEqual([
      { name: "exec", input: 'const result = await tools.exec_command({"cmd":"ls"});\ntext(JSON.stringify(result));\n' },
    ]);
    expect(codex.call(write, script, "")[0]?.input).toContain(`tools.apply_patch(${JSON.stringify(patch)})`);
  });

  test("finds the tools of an MCP server by name or in their group", () => {
    const add: Tool = { does: "call", tool: "add", input: { a: 1 } };
    expect(codex.call(add, [{ name: "mcp__demo__add" }], "")).toEqual([{ name: "mcp__demo__add", input: { a: 1 } }]);
    expect(codex.call(add, [{ name: "add", namespace: "mcp__demo" }], "")).toEqual([{ name: "add", namespace: "mcp__demo", input: { a: 1 } }]);
  });
});

test("Claude plans with whichever tool is offered", () => {
  const plan: Tool = {
    does: "plan",
    steps: [
      { text: "Read", status: "completed" },
      { text: "Write", status: "pending" },
    ],
  };
  expect(claude.call(plan, [{ name: "TodoWrite" }], "")).toMatchObject([
    { name: "TodoWrite", input: { todos: [{ content: "Read" }, { content: "Write" }] } },
  ]);
  expect(claude.call(plan, [{ name: "TaskCreate" }], "").map(({ name }) => name)).toEqual(["TaskCreate", "TaskCreate"]);
});

test("Claude and Gemini are given whole paths", () => {
  expect(claude.call(write, [], "/somewhere")[0]?.input).toMatchObject({ file_path: "/somewhere/a.txt" });
  expect(gemini.call(write, [], "/somewhere")[0]?.input).toMatchObject({ file_path: "/somewhere/a.txt" });
});
