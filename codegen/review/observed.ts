import type { EventDifference } from "../diff/events.js";
import type { Observed } from "./types.js";

/** The differences of one recorded session. */
export interface ComparedSession {
  readonly file: string;
  readonly provider: string;
  readonly differences: readonly EventDifference[];
}

/** Puts together what is different alike, so that a field that changed in a hundred events is told once; the most first. */
export function observe(sessions: readonly ComparedSession[]): Observed[] {
  const groups = new Map<string, Group>();
  for (const { file, provider, differences } of sessions) {
    for (const difference of differences) {
      for (const { kind, field, was, is } of changesOf(difference)) {
        const message = difference.message.replace(/^\(answer .*?(, error)?\)$/, "(answer$1)");
        const id = [provider, message, difference.type, kind, field].join("\0");
        const group = groups.get(id) ?? { first: { provider, message, event: difference.type, kind, ...(field !== undefined && { field }), ...(was !== undefined && { was }), ...(is !== undefined && { is }), file, line: difference.line }, values: new Set(), events: 0, files: new Set() };
        groups.set(id, group);
        group.values.add(JSON.stringify([was, is]));
        group.files.add(file);
        group.events += 1;
      }
    }
  }
  return [...groups.values()].sort((a, b) => b.events - a.events).map(({ first, values, events, files }) => ({ ...first, events, transcripts: files.size, ...(values.size > 1 && { example: true as const }) }));
}

interface Group {
  readonly first: Omit<Observed, "events" | "transcripts" | "example">;
  readonly values: Set<string>;
  readonly files: Set<string>;
  events: number;
}

function changesOf({ kind, type, fields, event }: EventDifference): Pick<Observed, "kind" | "field" | "was" | "is">[] {
  if (kind === "removed") return type === warning && isUnknown(record(event?.["payload"])?.["detail"]) ? [] : [{ kind: "event-gone" }];
  if (kind === "added" || (type === warning && wasUnknown(fields))) return [{ kind: "event-new" }];
  return fields.map(({ path, was, is }) => ({
    kind: was === undefined ? "field-new" : is === undefined ? "field-gone" : "field-changed",
    field: path.replace(/^payload\./, "").replace(/\.\d+(?=\.|$)/g, "[]"),
    was,
    is,
  }));
}

const warning = "runtime.warning";

/** A message that no row took gave a warning that says so: nobody misses it once a row takes the message. */
function isUnknown(detail: unknown): boolean {
  const parts = record(detail);
  return parts !== undefined && parts["source"] !== undefined && parts["key"] !== undefined;
}

function wasUnknown(fields: EventDifference["fields"]): boolean {
  const gone = (path: string): boolean => fields.some((one) => one.path === path && one.was !== undefined && one.is === undefined);
  return fields.some(({ path, was, is }) => path === "payload.detail" && isUnknown(was) && !isUnknown(is)) || gone("payload.detail.source") || gone("payload.detail.key");
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
}
