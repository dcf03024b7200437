import type { ProviderRuntimeEventV2 } from "../../src/index.js";

/** The provider's ids of an event, those that it has. */
interface Refs {
  readonly thread?: string;
  readonly turn?: string;
  readonly item?: string;
  readonly request?: string;
}

/** What an event tells, without its envelope: the form in which the cases write what they expect. */
export interface Told {
  readonly type: string;
  readonly payload: object;
  readonly refs: Refs;
}

export function told(events: readonly ProviderRuntimeEventV2[]): Told[] {
  return events.map(({ type, payload, providerRefs }) => ({ type, payload, refs: refsOf(providerRefs) }));
}

export function types(events: readonly ProviderRuntimeEventV2[]): string[] {
  return events.map(({ type }) => type);
}

function refsOf(refs: ProviderRuntimeEventV2["providerRefs"] = {}): Refs {
  const { providerThreadId: thread, providerTurnId: turn, providerItemId: item, providerRequestId: request } = refs;
  return { ...(thread !== undefined && { thread }), ...(turn !== undefined && { turn }), ...(item !== undefined && { item }), ...(request !== undefined && { request }) };
}
