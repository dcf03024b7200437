import { describe, expect, it } from "vitest";
import { joinedAnswers, someOf } from "../../src/transforms/answers.js";
import { todoSteps } from "../../src/transforms/plan.js";
import { joinedLines } from "../../src/transforms/text.js";
import { blockTitle, resultKind, toolDetail, toolTitle } from "../../src/transforms/tools.js";
import { tokensLeft } from "../../src/transforms/usage.js";

describe("Claude's tools", () => {
  it.each([
    ["Bash", "Bash"], ["mcp__calc__add", "calc · add"], ["mcp__my_server__do__it", "my_server · do__it"], ["mcp__calc", "mcp__calc"], ["mcp____x", "mcp____x"], ["xmcp__a__b", "xmcp__a__b"], ["", ""],
  ])("%s is titled %s", (name, title) => {
    expect(toolTitle(name)).toBe(title);
  });

  it("a block that names its server is titled by both", () => {
    expect(blockTitle({ server_name: "calc", name: "add" })).toBe("calc · add");
    expect(blockTitle({ name: "mcp__calc__add" })).toBe("calc · add");
    expect(blockTitle({ server_name: "calc" })).toBeUndefined();
  });

  it.each([
    [{ command: " ls -l\n", description: "List" }, "ls -l"],
    [{ file_path: "/a", old_string: "x" }, "/a"],
    [{ notebook_path: "/n" }, "/n"],
    [{ pattern: "*.ts", path: "src" }, "*.ts"],
    [{ query: "q" }, "q"],
    [{ url: "https://a.example", prompt: "What?" }, "https://a.example"],
    [{ path: "src" }, "src"],
    [{ description: "Count files", prompt: "Count the files." }, "Count files"],
    [{ description: " ", prompt: ` ${"x".repeat(300)}` }, "x".repeat(200)],
    [{ plan: "1. Write.\n2. Ship.\n" }, "1. Write.\n2. Ship."],
    [{ questions: [{ question: "Which color?" }, { question: "And size?" }] }, "Which color?"],
  ])("%j is about %s", (input, detail) => {
    expect(toolDetail(input)).toBe(detail);
  });

  it.each([[undefined], [null], ["ls"], [[]], [{}], [{ command: ["ls"] }], [{ command: "  " }], [{ todos: [] }], [{ questions: [] }], [{ questions: [null] }], [{ questions: [{}] }], [{ prompt: 5 }]])("%j is about nothing in particular", (input) => {
    expect(toolDetail(input)).toBeUndefined();
  });

  it("the result of a tool of the API says its kind, a list of results none", () => {
    expect(resultKind({ type: "web_search_tool_result_error" })).toBe("web_search_tool_result_error");
    for (const content of [[], [{ type: "web_search_result" }], null, undefined, "text", { type: 5 }]) expect(resultKind(content)).toBeUndefined();
  });
});

describe("Claude's todo list", () => {
  it("is the plan's steps, each with a name", () => {
    expect(todoSteps([{ content: "Write", status: "pending", activeForm: "Writing" }, { content: "  " }, { status: "completed" }, null, "x"])).toEqual([
      { step: "Write", status: "pending" }, { step: "Step 2" }, { step: "Step 3", status: "completed" }, { step: "Step 4" }, { step: "Step 5" },
    ]);
  });

  it.each([[undefined], [null], ["Write"], [{}]])("%j is none", (todos) => {
    expect(todoSteps(todos)).toEqual([]);
  });
});

describe("answers to Claude", () => {
  it("are one text for each question", () => {
    expect(joinedAnswers({ "Which?": "Blue", "Sizes?": ["S", "M"], "Wrapped?": { answers: ["yes"] }, "None?": [] })).toEqual({ "Which?": "Blue", "Sizes?": "S, M", "Wrapped?": "yes", "None?": "" });
    expect(joinedAnswers({})).toBeUndefined();
  });

  it("names every question as it is, also one that is called like a property", () => {
    expect(Object.entries(joinedAnswers(JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, unknown>) ?? {})).toEqual([["__proto__", "a"], ["constructor", "b"]]);
  });

  it("suggestions go back as they came, none if there are none", () => {
    const suggestions = [{ type: "setMode" }];
    expect(someOf(suggestions)).toBe(suggestions);
    expect([someOf([]), someOf(undefined), someOf("x")]).toEqual([undefined, undefined, undefined]);
  });
});

describe("Claude's errors and usage", () => {
  it("several errors are one message in lines", () => {
    expect(joinedLines(["one", " two "])).toBe("one\n two");
    expect(joinedLines(["one", 2, null])).toBe("one");
    expect([joinedLines([]), joinedLines([" "]), joinedLines([{}])]).toEqual([undefined, undefined, undefined]);
  });

  it("a compaction may say what is left", () => {
    expect(tokensLeft({ trigger: "auto", pre_tokens: 9, post_tokens: 0 })).toBe(0);
    expect([tokensLeft({ pre_tokens: 9 }), tokensLeft(null), tokensLeft({ post_tokens: "9" })]).toEqual([undefined, undefined, undefined]);
  });
});
