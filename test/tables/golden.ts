import type { ProviderRuntimeEventV2 } from "../../src/index.js";

/**
 * Events as a person reviews them: one line each, in order. Canonical ids are numbered as they come, provider ids stay, and what
 * an event took from its message as it was is shown by its place in that message (`$.params.item`).
 */
export function golden(events: readonly ProviderRuntimeEventV2[]): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const short = (kind: string, id: string): string => {
    const known = names.get(id);
    if (known !== undefined) return known;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    names.set(id, `${kind}${counts.get(kind)}`);
    return short(kind, id);
  };
  return events.map((event) => `${line(event, short)}\n`).join("");
}

function line(event: ProviderRuntimeEventV2, short: (kind: string, id: string) => string): string {
  const { type, payload, raw, providerRefs: refs } = event;
  const place = [
    event.threadId && `${short("thread", event.threadId)}`,
    event.turnId && short("turn", event.turnId),
    event.itemId && `${short("item", event.itemId)}=${refs?.providerItemId ?? "?"}`,
    event.requestId && `${short("request", event.requestId)}=${refs?.providerRequestId ?? "?"}`,
  ].filter((part) => part !== undefined);
  const from = raw && `${raw.source} ${raw.method ?? raw.messageType ?? ""}`.trim();
  return `${type} ${JSON.stringify(shown(payload, raw?.payload))} [${place.join(" ")}] ${from ?? "(no raw)"}`;
}

/** Objects and lists that stand in the message are replaced by where they stand. */
function shown(value: unknown, message: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const place = Object.keys(value).length > 0 ? placeOf(value, message, "$") : undefined;
  if (place !== undefined) return place;
  if (Array.isArray(value)) return value.map((element) => shown(element, message));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shown(one, message)]));
}

function placeOf(value: object, within: unknown, at: string): string | undefined {
  if (within === value) return at;
  if (typeof within !== "object" || within === null) return undefined;
  for (const [key, one] of Object.entries(within)) {
    const found = placeOf(value, one, `${at}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
