import type { AddedLifecycle, Provider } from "../session/provider.js";

/** Who reads a stream of any agent relies on how these begin and end: each has its own events, and what else is told of them updates them. */
const SHIPPED_ALONE: ReadonlySet<string> = new Set(["session", "thread", "turn"]);

/**
 * The provider with events that a project adds beside the shipped ones. An added event is told as its row makes it, and opens, updates
 * or closes the item, request, question (`input`), task or hook that it is about. What is still open at the end of a turn or of the
 * session is closed by the shipped events, such as `item.completed`. A task is known by `taskId` in the payload, a hook by `hookId`.
 * The shipped events stay as they are. Throws a TypeError for an event that would open or close a session, a thread or a turn.
 */
export function withEvents(provider: Provider, added: AddedLifecycle): Provider {
  for (const [event, rule] of Object.entries(added)) {
    if (rule !== undefined && rule.does !== "updates" && SHIPPED_ALONE.has(rule.entity)) {
      throw new TypeError(`The event ${JSON.stringify(event)} cannot be one that ${rule.does} a ${rule.entity}: a ${rule.entity} begins and ends with the shipped events. It may update one.`);
    }
  }
  return { ...provider, addedEvents: { ...provider.addedEvents, ...added } };
}
