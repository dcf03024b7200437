import { expect, onTestFinished } from "vitest";
import { createSession, type Act, type DecideExtra, type Decided, type Decision, type ProviderRuntimeEventV2, type Session, type SessionOptions } from "../../src/index.js";
import type { Agent, Message, Side } from "../agents/agent.js";
import { codex } from "../agents/codex.js";
import { broken } from "../properties/invariants.js";

export type Frame = Message;

/** A message that breaks the vendored schemas says so; every other one keeps to them. */
export interface Standing {
  readonly foreign: boolean;
}

/** A session with an agent that looks at every message that goes in and at every event that comes out. */
export interface Drive {
  readonly session: Session;
  receive(message: Frame, standing?: Standing): ProviderRuntimeEventV2[];
  send(message: Frame, standing?: Standing): ProviderRuntimeEventV2[];
  act(act: Act): ProviderRuntimeEventV2[];
  /** Decides the request that this event opened. */
  decide(opened: ProviderRuntimeEventV2 | undefined, decision: Decision, extra?: DecideExtra): Decided;
  /** The whole output of the agent, as it came in; nothing of it is checked against the schemas. */
  bytes(...chunks: readonly string[]): Promise<ProviderRuntimeEventV2[]>;
}

const keeps: Standing = { foreign: false };

/** When the test is over the session exits, and all its events must be sound: valid, everything opened once and closed once. */
export function drive({ agent = codex, ...options }: Pick<SessionOptions, "validate"> & { readonly agent?: Agent } = {}): Drive {
  const session = createSession({ provider: agent.provider, sessionId: "case", now: () => "2026-01-01T00:00:00.000Z", ...options });
  const asked = { agent: new Map<unknown, unknown>(), host: new Map<unknown, unknown>() };
  const all: ProviderRuntimeEventV2[] = [];

  const keep = (events: ProviderRuntimeEventV2[], cause: unknown): ProviderRuntimeEventV2[] => {
    for (const event of events) expect(event.raw?.payload).toEqual(cause);
    all.push(...events);
    return events;
  };
  const check = (from: Side, message: Frame, { foreign }: Standing): void => {
    if (message["method"] !== undefined) asked[from].set(message["id"], message["method"]);
    const problems = agent.problems(from, message, asked[from === "agent" ? "host" : "agent"].get(message["id"]));
    if (foreign) expect(problems).not.toEqual([]);
    else expect(problems).toEqual([]);
  };

  onTestFinished(() => {
    all.push(...session.act({ kind: "session.exit" }));
    expect(broken(all)).toEqual([]);
    expect(session.stats.events).toBe(all.length);
  });
  return {
    session,
    receive: (message, standing = keeps) => {
      check("agent", message, standing);
      return keep(session.receive(message), message);
    },
    send: (message, standing = keeps) => {
      check("host", message, standing);
      return keep(session.send(message), message);
    },
    act: (act) => keep(session.act(act), act),
    decide: (opened, decision, extra) => {
      const decided = session.decide(opened?.requestId ?? "", decision, extra);
      keep(decided.events, decided.reply);
      if (decided.reply !== undefined) check("host", decided.reply as Frame, keeps);
      return decided;
    },
    bytes: async (...chunks) => {
      const events = await readAll(session, chunks);
      all.push(...events);
      return events;
    },
  };
}

async function readAll(session: Session, chunks: readonly string[]): Promise<ProviderRuntimeEventV2[]> {
  const stream = session.readable();
  const events: ProviderRuntimeEventV2[] = [];
  const reading = (async () => {
    for await (const event of stream.readable) events.push(event);
  })();
  const writer = stream.writable.getWriter();
  for (const chunk of chunks) await writer.write(new TextEncoder().encode(chunk));
  await writer.close();
  await reading;
  return events;
}
