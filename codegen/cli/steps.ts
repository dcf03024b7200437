import path from "node:path";
import type { ProviderName, Session } from "../../src/index.js";
import type { ComparedEvent } from "../diff/events.js";
import { contentOf } from "./files.js";
import { reason, UserError } from "./io.js";
import { receive, receiveNoise } from "./replay.js";
import type { Runtime } from "./state.js";
import type { TranscriptFile } from "./transcript-files.js";
import { linesOf, readEntry, type Entry } from "./transcript.js";

/** A line of a transcript, and what a session made of it. */
export interface SessionStep {
  readonly line: number;
  readonly entry: Entry;
  readonly events: readonly ComparedEvent[];
}

/**
 * A transcript through a session of its own, as `replay` does it: the clock is the line.
 * @param state what the runtime is called where it fails
 * @throws UserError for a transcript that cannot be read, and a session that fails
 */
export async function* stepsOf(root: string, { file, provider }: TranscriptFile, runtime: Runtime, state: string): AsyncGenerator<SessionStep> {
  const content = contentOf(path.join(root, file));
  if (content === undefined) throw new UserError(`there is no transcript '${file}'`);
  let line = 0;
  const session = open(runtime, provider, () => line);
  for await (const lines of linesOf(once(content))) {
    for (const { number, text } of lines) {
      line = number;
      const entry = readLine(file, number, text);
      let events: readonly ComparedEvent[];
      try {
        const given = "text" in entry ? await receiveNoise(session, entry) : receive(session, entry);
        if (!Array.isArray(given)) throw new TypeError("it gives no list of events");
        events = given as unknown as readonly ComparedEvent[];
      } catch (error) {
        throw new UserError(`${file}:${line}: the session of ${state} fails: ${reason(error)}`);
      }
      yield { line, entry, events };
    }
  }
}

/** Why a state has no session for a provider, if it has none. */
export function refusal(runtime: Runtime, provider: string): string | undefined {
  try {
    open(runtime, provider, () => 0);
    return undefined;
  } catch (error) {
    // What it throws is about its options.
    return reason(error);
  }
}

function open({ createSession }: Runtime, provider: string, line: () => number): Session {
  return createSession({ provider: provider as ProviderName, sessionId: "replay", now: () => new Date(line()).toISOString() });
}

function readLine(file: string, number: number, text: string): Entry {
  try {
    return readEntry(text);
  } catch (error) {
    throw new UserError(`${file}:${number}: ${reason(error)}`);
  }
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
