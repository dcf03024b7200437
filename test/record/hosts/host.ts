import type { Agent } from "../agents/agent.js";
import type { Place } from "../place.js";
import type { Line, Recording } from "../recording.js";
import type { Need, Scenario } from "../scenario.js";

/** An application that uses an agent: it prompts, answers what it is asked, and interrupts. */
export interface Host {
  /** Starts the agent; the second time it goes on with the conversation. */
  start(): Promise<void>;
  /** Settles when the turn has ended, however it ended. @throws Error when the agent is gone */
  prompt(text: string): Promise<void>;
  interrupt(): Promise<void>;
  stop(): Promise<void>;
  /** Whether a line asks for a permission. */
  asks(line: Line): boolean;
}

export interface Situation {
  readonly scenario: Scenario;
  readonly place: Place;
  readonly port: number;
  readonly agent: Agent;
  readonly recording: Recording;
  /** After so many milliseconds of silence the agent has nothing more to say. */
  readonly pause: number;
  /** The tool server, if the scenario has one. */
  readonly mcp?: { readonly command: string; readonly args: readonly string[] };
  /** What the program complained about. */
  readonly complain: (text: string) => void;
}

/** A way to use an agent. */
export interface Protocol {
  /** Where its recordings go: `codex/0.107.0/app-server`. */
  readonly folder: string;
  readonly agent: Agent;
  readonly offers: readonly Need[];
  /** Paths of the program, and what stands for them. */
  readonly names: readonly (readonly [string, string])[];
  host(situation: Situation): Host;
}
