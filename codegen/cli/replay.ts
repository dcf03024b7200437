import { createReadStream } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import type { ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";
import type { Act, createSession as create, ProviderName, Session } from "../../src/index.js";
import { fine, print, reason, UserError, type Io } from "./io.js";
import { configOption, examples, formatOption, type Finish } from "./options.js";
import { writerOf, writerFormats, type WriterFormat } from "./timeline.js";
import { linesOf, readEntry, type Entry, type Line } from "./transcript.js";

interface Options {
  readonly provider: string;
  readonly format: WriterFormat;
  readonly session: string;
  readonly config?: string;
}

const help = `
A line is {"from":"agent"|"host","message":{...}}, {"from":"host","act":{...}}, {"from":"agent","text":"..."} for what was no
JSON, or a bare message of the agent. Each file is a session of its own. Its clock starts at the epoch and moves on by a
millisecond a line, so that the same file always gives the same bytes.
${examples([
  ["mapwright replay session.jsonl --provider codex", "a timeline to read"],
  ["mapwright replay session.jsonl --provider codex --format json", "one canonical event per line"],
  ["mapwright replay - --provider codex < session.jsonl", "from the standard input"],
])}

In a package that extends Mapwright, the tables are those of the package, as they are now. Otherwise the mappers are the built ones: after
\`mapwright generate\`, build before you replay.`;

export function addReplay(program: Command, io: Io, finish: Finish): void {
  program
    .command("replay")
    .description("put recorded sessions through the mapper: canonical events out")
    .argument("<file...>", "transcripts as JSON Lines; - is the standard input")
    .requiredOption("--provider <provider>", "whose messages these are: codex, codex-sdk, claude, cursor, or an agent of your own")
    .addOption(configOption())
    .addOption(formatOption(writerFormats))
    .option("--session <id>", "the session id, from which all other ids follow", "replay")
    .addHelpText("after", help)
    .action(async (files: readonly string[], options: Options) => finish(await replay(files, options, io)));
}

/** @throws UserError for a file or a line that cannot be read, and for an unknown provider */
async function replay(files: readonly string[], { provider, format, session: sessionId, config }: Options, io: Io): Promise<number> {
  const createSession = await sessionsOf(provider, config, io);
  const writer = writerOf(format, io);
  for (const file of files) {
    let now = 0;
    const session = open(createSession, { provider: provider as ProviderName, sessionId, now: () => new Date(now).toISOString() });
    if (files.length > 1) await print(io.stdout, writer.heading(file));
    await print(io.stdout, writer.begin);
    for await (const lines of linesOf(bytesOf(file, io))) {
      let text = "";
      try {
        for (const line of lines) {
          now = line.number;
          const entry = entryOf(line, file);
          // Awaiting every line would cost more than mapping it.
          const events = "text" in entry ? await receiveNoise(session, entry) : receive(session, entry);
          text += writer.step({ line: line.number, entry, events });
        }
      } finally {
        await print(io.stdout, text);
      }
    }
  }
  return fine;
}

/** The project's own sessions, where it extends Mapwright and has tables for the agent; otherwise ours. */
async function sessionsOf(provider: string, config: string | undefined, io: Io): Promise<typeof create> {
  const { ownSessions } = await import("./own-sessions.js");
  return (await ownSessions(provider, config, io)) ?? (await import("../../src/index.js")).createSession;
}

function open(createSession: typeof create, options: Parameters<typeof create>[0]): Session {
  try {
    return createSession(options);
  } catch (error) {
    // What it throws is about its options: a provider that nobody maps.
    throw new UserError(reason(error));
  }
}

async function* bytesOf(file: string, io: Io): AsyncGenerator<Uint8Array | string> {
  try {
    yield* file === "-" ? io.stdin() : createReadStream(path.resolve(io.cwd, file), { highWaterMark: 1 << 18 });
  } catch (error) {
    throw new UserError(`cannot read '${file}': ${reason(error)}`);
  }
}

function entryOf({ number, text }: Line, file: string): Entry {
  try {
    return readEntry(text);
  } catch (error) {
    throw new UserError(`${file === "-" ? "<stdin>" : file}:${number}: ${reason(error)}`);
  }
}

/** One line that is a message or an act. */
export function receive(session: Session, entry: Exclude<Entry, { readonly text: string }>): readonly ProviderRuntimeEventV2[] {
  if ("act" in entry) return session.act(entry.act as Act);
  return entry.from === "host" ? session.send(entry.message) : session.receive(entry.message);
}

/** What was no message goes the way of the bytes; what the host wrote so, the agent cannot have understood. */
export async function receiveNoise(session: Session, { from, text }: Entry & { readonly text: string }): Promise<readonly ProviderRuntimeEventV2[]> {
  if (from === "host") return [];
  const { writable, readable } = session.readable();
  const writer = writable.getWriter();
  const written = writer.write(new TextEncoder().encode(`${text}\n`)).then(() => writer.close());
  const events: ProviderRuntimeEventV2[] = [];
  for await (const event of readable) events.push(event);
  await written;
  return events;
}
