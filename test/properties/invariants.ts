import { validateEvent, type ProviderRuntimeEventV2 } from "../../src/canonical.js";

/** What must hold of the events of any session, whatever was sent to it. Gives what does not. */
export function broken(events: readonly ProviderRuntimeEventV2[]): string[] {
  const problems: string[] = [];
  const turns = new Lives("turn");
  const items = new Lives("item");
  const requests = new Lives("request");
  const questions = new Lives("question");
  let last = "";
  for (const event of events) {
    problems.push(...validateEvent(event).map((problem) => `${event.type}: ${problem}`));
    if (!(event.eventId > last)) problems.push(`${event.eventId} does not sort after ${last}`);
    last = event.eventId;
    if (event.raw === undefined) problems.push(`${event.type} has no raw`);
    problems.push(...ownIds(event));
    switch (event.type) {
      case "turn.started":
        problems.push(...turns.open(event.turnId));
        break;
      case "turn.completed":
        // A result of Claude's that comes when no turn runs says more of the one that ended last (rule 21).
        if (!(isResult(event) && turns.hasClosed(event.turnId))) problems.push(...turns.close(event.turnId));
        break;
      case "item.started":
        problems.push(...items.open(event.itemId));
        break;
      case "item.completed":
        problems.push(...items.close(event.itemId));
        break;
      case "request.opened":
        problems.push(...requests.open(event.requestId));
        break;
      case "request.resolved":
        problems.push(...requests.closeOpen(event.requestId));
        break;
      case "user-input.requested":
        problems.push(...questions.open(event.requestId));
        break;
      case "user-input.resolved":
        problems.push(...questions.closeOpen(event.requestId));
        break;
      case "content.delta":
        if (/\p{Surrogate}/u.test(event.payload.delta)) problems.push(`half a character in ${JSON.stringify(event.payload.delta)}`);
        break;
      case "runtime.warning":
        if (event.payload.message.startsWith("The mapper")) problems.push(`a mapper threw: ${JSON.stringify(event.payload.detail)}`);
        break;
    }
  }
  return [...problems, ...turns.left(), ...items.left(), ...requests.left(), ...questions.left()];
}

/** Each thing of a kind opens once and closes once; some may close without having opened. */
class Lives {
  readonly #what: string;
  readonly #open = new Set<string>();
  readonly #closed = new Set<string>();

  constructor(what: string) {
    this.#what = what;
  }

  open(id: string | undefined): string[] {
    if (id === undefined) return [`a ${this.#what} without an id opens`];
    if (this.#open.has(id) || this.#closed.has(id)) return [`${id} opens again`];
    this.#open.add(id);
    return [];
  }

  close(id: string | undefined): string[] {
    if (id === undefined) return [`a ${this.#what} without an id closes`];
    if (this.#closed.has(id)) return [`${id} closes again`];
    this.#open.delete(id);
    this.#closed.add(id);
    return [];
  }

  hasClosed(id: string | undefined): boolean {
    return id !== undefined && this.#closed.has(id);
  }

  closeOpen(id: string | undefined): string[] {
    return id !== undefined && !this.#open.has(id) ? [`${id} closes, but was not open`] : this.close(id);
  }

  left(): string[] {
    return [...this.#open].map((id) => `${id} never closes`);
  }
}

function isResult({ provider, raw }: ProviderRuntimeEventV2): boolean {
  return provider === "claude" && raw?.messageType?.startsWith("result:") === true;
}

function ownIds(event: ProviderRuntimeEventV2): string[] {
  const { providerRefs: refs = {} } = event;
  const pairs = [
    [event.threadId, refs.providerThreadId],
    [event.turnId, refs.providerTurnId],
    [event.itemId, refs.providerItemId],
    [event.requestId, refs.providerRequestId],
  ];
  return pairs.filter(([own, theirs]) => own !== undefined && (own as string) === theirs).map(([own]) => `${event.type} has the provider's id ${own} for its own`);
}
