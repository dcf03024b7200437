import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readEntry, type Entry } from "../../codegen/cli/transcript.js";
import { play, type Played } from "./play.js";
import { acpProtocol, claudeProtocol, codexProtocols, UsageError } from "./protocols.js";
import type { Scenario } from "./scenario.js";
import { scenarios } from "./scenarios.js";

const stub = fileURLToPath(new URL("fixtures/stub-agent.mjs", import.meta.url));
const acp = (command: readonly string[]) => acpProtocol({ command, name: "stub-1", like: "claude", model: undefined });
const agent = acp([process.execPath, stub]);

describe("a scenario played with an agent", () => {
  test("is a transcript that replay reads, the same one each time", async () => {
    const [first, second] = [await played("text"), await played("text")];
    expect(first.trouble).toEqual([]);
    expect(second.transcript).toBe(first.transcript);
    const entries = first.transcript.trimEnd().split("\n").map(readEntry);
    expect(entries[1]).toEqual({ from: "agent", text: "warming up" });
    expect(entries.map(methodOf).filter(Boolean)).toEqual([
      "host initialize",
      "host session/new",
      "host session/prompt",
      ...Array.from({ length: 6 }, () => "agent session/update"),
      "host session/prompt",
      ...Array.from({ length: 2 }, () => "agent session/update"),
    ]);
  });

  test("has the host's answer, and no path of this machine", async () => {
    const accepted = await played("command-fails");
    expect(accepted.transcript).toContain("asked: option-allow_once in /workspace");
    expect((await played("command-decline")).transcript).toContain("asked: option-reject_once in /workspace");
    expect(accepted.transcript).not.toContain("mapwright-record-");
  });

  test("is interrupted when its moment has come", async () => {
    const { transcript, trouble } = await played("interrupt-text");
    expect(trouble).toEqual([]);
    expect(transcript.indexOf("session/cancel")).toBeGreaterThan(transcript.indexOf("river"));
    expect(transcript).toContain('"stopReason":"cancelled"');
  });

  test("may end with an error of the model, which is no trouble", async () => {
    const { transcript, trouble } = await played("error-400");
    expect([trouble, transcript.includes("The request is not acceptable.")]).toEqual([[], true]);
  });

  test("is gone on with by another process", async () => {
    expect((await played("resume")).transcript).toContain("session/load");
  });

  test("says when the agent ends too early, and what it complained about", async () => {
    const { trouble, complaint } = await play(scenarioOf("text"), acp([process.execPath, "-e", "console.error('No settings.'); process.exit(3)"]), 1);
    expect([trouble, complaint.trim()]).toEqual([["start: the agent ended: 3"], "No settings."]);
  });
});

describe("a program that is not there", () => {
  test.each([
    ["codex", () => codexProtocols({ binary: "/nowhere/codex", model: undefined }), "There is no '/nowhere/codex'."],
    ["claude", () => claudeProtocol({ sdk: "/nowhere" }), "There is no sdk.mjs in '/nowhere'"],
    ["acp", () => acp(["node", "/nowhere/agent.js"]), "There is no '/nowhere/agent.js'."],
  ])("is named: %s", async (_protocol, find: () => unknown, message) => {
    const error: unknown = await (async () => find())().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toContain(message);
  });
});

test("scenarios have names of their own", () => {
  const names = scenarios.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

function played(name: string): Promise<Played> {
  return play(scenarioOf(name), agent, 1);
}

function scenarioOf(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found === undefined) throw new Error(`There is no scenario ${name}.`);
  return found;
}

function methodOf(entry: Entry): string | undefined {
  const method = "message" in entry ? (entry.message as { method?: string }).method : undefined;
  return method === undefined ? undefined : `${entry.from} ${method}`;
}
