import type { Unvalidated } from "../contract.js";
import { kindOfRpc } from "../session/jsonrpc.js";
import { ANSWER, type Provider, type Route } from "../session/provider.js";

/** Sorts the frames of JSON-RPC where each kind has one table: the host's at every such provider, and the agent's unless it has more. */
export function rpcRoute(request: Route, notification: Route): Provider["route"] {
  return (frame: Unvalidated) => {
    switch (kindOfRpc(frame)) {
      case "request":
        return request;
      case "notification":
        return notification;
      case "answer":
        return ANSWER;
      default:
        return undefined;
    }
  };
}
