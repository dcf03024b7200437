import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every module that importing this one loads, as paths from the project's root; what is imported for its types alone is not loaded. */
function loadedBy(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(path.join(root, file), "utf8");
    for (const { 1: type, 2: from = "" } of text.matchAll(/^(?:im|ex)port (type )?[^;]*?from "([^"]+)";/gms)) {
      if (type !== undefined) continue;
      expect(from).toMatch(/^\./);
      visit(path.join(path.dirname(file), from).replace(/\.js$/, ".ts"));
    }
  };
  visit(entry);
  return [...seen].sort();
}

const tables = (entry: string): string[] => loadedBy(entry).filter((file) => /^generated\/(?!canonical\/)/.test(file));

describe("an entry point", () => {
  it.each([
    ["codex", ["event-msg", "memory", "notifications", "requests", "responses"].map((name) => `generated/codex/${name}.ts`)],
    ["codex-sdk", ["memory", "thread-events"].map((name) => `generated/codex/${name}.ts`)],
    ["claude", ["memory", "messages", "permissions"].map((name) => `generated/claude/${name}.ts`)],
    ["cursor", ["memory", "notifications", "requests", "responses"].map((name) => `generated/cursor/${name}.ts`)],
    ["canonical", []],
    ["provider", []],
    ["contract", []],
  ])("mapwright/%s loads its own tables, and nothing of Node", (name, own) => {
    expect(tables(`src/${name}.ts`)).toEqual(own);
  });

  it("mapwright loads all of them", () => {
    expect(tables("src/index.ts").filter((file) => !file.endsWith("memory.ts"))).toHaveLength(10);
  });

  it("is exported by the package", () => {
    const { exports } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { exports: { readonly [name: string]: unknown } };
    expect(Object.keys(exports).sort()).toEqual([".", "./canonical", "./claude", "./codex", "./codex-sdk", "./contract", "./cursor", "./package.json", "./provider", "./reports/*.schema.json", "./testing", "./transforms/*", "./types/*"]);
  });
});
