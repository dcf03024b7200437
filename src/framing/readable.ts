import type { ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";
import type { Core } from "../session/core.js";
import { createFrameReader } from "./frames.js";

/** The frame reader as a web stream, one event per chunk. */
export function readable(core: Core): TransformStream<Uint8Array, ProviderRuntimeEventV2> {
  const frames = createFrameReader(core);
  return new TransformStream<Uint8Array, ProviderRuntimeEventV2>({
    transform(chunk, controller) {
      for (const event of frames.push(chunk)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of frames.end()) controller.enqueue(event);
    },
  });
}
