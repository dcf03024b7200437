import { once } from "node:events";
import path from "node:path";
import pc from "picocolors";

/** Where a command reads and prints: the process, or a test. Nothing else of the command line touches `process`. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: () => AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Ends `--watch` in good order, and what `vendor`, `bump` and `diff --behaviour` do with nothing changed. */
  readonly signal?: AbortSignal;
}

export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

export type Colours = ReturnType<typeof pc.createColors>;

/** Exit codes (README.md). */
export const fine = 0;
export const findings = 1;
export const wrongUse = 2;

/** A mistake of the user or of the machine (no such file, disk full): printed without a stack, exit code 2. */
export class UserError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** Writes and waits while the reader is slower than we are. */
export async function print(stream: Output, text: string): Promise<void> {
  if (text !== "" && !stream.write(text)) await once(stream, "drain");
}

/** Colours where the stream is a terminal and `NO_COLOR` does not forbid them; otherwise functions that change nothing. */
export function colours(io: Io, stream: Output): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env;
  const wanted = FORCE_COLOR ? FORCE_COLOR !== "0" : stream.isTTY === true && TERM !== "dumb";
  return pc.createColors(wanted && !NO_COLOR);
}

/** A path of the project as a person in `io.cwd` would type it, with forward slashes. */
export function shown(io: Io, root: string, file: string): string {
  const relative = path.relative(io.cwd, path.resolve(root, file));
  return (relative === "" ? "." : relative).replaceAll(path.sep, "/");
}

/** The file system's own words for what went wrong, without code and call. */
export function reason(error: unknown): string {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case "ENOENT":
      return "no such file or folder";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EROFS":
      return "the file system is read-only";
    case "ENOSPC":
      return "no space left on the disk";
    case "EDQUOT":
      return "the disk quota is used up";
    case "EISDIR":
      return "it is a folder";
    case "ENOTDIR":
    case "EEXIST":
      return "a part of its path is a file, not a folder";
    case "EMFILE":
    case "ENFILE":
      return "too many open files";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
