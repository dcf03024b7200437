import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { createSession, validateEvent, type Act, type DecideExtra, type Decision, type ProviderName, type ProviderRuntimeEventV2 } from "../../src/index.js";
import type { Agent, Message } from "../agents/agent.js";
import { claude, laterClaude } from "../agents/claude.js";
import { codex, codex171 } from "../agents/codex.js";
import { codexSdk, codexSdk163 } from "../agents/codex-sdk.js";
import { cursor, laterCursor } from "../agents/cursor.js";
import { golden } from "./golden.js";

/**
 * Dialogues that nobody has recorded, written by hand from the vendored schemas; below each message, the events that it gives (test/dialogues/README.md).
 * `npx vitest run test/tables -u` writes the events anew: what it changes is to be read like a golden file.
 */
const folder = path.join(import.meta.dirname, "../dialogues");
const agents: { readonly [provider in ProviderName]: readonly Agent[] } = {
  codex: [codex, codex171],
  "codex-sdk": [codexSdk, codexSdk163],
  claude: [claude, laterClaude],
  cursor: [cursor, laterCursor],
};

it.each(filesBelow(folder))("%s gives the events that stand in it", async (file) => {
  const text = readFileSync(path.join(folder, file), "utf8");
  const problems: unknown[] = [];
  const written = text.split(/^(?=== )/m).map((part) => (part.startsWith("== ") ? dialogue(part, file.split("/")[0] as ProviderName, problems) : part));
  expect(problems).toEqual([]);
  await expect(written.join("")).toMatchFileSnapshot(path.join(folder, file));
});

/** A dialogue as it is written, with the events that its messages give now; adds what the schemas have against messages. */
function dialogue(text: string, provider: ProviderName, problems: unknown[]): string {
  const session = createSession({ provider, sessionId: "s", now: () => "2026-01-01T00:00:00.000Z" });
  const asked = { agent: new Map<unknown, unknown>(), host: new Map<unknown, unknown>() };
  const all: ProviderRuntimeEventV2[] = [];
  let opened: ProviderRuntimeEventV2 | undefined;

  const say = (from: "agent" | "host", message: Message, foreign: boolean): readonly ProviderRuntimeEventV2[] => {
    if (message["method"] !== undefined) asked[from].set(message["id"], message["method"]);
    const question = asked[from === "agent" ? "host" : "agent"].get(message["id"]);
    const found = agents[provider].map((agent) => problemsOf(agent, from, message, question));
    if (found.every((each) => each.length > 0) !== foreign) problems.push({ message: JSON.stringify(message), problems: foreign ? ["a schema knows it"] : found.map((each) => each.slice(0, 3)) });
    return from === "agent" ? session.receive(message) : session.send(message);
  };

  /** The events of a line, and what stands before them. */
  const step = (line: string): { readonly events: readonly ProviderRuntimeEventV2[]; readonly replies: readonly string[] } => {
    const [, verb = "", foreign = "", rest = ""] = /^(\w+)(!?) (.*)$/.exec(line) ?? [];
    switch (verb) {
      case "agent":
      case "host":
        return { events: say(verb, JSON.parse(rest) as Message, foreign === "!"), replies: [] };
      case "act":
        return { events: session.act(JSON.parse(rest) as Act), replies: [] };
      case "decide": {
        const [decision = "", extra = "{}"] = rest.split(/ (?=\{)/);
        const { reply, error, events } = session.decide(opened?.requestId ?? "", decision as Decision, JSON.parse(extra) as DecideExtra);
        return { events, replies: [`    = ${JSON.stringify(reply ?? error)}`] };
      }
      default:
        throw new Error(`What does this line say? ${line}`);
    }
  };

  const lines = text.split("\n").filter((line) => !line.startsWith("    "));
  const given = lines.map((line) => {
    const made = /^(?:#|==|$)/.test(line) ? { events: [], replies: [] } : step(line);
    opened = made.events.findLast(({ type }) => type === "request.opened" || type === "user-input.requested") ?? opened;
    all.push(...made.events);
    return { line, ...made };
  });
  expect(all.flatMap(validateEvent)).toEqual([]);
  const shown = golden(all).split("\n").map((line) => `    ${line.replace(/\] [^\]]*$/, "]").replace(/ \[\]$/, "")}`);
  let next = 0;
  return given.flatMap(({ line, events, replies }) => [line, ...replies, ...shown.slice(next, (next += events.length))]).join("\n");
}

/** Looked up where the same was said before, since the schemas take much longer to ask than the tables. */
const known = new Map<string, readonly string[]>();

/** A version that has no such messages at all is no version of theirs. */
function problemsOf(agent: Agent, ...said: Parameters<Agent["problems"]>): readonly string[] {
  const key = JSON.stringify([Object.values(agents).flat().indexOf(agent), ...said]);
  let problems = known.get(key);
  if (problems === undefined) {
    try {
      problems = agent.problems(...said);
    } catch (error) {
      problems = [String(error)];
    }
    known.set(key, problems);
  }
  return problems;
}

function filesBelow(below: string): string[] {
  return readdirSync(below, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/")).filter((file) => file.endsWith(".txt")).sort();
}
