import { expect, test } from "vitest";
import { emit } from "../../codegen/emit/index.js";
import { demoProgram, emitted, places, tables } from "./demo.js";

const program = await demoProgram();
const formatted = new Map<string, string>();
const marked = (...sections: string[]): string => sections.map((section) => `<!-- mapwright: begin ${section} -->\nold\n<!-- mapwright: end ${section} -->\n`).join("\nwords in between\n\n");

test("everything that is generated, in order of its path", async () => {
  const { files, diagnostics } = await emit(program, { ...places, formatted, events: "docs/EVENTS.md", eventsText: marked("1", "3.1", "3.2", "3.4", "4.1", "4.2", "5.1", "5.2", "5.3") });
  expect(diagnostics).toEqual([]);
  const tables = ["agent/asks", "agent/outcomes", "agent/updates", "chat/chat", ...["messages", "notifications", "requests", "responses"].map((name) => `demo/${name}`)];
  const modules = [...tables, ...["agent", "chat", "demo"].map((name) => `${name}/memory`)].map((name) => `test/emit/golden/${name}.ts`);
  expect(files.map(({ path }) => path)).toEqual([
    "docs/EVENTS.md",
    ...[...modules, ...["events", "lifecycle", "validators"].map((name) => `test/emit/golden/canonical/${name}.ts`)].sort(),
    ...[...tables, "config", "memory", "overlay"].sort().map((name) => `test/emit/golden/editor/${name}.schema.json`),
    ...[...tables, "canonical"].sort().map((name) => `test/emit/golden/tests/${name}.test.ts`),
    "test/emit/golden/types/demo.ts",
  ]);
  const events = files[0]!.content;
  expect(events).toContain("words in between");
  expect(events).toContain("`turn/completed`");
  expect(events).not.toContain("old");
});

test("a file of events without its marks is a diagnostic", async () => {
  const { diagnostics } = await emit(program, { ...places, formatted, events: "EVENTS.md", eventsText: marked("1", "3.1", "3.2", "3.4", "4.2", "5.1", "5.2", "5.3") });
  expect(diagnostics).toMatchObject([{ code: "missing-marker", severity: "error", file: "EVENTS.md" }]);
});

test("without one, there is none", async () => {
  const { files, diagnostics } = await emit(program, { ...places, formatted });
  expect(diagnostics).toEqual([]);
  expect(files.some(({ path }) => path.endsWith(".md"))).toBe(false);
});

test("a required field that a row says is null is what it would be if it were absent", async () => {
  const name = "mappings/demo/requests.yaml";
  const text = tables[name]!.replace("user-input.resolved: { answers: {} }", "user-input.resolved: { answers: null }");
  expect(text).not.toBe(tables[name]);
  const module = "test/emit/golden/demo/requests.ts";
  const code = (await emitted(await demoProgram({ ...tables, [name]: text }), { formatted })).get(module)!;
  expect(code).toBe((await emitted(program, { formatted })).get(module));
});
