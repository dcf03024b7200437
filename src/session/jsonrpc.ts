import type { Unvalidated } from "../contract.js";
import type { Key } from "./ids.js";

/**
 * What a JSON-RPC frame is. A method decides first (EVENTS.md rules 5 and 9): with an id it is a request, whatever the id
 * is, without one a notification. An answer has a result or an error, and may lack its id.
 */
export function kindOfRpc(frame: Unvalidated): "request" | "notification" | "answer" | undefined {
  const id = rpcId(frame);
  if (typeof (frame["method"] as unknown) === "string") return id === undefined ? "notification" : "request";
  if (frame["result"] !== undefined) return "answer";
  const error: unknown = frame["error"];
  if (error === undefined || error === null) return undefined;
  return id !== undefined || typeof error === "object" ? "answer" : undefined;
}

/** The id of a frame, if it has one that can be repeated. */
export function rpcId(frame: Unvalidated): Key | undefined {
  const id: unknown = frame["id"];
  return typeof id === "string" || (typeof id === "number" && Number.isFinite(id)) ? id : undefined;
}

/** The method of a frame that has one. */
export function rpcMethod(frame: Unvalidated): string | undefined {
  const method: unknown = frame["method"];
  return typeof method === "string" ? method : undefined;
}
