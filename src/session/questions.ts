import type { Draft, Refs, Table, Unvalidated } from "../contract.js";
import { trimmed } from "../transforms/text.js";
import { advise } from "./advise.js";
import { applyDrafts } from "./apply.js";
import type { Core } from "./core.js";
import type { Key } from "./ids.js";
import { mapped } from "./message.js";
import { addRequest } from "./requests.js";

/** What the agent asks, by a JSON-RPC request or by a callback of the host's. */
export interface Question {
  readonly frame: Unvalidated;
  readonly table: Table;
  /** Absent where the agent gave none. */
  readonly id: Key | undefined;
  readonly method: string;
}

/** Opens a request (EVENTS.md rules 5 and 12). */
export function takeQuestion(core: Core, question: Question): void {
  const { frame, table, method } = question;
  const id = question.id ?? `\u0000${core.opened}`;
  // Codex sends a request again, under its id, to a host that resumes its thread (rule 12).
  if (core.requests.get(id)?.method === method) {
    core.stats.repeats += 1;
    return;
  }
  core.table = table;
  core.message = frame;
  core.key = method;
  const refs = table.refs(frame, core.memory);
  const request = addRequest(core, { key: id, wireId: id, method, message: frame, table, refs });
  if (request === undefined) return;
  core.request = request;
  const drafts = mapped(core, table, frame, undefined);
  if (drafts === undefined) {
    request.listed = false;
    core.stats.unknowns += 1;
  } else applyDrafts(core, drafts);
  // Whatever its row says, and if it has none: what asks stays answerable (rule 5).
  if (!request.opened && !request.asked) applyDrafts(core, [unknownRequest(frame, method, refs)]);
  if (core.warns && drafts !== undefined) advise(core, table, table.key(frame), frame);
}

function unknownRequest(frame: Unvalidated, method: string, refs: Refs): Draft {
  const args: unknown = frame["params"];
  const detail = trimmed(method);
  const payload = { requestType: "unknown" as const, ...(detail !== undefined && { detail }), ...(args !== undefined && { args }) };
  return { type: "request.opened", payload, refs, ensure: false };
}
