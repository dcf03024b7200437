import { wellFormed } from "../well-formed.js";
import type { Item } from "./entities.js";

const LEFTOVER = "\ufffd";

/**
 * The text of a delta with whole characters only. A character that was cut in two by the agent is held until the next
 * delta of its stream brings the other half; a half that stands alone elsewhere becomes U+FFFD.
 */
export function joinHalves(item: Item, stream: string, delta: string): string {
  const held = item.held?.get(stream);
  if (held === undefined && !endsWithHalf(delta)) return wellFormed(delta);
  let text = held === undefined ? delta : held + delta;
  item.held?.delete(stream);
  if (endsWithHalf(text)) {
    (item.held ??= new Map()).set(stream, text.slice(-1));
    text = text.slice(0, -1);
  }
  return wellFormed(text);
}

/** Streams of the item in which half a character is still held, which never came whole. */
export function takeLeftovers(item: Item): readonly (readonly [stream: string, text: string])[] {
  if (item.held === undefined || item.held.size === 0) return [];
  const streams = [...item.held.keys()].map((stream) => [stream, LEFTOVER] as const);
  item.held = undefined;
  return streams;
}

function endsWithHalf(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
}
