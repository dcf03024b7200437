import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { createSession, type ProviderRuntimeEventV2 } from "../../src/index.js";

/** A line of a recorded session (README.md). */
export interface Line {
  readonly from: "agent" | "host";
  readonly message?: { readonly [key: string]: unknown };
  /** What was on the wire and no JSON. */
  readonly text?: string;
}

export interface Recording {
  /** `app-server/plan`. */
  readonly name: string;
  readonly lines: readonly Line[];
}

/** The recordings of one version below `test/transcripts/codex`, in the order of their names. */
export function recordings(version: string): Recording[] {
  const root = path.join(import.meta.dirname, "../transcripts/codex", version);
  return ["app-server", "eventmsg"].flatMap((lane) =>
    readdirSync(path.join(root, lane))
      .sort()
      .map((file) => ({
        name: `${lane}/${path.basename(file, ".jsonl")}`,
        lines: readFileSync(path.join(root, lane, file), "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line) as Line),
      })),
  );
}

/** All events of a recording, the host leaving at its end. */
export function replay({ lines }: Recording): ProviderRuntimeEventV2[] {
  const session = createSession({ provider: "codex", sessionId: "recorded", now: () => "2026-01-01T00:00:00.000Z" });
  const events = lines.flatMap((line) => {
    if (line.message === undefined) return [];
    return line.from === "agent" ? session.receive(line.message) : session.send(line.message);
  });
  return [...events, ...session.act({ kind: "session.exit", exitKind: "graceful", reason: "end of recording" })];
}
