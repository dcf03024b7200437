import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { environment, type Place } from "./place.js";

/** A program that is spoken to in lines. */
export interface Program {
  write(line: string): void;
  /** No more is written to it. */
  end(): void;
  /** Settles when it has ended and all that it wrote was heard: its exit code, or the signal that ended it. */
  readonly ended: Promise<string>;
  /** Ends it: asks first, then insists. */
  stop(): Promise<string>;
  /** The end of what it wrote to stderr. */
  readonly complaint: string;
}

export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly place: Place;
  readonly env: { readonly [name: string]: string };
  readonly heard: (line: string) => void;
}

const patience = 3000;

export function startProgram({ command, args, place, env, heard }: Start): Program {
  // A group of its own, so that what it started ends with it.
  const child = spawn(command, args, { cwd: place.folder, env: { ...environment(place), ...env }, stdio: "pipe", detached: true });
  const orphaned = (): void => killGroup(child, "SIGKILL");
  process.once("exit", orphaned);
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk.toString("utf8")).slice(-2000)));
  child.stdin.on("error", () => {}); // it ended before it was told everything
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line.trim() !== "") heard(line);
  });
  const closed = Promise.all([new Promise<void>((resolve) => lines.once("close", resolve)), new Promise((resolve) => child.once("close", resolve))]);
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? String(code)));
  });
  const ended = exited.then(async (how) => {
    // What it started may keep its pipes open.
    await within(closed, patience);
    killGroup(child, "SIGKILL");
    process.removeListener("exit", orphaned);
    return how;
  });
  const stop = async (): Promise<string> => {
    child.stdin.end();
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      if (await within(ended, patience)) break;
      killGroup(child, signal);
    }
    return ended;
  };
  return {
    write: (line) => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    ended,
    stop,
    get complaint() {
      return complaint;
    },
  };
}

/** Whether a promise settles in time. */
export async function within(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It is gone.
  }
}
