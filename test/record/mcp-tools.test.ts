import { expect, test } from "vitest";
import { answerTo } from "./mcp-tools.js";

test("the server speaks the version of its client and has two tools", () => {
  expect(answerTo({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18" } })).toMatchObject({
    id: 0,
    result: { protocolVersion: "2025-06-18" },
  });
  expect(answerTo({ method: "notifications/initialized" })).toBeUndefined();
  expect(answerTo({ id: 1, method: "tools/list" })).toMatchObject({ result: { tools: [{ name: "add" }, { name: "fail" }] } });
});

test("one tool adds, the other fails, and what it does not know is an error", () => {
  const result = (name: string) => answerTo({ id: 2, method: "tools/call", params: { name, arguments: { a: 2, b: 3 } } });
  expect(result("add")).toMatchObject({ result: { content: [{ text: "5" }], isError: false } });
  expect(result("fail")).toMatchObject({ result: { isError: true } });
  expect(answerTo({ id: 3, method: "resources/list" })).toMatchObject({ error: { code: -32601 } });
});
