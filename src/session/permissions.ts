import type { RuntimeEventSource } from "../../generated/canonical/events.js";
import { string, type Unvalidated } from "../contract.js";
import { settleByAnswer } from "./answers.js";
import type { Core } from "./core.js";
import { requestKeyOf } from "./ids.js";
import { setRaw } from "./message.js";
import { takeQuestion } from "./questions.js";
import { warn } from "./report.js";

/** The agent called back to ask (EVENTS.md rule 14): a request like one on the wire, known by the tool call it is about. */
export function askPermission(core: Core, given: Unvalidated): void {
  const table = core.provider.permissions;
  if (table === undefined) return warnOfUse(core, given);
  setRaw(core, given, table.source as RuntimeEventSource, undefined, kindOf(given));
  const id = requestKeyOf(table.refs(given).request);
  takeQuestion(core, { frame: given, table, id, method: table.key(given) });
}

/** What the host's callback gave back. */
export function answerPermission(core: Core, given: Unvalidated): void {
  const table = core.provider.permissions;
  if (table === undefined) return warnOfUse(core, given);
  setRaw(core, given, table.source as RuntimeEventSource, undefined, kindOf(given));
  const id = requestKeyOf(table.refs(given).request);
  const request = id === undefined ? undefined : core.requests.get(id);
  if (request !== undefined) settleByAnswer(core, request, given, undefined);
  else if (id !== undefined && core.settled.has(id)) core.stats.repeats += 1;
  else warn(core, "The host answered a request that was not open.", { requestId: id });
}

function warnOfUse(core: Core, given: Unvalidated): void {
  warn(core, `${core.provider.name} does not ask by a callback.`, { kind: kindOf(given) });
}

function kindOf(given: Unvalidated): string {
  return string(given["kind"]) ?? "";
}
