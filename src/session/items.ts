import type { Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { CanonicalItemType, ItemLifecyclePayload, RuntimeEventPayloadByType } from "../../generated/canonical/events.js";
import type { Draft } from "../contract.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Item, Turn } from "./entities.js";
import { joinHalves, takeLeftovers } from "./halves.js";
import { continueItem, itemOf, placeOf, threadOf, turnOf } from "./locate.js";
import { repeatedForm } from "./repeats.js";
import { nameReview } from "./reviews.js";

type DraftOf<T extends Draft["type"]> = Extract<Draft, { readonly type: T }>;
type ItemPayload = { -readonly [K in keyof ItemLifecyclePayload]?: ItemLifecyclePayload[K] };
type Delta = { -readonly [K in keyof RuntimeEventPayloadByType["content.delta"]]: RuntimeEventPayloadByType["content.delta"][K] };

/** What an item is whose text a delta goes on with, where nothing else says it. */
const TYPE_OF_STREAM: { readonly [stream: string]: CanonicalItemType } = {
  assistant_text: "assistant_message",
  reasoning_text: "reasoning",
  reasoning_summary_text: "reasoning",
  plan_text: "plan",
  command_output: "command_execution",
  file_change_output: "file_change",
};

/** A piece of text. It opens and closes nothing, whatever state its item is in. The path of every token. */
export function applyDelta(core: Core, draft: DraftOf<"content.delta">): void {
  const { refs } = draft;
  const payload = draft.payload as Delta;
  const thread = threadOf(core, refs);
  const turn = turnOf(core, thread, refs, true);
  const type = refs.item === undefined || refs.item === "" ? TYPE_OF_STREAM[payload.streamKind] : undefined;
  const named = itemOf(core, thread, turn, refs, type, false);
  const item = named.twins === undefined ? named : itemOfStream(named, payload.streamKind);
  payload.delta = joinHalves(item, payload.streamKind, payload.delta);
  item.turn.mergedInto = undefined;
  if (core.segments !== undefined) endSegment(core, item);
  if (core.provider.gathersText && payload.streamKind === "assistant_text") item.text = (item.text ?? "") + payload.delta;
  emit(core, "content.delta", payload, refs, placeOf(thread, item.turn), item.turn, item, undefined);
}

/** Of items that share an id, the one whose text this is. */
function itemOfStream(item: Item, stream: string): Item {
  const type = TYPE_OF_STREAM[stream];
  return type === undefined || item.type === type ? item : (item.twins?.find((twin) => twin.type === type) ?? item);
}

/** `item.started`, `item.updated`, `item.completed`. */
export function applyItem(core: Core, draft: Draft, rule: Lifecycle): void {
  const { refs } = draft;
  const payload = draft.payload as ItemPayload;
  const thread = threadOf(core, refs);
  const opens = rule.does === "opens";
  const named = itemOf(core, thread, turnOf(core, thread, refs, true), refs, payload.itemType, opens);
  const item = opens && draft.ensure && goesOn(core, named) ? continueItem(core, named) : named;
  if (payload.itemType === "review_entered") nameReview(core, item.turn);
  const { turn } = item;
  turn.mergedInto = undefined;
  const place = placeOf(thread, turn);
  // What a request says of its item is told once the item opens (rule 13).
  if (rule.does === "updates" && item.state === "seen" && asks(core)) return learn(item, payload);
  if (core.segments !== undefined && (item.state === "seen" || (item.state === "open" && rule.does === "closes"))) endSegment(core, item);

  if (opens && draft.ensure && item.state !== "seen") return;
  const repeated = (opens && (item.state !== "seen" || core.exited)) || (rule.does === "closes" && (item.state === "done" || core.exited));
  if (repeated && rule.repeated !== undefined) {
    learn(item, payload);
    inherit(item, payload, ["itemType", "title"]);
    const again = repeatedForm(rule, payload) as ItemPayload;
    keepClosed(item, again);
    gather(core, item, again);
    return emit(core, rule.repeated, again, refs, place, turn, item, undefined);
  }

  learn(item, payload);
  inherit(item, payload, rule.inherits ?? []);
  if (rule.does === "updates") keepClosed(item, payload);
  gather(core, item, payload);
  if (opens) {
    item.state = "open";
    payload.itemType ??= "unknown";
    if (core.segments?.has(payload.itemType) === true) turn.segment = item;
  }
  if (rule.does === "closes") {
    if (item.rejected && (payload.status === undefined || (payload.status === "completed" && !core.provider.saysDeclined))) payload.status = "declined";
    giveLeftovers(core, item);
    close(item, payload);
  }
  emit(core, draft.type, payload, refs, place, turn, item, undefined);
}

/** Closes an item that its agent left open. */
export function closeItem(core: Core, item: Item, status: "completed" | "failed"): void {
  if (item.state !== "open") return;
  giveLeftovers(core, item);
  const payload: ItemPayload = { itemType: item.type ?? "unknown", status: item.rejected ? "declined" : status };
  if (item.title !== undefined) payload.title = item.title;
  close(item, payload);
  emit(core, "item.completed", payload, undefined, item.turn.thread, item.turn, item, undefined);
}

/** A text that its agent does not end is over where its turn goes on with another item, or with a plan (rule 26). */
export function closeSegment(core: Core, turn: Turn): void {
  const { segment } = turn;
  if (segment === undefined) return;
  turn.segment = undefined;
  closeItem(core, segment, "completed");
}

/** What is said next is another item's. */
export function endSegment(core: Core, next: Item): void {
  if (next.turn.segment !== next) closeSegment(core, next.turn);
}

/** Its text was over, and the agent says more of it after something else. What comes after the end of its turn is late (rule 17). */
function goesOn(core: Core, item: Item): boolean {
  return item.state === "done" && item.turn.state !== "done" && item.type !== undefined && core.segments?.has(item.type) === true && !core.exited;
}

/** A closed item is not in progress again because somebody says once more how it began. */
function keepClosed(item: Item, payload: ItemPayload): void {
  if (item.state === "done" && payload.status === "inProgress") delete payload.status;
}

/** Where what the user said comes in pieces, `detail` is all of it so far. */
function gather(core: Core, item: Item, payload: ItemPayload): void {
  if (item.type !== "user_message" || payload.detail === undefined || core.segments?.has(item.type) !== true) return;
  item.text = (item.text ?? "") + payload.detail;
  payload.detail = item.text;
}

/** The `detail` of a completed message is its whole text (rule 18). */
export function close(item: Item, payload: ItemPayload): void {
  item.state = "done";
  if (item.turn.segment === item) item.turn.segment = undefined;
  if (item.text !== undefined && item.text !== "" && (item.type === "assistant_message" || item.type === "user_message")) payload.detail ??= item.text;
  item.text = undefined;
}

/** The message at hand is a request of the agent's. */
function asks(core: Core): boolean {
  return core.request !== undefined && core.request.message === core.message;
}

/** Half a character that never came whole is told before its item closes. */
export function giveLeftovers(core: Core, item: Item): void {
  for (const [streamKind, delta] of takeLeftovers(item)) {
    emit(core, "content.delta", { streamKind, delta }, undefined, item.turn.thread, item.turn, item, undefined);
  }
}

function learn(item: Item, payload: ItemPayload): void {
  if (payload.itemType !== undefined && (item.type === undefined || item.type === "unknown")) item.type = payload.itemType;
  if (payload.title !== undefined) item.title = payload.title;
}

export function inherit(item: Item, payload: ItemPayload, fields: readonly string[]): void {
  if (fields.includes("itemType")) payload.itemType ??= item.type ?? "unknown";
  if (fields.includes("title") && payload.title === undefined && item.title !== undefined) payload.title = item.title;
}
