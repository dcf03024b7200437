import type { Cell, Ref, Table, Unvalidated } from "../contract.js";
import { kindOfRpc, rpcMethod } from "../session/jsonrpc.js";
import { ANSWER, REPEAT, type Provider, type Route } from "../session/provider.js";
import { providerOf } from "./provider-of.js";
import { rpcRoute } from "./rpc-route.js";

/** The generated tables of Codex, and what they remember. */
export interface CodexTables {
  readonly notifications: Table;
  readonly requests: Table;
  readonly responses: Table;
  readonly eventMsg: Table;
  readonly cells: { readonly [name: string]: Cell };
}

/** Beside the notifications of an app server; and how the MCP server wraps its only lane. */
const BESIDE = "codex/event/";
const WRAPPED = "codex/event";

/** Codex: the app-server protocol, and EventMsg beside it or alone (EVENTS.md rule 28). */
export function codexProvider(tables: CodexTables): Provider {
  const { notifications, requests, responses, eventMsg } = tables;
  const notification: Route = { kind: "message", table: notifications, source: "codex.app-server.notification", within: undefined, typed: false, alone: false };
  const request: Route = { kind: "request", table: requests, source: "codex.app-server.request" };
  const beside: Route = { kind: "message", table: eventMsg, source: "codex.eventmsg", within: "params", typed: true, alone: false };
  const alone: Route = { ...beside, within: undefined, alone: true };
  const wrapped: Route = { ...beside, alone: true };
  // Half the lines of a connection: recognised by their method, before anything else looks at them.
  const twins = new Set(Object.keys(eventMsg.twins ?? {}).map((type) => BESIDE + type));

  return providerOf({
    name: "codex",
    kind: "codex",
    source: "codex.app-server.notification",
    tables: [notifications, requests, responses, eventMsg],
    cells: tables.cells,
    answers: responses,
    outlivesTurn: ["command_execution"],
    idsByType: true,
    soleThread: false,
    saysDeclined: true,

    route(frame) {
      switch (kindOfRpc(frame)) {
        case "request":
          return request;
        case "notification": {
          const method = rpcMethod(frame) ?? "";
          if (method.startsWith(BESIDE)) return twins.has(method) ? REPEAT : beside;
          return method === WRAPPED ? wrapped : notification;
        }
        case "answer":
          return ANSWER;
        default:
          return typeof (frame["msg"]?.["type"] as unknown) === "string" ? alone : undefined;
      }
    },

    routeSent: rpcRoute(request, notification),

    children(frame) {
      const params = frame["params"];
      switch (frame["method"] as unknown) {
        case "thread/started": {
          const thread = params?.["thread"];
          const parent = parentOf(thread);
          return parent === undefined ? undefined : { ...parent, children: [thread?.["id"]] };
        }
        case "item/started":
        case "item/completed": {
          const children = childrenOf(params?.["item"]);
          return children === undefined ? undefined : { parent: params?.["threadId"], children };
        }
        default:
          return undefined;
      }
    },

    answerTo: (id, answer) => ({ id, ...answer }),

    announces(request, answer) {
      const result = answer["result"];
      switch (request["method"] as unknown) {
        case "thread/start":
        case "thread/resume":
        case "thread/fork":
          return { thread: result?.["thread"]?.["id"], turn: undefined };
        case "turn/start":
          return { thread: request["params"]?.["threadId"], turn: result?.["turn"]?.["id"] };
        default:
          return undefined;
      }
    },
  });
}

/** Later versions tell of a sub-agent by an item of its own. */
function childrenOf(item: Unvalidated | undefined): readonly unknown[] | undefined {
  switch (item?.["type"] as unknown) {
    case "collabAgentToolCall": {
      const receivers: unknown = item?.["receiverThreadIds"];
      return Array.isArray(receivers) ? receivers : undefined;
    }
    case "subAgentActivity":
      return [item?.["agentThreadId"]];
    default:
      return undefined;
  }
}

/** Of a sub-agent's thread, whose parent is not always told; `undefined` for a thread of the user's own. */
function parentOf(thread: Unvalidated | undefined): { readonly parent: Ref } | undefined {
  // Later versions say it here, and only of sub-agents.
  const parent: unknown = thread?.["parentThreadId"];
  if (typeof parent === "string") return { parent };
  // A string names where a thread of the user's own came from; an object with this key, its parent.
  const source = thread?.["source"];
  if (typeof source !== "object" || source === null || !("subAgent" in source)) return undefined;
  return { parent: source["subAgent"]?.["thread_spawn"]?.["parent_thread_id"] };
}
