import { spawn, type ChildProcess } from "node:child_process";
import { VendorError } from "./error.js";

export interface Running {
  /** Ends it at once. */
  readonly signal?: AbortSignal | undefined;
  /** After so many milliseconds it is one that waits for something, and is ended. */
  readonly patience: number;
}

/** As much of its output as anybody reads. */
const most = 65_536;

/**
 * Runs a program that may be any: with no input, whatever it prints, and with nothing of it left running afterwards, not even what it started
 * and what does not listen to signals. Gives the beginning of its output. Rejects with what it complained about if it fails.
 */
export function runProgram(binary: string, args: readonly string[], env: NodeJS.ProcessEnv, { signal, patience }: Running): Promise<string> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it started ends with it.
    const child = spawn(binary, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: process.platform !== "win32" });
    let [out, err, late] = ["", "", false];
    child.stdout.on("data", (chunk: Buffer) => void (out.length < most && (out += String(chunk))));
    child.stderr.on("data", (chunk: Buffer) => void (err.length < most && (err += String(chunk))));
    const end = (): void => endGroup(child);
    const timer = setTimeout(() => {
      late = true;
      end();
      // What left the group may still hold them.
      child.stdout.destroy();
      child.stderr.destroy();
    }, patience);
    signal?.addEventListener("abort", end);
    if (signal?.aborted === true) end();
    const over = (failed: string | undefined): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (failed === undefined) resolve(out);
      else reject(new VendorError(failed));
    };
    child.once("error", (error: NodeJS.ErrnoException) => over(`it cannot be run (${error.code ?? error.message})`));
    child.once("exit", end);
    child.once("close", (code, by) => {
      const complaint = err.split("\n").find((line) => line.trim() !== "")?.trim().slice(0, 300);
      over(code === 0 ? undefined : late ? `it did not end within ${patience / 1000} s` : (complaint ?? `it ended with ${code ?? by}`));
    });
  });
}

function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It is gone.
  }
}
