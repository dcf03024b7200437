import type { ProviderRuntimeEventV2, RuntimeEventPayloadByType } from "../../generated/canonical/events.js";
import { exitSession } from "./close.js";
import type { Core } from "./core.js";
import { give } from "./emit.js";
import { allThreads, isPrimary } from "./locate.js";
import { begin, end, setRaw } from "./message.js";
import { quote, warn } from "./report.js";
import { settleRequest } from "./requests.js";
import type { Act } from "./types.js";

type Exited = RuntimeEventPayloadByType["session.exited"];
type Given = { readonly [key: string]: unknown };

/** Takes an act of the host (README.md, the library). */
export function act(core: Core, given: Act): ProviderRuntimeEventV2[] {
  const { kind } = given as { readonly kind: unknown };
  begin(core);
  setRaw(core, given, core.provider.source, undefined, typeof kind === "string" ? kind : undefined);
  switch (kind) {
    case "session.start":
      start(core, given);
      break;
    case "turn.start":
      core.nextTurn = { model: text(given["model"]), effort: text(given["effort"]) };
      break;
    case "turn.interrupt":
      interrupt(core);
      break;
    case "session.exit":
      if (!core.exited) exitSession(core, exitOf(given));
      break;
    case "stream.end":
      if (!core.exited) exitSession(core, { reason: "stream ended", exitKind: anyTurnRuns(core) ? "error" : "graceful" });
      break;
    default:
      warn(core, `${core.provider.name} has no use for this act: ${quote(String(kind))}`, { kind });
  }
  return end(core);
}

function start(core: Core, given: Given): void {
  if (core.started || core.exited) return;
  core.started = true;
  const { resume } = given;
  give(core, "session.started", resume === undefined || resume === null ? {} : { resume }, {});
}

/** What an interrupted turn asked has no one to answer it. A turn that asks runs, even if nobody saw it start. */
function interrupt(core: Core): void {
  for (const request of [...core.requests.values()]) {
    const { turn } = request;
    if (turn !== undefined && turn.state !== "done" && isPrimary(core, turn.thread)) settleRequest(core, request, "cancel", "interrupted");
  }
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
