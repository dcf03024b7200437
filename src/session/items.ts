import type { Lifecycle } from "../../generated/canonical/lifecycle.js";
import type { CanonicalItemType, ItemLifecyclePayload, RuntimeEventPayloadByType } from "../../generated/canonical/events.js";
import type { Draft } from "../contract.js";
import type { Core } from "./core.js";
import { emit } from "./emit.js";
import type { Item } from "./entities.js";
import { joinHalves, takeLeftovers } from "./halves.js";
import { itemOf, placeOf, threadOf, turnOf } from "./locate.js";
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
  const item = itemOf(core, thread, turnOf(core, thread, refs, true), refs, payload.itemType, opens);
  if (payload.itemType === "review_entered") nameReview(core, item.turn);
  const { turn } = item;
  turn.mergedInto = undefined;
  const place = placeOf(thread, turn);

  if (opens && draft.ensure && item.state !== "seen") return;
  const repeated = (opens && (item.state !== "seen" || core.exited)) || (rule.does === "closes" && (item.state === "done" || core.exited));
  if (repeated && rule.repeated !== undefined) {
    const again = repeatedForm(rule, payload) as ItemPayload;
    learn(item, again);
    inherit(item, again, ["itemType", "title"]);
    // A closed item is not in progress again because somebody says once more how it began.
    if (item.state === "done" && again.status === "inProgress") delete again.status;
    return emit(core, rule.repeated, again, refs, place, turn, item, undefined);
  }

  learn(item, payload);
  inherit(item, payload, rule.inherits ?? []);
  if (opens) {
    item.state = "open";
    payload.itemType ??= "unknown";
  }
  if (rule.does === "closes") {
    if (item.rejected) payload.status ??= "declined";
    giveLeftovers(core, item);
    item.state = "done";
  }
  emit(core, draft.type, payload, refs, place, turn, item, undefined);
}

/** Closes an item that its agent left open. */
export function closeItem(core: Core, item: Item, status: "completed" | "failed"): void {
  if (item.state !== "open") return;
  giveLeftovers(core, item);
  item.state = "done";
  const payload: ItemPayload = { itemType: item.type ?? "unknown", status: item.rejected ? "declined" : status };
  if (item.title !== undefined) payload.title = item.title;
  emit(core, "item.completed", payload, undefined, item.turn.thread, item.turn, item, undefined);
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

function inherit(item: Item, payload: ItemPayload, fields: readonly string[]): void {
  if (fields.includes("itemType")) payload.itemType ??= item.type ?? "unknown";
  if (fields.includes("title") && payload.title === undefined && item.title !== undefined) payload.title = item.title;
}
