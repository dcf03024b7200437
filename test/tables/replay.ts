import { createSession, type ProviderRuntimeEventV2 } from "../../src/index.js";
import type { Recording } from "../agents/recordings.js";

/** All events of a recording, the host leaving at its end. */
export function replay({ agent, lines }: Recording): ProviderRuntimeEventV2[] {
  const session = createSession({ provider: agent.provider, sessionId: "recorded", now: () => "2026-01-01T00:00:00.000Z" });
  const events = lines.flatMap((line) => {
    if (line.act !== undefined) return session.act(line.act);
    if (line.message === undefined) return [];
    return line.from === "agent" ? session.receive(line.message) : session.send(line.message);
  });
  return [...events, ...session.act({ kind: "session.exit", exitKind: "graceful", reason: "end of recording" })];
}
