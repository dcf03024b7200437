import { expect, it } from "vitest";
import { errorText, rpcErrorClass } from "../../src/transforms/rpc-errors.js";

it.each([
  [{ code: -32603, message: "Internal error", data: { details: "Session not found: s1" } }, "Internal error: Session not found: s1"],
  [{ code: -32603, message: "Internal error", data: { message: "429 Too Many Requests" } }, "Internal error: 429 Too Many Requests"],
  [{ code: -32603, message: "Internal error", data: "Terminal not found" }, "Internal error: Terminal not found"],
  [{ code: -32601, message: "Method not found: x", data: "x" }, "Method not found: x"],
  [{ code: -32602, message: "Invalid params", data: { error: "missing field" } }, "Invalid params"],
  [{ code: 401, message: " ", data: null }, "Unknown error"],
  [{ message: 7, data: [1] }, "Unknown error"],
  [{ message: "", data: "why" }, "Unknown error: why"],
  [" quota ", "quota"],
  ["", "Unknown error"],
])("%j says %j", (error, text) => {
  expect(errorText(error)).toBe(text);
});

it("a code tells what kind of fault it is", () => {
  expect([-32700, -32600, -32601, -32602, -32603, -32000, -32002, -32800, 401, 403, 429, 500].map(rpcErrorClass)).toEqual([
    "transport_error",
    "validation_error",
    "validation_error",
    "validation_error",
    "provider_error",
    "permission_error",
    "provider_error",
    "provider_error",
    "permission_error",
    "permission_error",
    "provider_error",
    "provider_error",
  ]);
});
