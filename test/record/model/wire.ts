import type { Call } from "../agents/agent.js";
import type { Block } from "../scenario.js";

/** One event of a stream. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
}

/** A block of a reply with its tools in the agent's own words. */
export type Said = Exclude<Block, { readonly kind: "tool" }> | { readonly kind: "call"; readonly call: Call };

/** A tool that the agent offers to the model. */
export interface Offered {
  readonly name: string;
  /** Tools are in a group of their own, such as those of an MCP server. */
  readonly namespace?: string;
  /** It takes text and no JSON. */
  readonly free?: boolean;
}

/** A stream in parts, so that one can be cut off in the middle. */
export interface Stream {
  readonly begin: readonly Frame[];
  readonly blocks: readonly { readonly open: readonly Frame[]; readonly close: readonly Frame[] }[];
  readonly end: readonly Frame[];
}

export interface Body {
  readonly [key: string]: unknown;
}

/** How one model service is spoken to. */
export interface Wire {
  /** The path of a request that wants a reply. */
  readonly path: RegExp;
  /** Whether the reply is to be streamed. */
  streams(path: string, body: Body): boolean;
  offered(body: Body): Offered[];
  stream(said: readonly Said[], id: (prefix: string) => string, body: Body): Stream;
  /** The reply as one JSON value. */
  whole(said: readonly Said[], id: (prefix: string) => string, body: Body): unknown;
  refusal(status: number, message: string): unknown;
  /** What else its clients ask for, and the answer. */
  readonly asides: readonly { readonly path: RegExp; readonly answer: unknown }[];
}

/** Text in the pieces of a stream. It is cut before a space only, so that no path in it is cut. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+(?:\s+$)?/g) ?? (text === "" ? [] : [text]);
}

/** The frames of a stream in order; those of an unfinished one end before its last block closes. */
export function framesOf({ begin, blocks, end }: Stream, unfinished: boolean): Frame[] {
  const last = blocks.length - 1;
  const middle = blocks.flatMap(({ open, close }, index) => (unfinished && index === last ? open : [...open, ...close]));
  return [...begin, ...middle, ...(unfinished ? [] : end)];
}
