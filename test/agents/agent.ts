import type { ProviderName } from "../../src/index.js";

export interface Message {
  readonly [key: string]: unknown;
}

export type Side = "agent" | "host";

/** What tests know of an agent: which provider reads it, and what its vendored schemas have against a message. */
export interface Agent {
  readonly provider: ProviderName;
  /** Of its schemas, where recordings of several are kept. */
  readonly version?: string;
  /** `question` is the method of the request that the message answers, if it answers one. */
  problems(from: Side, message: Message, question: unknown): string[];
  /** Methods and types of the messages that may give a `runtime.warning`; `undefined` for answers to nothing. */
  readonly warns: readonly (string | undefined)[];
}
