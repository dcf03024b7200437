import { describe, expect, it } from "vitest";
import { anyAnswer, flatAnswers, wireAnswers } from "../../src/transforms/answers.js";
import { namedSteps } from "../../src/transforms/plan.js";
import { filled, plainText, trimmed } from "../../src/transforms/text.js";
import { commandLine, firstKey, serverTool } from "../../src/transforms/tools.js";

describe("text", () => {
  it("trims, and is absent when nothing is left", () => {
    expect(trimmed("  a b\n")).toBe("a b");
    expect(trimmed(" \u00a0\n")).toBeUndefined();
  });

  it("keeps a whole text to the last space, and is absent when empty", () => {
    expect(filled(" a\n")).toBe(" a\n");
    expect(filled(" ")).toBe(" ");
    expect(filled("")).toBeUndefined();
  });

  it("has whole characters only", () => {
    expect([trimmed(" a\ud83d "), filled("\ude00"), plainText([{ text: "a\ud83d" }, { text: "\ude00" }, { text: "\ud83d" }])]).toEqual(["a\ufffd", "\ufffd", "a\u{1f600}\ufffd"]);
  });

  it("reads what a message says, however it is cut up", () => {
    expect(plainText("whole ")).toBe("whole ");
    expect(plainText([{ type: "text", text: "look at " }, { type: "image", url: "u" }, { type: "text", text: "this" }])).toBe("look at this");
    expect(plainText(["**One**", "two"])).toBe("**One**\n\ntwo");
  });

  it.each([[undefined], [null], [7], [{}], [""], [[]], [[null, 1, {}]], [[{ text: 5 }]]])("finds no text in %j", (content) => {
    expect(plainText(content)).toBeUndefined();
  });
});

describe("tools", () => {
  it("names an MCP tool by its server, too", () => {
    expect(serverTool({ server: "files", tool: "read" })).toBe("files · read");
    expect(serverTool({ tool: "read" })).toBeUndefined();
    expect(serverTool({ server: null, tool: "read" })).toBeUndefined();
  });

  it("writes a command as one would type it", () => {
    expect(commandLine(["ls", "-l", "src/a.ts"])).toBe("ls -l src/a.ts");
    expect(commandLine(["/bin/bash", "-lc", "echo hi; rm -rf build"])).toBe("/bin/bash -lc 'echo hi; rm -rf build'");
    expect(commandLine(["echo", "it's", ""])).toBe(String.raw`echo 'it'\''s' ''`);
    expect(commandLine(["ls", 3, null])).toBe("ls");
    expect(commandLine([])).toBe("");
  });

  it("names the first file of a patch", () => {
    expect(firstKey({ "b.ts": {}, "a.ts": {} })).toBe("b.ts");
    expect(firstKey({})).toBeUndefined();
  });
});

describe("answers", () => {
  it("unwraps the wire's answers; no choice stays an empty list", () => {
    expect(flatAnswers({ lang: { answers: ["Rust"] }, none: { answers: [] } })).toEqual({ lang: ["Rust"], none: [] });
  });

  it("wraps a person's answers, a lone one too", () => {
    expect(wireAnswers({ lang: ["Rust", "Go"], free: "typed", none: [] })).toEqual({ lang: { answers: ["Rust", "Go"] }, free: { answers: ["typed"] }, none: { answers: [] } });
  });

  it("leaves answers that are wrapped already as they are", () => {
    expect(wireAnswers({ lang: { answers: ["Rust"] }, none: { answers: [] } })).toEqual({ lang: { answers: ["Rust"] }, none: { answers: [] } });
  });

  it("takes no answer at all for none", () => {
    expect(wireAnswers({})).toBeUndefined();
  });

  it("gives back what it was given, there and back again", () => {
    const answers = { a: ["1", "2"], b: [] };
    expect(flatAnswers(wireAnswers(answers) ?? {})).toEqual(answers);
  });

  it("takes any question id", () => {
    const wire = wireAnswers(JSON.parse('{"__proto__":"x","constructor":["y"]}') as Record<string, unknown>) ?? {};
    expect(Object.keys(wire)).toEqual(["__proto__", "constructor"]);
    expect(JSON.stringify(flatAnswers(wire))).toBe('{"__proto__":["x"],"constructor":["y"]}');
  });

  it("drops what is no answer", () => {
    expect(flatAnswers({ a: null, b: "bare", c: { answers: [1, "x"] } })).toEqual({ a: [], b: [], c: ["x"] });
    expect(wireAnswers({ a: null, b: [1, "x"] })).toEqual({ a: { answers: [] }, b: { answers: ["x"] } });
  });

  it("tells a dialogue closed from a question left open", () => {
    expect(anyAnswer({})).toBe(false);
    expect(anyAnswer({ s: { answers: [] } })).toBe(true);
  });
});

describe("plan", () => {
  it("numbers the steps without a name and passes on the rest", () => {
    expect(namedSteps([{ step: "Read", status: "completed" }, { step: "  ", status: "pending" }, { status: "odd" }])).toEqual([
      { step: "Read", status: "completed" },
      { step: "Step 2", status: "pending" },
      { step: "Step 3", status: "odd" },
    ]);
  });
});
