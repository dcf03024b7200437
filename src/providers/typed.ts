import type { RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Table } from "../contract.js";
import type { Provider, Route } from "../session/provider.js";
import type { AgentOptions } from "./habits.js";
import { providerOf } from "./provider-of.js";

/** An agent whose messages are told apart by a tag. */
export type TypedOptions = AgentOptions & {
  /** Maps its messages, and by its `sent` rows those of the host. */
  readonly table: Table;
  /** The field that every message has, a string; without it, something is no message. Default `type`. */
  readonly tag?: string | undefined;
};

/**
 * The provider of an agent that sends one stream of messages, each with a tag that says what it is, as the Codex SDK does. It asks
 * nothing that would be answered by a message.
 */
export function typedProvider(options: TypedOptions): Provider {
  const { table, tag = "type", source = table.source as RuntimeEventSource, ...habits } = options;
  const message: Route = { kind: "message", table, source, within: undefined, typed: true, alone: false };
  const route: Provider["route"] = (frame) => (typeof (frame[tag] as unknown) === "string" ? message : undefined);
  return providerOf({ ...habits, source, tables: [table], route, routeSent: table.sent === undefined ? undefined : route });
}
