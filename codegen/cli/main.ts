#!/usr/bin/env node
import { reason, wrongUse } from "./io.js";
import { run } from "./run.js";

// A reader that has seen enough (`mapwright coverage | head`) is no fault; what cannot be printed (a full disk) is one.
for (const [name, stream] of Object.entries({ output: process.stdout, errors: process.stderr })) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    if (stream === process.stdout) process.stderr.write(`error: cannot write the ${name}: ${reason(error)}\n`);
    process.exit(wrongUse);
  });
}

// The first Ctrl-C ends `--watch` in good order, and lets `vendor`, `bump`, `review` and `diff --behaviour` take away what is temporary; everything else dies of it as programs do.
const watches = process.argv.includes("--watch");
const cleans = ["vendor", "bump", "review"].includes(process.argv[2] ?? "") || process.argv.some((word) => word.startsWith("--behaviour"));
const interrupt = watches || cleans ? new AbortController() : undefined;
if (interrupt !== undefined) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interrupt.abort(signal));

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  ...(interrupt !== undefined && { signal: interrupt.signal }),
});

// Whoever started us must see what ended us.
if (interrupt?.signal.aborted === true && !watches) process.kill(process.pid, interrupt.signal.reason as NodeJS.Signals);
