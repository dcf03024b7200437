import type { ProviderKind } from "../../generated/canonical/events.js";
import { readable } from "../framing/readable.js";
import { act } from "./acts.js";
import { bind } from "./bind.js";
import { createCore, type Core } from "./core.js";
import { decide } from "./decide.js";
import { receive } from "./intake.js";
import { send } from "./outgoing.js";
import type { Provider } from "./provider.js";
import { restore, takeSnapshot } from "./snapshot.js";
import type { Session, SessionOptions, Stats } from "./types.js";

/**
 * A session of one provider. Messages of the agent, messages and acts of the host go in, canonical events come out
 * (README.md, the library). Throws a TypeError on a snapshot of another provider or version, and on nothing that an agent sends.
 */
export function createProviderSession(provider: Provider, options: SessionOptions = {}): Session {
  const { snapshot } = options;
  const core = createCore(provider, options, snapshot?.sessionId ?? options.sessionId ?? crypto.randomUUID());
  if (snapshot !== undefined) restore(core, snapshot);
  return new CoreSession(core);
}

/** A class for its getter alone: one in an object literal costs more than the rest of a session's making. */
class CoreSession implements Session {
  readonly #core: Core;
  readonly provider: ProviderKind;
  readonly sessionId: string;
  readonly ids: Session["ids"];
  readonly receive: Session["receive"];
  readonly send: Session["send"];
  readonly act: Session["act"];
  readonly decide: Session["decide"];
  readonly snapshot: Session["snapshot"];
  readonly readable: Session["readable"];

  constructor(core: Core) {
    this.#core = core;
    this.provider = core.provider.kind;
    this.sessionId = core.sessionId;
    this.ids = { bind: (kind, providerId, canonicalId) => bind(core, kind, providerId, canonicalId) };
    this.receive = (message) => receive(core, message);
    this.send = (message) => send(core, message);
    this.act = (given) => act(core, given);
    this.decide = (requestId, decision, extra) => decide(core, requestId, decision, extra);
    this.snapshot = () => takeSnapshot(core);
    this.readable = () => readable(core);
  }

  get stats(): Stats {
    return { ...this.#core.stats };
  }
}
