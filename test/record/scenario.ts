/** What a recording is made of: what the "model" says, and what the host does. Neither knows which agent stands between them. */

export interface Scenario {
  readonly name: string;
  /** What one learns from it, for `--list`. */
  readonly why: string;
  readonly steps: readonly Step[];
  /** What the host answers to every permission that it is asked for; "accept" if nothing is said. */
  readonly answer?: Answer;
  /** A tool server is there (mcp-server.ts), named `demo`. */
  readonly mcp?: boolean;
  /** What it needs of the host. A host that cannot do it leaves the scenario out. */
  readonly needs?: readonly Need[];
}

export type Answer = "accept" | "decline" | "leave open";

export type Need = "asking" | "interrupting";

export type Step = Prompt | Resume;

export interface Prompt {
  readonly prompt: string;
  /** One reply for each call of the model until the turn ends; the last one is repeated. */
  readonly model: readonly Reply[];
  readonly interrupt?: Moment;
}

/** The agent is stopped and started again, and goes on with the same conversation. */
export interface Resume {
  readonly resume: true;
}

/** When the host interrupts: once the agent said this, once a command wrote this file, or once a permission was asked for. */
export type Moment = { readonly said: string } | { readonly written: string } | { readonly asked: true };

export type Reply = Speech | Refusal;

export interface Speech {
  readonly blocks: readonly Block[];
  /** The last block stays open, and the stream with it, until the agent hangs up. */
  readonly unfinished?: boolean;
  /** Milliseconds between two pieces of the stream. */
  readonly gap?: number;
}

/** The model service answers with an error. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  | { readonly kind: "tool"; readonly tool: Tool };

/** What a tool is for. Each agent has tools of its own for it (agents/). */
export type Tool =
  | { readonly does: "run"; readonly command: string }
  | { readonly does: "write"; readonly file: string; readonly content: string }
  | { readonly does: "plan"; readonly steps: readonly PlanStep[] }
  | { readonly does: "call"; readonly tool: string; readonly input: { readonly [key: string]: unknown } };

export interface PlanStep {
  readonly text: string;
  readonly status: "pending" | "in_progress" | "completed";
}
