import { noRefs, object, string, type DecideExtra, type Decision, type Draft, type Refs, type Table, type Unvalidated } from "../../src/contract.js";
import type { AddedLifecycle } from "../../src/provider.js";

/** Two agents that nobody has, with the tables that a project would have compiled for them. */

/** The event that a row of a project's own makes; its types are declared where the project is. */
export function draft(type: string, payload: object, refs: Partial<Refs> = {}, ensure = false): Draft {
  return { type, payload, refs: { ...noRefs, ...refs }, ensure } as unknown as Draft;
}

export const added: AddedLifecycle = {
  "drawing.started": { entity: "item", does: "opens" },
  "drawing.changed": { entity: "item", does: "updates", inherits: ["title"] },
  "drawing.finished": { entity: "item", does: "closes", repeated: "item.updated", keeps: [], fills: { itemType: "unknown" } },
  "review.requested": { entity: "request", does: "opens" },
  "review.settled": { entity: "request", does: "closes", inherits: ["requestType"] },
  "survey.asked": { entity: "input", does: "opens" },
  "survey.answered": { entity: "input", does: "closes" },
  "weather.reported": undefined,
};

const text = (message: Unvalidated, name: string): string => string(message[name]) ?? "";

/** Draws: each message has its tag in `event`. */
export const drawings: Table = {
  source: "acme.messages",
  key: (message) => text(message, "event"),
  refs: (message) => ({ ...noRefs, thread: message["room"], turn: message["round"], item: message["drawing"] }),
  map(message, memory) {
    const refs = drawings.refs(message);
    switch (message["event"] as unknown) {
      case "round":
        return [draft("turn.started", {}, refs)];
      case "end":
        return [draft("turn.completed", { state: "completed" }, refs)];
      case "draw":
        memory.remember("pen", [refs.item], { colour: message["colour"] }, refs);
        return [draft("drawing.started", { with: text(message, "colour") }, refs)];
      case "line":
        return [draft("drawing.changed", { with: memory.recall("pen", [refs.item])["colour"], to: text(message, "to") }, refs)];
      case "called":
        return [draft("item.updated", { title: text(message, "title") }, refs)];
      case "framed":
        return [draft("drawing.finished", {}, refs)];
      case "weather":
        return [draft("weather.reported", { sky: text(message, "sky") }, refs)];
      default:
        return undefined;
    }
  },
  sent: (message) => (message["event"] === ("round" as unknown) ? [draft("turn.started", {}, drawings.refs(message))] : undefined),
  reads: { draw: [["colour", "string", true]] },
};

const paramsOf = (message: Unvalidated): Unvalidated => message["params"] ?? {};
const method = (message: Unvalidated): string => text(message, "method");
const refsOf = (message: Unvalidated): Refs => ({ ...noRefs, thread: paramsOf(message)["room"], turn: paramsOf(message)["round"], item: paramsOf(message)["page"] });

/** Reviews, over JSON-RPC. */
export const notifications: Table = {
  source: "acme.rpc.notification",
  key: method,
  refs: refsOf,
  map(message) {
    const refs = refsOf(message);
    switch (method(message)) {
      case "round/begun":
        return [draft("turn.started", {}, refs)];
      case "round/over":
        return [draft("turn.completed", { state: "completed" }, refs)];
      case "page/begun":
        return [draft("item.started", { itemType: "file_change", title: text(paramsOf(message), "name") }, refs)];
      case "page/done":
        return [draft("item.completed", { itemType: "file_change", status: "completed" }, refs)];
      case "review/dropped":
        return [draft("review.settled", { by: "agent" }, { ...refs, request: paramsOf(message)["id"] })];
      default:
        return undefined;
    }
  },
  reads: {},
};

export const requests: Table = {
  source: "acme.rpc.request",
  key: method,
  refs: refsOf,
  map: (message) => {
    switch (method(message)) {
      case "review":
        return [draft("review.requested", { page: text(paramsOf(message), "page") }, refsOf(message))];
      case "survey":
        return [draft("survey.asked", { about: text(paramsOf(message), "about") }, refsOf(message))];
      default:
        return undefined;
    }
  },
  answer: (request, answer) =>
    method(request) === "survey"
      ? [draft("survey.answered", { said: object(answer["result"]) ?? {} }, refsOf(request))]
      : [draft("review.settled", { by: "host", decision: answer["result"]?.["verdict"] === ("good" as unknown) ? "accept" : "decline" }, refsOf(request))],
  decide: (request: Unvalidated, decision: Decision, extra: DecideExtra) =>
    method(request) === "survey" ? { result: { said: extra.answers } } : decision === "acceptForSession" ? undefined : { result: { verdict: decision === "accept" ? "good" : "bad" } },
  decisions: () => ["accept", "decline", "cancel"],
  reads: {},
};

export const responses: Table = {
  source: "acme.rpc.response",
  key: (_, request) => text(request ?? {}, "method"),
  refs: () => noRefs,
  map: (answer, _, request) => (request?.["method"] === ("room/enter" as unknown) ? [draft("thread.started", { providerThreadId: answer["result"]?.["room"] }, { thread: answer["result"]?.["room"] })] : undefined),
  reads: {},
};

/** What the agents and their sources are called has to be declared, too; here, for tests alone, it is not. */
export const kind = "acme" as never;
export const cells = { pen: { holds: { colour: "last" }, until: "turn" } } as const;
