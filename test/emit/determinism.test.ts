import { expect, test } from "vitest";
import type { CheckedProvider, Program } from "../../codegen/check/index.js";
import type { DefinitionSet, Surface } from "../../codegen/schema/types.js";
import { demoProgram, emitted, tables } from "./demo.js";

/** The same inputs give the same bytes, and a small change gives a small difference. */

const formatted = new Map<string, string>();
const program = await demoProgram();
const files = await emitted(program, { formatted });

test("nothing depends on the order of what has no order", async () => {
  const shuffled: Program = { ...program, surfaces: reversed(new Map([...program.surfaces].map(([name, surface]) => [name, shuffle(surface)]))) };
  expect(await emitted(shuffled)).toEqual(files);
});

test("what was formatted before comes out alike, without formatting it again", async () => {
  const known = new Map(formatted);
  expect(await emitted(program, { formatted: known })).toEqual(files);
  expect(known).toEqual(formatted);
  const all = new Map([...formatted].map(([key]) => [key, "// as the caller says\n"]));
  const again = await emitted(program, { formatted: all });
  expect(again.get("test/emit/golden/demo/messages.ts")).toBe("// as the caller says\n");
});

test("a change of one literal is a change of one line", async () => {
  const changed = await emittedWith("notifications", (text) => text.replace("streamKind: assistant_text", "streamKind: plan_text"));
  const lines = differences("notifications", changed);
  expect(lines).toEqual([['  const payload: PayloadDraft<"content.delta"> = { streamKind: "assistant_text", delta: string(m.params?.delta) ?? "" };', '  const payload: PayloadDraft<"content.delta"> = { streamKind: "plan_text", delta: string(m.params?.delta) ?? "" };']]);
});

test("a new row renames nothing; lines that move show in comments alone", async () => {
  const without = await emittedWith("notifications", (text) => text.replace("  turn/started:\n    turn.started: {}\n\n", "").replace(/^rows:$/m, 'rows:\n  "turn/start*": { turn.started: {} }'));
  const before = functionsOf(files.get("test/emit/golden/demo/notifications.ts")!);
  const after = functionsOf(without.get("test/emit/golden/demo/notifications.ts")!);
  expect(before.filter((name) => !after.includes(name))).toEqual(["turnStarted"]);
  expect(after.filter((name) => !before.includes(name))).toEqual(["turnStartAny"]);
  const moved = await emittedWith("notifications", (text) => `# a remark\n${text}`);
  for (const [was, is] of differences("notifications", moved)) expect([was, is]).toEqual([expect.stringMatching(/^ *\/\/ mappings\/demo\/notifications.yaml:\d+$/), expect.stringMatching(/^ *\/\/ mappings\/demo\/notifications.yaml:\d+$/)]);
});

test("no file names a machine or a moment", () => {
  for (const [path, content] of files) {
    expect(path).toMatch(/^test\/emit\/golden\/[\w./-]+$/);
    expect(content).not.toContain(process.cwd());
    expect(content).not.toMatch(/\b20[2-9]\d-\d\d-\d\d\b(?!T)/);
  }
});

async function emittedWith(table: string, change: (text: string) => string): Promise<ReadonlyMap<string, string>> {
  const name = `mappings/demo/${table}.yaml`;
  const text = change(tables[name]!);
  expect(text).not.toBe(tables[name]);
  return emitted(await demoProgram({ ...tables, [name]: text }), { formatted });
}

function differences(table: string, other: ReadonlyMap<string, string>): [string | undefined, string | undefined][] {
  const path = `test/emit/golden/demo/${table}.ts`;
  const before = files.get(path)!.split("\n");
  const after = other.get(path)!.split("\n");
  return before.flatMap((line, index): [string, string | undefined][] => (line === after[index] ? [] : [[line, after[index]]]));
}

function functionsOf(text: string): string[] {
  return [...text.matchAll(/^function (\w+)/gm)].map(([, name]) => name!);
}

function shuffle(surface: Surface): Surface {
  const byVersion = reversed(new Map([...surface.byVersion].map(([version, set]) => [version, shuffleSet(set)])));
  return { ...surface, merged: shuffleSet(surface.merged), byVersion, responses: reversed(surface.responses) };
}

function shuffleSet({ definitions }: DefinitionSet): DefinitionSet {
  return { definitions: reversed(definitions) };
}

function reversed<K, V>(map: ReadonlyMap<K, V>): ReadonlyMap<K, V> {
  return new Map([...map].reverse());
}

test("providers and tables stay where their files are", () => {
  const names = program.providers.flatMap(({ name, tables }: CheckedProvider) => tables.map((table) => `${name}/${table.name}`));
  for (const name of names) {
    for (const path of [`${name}.ts`, `tests/${name}.test.ts`, `editor/${name}.schema.json`]) expect(files.has(`test/emit/golden/${path}`), path).toBe(true);
  }
});
