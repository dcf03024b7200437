import type { ProviderRuntimeEventV2, RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Draft, Table, Unvalidated } from "../contract.js";
import { closeDropped } from "./close.js";
import type { Core } from "./core.js";
import { warn } from "./report.js";

/** Begins one message, act or decision; `end` gives its events. */
export function begin(core: Core): void {
  core.out = undefined;
  core.time = "";
  core.repeated = false;
  core.request = undefined;
}

export function end(core: Core): ProviderRuntimeEventV2[] {
  if (core.dropped.turns.length > 0 || core.dropped.items.length > 0) closeDropped(core);
  const { out } = core;
  core.out = undefined;
  core.raw = undefined;
  core.message = undefined;
  core.table = undefined;
  return out ?? [];
}

/** What the events of this message carry as `raw`: one object for all of them. */
export function setRaw(core: Core, payload: unknown, source: RuntimeEventSource, method: string | undefined, messageType: string | undefined): void {
  if (!core.attachRaw) return;
  if (messageType === undefined) core.raw = method === undefined ? { source, payload } : { source, method, payload };
  else core.raw = method === undefined ? { source, messageType, payload } : { source, method, messageType, payload };
}

/** What the table makes of it. A mapper never throws; should a transform of the host's own do, the message is not lost for it. */
export function mapped(core: Core, table: Table, message: Unvalidated, request: Unvalidated | undefined): readonly Draft[] | undefined {
  try {
    return table.map(message, core.memory, request);
  } catch (error) {
    warn(core, "The mapper of this message failed.", { error: String(error) });
    return [];
  }
}

export function isObject(value: unknown): value is Unvalidated {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
