import { fileURLToPath } from "node:url";
import { Project, ts } from "ts-morph";
import { expect, test } from "vitest";
import { programOf, requests, rows } from "../check/checking.js";
import { definitions, demo, notification } from "../check/protocol.js";
import { demoProgram, emitted } from "./demo.js";

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

/** What every object inherits. */
const inherited = ["toString", "constructor", "hasOwnProperty", "valueOf"];

test("whatever messages are called, it compiles", async () => {
  const union = { oneOf: inherited.map((method) => notification(method, { threadId: { type: "string" } })) };
  const surface = demo({ "1.0": { ...definitions, Notification: union } });
  const rowTexts = inherited.map((name) => `  ${name}: { twin: ${name}, turn.started: { model: $.params.threadId } }\n`).join("");
  const others = inherited.map((name) => `  ${name}: { item.updated: {} }\n`).join("");
  const table = (source: string, text: string): string => `source: codex.${source}\nspec: "3.1"\nschema: demo#/Notification\nkey: $.method\nrows:\n${text}`;
  const program = await programOf({ "mappings/demo/notifications.yaml": table("eventmsg", rowTexts), "mappings/demo/others.yaml": table("app-server.notification", others) }, [surface]);
  const files = await emitted(program);
  const types = project.addSourceFileAtPath(fileURLToPath(new URL("golden/types/demo.ts", import.meta.url)));
  const before = types.getFullText();
  types.replaceWithText(files.get("test/emit/golden/types/demo.ts")!);
  expect(faults("demo/notifications", () => files.get("test/emit/golden/demo/notifications.ts")!)).toEqual([]);
  types.replaceWithText(before);
});

/** What generated functions are called with. */
const names = ["memory", "decision", "wanted", "m", "message", "refs"];

test("whatever cells, elements and fields are called, it compiles", async () => {
  const cells = names.map((name) => `  ${name}: { by: [$.params.threadId], holds: { said: last }, until: turn }\n`).join("");
  const remember = names.map((name) => `${name}: { said: $.params.threadId }`).join(", ");
  const data = [...names.map((name) => `${name}: $${name}.said`), ...inherited.map((name) => `${name}: $.params.error.message`)].join(", ");
  const elements = names.map((name) => `${name}: { each: $.params.plan, as: ${name}, step: $${name}.step, ${inherited.map((field) => `${field}: $${name}.status`).join(", ")} }`).join(", ");
  const files = await emitted(
    await demoProgram({
      ...rows(`turn/completed: { remember: { ${remember} }, item.updated: { data: { ${data} } } }\nplan/updated: { item.updated: { data: { ${elements} } } }\n`),
      ...requests("decide: { accept: { decision: accept, remark: $decision.said }, decline: { decision: decline, remark: $memory.said } }"),
      "mappings/demo/memory.yaml": `memory:\n${cells}`,
    }),
  );
  for (const name of ["notifications", "requests", "memory"]) expect(faults(`demo/${name}`, () => files.get(`test/emit/golden/demo/${name}.ts`)!), name).toEqual([]);
});
