import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { command } from "./command.js";
import { scenarios } from "./scenarios.js";

const stub = fileURLToPath(new URL("fixtures/stub-agent.mjs", import.meta.url));

test("a recording is filed by protocol, version and scenario", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "mapwright-recorded-"));
  try {
    const args = ["acp", "slow", "--name", "stub-1", "--like", "claude", "--out", folder, "--", process.execPath, stub];
    const { code, out, err } = await given(...args);
    const file = path.join(folder, "acp/stub-1/slow.jsonl");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect([code, out, err]).toEqual([0, `recorded  ${file}: ${lines.length} lines\n`, ""]);
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ from: "agent", message: { result: { stopReason: "end_turn" } } });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an agent that says nothing is trouble, with what it complained about", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "mapwright-recorded-"));
  try {
    const agent = [process.execPath, "-e", "console.error('No settings.'); process.exit(3)"];
    const { code, out, err } = await given("acp", "slow", "--name", "stub-1", "--like", "claude", "--out", folder, "--", ...agent);
    expect([code, out.startsWith("TROUBLE"), err]).toEqual([1, true, "          start: the agent ended: 3\nNo settings.\n"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("all scenarios are listed, with what they are for", async () => {
  const { code, out } = await given("--list");
  expect([code, out.trimEnd().split("\n").length]).toEqual([0, scenarios.length]);
  expect(out).toContain("interrupt-text      an interrupt amid an answer");
});

test.each([
  ["no protocol", [], "--out is missing."],
  ["no such protocol", ["cobol", "--out", "x"], "npm run record -- codex"],
  ["no such scenario", ["codex", "dance", "--out", "x"], "There is no scenario 'dance': --list names them."],
  ["no such option", ["codex", "--colour"], "--colour"],
  ["no program", ["codex", "--out", "x"], "--binary is missing."],
  ["a program that is not there", ["codex", "--out", "x", "--binary", "/nowhere/codex"], "There is no '/nowhere/codex'."],
  ["no command", ["acp", "--out", "x", "--name", "a", "--like", "claude"], "Give its command after --."],
  ["a name that leads elsewhere", ["acp", "--out", "x", "--name", "../a", "--like", "claude", "--", "node"], "--name '../a' is no name of a folder"],
  ["a folder that cannot be made", ["acp", "slow", "--out", `${stub}/x`, "--name", "a", "--like", "claude", "--", process.execPath, stub], "cannot be made: ENOTDIR"],
  [
    "an agent like none",
    ["acp", "--out", "x", "--name", "a", "--like", "cobol", "--", "a"],
    "'cobol' is no agent that is known: claude, codex, gemini.",
  ],
])("wrong use says so and is exit code 2: %s", async (_what, args, message) => {
  const { code, err } = await given(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

async function given(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: "", err: "" };
  const code = await command(args, { out: (text) => (said.out += text), err: (text) => (said.err += text) });
  return { code, ...said };
}
