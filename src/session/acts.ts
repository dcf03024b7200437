import type { ProviderRuntimeEventV2, RuntimeEventPayloadByType } from "../../generated/canonical/events.js";
import { noRefs, type Unvalidated } from "../contract.js";
import { applyDrafts } from "./apply.js";
import { exitSession } from "./close.js";
import type { Core } from "./core.js";
import { give } from "./emit.js";
import { interrupt } from "./interrupt.js";
import { allThreads } from "./locate.js";
import { begin, end, setRaw } from "./message.js";
import { answerPermission, askPermission } from "./permissions.js";
import { named, warn } from "./report.js";
import type { Act } from "./types.js";

type Exited = RuntimeEventPayloadByType["session.exited"];
type Given = { readonly [key: string]: unknown };

/** Takes an act of the host (README.md, the library). */
export function act(core: Core, given: Act): ProviderRuntimeEventV2[] {
  const kind = (given as Given | null | undefined)?.["kind"];
  begin(core);
  setRaw(core, given, core.provider.source, undefined, typeof kind === "string" ? kind : undefined);
  switch (kind) {
    case "session.start":
      start(core, given);
      break;
    case "turn.start":
      startTurn(core, given);
      break;
    case "turn.interrupt":
      interrupt(core);
      break;
    case "permission.request":
      askPermission(core, given as Unvalidated);
      break;
    case "permission.result":
      answerPermission(core, given as Unvalidated);
      break;
    case "session.exit":
      if (!core.exited) exitSession(core, exitOf(given));
      break;
    case "stream.end":
      if (!core.exited) exitSession(core, { reason: "stream ended", exitKind: anyTurnRuns(core) ? "error" : "graceful" });
      break;
    default:
      warn(core, `${core.provider.name} has no use for this act: ${named(kind)}`, { kind });
  }
  return end(core);
}

function start(core: Core, given: Given): void {
  if (core.started || core.exited) return;
  core.started = true;
  const { kind: _, resume, ...config } = given;
  give(core, "session.started", resume === undefined || resume === null ? {} : { resume }, {});
  if (!core.provider.hostStarts) return;
  give(core, "session.configured", { config }, {});
  give(core, "session.state.changed", { state: "ready" }, {});
}

/** Where agents say themselves that a turn starts, their word is the event, and the host's adds to it. */
function startTurn(core: Core, given: Given): void {
  core.nextTurn = { model: text(given["model"]), effort: text(given["effort"]) };
  if (!core.provider.hostStarts || core.exited) return;
  applyDrafts(core, [{ type: "turn.started", payload: {}, refs: noRefs, ensure: false }]);
  core.nextTurn = undefined;
}

function exitOf(given: Given): Exited {
  const exited: Exited = {};
  const reason = text(given["reason"]);
  if (reason !== undefined) exited.reason = reason;
  if (typeof given["recoverable"] === "boolean") exited.recoverable = given["recoverable"];
  exited.exitKind = given["exitKind"] === "error" ? "error" : "graceful";
  return exited;
}

function anyTurnRuns(core: Core): boolean {
  for (const thread of allThreads(core)) if (thread.running.length > 0) return true;
  return false;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
