import type { Cell } from "../contract.js";
import type { ProviderKind, RuntimeEventSource } from "../../generated/canonical/events.js";
import type { Provider } from "../session/provider.js";

type Switches =
  | "outlivesTurn" // default: nothing
  | "idsByType" // default: false
  | "itemIdsPerTurn" // default: false
  | "soleThread" // default: true
  | "lastThread" // default: false
  | "hostStarts" // default: false
  | "segments" // default: nothing
  | "gathersText" // default: false
  | "saysDeclined"; // default: false

/** What every agent has, and the habits in which agents differ (`Provider` says what each means). */
export type AgentOptions = { readonly [S in Switches]?: Provider[S] | undefined } & {
  /** What a snapshot and messages to people call it. */
  readonly name: string;
  /** What its events have as `provider`. */
  readonly kind: ProviderKind;
  /** What its tables remember: the generated `cells`. */
  readonly cells: { readonly [name: string]: Cell };
  /** The source of what is no message, such as acts. Default: that of the first table. */
  readonly source?: RuntimeEventSource | undefined;
};
