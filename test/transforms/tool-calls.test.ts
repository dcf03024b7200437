import { describe, expect, it } from "vitest";
import { bareTitle, inputDetail, namedType, nonEmpty, outputSummary } from "../../src/transforms/tool-calls.js";

describe("what a tool call is asked to do", () => {
  it.each([
    [{ command: "ls -l", description: "List" }, "ls -l"],
    [{ command: ["/bin/bash", "-lc", "echo hi > l.txt"] }, "echo hi > l.txt"],
    [{ command: ["grep", "a b", "x"] }, "grep 'a b' x"],
    [{ cmd: " make \n" }, "make"],
    [{ file_path: "/w/a.ts", content: "x" }, "/w/a.ts"],
    [{ pattern: "TODO", path: "/w" }, "/w"],
    [{ query: "weather" }, "weather"],
    [{ command: "", url: "https://example.com" }, "https://example.com"],
    ["as text", "as text"],
  ])("is read from %j", (input, detail) => {
    expect(inputDetail(input)).toBe(detail);
  });

  it.each([[undefined], [null], [{}], [[]], [7], [{ command: 7 }], [{ a: 2, b: 3 }], ["  "]])("is absent in %j", (input) => {
    expect(inputDetail(input)).toBeUndefined();
  });

  it("is short, of whole characters", () => {
    const detail = inputDetail(`${"x".repeat(198)}😀${"y".repeat(500)}`);
    expect(detail).toHaveLength(200);
    expect(detail?.endsWith("�…")).toBe(true);
  });
});

describe("what came of a tool call", () => {
  it.each([
    ["done\n", "done"],
    [{ stdout: "out\n", stderr: "err", exitCode: 1 }, "out\n\nerr"],
    [{ stdout: "", stderr: "", exit_code: 3, formatted_output: "" }, "exit code 3"],
    [{ stdout: "", stderr: "", exitCode: 0 }, "exit code 0"],
    [{ aggregated_output: "", formatted_output: "5 files", call_id: "c" }, "5 files"],
    [{ totalFiles: 3, truncated: false, pattern: "*.ts" }, "totalFiles: 3, truncated: false"],
    [{ content: [{ type: "text", text: "5" }] }, "5"],
    [[{ type: "text", text: "a" }, { type: "image", data: "" }, { type: "text", text: "b" }], "a\nb"],
    [[{ type: "content", content: { type: "text", text: "said" } }, { type: "diff", path: "/w/a" }], "said\n/w/a"],
  ])("is read from %j", (output, summary) => {
    expect(outputSummary(output)).toBe(summary);
  });

  it("is that of an MCP call's result, or its error", () => {
    expect(outputSummary({ result: { content: [{ type: "text", text: "5" }], structuredContent: { sum: 5 } }, error: null })).toBe("5");
    expect(outputSummary({ result: null, error: { message: "no such tool" } })).toBe("no such tool");
  });

  it.each([[undefined], [null], [""], [{}], [[]], [[null, 7, { type: "terminal", terminalId: "t" }]], [{ call_id: "c" }]])("is absent in %j", (output) => {
    expect(outputSummary(output)).toBeUndefined();
  });
});

describe("the kind of a call that its names tell", () => {
  it.each([
    ["mcp__files__read", "mcp_tool_call"],
    [{ server: "calc", tool: "add", arguments: {} }, "mcp_tool_call"],
    ["Task", "collab_agent_tool_call"],
    ["Agent", "collab_agent_tool_call"],
  ])("%j is %s", (call, type) => {
    expect(namedType(call)).toBe(type);
  });

  it.each([["Bash"], ["TaskOutput"], ["my_mcp__tool"], ["mcp__acp__Write"], [{ server: "calc" }], [null], [7], [[]]])("%j is none of its own", (call) => {
    expect(namedType(call)).toBeUndefined();
  });
});

it("an empty object or list tells nothing new; other values do", () => {
  expect([{}, []].map(nonEmpty)).toEqual([undefined, undefined]);
  expect([{ a: 1 }, [0], "", 0, false].map(nonEmpty)).toEqual([{ a: 1 }, [0], "", 0, false]);
});

it("a title stands without the backticks around the whole of it", () => {
  expect(["`ls -l`", " plain ", "run `ls` and `wc`", "`a` b", ""].map(bareTitle)).toEqual(["ls -l", "plain", "run `ls` and `wc`", "`a` b", undefined]);
});
