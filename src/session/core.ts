import type { CanonicalItemType, ProviderRuntimeEventV2, RuntimeEventRaw } from "../../generated/canonical/events.js";
import type { Table, Unvalidated } from "../contract.js";
import { defaultClock } from "./clock.js";
import { createThread, type Item, type Request, type Thread, type Turn } from "./entities.js";
import { createIds, type Ids, type Key } from "./ids.js";
import { createMemory, type SessionMemory } from "./memory.js";
import { ownerOf } from "./locate.js";
import type { Provider } from "./provider.js";
import type { SessionOptions } from "./types.js";

/** All that a session holds. Its parts are functions over this; `snapshot.ts` writes it down and reads it back. */
export interface Core {
  readonly provider: Provider;
  readonly sessionId: string;
  readonly now: () => string;
  readonly attachRaw: boolean;
  readonly warns: boolean;
  readonly ids: Ids;
  readonly memory: SessionMemory;
  readonly outlives: ReadonlySet<CanonicalItemType>;
  readonly segments: ReadonlySet<CanonicalItemType> | undefined;

  readonly threads: Map<Key, Thread>;
  /** Where messages stand that name no thread. */
  readonly nowhere: Thread;
  /** The thread that the host started or resumed first. */
  hosted: Thread | undefined;

  /** The agent's open requests, by the id it gave them and by canonical id. */
  readonly requests: Map<Key, Request>;
  readonly requestsById: Map<string, Request>;
  /** Methods of requests that were settled. */
  readonly settled: Map<Key, string>;
  /** How often an id was used, and how many requests there were: ids start anew with each connection. */
  readonly uses: Map<Key, number>;
  usesDropped: boolean;
  opened: number;

  /** The host's requests that wait for their answer, and what came for those that got one. */
  readonly asked: Map<Key, Unvalidated>;
  readonly answered: Map<Key, "result" | "error">;

  /** Tasks and hooks by the agent's names for them. */
  readonly tasks: Map<string, "running" | "done">;
  readonly hooks: Map<string, "running" | "done">;
  /** Keys that the only lane has sent (rule 28). */
  readonly seen: Set<string>;
  /** Unknown messages by source and key, with their number; advice that was given. */
  readonly unknown: Map<string, number>;
  readonly advised: Map<string, true>;
  /** What the host said about the turn it is about to start. */
  nextTurn: { model: string | undefined; effort: string | undefined } | undefined;
  started: boolean;
  exited: boolean;
  sequence: number;
  /** All but the last digits of the current event id. */
  idPrefix: string;
  readonly stats: { messages: number; events: number; repeats: number; unknowns: number; unmapped: number };

  /** Turns and items that had to make room for others; what is open in them closes with the message that needed the room. */
  readonly dropped: { readonly turns: Turn[]; readonly items: Item[] };

  /** While a message is being mapped: its events so far, its raw, and the request it asks or settles. */
  out: ProviderRuntimeEventV2[] | undefined;
  time: string;
  raw: RuntimeEventRaw | undefined;
  key: string;
  table: Table | undefined;
  message: Unvalidated | undefined;
  request: Request | undefined;
  /** Something in it was known already. */
  repeated: boolean;
}

export function createCore(provider: Provider, options: SessionOptions, sessionId: string): Core {
  const ids = createIds(sessionId, options.ids);
  const core: Omit<Core, "memory"> = {
    provider,
    sessionId,
    now: options.now ?? defaultClock(),
    attachRaw: options.attachRaw ?? true,
    warns: options.validate === "warn",
    ids,
    outlives: new Set(provider.outlivesTurn),
    segments: provider.segments.length === 0 ? undefined : new Set(provider.segments),
    threads: new Map(),
    nowhere: createThread(undefined, undefined, undefined, ids.root, undefined),
    hosted: undefined,
    requests: new Map(),
    requestsById: new Map(),
    settled: new Map(),
    uses: new Map(),
    usesDropped: false,
    opened: 0,
    asked: new Map(),
    answered: new Map(),
    tasks: new Map(),
    hooks: new Map(),
    seen: new Set(),
    unknown: new Map(),
    advised: new Map(),
    nextTurn: undefined,
    started: false,
    exited: false,
    sequence: 0,
    idPrefix: "",
    stats: { messages: 0, events: 0, repeats: 0, unknowns: 0, unmapped: 0 },
    dropped: { turns: [], items: [] },
    out: undefined,
    time: "",
    raw: undefined,
    key: "",
    table: undefined,
    message: undefined,
    request: undefined,
    repeated: false,
  };
  const whole = core as Core;
  (whole as { memory: SessionMemory }).memory = createMemory(provider.cells, (refs) => ownerOf(whole, refs));
  return whole;
}
