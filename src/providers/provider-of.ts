import type { Provider } from "../session/provider.js";

/** What an agent does not do unless its provider says so. Everything that is absent here has to be said. */
const PLAIN = {
  addedEvents: {},
  answers: undefined,
  permissions: undefined,
  outlivesTurn: [],
  idsByType: false,
  itemIdsPerTurn: false,
  soleThread: true,
  lastThread: false,
  hostStarts: false,
  segments: [],
  gathersText: false,
  saysDeclined: false,
  interruptCell: undefined,
  routeSent: () => undefined,
  children: () => undefined,
  interrupts: () => undefined,
  replays: () => undefined,
  answerTo: (_, answer) => ({ ...answer }),
  announces: () => undefined,
} satisfies Partial<Provider>;

type Given<T> = { readonly [K in keyof T]: T[K] | undefined };

/** A provider of what sets it apart; what is absent or `undefined` is as with most agents. */
export function providerOf(own: Omit<Provider, keyof typeof PLAIN> & Given<Partial<Pick<Provider, keyof typeof PLAIN>>>): Provider {
  const provider: { [name: string]: unknown } = { ...PLAIN };
  for (const [name, value] of Object.entries(own)) if (value !== undefined) provider[name] = value;
  return provider as unknown as Provider;
}
