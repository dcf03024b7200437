import type { ProviderRuntimeEventV2 } from "../../generated/canonical/events.js";
import type { Core } from "../session/core.js";
import { give } from "../session/emit.js";
import { receive } from "../session/intake.js";
import { begin, end, isObject, setRaw } from "../session/message.js";
import { quote } from "../session/report.js";
import { createLineReader } from "./lines.js";

/** Bytes of the agent's output in, events out. */
export interface FrameReader {
  push(chunk: Uint8Array): ProviderRuntimeEventV2[];
  /** Reads a last line that has no newline. */
  end(): ProviderRuntimeEventV2[];
}

export function createFrameReader(core: Core): FrameReader {
  const lines = createLineReader();
  return {
    push: (chunk) => lines.push(chunk).flatMap((line) => readLine(core, line)),
    end: () => readLine(core, lines.end()),
  };
}

/** One JSON object per line. What is none is noise, unless it began as one and was cut off (EVENTS.md rule 29). */
function readLine(core: Core, line: string): ProviderRuntimeEventV2[] {
  const text = line.trim();
  if (text === "") return [];
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    frame = undefined;
  }
  return isObject(frame) ? receive(core, frame) : giveNoise(core, text);
}

function giveNoise(core: Core, text: string): ProviderRuntimeEventV2[] {
  const line = quote(text);
  begin(core);
  setRaw(core, line, core.provider.source, undefined, "text");
  const detail = { line, characters: text.length };
  if (text.startsWith("{")) give(core, "runtime.error", { message: "A line that began as a message could not be read.", class: "transport_error", detail }, {});
  else give(core, "runtime.warning", { message: "A line that is no message.", detail }, {});
  return end(core);
}
