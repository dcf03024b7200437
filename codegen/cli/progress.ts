import type { Writable } from "node:stream";
import type { Io } from "./io.js";

export interface Progress {
  /** Shows something else instead. */
  readonly say: (text: string) => void;
  readonly stop: () => void;
}

/** Shows that work goes on, on a terminal only, until it is stopped. */
export async function progress(io: Io, text: string): Promise<Progress> {
  if (io.stderr.isTTY !== true || io.env["CI"] || io.env["TERM"] === "dumb") return { say: () => {}, stop: () => {} };
  const { default: spinner } = await import("yocto-spinner");
  // Ctrl-C must bring the cursor back; where somebody gave a signal, they see to that.
  const running = spinner({ text, stream: io.stderr as Writable, handleSignals: io.signal === undefined }).start();
  return { say: (other) => void (running.text = other), stop: () => void running.stop() };
}
