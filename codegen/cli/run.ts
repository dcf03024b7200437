import { Command, CommanderError } from "commander";
import { addCheck } from "./check.js";
import { complain } from "./complain.js";
import { addCoverage } from "./coverage.js";
import { addExplain } from "./explain.js";
import { addGenerate } from "./generate.js";
import { fine, wrongUse, type Io } from "./io.js";
import { version } from "./package.js";
import { addReplay } from "./replay.js";

/**
 * Runs one command line and gives its exit code: 0 fine, 1 findings, 2 wrong use or unreadable input (DESIGN section 5).
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
  for (const add of [addGenerate, addCheck, addCoverage, addReplay, addExplain]) add(program, io, finish);

  try {
    await program.parseAsync(argv, { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? fine : wrongUse;
    await complain(error, io);
    return wrongUse;
  }
}
