import type { Act, ProviderName, Session } from "../../src/index.js";
import { recordings } from "../agents/recordings.js";

/** One line of a session, which may be spoilt: a message of either side, or an act. */
export interface Line {
  readonly from: "agent" | "host";
  readonly message?: unknown;
  readonly act?: Act;
}

export interface Transcript {
  readonly name: string;
  readonly lines: readonly Line[];
}

/** The recordings of a provider without their ends, which are the tests' own business. What was no JSON is not for `receive`. */
export function transcriptsOf(provider: ProviderName): readonly Transcript[] {
  const own = recordings.filter(({ agent }) => agent.provider === provider);
  return own.map(({ name, lines }) => ({ name, lines: lines.filter((line) => line.text === undefined && !ends(line)) }));
}

export function play(session: Session, line: Line) {
  if (line.act !== undefined) return session.act(line.act);
  return line.from === "host" ? session.send(line.message) : session.receive(line.message);
}

function ends({ act }: Line): boolean {
  return act?.kind === "session.exit" || act?.kind === "stream.end";
}
