import type { Cell, Ref, Table, Unvalidated } from "../contract.js";
import type { CanonicalItemType, ProviderKind, RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { Key } from "./ids.js";

/** What a session has to know of a provider beside its tables. Everything else is the same for all of them. */
export interface Provider {
  /** The name given to `createSession`. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** The source of what is no message: acts, and lines that are no JSON. */
  readonly source: RuntimeEventSource;
  /** All of them; a snapshot names the table of a request by its source. */
  readonly tables: readonly Table[];
  readonly cells: { readonly [name: string]: Cell };
  /** What events that are not among the shipped ones do to what they are about. */
  readonly addedEvents: AddedLifecycle;
  /** Maps the answers to the host's own requests, where the protocol has such. */
  readonly answers: Table | undefined;
  /** Maps `permission.request` and `permission.result`, where the agent asks by a callback of the host's (rule 14). */
  readonly permissions: Table | undefined;
  /** Items of these types may still run when their turn has completed (EVENTS.md rule 17). */
  readonly outlivesTurn: readonly CanonicalItemType[];
  /** Two items of different types may have one id (rule 7). */
  readonly idsByType: boolean;
  /** Each turn numbers its items anew (rule 7). */
  readonly itemIdsPerTurn: boolean;
  /** What names no thread belongs to the only one there is, or the only one in which a turn runs (rule 27). */
  readonly soleThread: boolean;
  /** Of several threads, it belongs to the one that was named last: there the agent goes on. */
  readonly lastThread: boolean;
  /** The host's word is all that tells of the start of a session and of a turn (rule 21). */
  readonly hostStarts: boolean;
  /** The agent says no end of items of these types: each ends where its turn goes on with another item (rule 26). */
  readonly segments: readonly CanonicalItemType[];
  /** The text of a message comes in pieces alone: the session puts it together, for `detail` (rule 18). */
  readonly gathersText: boolean;
  /** The agent itself says that an item was declined. Else what it calls completed was, if its permission was refused (rule 26). */
  readonly saysDeclined: boolean;
  /** The cell whose `interrupted` is set where the host interrupts a turn, for rows that tell aborted from failed (rule 24). */
  readonly interruptCell: string | undefined;
  /** Sorts a message of the agent; `undefined`: it is none of this protocol. */
  route(frame: Unvalidated): Route | undefined;
  /** Sorts a message of the host; `undefined`: nothing to see. */
  routeSent(frame: Unvalidated): Route | undefined;
  /** Child threads that a message tells of, and the thread whose they are (rule 20). */
  children(frame: Unvalidated): { readonly parent: Ref; readonly children: readonly Ref[] } | undefined;
  /** The thread whose turns this message of the host's interrupts. */
  interrupts(frame: Unvalidated): Ref;
  /** The thread whose history the agent tells again until it answers this request of the host's; only the answer may name it (rule 26). */
  replays(request: Unvalidated, answer: Unvalidated | undefined): Ref;
  /** The whole frame that answers a request: what `decide` gives to write. */
  answerTo(wireId: Key, answer: { readonly result: unknown } | { readonly error: unknown }): { readonly [field: string]: unknown };
  /** Whether this request of the host's starts or resumes a thread of its own, or asks for a turn: then which its answer names. */
  announces(request: Unvalidated, answer: Unvalidated): { readonly thread: Ref; readonly turn: Ref } | undefined;
}

/** By event type; an event that opens, updates and closes nothing may be left out. */
export interface AddedLifecycle {
  readonly [event: string]: Lifecycle | undefined;
}

/** Where a message goes. Routes are constants of a provider: sorting a message makes nothing new. */
export type Route =
  | {
      readonly kind: "message";
      readonly table: Table;
      readonly source: RuntimeEventSource;
      /** Where in the frame the message stands that the table maps; `raw` shows the whole frame. */
      readonly within: "params" | undefined;
      /** Its key is its type, for `raw`. */
      readonly typed: boolean;
      /** There is no other lane: of two messages that say the same, the one with an id counts (rule 28). */
      readonly alone: boolean;
    }
  | { readonly kind: "request"; readonly table: Table; readonly source: RuntimeEventSource }
  | { readonly kind: "answer" }
  /** Another message on this connection says the same. */
  | { readonly kind: "repeat" };

export const ANSWER: Route = { kind: "answer" };
export const REPEAT: Route = { kind: "repeat" };
