import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../transcripts/codex/0.107.0/app-server/", import.meta.url);

/**
 * The recorded Codex sessions of the tests: per session its lines as written by the agent, in order.
 * @returns {{ name: string, lines: string[] }[]}
 */
export function recordedSessions() {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => ({
      name,
      lines: readFileSync(new URL(name, folder), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .filter(({ from, message }) => from === "agent" && message !== undefined)
        .map(({ message }) => JSON.stringify(message)),
    }));
}
