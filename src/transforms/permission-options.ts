/**
 * The options of an ACP permission request. Each takes the options that the agent offers, or the one that the host picked (its id
 * alone, where the agent offers no such option), and gives the agent's own id of the option to choose, if there is one (EVENTS.md
 * rule 14).
 */
interface Option {
  readonly optionId?: unknown;
  readonly kind?: unknown;
}
type Offer = Option | readonly Option[] | string;

/** The option that allows this once. */
export function allowOnce(offer: Offer): string | undefined {
  return chosen(offer, "allow", ["allow_once"], "allow-once");
}

/** The option that allows this from now on. */
export function allowAlways(offer: Offer): string | undefined {
  return chosen(offer, "allow", ["allow_always"], "allow-always");
}

/** The option that refuses, this once if it can be. */
export function reject(offer: Offer): string | undefined {
  return chosen(offer, "reject", ["reject_once", "reject_always"], "reject-once");
}

/** What the host decided, by the kind of the option it chose, or its id where the agent sends no kinds. */
export function optionDecision(kind: string): "accept" | "acceptForSession" | "decline" | "cancel" {
  const [verb, ...rest] = kind.split(/[-_]/u);
  if (verb === "allow") return rest.includes("always") ? "acceptForSession" : "accept";
  return verb === "reject" ? "decline" : "cancel";
}

/** Of two options of one kind, the agent's first. A picked one must not say the opposite of what was decided. */
function chosen(offer: Offer, verb: "allow" | "reject", kinds: readonly string[], literal: string): string | undefined {
  if (typeof offer === "string") return undefined;
  if (!isList(offer)) return contradicts(offer, verb) ? undefined : idOf(offer);
  const options = offer.filter((option) => typeof option === "object" && option !== null);
  for (const kind of kinds) {
    const found = options.find((option) => option.kind === kind && idOf(option) !== undefined);
    if (found !== undefined) return idOf(found);
  }
  const kindless = options.every(({ kind }) => kind === undefined || kind === null);
  return kindless ? idOf(options.find(({ optionId }) => optionId === literal)) : undefined;
}

function contradicts({ kind }: Option, verb: "allow" | "reject"): boolean {
  const opposite = verb === "allow" ? "reject" : "allow";
  return typeof kind === "string" && kind.startsWith(`${opposite}_`);
}

function idOf(option: Option | undefined): string | undefined {
  return typeof option?.optionId === "string" ? option.optionId : undefined;
}

function isList(offer: Option | readonly Option[]): offer is readonly Option[] {
  return Array.isArray(offer);
}
