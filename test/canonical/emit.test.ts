import { describe, expect, test } from "vitest";
import { canonicalDeclarations, emitCanonicalTypes } from "../../codegen/emit/canonical-types.js";
import { emitLifecycle } from "../../codegen/emit/lifecycle.js";
import { emitValidators } from "../../codegen/emit/validators.js";
import { readCanonical } from "../../codegen/schema/read-canonical.js";
import { lifecycle } from "../../generated/canonical/lifecycle.js";
import { canonicalFiles, canonicalModel } from "./fixtures.js";

const model = canonicalModel();

/** The model after one change to its texts. */
function changed(from: string, to: string) {
  const files = canonicalFiles();
  const file = "schemas/canonical/events.yaml";
  const text = files.get(file) ?? "";
  if (!text.includes(from)) throw new Error(from);
  const result = readCanonical(files.set(file, text.replace(from, to)));
  if (result.model === undefined) throw new Error(JSON.stringify(result.diagnostics));
  return result.model;
}

describe("emitCanonicalTypes", () => {
  test("follows the model", () => {
    const text = emitCanonicalTypes(changed("            unifiedDiff:\n              type: string", "            unifiedDiff:\n              description: All of it.\n              type: string"));
    expect(text).toContain('  /** All changes of the turn so far, as one diff; it replaces the one before. */\n  "turn.diff.updated": {\n    /** All of it. */\n    unifiedDiff: string;\n  };\n');
    expect(text).toContain('  "turn.aborted": { reason: string };\n');
    expect(text).toContain('export type ThreadId = string & { readonly __brand: "ThreadId" };\n');
    expect(text).toContain('  "item.updated": ItemLifecyclePayload;\n');
  });

  test("is open to what a project adds, and the page that shows it is not", () => {
    const text = emitCanonicalTypes(model);
    for (const name of ["AddedEvents", "AddedSources", "AddedProviders"]) expect(text).toMatch(new RegExp(`^export interface ${name} \\{\\}$`, "m"));
    expect(text).toContain('export type ProviderKind = "codex" | "claude" | "cursor" | keyof AddedProviders;\n');
    expect(text).toContain('  | "cursor.acp.response"\n  | keyof AddedSources;\n');
    expect(text).toContain('  | "runtime.error"\n  | keyof AddedEvents;\n');
    expect(text).toContain("} & AddedEvents;\n");
    expect(canonicalDeclarations(model).map((declaration) => declaration.text).join("")).not.toContain("Added");
  });

  test("a description cannot end its comment", () => {
    expect(emitCanonicalTypes(changed("The agent is there and can be talked to.", "Ends */ here."))).toContain("/** Ends *\u200b/ here. */");
  });
});

describe("emitLifecycle", () => {
  test("the generated table is the model's", () => {
    expect(lifecycle).toEqual(Object.fromEntries(model.events.map((event) => [event.type, event.lifecycle])));
  });

  test("writes a row for every event", () => {
    const text = emitLifecycle(model);
    expect(text).toContain('  "session.started": {"entity":"session","does":"opens"},\n');
    expect(text).toContain('  "tool.summary": undefined,\n');
    expect(text.match(/^ {2}"/gm)).toHaveLength(45);
  });
});

describe("emitValidators", () => {
  const text = emitValidators(model);

  test("needs nothing at run time", () => {
    expect(text).not.toMatch(/\bimport\b|\brequire\(|\beval\b|new Function/);
    expect(text.startsWith("// @ts-nocheck\n")).toBe(true);
  });

  test("stays small", () => {
    expect(text.length).toBeLessThan(90_000);
    expect(text).not.toContain("schemaPath");
    expect(text).not.toContain("vErrors.push");
    expect(text).not.toContain("The agent is there");
  });

  test("has a validator for every event and one for the envelope", () => {
    expect(text).toMatch(/^export const envelope: Validate = check0;$/m);
    for (const { type } of model.events) expect(text).toMatch(new RegExp(`^  \\["${type}", check\\d+\\],$`, "m"));
  });

  test("is the same each time", () => {
    expect(emitValidators(canonicalModel())).toBe(text);
  });
});
