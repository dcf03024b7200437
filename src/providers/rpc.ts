import type { RuntimeEventSource } from "../../generated/canonical/events.js";
import { noRefs, type Table } from "../contract.js";
import { rpcMethod } from "../session/jsonrpc.js";
import type { Provider, Route } from "../session/provider.js";
import type { AgentOptions } from "./habits.js";
import { providerOf } from "./provider-of.js";
import { rpcRoute } from "./rpc-route.js";

/** An agent that speaks JSON-RPC. */
export type RpcOptions = AgentOptions & {
  /** Maps its notifications, and by its `sent` rows those of the host. */
  readonly notifications: Table;
  /** Maps its requests, what the host answers to them, and by its `sent` rows the host's requests. Without it every request is one that nobody knows. */
  readonly requests?: Table | undefined;
  /** Maps its answers to the host's requests. Without it, only errors are told. */
  readonly responses?: Table | undefined;
};

/** The provider of an agent that speaks JSON-RPC in both directions, as Cursor does. A session needs the frames of both sides. */
export function rpcProvider(options: RpcOptions): Provider {
  const { notifications, requests = notifications, responses, source = notifications.source as RuntimeEventSource, ...habits } = options;
  const notification: Route = { kind: "message", table: notifications, source: notifications.source as RuntimeEventSource, within: undefined, typed: false, alone: false };
  const request: Route = { kind: "request", table: requests, source: requests.source as RuntimeEventSource };
  const route = rpcRoute(request, notification);
  const answers = responses ?? unmapped(source);
  return providerOf({
    ...habits,
    source,
    tables: [...new Set([notifications, requests, answers])],
    answers,
    route,
    routeSent: route,
    answerTo: (id, answer) => ({ jsonrpc: "2.0", id, ...answer }),
  });
}

/** A table of answers that has no rows. */
function unmapped(source: string): Table {
  return { source, key: (_, request) => (request && rpcMethod(request)) ?? "(none)", refs: () => noRefs, map: () => undefined, reads: {} };
}
