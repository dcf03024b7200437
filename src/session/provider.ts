import type { Cell, Ref, Table, Unvalidated } from "../contract.js";
import type { CanonicalItemType, ProviderKind, RuntimeEventSource } from "../../generated/canonical/events.js";

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
  /** Maps the answers to the host's own requests. */
  readonly answers: Table;
  /** Whether frames that the session writes say `jsonrpc: "2.0"`. */
  readonly jsonrpc: boolean;
  /** Items of these types may still run when their turn has completed (EVENTS.md rule 17). */
  readonly outlivesTurn: readonly CanonicalItemType[];
  /** Two items of different types may have one id (rule 7). */
  readonly idsByType: boolean;
  /** Sorts a message of the agent; `undefined`: it is none of this protocol. */
  route(frame: Unvalidated): Route | undefined;
  /** Sorts a message of the host; `undefined`: nothing to see. */
  routeSent(frame: Unvalidated): Route | undefined;
  /** Child threads that a message tells of, and the thread whose they are (rule 20). */
  children(frame: Unvalidated): { readonly parent: Ref; readonly children: readonly Ref[] } | undefined;
  /** Whether this request of the host's starts or resumes a thread of its own, or asks for a turn: then which its answer names. */
  announces(request: Unvalidated, answer: Unvalidated): { readonly thread: Ref; readonly turn: Ref } | undefined;
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
