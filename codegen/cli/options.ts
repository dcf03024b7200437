import { Option } from "commander";

/** What the commands share. */

/** Called once by a command with its exit code; without it, all was fine. */
export type Finish = (exitCode: number) => void;

export function configOption(): Option {
  return new Option("--config <file>", "the config; without it, the nearest mapwright.config.yaml upwards");
}

export function formatOption(formats: readonly string[]): Option {
  return new Option("--format <format>", "how to print the result").choices(formats).default(formats[0]);
}

/** The examples below a command's help. */
export function examples(lines: readonly (readonly [command: string, what: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`).join("\n")}`;
}
