import { readdirSync, readFileSync } from "node:fs";
import type { Act, Session } from "../../src/index.js";

/** One line of a recording: a message of either side, or an act. */
export interface Line {
  readonly from: "agent" | "host";
  readonly message?: unknown;
  readonly act?: Act;
}

const folder = new URL("../transcripts/", import.meta.url);

/** All recordings that are part of the project, by path. */
export const transcripts: readonly { readonly name: string; readonly lines: readonly Line[] }[] = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.startsWith("codex/") && name.endsWith(".jsonl"))
  .sort()
  .map((name) => ({ name, lines: linesOf(readFileSync(new URL(name, folder), "utf8")) }));

export function play(session: Session, line: Line) {
  if (line.act !== undefined) return session.act(line.act);
  return line.from === "host" ? session.send(line.message) : session.receive(line.message);
}

function linesOf(text: string): Line[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Line).filter((line) => "message" in line || "act" in line);
}
