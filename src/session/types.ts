import type { DecideExtra, Decision } from "../contract.js";
import type { ProviderKind, ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";
import type { Snapshot } from "./snapshot.js";

export type { Decision, DecideExtra, Snapshot };

/** Things that have a canonical id of their own. */
export type EntityKind = "thread" | "turn" | "item" | "request";

/** How canonical ids come about (EVENTS.md rule 7). */
export interface IdOptions {
  /**
   * Mints the canonical id of something seen for the first time. `path` leads to it by provider ids: a thread is `[thread]`,
   * a turn `[thread, turn]`, an item `[thread, turn, item]`, a request `[id, nth use of that id]`. It must give the same id
   * for the same path and different ids for different paths. A name that the session makes up begins with a control character: for
   * what has no id, and for an id that comes again when what had it was forgotten. The default hashes the session id and the path.
   */
  readonly mint?: (kind: EntityKind, path: readonly unknown[]) => string;
  /** Ids that the host knows beforehand: kind, provider's id, canonical id. Each goes to the first thing of that name. */
  readonly bind?: readonly (readonly [kind: EntityKind, providerId: string, canonicalId: string])[];
}

export interface SessionOptions {
  /** Default: a random one, or the snapshot's. Give one to get the same ids again when the same messages are replayed. */
  readonly sessionId?: string;
  /** The time as an ISO string. The default reads the clock at most once a millisecond. */
  readonly now?: () => string;
  readonly ids?: IdOptions;
  /** Whether events carry the message they were made from. Default true. */
  readonly attachRaw?: boolean;
  /** `warn`: a known message whose fields are not what its schema says gives one `runtime.warning`. Default `off`. */
  readonly validate?: "off" | "warn";
  /** What `snapshot()` of an earlier session of the same provider gave; the session goes on from there. */
  readonly snapshot?: Snapshot;
}

/** Something the host did that is no message (README.md, the library). Other keys ride along into `raw`. */
export type Act = { readonly [key: string]: unknown } & (
  | { readonly kind: "session.start"; readonly resume?: unknown }
  | { readonly kind: "turn.start"; readonly input?: unknown; readonly model?: string; readonly effort?: string }
  | { readonly kind: "turn.interrupt" }
  | {
      readonly kind: "permission.request";
      readonly toolName: string;
      readonly input: unknown;
      readonly toolUseID: string;
      readonly suggestions?: unknown;
      readonly blockedPath?: string;
      readonly decisionReason?: string;
    }
  | { readonly kind: "permission.result"; readonly toolUseID: string; readonly result: unknown }
  | { readonly kind: "session.exit"; readonly reason?: string; readonly exitKind?: "graceful" | "error"; readonly recoverable?: boolean }
  | { readonly kind: "stream.end" }
);

/** `reply` is the whole frame to write; without one, `error` says why and which decisions could be written. */
export type Decided =
  | { readonly reply: { readonly [field: string]: unknown }; readonly error?: undefined; readonly events: ProviderRuntimeEventV2[] }
  | {
      readonly reply?: undefined;
      readonly error: { readonly message: string; readonly allowed: readonly Decision[] };
      readonly events: ProviderRuntimeEventV2[];
    };

export interface Stats {
  /** Received and sent. */
  readonly messages: number;
  readonly events: number;
  /** Messages that said again what was known, and gave no event. */
  readonly repeats: number;
  /** Messages that no table row knows. */
  readonly unknowns: number;
  /** Answers to the host's own requests that no row maps; they give no event. */
  readonly unmapped: number;
}

/** One connection to one agent. No method throws on what an agent sent. */
export interface Session {
  readonly provider: ProviderKind;
  readonly sessionId: string;
  readonly stats: Stats;
  readonly ids: {
    /** Binds a provider's id to an id of the host's. Gives the id in force: an id that was already minted stays. */
    bind(kind: EntityKind, providerId: string, canonicalId: string): string;
  };
  /** One decoded message from the agent. */
  receive(message: unknown): ProviderRuntimeEventV2[];
  /** One decoded message that the host wrote to the agent. */
  send(message: unknown): ProviderRuntimeEventV2[];
  /** A host act that has no wire message. An act that the provider does not know gives a `runtime.warning`. */
  act(act: Act): ProviderRuntimeEventV2[];
  /** Decides an open request by its canonical id: what to write to the agent, and the events of having decided. */
  decide(requestId: string, decision: Decision, extra?: DecideExtra): Decided;
  /** Everything the session knows, as plain JSON. Bytes that `readable()` still holds are not part of it. */
  snapshot(): Snapshot;
  /** Bytes of the agent's output in, events out (EVENTS.md rule 29). Closing it flushes what is left, and ends nothing. */
  readable(): TransformStream<Uint8Array, ProviderRuntimeEventV2>;
}
