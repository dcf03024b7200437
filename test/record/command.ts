import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Protocol } from "./hosts/host.js";
import { play } from "./play.js";
import { acpProtocol, claudeProtocol, codexProtocols, UsageError } from "./protocols.js";
import type { Scenario } from "./scenario.js";
import { scenarios } from "./scenarios.js";

const usage = `npm run record -- codex  --binary PATH [--model NAME] --out DIR [SCENARIO...]
npm run record -- claude --sdk DIR [--executable PATH] --out DIR [SCENARIO...]
npm run record -- acp    --name NAME --like claude|codex|gemini [--mode ID] [--model NAME] --out DIR [SCENARIO...] -- COMMAND [ARG...]
npm run record -- --list`;

/** Where the command writes. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The command: what it was given in, its exit code out. */
export async function command(args: readonly string[], output: Output): Promise<number> {
  try {
    return await run(args, output);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    output.err(`${error.message}\n`);
    return 2;
  }
}

async function run(args: readonly string[], output: Output): Promise<number> {
  const split = args.indexOf("--");
  const [own, command] = split === -1 ? [args, []] : [args.slice(0, split), args.slice(split + 1)];
  const { values, positionals } = read(own);
  if (values.list === true) {
    output.out(scenarios.map(({ name, why }) => `${name.padEnd(20)}${why}\n`).join(""));
    return 0;
  }
  const [protocol, ...names] = positionals;
  const chosen = choose(names);
  const out = given(values.out, "--out");
  const all = await protocolsOf(protocol, values, command);
  makeFolder(out);
  let troubled = 0;
  for (const protocol of all) for (const scenario of chosen) if (!(await record(scenario, protocol, out, output))) troubled++;
  return troubled === 0 ? 0 : 1;
}

interface Values {
  readonly binary?: string | undefined;
  readonly executable?: string | undefined;
  readonly like?: string | undefined;
  readonly mode?: string | undefined;
  readonly model?: string | undefined;
  readonly name?: string | undefined;
  readonly sdk?: string | undefined;
}

async function protocolsOf(protocol: string | undefined, values: Values, command: readonly string[]): Promise<Protocol[]> {
  const { model } = values;
  switch (protocol) {
    case "codex":
      return codexProtocols({ binary: given(values.binary, "--binary"), model });
    case "claude":
      return [
        await claudeProtocol({ sdk: given(values.sdk, "--sdk"), ...(values.executable === undefined ? {} : { executable: values.executable }) }),
      ];
    case "acp": {
      const named = { name: folderName(given(values.name, "--name")), like: given(values.like, "--like") };
      return [acpProtocol({ command, ...named, model, ...(values.mode === undefined ? {} : { mode: values.mode }) })];
    }
    default:
      throw new UsageError(usage);
  }
}

/** Whether it went as the scenario says; what was said is written either way. */
async function record(scenario: Scenario, protocol: Protocol, out: string, output: Output): Promise<boolean> {
  const file = path.join(out, protocol.folder, `${scenario.name}.jsonl`);
  const lacks = scenario.needs?.filter((need) => !protocol.offers.includes(need)) ?? [];
  if (lacks.length > 0) {
    output.out(`left out  ${file}: no ${lacks.join(", no ")} here\n`);
    return true;
  }
  const { transcript, lines, trouble, complaint } = await play(scenario, protocol);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, transcript);
  output.out(`${trouble.length === 0 ? "recorded" : "TROUBLE "}  ${file}: ${lines} lines\n`);
  for (const problem of trouble) output.err(`          ${problem}\n`);
  if (trouble.length > 0 && complaint !== "") output.err(`${complaint.trimEnd()}\n`);
  return trouble.length === 0;
}

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = { binary: text, executable: text, like: text, mode: text, model: text, name: text, out: text, sdk: text } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...options, list: { type: "boolean" } } });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function choose(names: readonly string[]): readonly Scenario[] {
  const unknown = names.find((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown !== undefined) throw new UsageError(`There is no scenario '${unknown}': --list names them.`);
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
}

/** Before an agent is heard whose words could not be written. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`'${folder}' cannot be made: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}

function folderName(name: string): string {
  if (!/^\w[\w.-]*$/.test(name)) throw new UsageError(`--name '${name}' is no name of a folder: letters, digits, dots and hyphens.`);
  return name;
}

function given(value: string | undefined, option: string): string {
  if (value === undefined) throw new UsageError(`${option} is missing.\n\n${usage}`);
  return value;
}
