import { readdirSync, readFileSync } from "node:fs";
import type { Act } from "../../src/index.js";
import type { Agent, Message } from "./agent.js";
import { claude, laterClaude } from "./claude.js";
import { codex, codex171 } from "./codex.js";
import { codexSdk, codexSdk163 } from "./codex-sdk.js";
import { cursor, laterCursor } from "./cursor.js";

/** One line of a recorded session: a message of either side, an act of the host's, or what was on the wire and no JSON. */
export interface Line {
  readonly from: "agent" | "host";
  readonly message?: Message;
  readonly act?: Act;
  readonly text?: string;
}

export interface Recording {
  /** Its path below `test/transcripts`: `codex/0.107.0/app-server/plan`. */
  readonly name: string;
  readonly agent: Agent;
  readonly lines: readonly Line[];
}

const folder = new URL("../transcripts/", import.meta.url);

/** All recordings that are part of the project, by name. */
export const recordings: readonly Recording[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => file.replaceAll("\\", "/").slice(0, -".jsonl".length))
  .sort()
  .map((name) => ({ name, agent: agentOf(name), lines: linesOf(readFileSync(new URL(`${name}.jsonl`, folder), "utf8")) }));

function agentOf(name: string): Agent {
  if (name.startsWith("codex/0.171.0/exec/")) return codexSdk163;
  if (/^codex\/[^/]+\/exec\//.test(name)) return codexSdk;
  if (name.startsWith("codex/0.171.0/")) return codex171;
  if (name.startsWith("codex/")) return codex;
  if (name.startsWith("claude/")) return name.startsWith("claude/0.2.") ? claude : laterClaude;
  if (/^acp\/(claude-agent-acp-0\.101|codex-acp-2|opencode)/.test(name)) return laterCursor;
  if (name.startsWith("acp/")) return cursor;
  throw new Error(`No agent is known for the recording ${name}.`);
}

function linesOf(text: string): Line[] {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line) as Line);
}
