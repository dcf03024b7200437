import type { Tool } from "../scenario.js";
import type { Offered } from "../model/wire.js";
import type { Place } from "../place.js";

/** What is special about a family of agents: how it is told where its model is, and what its tools are called. */
export interface Agent {
  /** Its environment, beside what every program gets. */
  env(place: Place, port: number): { readonly [name: string]: string };
  /** Its settings, as files in its home. */
  prepare(place: Place, port: number): void;
  /** A tool of a scenario as calls of its own tools, of which it offers these. */
  call(tool: Tool, offered: readonly Offered[], folder: string): Call[];
}

export interface Call {
  readonly name: string;
  readonly namespace?: string;
  /** Text for a tool that takes no JSON. */
  readonly input: object | string;
}

/** The first of these names that is offered; the first one if none is. */
export function firstOffered(names: readonly [string, ...string[]], offered: readonly Offered[]): string {
  return names.find((name) => offered.some((tool) => tool.name === name)) ?? names[0];
}
