import { Command, CommanderError } from "commander";
import { fine, wrongUse, type Io } from "./io.js";
import type { Finish } from "./options.js";
import { version } from "./package.js";

/** In the order of the help. Only the one that is called is loaded. */
const commands = new Map<string, () => Promise<(program: Command, io: Io, finish: Finish) => void>>([
  ["generate", async () => (await import("./generate.js")).addGenerate],
  ["check", async () => (await import("./check.js")).addCheck],
  ["coverage", async () => (await import("./coverage.js")).addCoverage],
  ["vendor", async () => (await import("./vendor.js")).addVendor],
  ["bump", async () => (await import("./bump.js")).addBump],
  ["diff", async () => (await import("./diff.js")).addDiff],
  ["review", async () => (await import("./review.js")).addReview],
  ["replay", async () => (await import("./replay.js")).addReplay],
  ["explain", async () => (await import("./explain.js")).addExplain],
  ["init", async () => (await import("./init.js")).addInit],
]);

/**
 * Runs one command line and gives its exit code: 0 fine, 1 findings, 2 wrong use or unreadable input (README.md).
 * @param argv without the program: `["check", "--format", "json"]`
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = fine;
  const finish = (code: number): void => void (exitCode = code);
  const program = new Command("mapwright")
    .description("Compiles coding-agent protocol schemas and mapping tables into typed mappers to one canonical event stream.")
    .version(version(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: (text) => void io.stderr.write(text) })
    .addHelpText("after", "\nExit codes: 0 fine, 1 findings, 2 wrong use or unreadable input.\n`mapwright help <command>` has examples.");
  try {
    const called = commands.get(argv[0] ?? "");
    for (const load of called === undefined ? commands.values() : [called]) (await load())(program, io, finish);
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? fine : wrongUse;
    const { complain } = await import("./complain.js");
    await complain(error, io);
    return wrongUse;
  }
}
