import { word, type FieldType, type Table, type Unvalidated } from "../contract.js";
import type { Core } from "./core.js";
import { limits, makeRoom } from "./limits.js";
import { warn } from "./report.js";

type Read = Table["reads"][string][number];

/** A step names a field, a list element by number, or the only element with a value (mappings/README.md). */
type Step = string | { readonly list: string; readonly field: string; readonly equals: string };

/**
 * `validate: "warn"` (EVENTS.md rule 4): says where a known message is not what its schema says, as far as rows read it, and
 * at most once per key and path. It changes nothing else: the pin is advisory.
 */
export function advise(core: Core, table: Table, key: string, message: Unvalidated): void {
  const reads = Object.hasOwn(table.reads, key) ? table.reads[key] : undefined;
  for (const read of reads ?? []) check(core, key, message, read);
}

function check(core: Core, key: string, message: Unvalidated, [path, type, required]: Read): void {
  const value = walk(message, stepsOf(path));
  const absent = value === undefined || value === null;
  if (absent ? !required : type === "any" || typeOf(value) === type) return;
  const place = `${key} ${path}`;
  if (core.advised.has(place)) return;
  makeRoom(core.advised, limits.reports);
  core.advised.set(place, true);
  const found = absent ? "nothing" : typeOf(value);
  warn(core, `${key}: ${path} should be ${articled(type)}, but is ${found}.`, { method: key, path, expected: type, found });
}

function walk(message: Unvalidated, steps: readonly Step[]): unknown {
  let value: unknown = message;
  for (const step of steps) {
    if (typeof value !== "object" || value === null) return undefined;
    if (typeof step === "string") value = Object.hasOwn(value, step) ? (value as Unvalidated)[step] : undefined;
    else value = only((value as Unvalidated)[step.list], step.field, step.equals);
  }
  return value;
}

function only(list: unknown, field: string, equals: string): unknown {
  if (!Array.isArray(list)) return undefined;
  const found = list.filter((element: Unvalidated | null | undefined) => word(element?.[field]) === equals);
  return found.length === 1 ? found[0] : undefined;
}

function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const part of path.replace(/^\$\.?/, "").split(".")) {
    const pick = /^(.+)\(([^=]+)=(.*)\)$/.exec(part);
    if (pick !== null) steps.push({ list: pick[1] ?? "", field: pick[2] ?? "", equals: pick[3] ?? "" });
    else if (part !== "") steps.push(part);
  }
  return steps;
}

function typeOf(value: unknown): FieldType | "nothing" {
  if (Array.isArray(value)) return "list";
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" || type === "object" ? type : "nothing";
}

function articled(type: FieldType): string {
  return type === "object" ? "an object" : `a ${type}`;
}
