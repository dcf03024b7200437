/** Replaces what differs from machine to machine and from run to run, so that a second recording can be compared with a first. */

export interface Varying {
  /** Texts such as paths, and what stands for them; an earlier one goes first. */
  readonly names: readonly (readonly [string, string])[];
  /** The name of the machine, where it stands alone. */
  readonly machine: string;
  /** When it was recorded, in milliseconds: numbers within a day of it are times. */
  readonly now: number;
}

const time = Date.UTC(2026, 0, 1);
const day = 86_400_000;
const duration = /^(?:duration|elapsed|ttft|retry_delay|time_?to|first_\w+_ms)/i;
/** Ids of processes and tasks are small or random, and no uuids. */
const processId = /^(?:pid|process_?id|task_?id)$/i;
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

/** A function that scrubs one message after the other; what it replaced once, it replaces by the same ever after. */
export function scrubber({ names, machine, now }: Varying): (value: unknown) => unknown {
  const uuids = new Map<string, string>();
  const processIds = new Map<unknown, number>();

  function scrub(value: unknown, key: string): unknown {
    if (processId.test(key) && (typeof value === "string" || typeof value === "number") && !isUuid(value)) return numbered(value);
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return number(value, key);
    if (Array.isArray(value)) return value.map((part) => scrub(part, key));
    if (typeof value !== "object" || value === null) return value;
    const inner = (name: string): string => (duration.test(key) ? key : name);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [text(name), scrub(part, inner(name))]));
  }

  function text(value: string): string {
    if (value === machine) return "machine";
    let scrubbed = value;
    for (const [from, to] of names) scrubbed = scrubbed.replaceAll(from, to);
    return scrubbed
      .replaceAll(uuid, (found: string, version: string) => {
        const known = uuids.get(found) ?? `00000000-0000-${version}000-8000-${String(uuids.size + 1).padStart(12, "0")}`;
        uuids.set(found, known);
        return known;
      })
      .replaceAll(
        /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g,
        (_found, fraction: string | undefined) => `2026-01-01T00:00:00${fraction === undefined ? "" : ".000"}Z`,
      )
      .replaceAll(
        /\b20\d\d-\d\d-\d\dT\d\d-\d\d(-\d\d)?/g,
        (_found, seconds: string | undefined) => `2026-01-01T00-00${seconds === undefined ? "" : "-00"}`,
      )
      .replaceAll(/\/20\d\d\/\d\d\/\d\d\//g, "/2026/01/01/")
      .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:80")
      .replaceAll(/\/\d+\.sock\b/g, "/1.sock")
      .replaceAll(/Wall time: [\d.]+ seconds/g, "Wall time: 0 seconds")
      .replaceAll(/\([^()]*; (?:x86_64|amd64|arm64|aarch64)\)/g, "(Linux 0; x86_64)");
  }

  function number(value: number, key: string): number {
    if (duration.test(key)) return 0;
    if (Math.abs(value - now) < day) return time;
    return Math.abs(value * 1000 - now) < day ? time / 1000 : value;
  }

  function numbered(value: string | number): string | number {
    const known = processIds.get(value) ?? processIds.size + 1;
    processIds.set(value, known);
    return typeof value === "string" ? String(known) : known;
  }

  return (value) => scrub(value, "");
}

function isUuid(value: string | number): boolean {
  return typeof value === "string" && value.search(uuid) === 0;
}
