import { fileURLToPath } from "node:url";
import { Project, ts } from "ts-morph";
import { expect, test } from "vitest";

/** A mapper is exhaustive by its types: a message that is forgotten or made up does not compile. */

const project = new Project({
  skipAddingFilesFromTsConfig: true,
  compilerOptions: { strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true, noEmit: true, types: [] },
});

function faults(table: string, change: (text: string) => string): string[] {
  const file = project.addSourceFileAtPath(fileURLToPath(new URL(`golden/${table}.ts`, import.meta.url)));
  const text = file.getFullText();
  const changed = change(text);
  if (change !== same) expect(changed).not.toBe(text);
  file.replaceWithText(changed);
  const found = file.getPreEmitDiagnostics().map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.compilerObject.messageText, "\n"));
  file.replaceWithText(text);
  return found;
}

const same = (text: string): string => text;

test("as generated, it compiles", () => {
  expect(["demo/notifications", "demo/messages", "demo/requests", "demo/responses", "chat/chat", "agent/updates", "agent/asks", "agent/outcomes"].flatMap((table) => faults(table, same))).toEqual([]);
});

test.each([
  ["demo/notifications", "plan/updated", "planUpdated(m)"],
  ["demo/messages", "success", "resultSuccess(m, memory)"],
  ["demo/messages", "text_delta", "streamEventBlockDeltaTextDelta(m, memory)"],
  ["demo/messages", "thinking", "assistantThinking(m, memory, block)"],
  ["demo/requests", "ask", "ask(m)"],
])("%s without %s does not", (table, value, call) => {
  const without = (text: string): string => text.replace(new RegExp(`case "${value}":\\s+return ${call.replace(/[()]/g, "\\$&")};`), "");
  expect(faults(table, without)).toContainEqual(`Type '"${value}"' does not satisfy the expected type 'never'.`);
});

test("nor does one that no schema has", () => {
  expect(faults("demo/notifications", (text) => text.replace('case "plan/updated":', 'case "plan/updatde":'))).toContainEqual(expect.stringContaining("\"plan/updatde\"' is not comparable to type"));
});
