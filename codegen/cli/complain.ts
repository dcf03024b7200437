import { printable } from "./code-frame.js";
import { colours, print, reason, UserError, type Io } from "./io.js";
import { BrokenConfig } from "./project.js";
import { renderDiagnostics } from "./report.js";

/** Prints what went wrong. A stack is shown only for a fault of our own, and only to those who ask for it. */
export async function complain(error: unknown, io: Io): Promise<void> {
  await print(io.stderr, said(error, io));
}

function said(error: unknown, io: Io): string {
  const colour = colours(io, io.stderr);
  if (error instanceof BrokenConfig) return renderDiagnostics(error.diagnostics, error.project.root, io, io.stderr);
  if (error instanceof UserError) {
    const hint = error.hint === undefined ? "" : `  ${colour.cyan("hint:")} ${printable(error.hint)}\n`;
    return `${colour.red("error:")} ${printable(error.message)}\n${hint}`;
  }
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (syscall !== undefined && path !== undefined) return `${colour.red("error:")} cannot ${syscall} '${path}': ${reason(error)}\n`;
  if (io.env["MAPWRIGHT_DEBUG"]) return `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
  const what = error instanceof Error ? error.message : String(error);
  return `${colour.red("internal error:")} ${what}\nThis is a fault of mapwright: please report it with what you ran. MAPWRIGHT_DEBUG=1 shows where it happened.\n`;
}
