import type { Memory, Table, Unvalidated } from "../../src/contract.js";
import { messageKeys } from "../check/message-keys.js";
import type { CheckedKey, CheckedProvider, CheckedTable, Program } from "../check/types.js";
import type { ComparedEvent } from "../diff/events.js";
import { UserError } from "./io.js";
import { load, type State } from "./state.js";
import { refusal, stepsOf } from "./steps.js";
import type { TranscriptFile } from "./transcript-files.js";
import type { Entry } from "./transcript.js";

/** Which messages of the tables recorded sessions have. */
export interface Heard {
  readonly transcripts: number;
  /** Lines of them. */
  readonly messages: number;
  /** By source. */
  readonly tables: ReadonlyMap<string, HeardTable>;
}

export interface HeardTable {
  /** The agent's messages by key. A key that no row has belongs to a message that nothing maps. */
  readonly agent: ReadonlyMap<string, HeardKey>;
  /** What the host wrote. */
  readonly sent: ReadonlyMap<string, HeardKey>;
  /** The host's answers, by the key of the request. */
  readonly answers: ReadonlyMap<string, HeardKey>;
}

export interface HeardKey {
  readonly times: number;
  /** Times by the transcript, a path relative to the config's folder. */
  readonly files: ReadonlyMap<string, number>;
  /** Types of events that came with it. */
  readonly events: ReadonlySet<string>;
  /** The shortest one that gave events; where none did, the shortest. */
  readonly example: Recording;
}

export interface Recording {
  readonly file: string;
  readonly line: number;
  readonly message: unknown;
  readonly events: readonly ComparedEvent[];
}

/**
 * Replays transcripts, and notes what reaches the tables.
 * @param state runs the tables of the program
 * @param output the folder of generated files
 * @throws UserError for a transcript or a state that cannot be read or run
 */
export async function hear(root: string, transcripts: readonly TranscriptFile[], program: Program, state: State, output: string): Promise<Heard> {
  const tables = program.providers.flatMap((provider) => provider.tables.map((table) => ({ provider, table, module: `${output}/${provider.name}/${table.name}.ts` })));
  const runtime = await load(state, root, tables.map(({ module }) => module));
  const reached: Reached[] = [];
  for (const { provider, table, module } of tables) {
    const running = Object.values(runtime.modules.get(module) ?? {}).find((one): one is Table => (one as Partial<Table> | null)?.source === table.source);
    if (running !== undefined) listen(running, table, provider, (one) => reached.push(one));
  }

  const heard = new Map(tables.map(({ table }) => [table.source, { agent: new Map<string, Noted>(), sent: new Map<string, Noted>(), answers: new Map<string, Noted>() }]));
  let messages = 0;
  for (const transcript of transcripts) {
    const refused = refusal(runtime, transcript.provider);
    if (refused !== undefined) throw new UserError(refused);
    for await (const { line, entry, events } of stepsOf(root, transcript, runtime, state.name)) {
      messages += 1;
      // Where the host uses an id again, the session itself answers what waited: nobody sent that.
      const sentByHost = entry.from === "host" && "message" in entry;
      for (const { source, by, key } of reached.splice(0)) if (!(sentByHost && by === "agent")) note(heard.get(source)![by], key, { file: transcript.file, line, message: messageOf(entry), events });
    }
  }
  return { transcripts: transcripts.length, messages, tables: heard };
}

/** A message that came to a table. */
interface Reached {
  readonly source: string;
  readonly by: keyof HeardTable;
  readonly key: string;
}

/** Has the table of a running session tell what it is asked to map; what it gives stays as it is. */
function listen(running: Table, table: CheckedTable, { cells }: CheckedProvider, tell: (reached: Reached) => void): void {
  const { source } = table;
  const keys = new Set([...table.rows.flatMap(({ key, open, covers }) => [...(open ? [key] : []), ...covers.map((one) => one.key)]), ...(table.uncovered ?? []).map(({ key }) => key)]);
  const sentKeys = new Set(table.sent.flatMap(({ key, open, covers }) => [...(open ? [key] : []), ...covers.map((one) => one.key)]));
  const told = (by: keyof HeardTable, key: CheckedKey, known: ReadonlySet<string>, message: Unvalidated, memory: Memory, request?: Unvalidated): void => {
    for (const found of messageKeys(key, { message, request, cells, recall: memory.recall }, (one) => known.has(one))) tell({ source, by, key: found });
  };

  const { map, sent, answer } = running;
  const mutable = running as { -readonly [K in keyof Table]: Table[K] };
  mutable.map = (message, memory, request) => {
    told("agent", table.key, keys, message, memory, request);
    return map(message, memory, request);
  };
  if (sent !== undefined) {
    mutable.sent = (message, memory) => {
      const before = messageKeys(table.sentKey ?? table.key, { message, cells, recall: memory.recall }, (one) => sentKeys.has(one));
      const drafts = sent(message, memory);
      if (drafts !== undefined) for (const key of before) tell({ source, by: "sent", key });
      return drafts;
    };
  }
  if (answer !== undefined) {
    mutable.answer = (request, given, memory) => {
      told("answers", table.key, keys, request, memory);
      return answer(request, given, memory);
    };
  }
}

interface Noted extends HeardKey {
  times: number;
  readonly files: Map<string, number>;
  readonly events: Set<string>;
  example: Recording;
  /** Of the example. */
  size: number;
}

function note(keys: Map<string, Noted>, key: string, recording: Recording): void {
  const size = JSON.stringify(recording.message)?.length ?? 0;
  const known = keys.get(key) ?? { times: 0, files: new Map<string, number>(), events: new Set<string>(), example: recording, size };
  keys.set(key, known);
  known.times += 1;
  known.files.set(recording.file, (known.files.get(recording.file) ?? 0) + 1);
  for (const { type } of recording.events) known.events.add(type);
  const [gives, gave] = [recording.events.length > 0, known.example.events.length > 0];
  if (gives === gave ? size < known.size : gives) Object.assign(known, { example: recording, size });
}

function messageOf(entry: Entry): unknown {
  return "act" in entry ? entry.act : "text" in entry ? entry.text : entry.message;
}
