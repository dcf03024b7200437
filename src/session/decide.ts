import type { DecideExtra, Decision, Reply } from "../contract.js";
import { settleByAnswer } from "./answers.js";
import type { Core } from "./core.js";
import type { Request } from "./entities.js";
import { begin, end } from "./message.js";
import { quote } from "./report.js";
import type { Decided } from "./types.js";

const METHOD_NOT_FOUND = -32601;
const REFUSED = -32000;
const DECISIONS: readonly Decision[] = ["accept", "acceptForSession", "decline", "cancel"];
/** What can always be said to a request of a method that nobody knows. */
const REFUSALS: readonly Decision[] = ["decline", "cancel"];

/** Decides an open request: the frame to write and the events of having decided, or why that cannot be said (README.md, the library). */
export function decide(core: Core, requestId: string, decision: Decision, extra: DecideExtra): Decided {
  const request = core.requestsById.get(requestId);
  if (request === undefined) return refuse(`No open request has the id ${quote(String(requestId))}.`, []);
  if (!DECISIONS.includes(decision)) return refuse(`No decision is called ${quote(String(decision))}.`, allowedFor(request));
  if (request.wireId === undefined) return refuse(`The protocol of ${request.method} has no answers.`, []);
  // The digits were lost when the frame was parsed; another id must not be answered.
  if (typeof request.wireId === "number" && !Number.isSafeInteger(request.wireId)) return refuse(`The id of ${request.method} is too large to be repeated exactly.`, []);

  const answer = answerOf(request, decision, extra);
  if (answer === undefined) {
    const allowed = allowedFor(request);
    const why = allowed.includes(decision) ? `: "extra" lacks what the answer needs` : "";
    return refuse(`${request.method} cannot be answered with ${decision}${why}.`, allowed);
  }
  const reply = core.provider.jsonrpc ? { jsonrpc: "2.0", id: request.wireId, ...answer } : { id: request.wireId, ...answer };
  begin(core);
  settleByAnswer(core, request, reply as never, decision);
  return { reply, events: end(core) };
}

function answerOf(request: Request, decision: Decision, extra: DecideExtra): object | undefined {
  const { table } = request;
  if (table.decide === undefined || !request.listed) {
    if (!REFUSALS.includes(decision)) return undefined;
    return { error: { code: METHOD_NOT_FOUND, message: `${request.method} is not supported.` } };
  }
  const reply: Reply = table.decide(request.message, decision, extra);
  if (reply === undefined) return undefined;
  if ("error" in reply) return { error: { code: REFUSED, message: extra.message ?? `The host answered ${request.method} with ${decision}.` } };
  return { result: reply.result };
}

function allowedFor(request: Request): readonly Decision[] {
  return request.listed ? (request.table.decisions?.(request.message) ?? []) : REFUSALS;
}

function refuse(message: string, allowed: readonly Decision[]): Decided {
  return { error: { message, allowed }, events: [] };
}
