/**
 * Mapwright: what coding agents say, as one stream of canonical events (EVENTS.md).
 */
import { claude } from "./providers/claude-generated.js";
import { codex } from "./providers/codex-generated.js";
import { codexSdk } from "./providers/codex-sdk-generated.js";
import { cursor } from "./providers/cursor-generated.js";
import { createProviderSession } from "./session/session.js";
import type { Session, SessionOptions } from "./session/types.js";

export { validateEvent } from "./canonical.js";
export type * from "./canonical.js";
export type * from "./session/types.js";

const providers = { codex, "codex-sdk": codexSdk, claude, cursor };

/** The agents that a session can be had for. */
export type ProviderName = keyof typeof providers;

/** All of them, for programs that let their users choose. */
export const providerNames: readonly ProviderName[] = Object.keys(providers) as ProviderName[];

/**
 * A session of the given provider (README.md, the library). Throws a TypeError for a provider that there is no mapper for, and for a
 * snapshot that is not of this provider and version.
 */
export function createSession(options: SessionOptions & { readonly provider: ProviderName }): Session {
  const { provider } = options;
  if (!Object.hasOwn(providers, provider)) {
    throw new TypeError(`There is no mapper for the provider ${JSON.stringify(provider)}; there is one for ${providerNames.map((name) => `"${name}"`).join(", ")}.`);
  }
  return createProviderSession(providers[provider], options);
}
