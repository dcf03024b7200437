import type { Writable } from "node:stream";
import type { Io } from "./io.js";

/** Shows that work goes on, on a terminal only; gives back the function that clears it. */
export async function progress(io: Io, text: string): Promise<() => void> {
  if (io.stderr.isTTY !== true || io.env["CI"] || io.env["TERM"] === "dumb") return () => {};
  const { default: spinner } = await import("yocto-spinner");
  // Ctrl-C must bring the cursor back; in a watch, whoever gave the signal sees to that.
  const running = spinner({ text, stream: io.stderr as Writable, handleSignals: io.signal === undefined }).start();
  return () => void running.stop();
}
