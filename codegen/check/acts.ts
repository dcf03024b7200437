/** What an act of the host gives by itself: at every agent, and where nothing else tells of the start of a session or a turn. */
export interface ActGives {
  readonly always: readonly string[];
  /** EVENTS.md rule 21. */
  readonly whereHostStarts: readonly string[];
}

const settled = ["request.resolved", "user-input.resolved"];
const endings = [...settled, "item.completed", "runtime.error", "turn.completed", "session.exited"];

/** The acts of the host that are no message of a table (README.md, the library). A test plays each of them to the runtime. */
export const acts: ReadonlyMap<string, ActGives> = new Map([
  ["session.start", { always: ["session.started"], whereHostStarts: ["session.configured", "session.state.changed"] }],
  ["turn.start", { always: [], whereHostStarts: ["turn.started"] }],
  ["turn.interrupt", { always: settled, whereHostStarts: [] }],
  ["session.exit", { always: endings, whereHostStarts: [] }],
  ["stream.end", { always: endings, whereHostStarts: [] }],
]);

/** The providers where the host's word is all that tells of a start. */
export const hostStarts: ReadonlySet<string> = new Set(["claude"]);

/** The events that an act gives at a provider. */
export function givenByAct({ always, whereHostStarts }: ActGives, provider: string): readonly string[] {
  return hostStarts.has(provider) ? [...always, ...whereHostStarts] : always;
}
