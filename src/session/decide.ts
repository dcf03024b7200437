import type { RuntimeEventSource } from "../../generated/canonical/events.js";
import { attempt, string, type DecideExtra, type Decision, type Reply, type Unvalidated } from "../contract.js";
import { trimmed } from "../transforms/text.js";
import { settleByAnswer } from "./answers.js";
import type { Core } from "./core.js";
import { give } from "./emit.js";
import type { Request } from "./entities.js";
import { begin, end, isObject, setRaw } from "./message.js";
import { named } from "./report.js";
import type { Decided } from "./types.js";

const METHOD_NOT_FOUND = -32601;
const REFUSED = -32000;
const DECISIONS: readonly Decision[] = ["accept", "acceptForSession", "decline", "cancel"];
/** What can always be said to a request of a method that nobody knows. */
const REFUSALS: readonly Decision[] = ["decline", "cancel"];

/** Decides an open request: the frame to write and the events of having decided, or why that cannot be said (README.md, the library). */
export function decide(core: Core, requestId: string, decision: Decision, given: DecideExtra | undefined): Decided {
  const extra = isObject(given) ? (given as DecideExtra) : {};
  const request = core.requestsById.get(requestId);
  if (request === undefined) return refuse(`No open request has the id ${named(requestId)}.`, []);
  if (!DECISIONS.includes(decision)) return refuse(`No decision is called ${named(decision)}.`, allowedFor(request));
  const { wireId } = request;
  if (wireId === undefined) return refuse(`The protocol of ${request.method} has no answers.`, []);
  // The digits were lost when the frame was parsed; another id must not be answered.
  if (typeof wireId === "number" && !Number.isSafeInteger(wireId)) return refuse(`The id of ${request.method} is too large to be repeated exactly.`, []);

  const answer = answerOf(request, decision, extra);
  if (answer === undefined) {
    const allowed = allowedFor(request);
    const why = allowed.includes(decision) ? `: "extra" lacks what the answer needs` : "";
    return refuse(`${request.method} cannot be answered with ${decision}${why}.`, allowed);
  }
  const { instead, ...said } = answer;
  const reply = core.provider.answerTo(wireId, said as never);
  begin(core);
  const callback = request.table === core.provider.permissions;
  setRaw(core, reply, request.table.source as RuntimeEventSource, callback ? undefined : request.method, callback ? "permission.result" : undefined);
  if (instead !== undefined) warnOfInstead(core, request, decision, instead);
  settleByAnswer(core, request, said as Unvalidated, instead ?? decision);
  return { reply, events: end(core) };
}

/** The host's word could not be said as it was meant (rule 14). */
function warnOfInstead(core: Core, request: Request, decision: Decision, instead: Decision): void {
  const message = `${request.method} offers no way to answer ${decision}: it was answered with ${instead}.`;
  give(core, "runtime.warning", { message, detail: { decision, instead } }, { thread: request.thread, turn: request.turn, item: request.item, request });
}

interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
  readonly instead?: Decision | undefined;
}

function answerOf(request: Request, decision: Decision, extra: DecideExtra): Answer | undefined {
  const { table } = request;
  if (table.decide === undefined || !request.listed) {
    if (!REFUSALS.includes(decision)) return undefined;
    return { error: { code: METHOD_NOT_FOUND, message: `${request.method} is not supported.` } };
  }
  const reply: Reply = table.decide(request.message, decision, extra);
  if (reply === undefined) return undefined;
  const { instead } = reply;
  if ("error" in reply) return { error: { code: REFUSED, message: attempt(trimmed, string(extra.message)) ?? `The host answered ${request.method} with ${instead ?? decision}.` }, instead };
  return { result: reply.result, instead };
}

function allowedFor(request: Request): readonly Decision[] {
  return request.listed ? (request.table.decisions?.(request.message) ?? []) : REFUSALS;
}

function refuse(message: string, allowed: readonly Decision[]): Decided {
  return { error: { message, allowed }, events: [] };
}
