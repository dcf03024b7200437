import type { CanonicalModel } from "./canonical.js";
import { below, type Report } from "./canonical-check.js";
import type { DeclaredEvent } from "./canonical-source.js";

/** By whom a task or a hook is known. */
const ids: { readonly [entity: string]: string } = { task: "taskId", hook: "hookId" };
const shippedAlone: readonly string[] = ["session", "thread", "turn"];

/**
 * What a project's own events may do: these of an agent begin and end with the shipped events, so that who reads a stream can rely on them;
 * and what has an id of its own in the payload must say it, or nothing is opened and closed.
 */
export function checkAdded({ type, place }: DeclaredEvent, { events }: CanonicalModel, report: Report): void {
  const event = events.find((one) => one.type === type);
  const { entity, does } = event?.lifecycle ?? {};
  if (event === undefined || entity === undefined || does === "updates") return;
  if (shippedAlone.includes(entity)) {
    report("canonical-shipped-lifecycle", below(place, "lifecycle", "does"), `A ${entity} begins and ends with the events that Mapwright has, and "${type}" ${does} one.`, { hint: "Write `does: updates`, and let the row give the shipped event, too." });
  }
  const id = ids[entity];
  if (id !== undefined && !event.fields.some(({ name, required }) => name === id && required)) {
    report("canonical-missing-id", below(place, "payload"), `"${type}" ${does} a ${entity}, and its payload does not require "${id}".`, { hint: `Add \`${id}\` to \`required\` and to \`properties\`, with a \`default\` of "unknown".`, part: "key" });
  }
}
