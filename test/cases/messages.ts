import type { Frame } from "./drive.js";

/** Where things happen unless a test says otherwise. */
const here = { threadId: "th", turnId: "tu" };
export interface Place {
  readonly threadId: string;
  readonly turnId: string;
}

/** What the agent says about the thread and turn at hand. */
export const notice = (method: string, params: object = {}): Frame => ({ method, params: { ...here, ...params } });
/** What the agent asks about them. */
export const question = (id: number, method: string, params: object = {}): Frame => ({ id, method, params: { ...here, ...params } });

export const turnStarted = (id = "tu", threadId = "th"): Frame => ({ method: "turn/started", params: { threadId, turn: { id, items: [], status: "inProgress", error: null } } });
export const turnCompleted = (id = "tu", status = "completed", error: object | null = null, threadId = "th"): Frame => ({
  method: "turn/completed",
  params: { threadId, turn: { id, items: [], status, error } },
});

export const itemStarted = (item: object): Frame => notice("item/started", { item });
export const itemCompleted = (item: object): Frame => notice("item/completed", { item });
export const textDelta = (itemId: string, delta: string, place: Place = here): Frame => notice("item/agentMessage/delta", { ...place, itemId, delta });

export const message = (id: string, text: string): object => ({ type: "agentMessage", id, text });
export const command = (id: string, line: string, fields: object = {}): object => ({
  type: "commandExecution", id, command: line, cwd: "/w", commandActions: [], status: "inProgress", ...fields,
});

/** May this command run? */
export const commandApproval = (id: number, itemId: string, params: object = {}): Frame => question(id, "item/commandExecution/requestApproval", { itemId, ...params });
/** The agent need not be answered any more. */
export const withdrawn = (requestId: number): Frame => ({ method: "serverRequest/resolved", params: { threadId: "th", requestId } });
