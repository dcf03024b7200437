import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Agent } from "./agents/agent.js";
import { claude } from "./agents/claude.js";
import { codexWith } from "./agents/codex.js";
import { gemini } from "./agents/gemini.js";
import { acpHost } from "./hosts/acp.js";
import { appServerHost } from "./hosts/app-server.js";
import { claudeHost, type Sdk } from "./hosts/claude.js";
import { execHost } from "./hosts/exec.js";
import type { Protocol } from "./hosts/host.js";

/** A mistake of whoever gave the command. */
export class UsageError extends Error {}

export interface CodexOptions {
  /** The program, or the folder of an unpacked package that holds it. */
  readonly binary: string;
  readonly model: string | undefined;
}

/** `codex app-server` and `codex exec --json`. @throws UsageError if there is no such program */
export function codexProtocols({ binary, model }: CodexOptions): Protocol[] {
  const program = programAt(binary);
  const version = /\d+\.\d+\.\d+\S*/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))?.[0] ?? "unknown";
  const names = [[path.dirname(program), "/workspace/.program"]] as const;
  return [
    {
      folder: `codex/${version}/app-server`,
      agent: codexWith({ model, asks: true }),
      names,
      offers: ["asking", "interrupting"],
      host: (situation) => appServerHost(program, situation),
    },
    {
      folder: `codex/${version}/exec`,
      agent: codexWith({ model, asks: false }),
      names,
      offers: [],
      host: (situation) => execHost(program, situation),
    },
  ];
}

export interface ClaudeOptions {
  /** The folder of an unpacked `@anthropic-ai/claude-agent-sdk`. */
  readonly sdk: string;
  /** Claude Code, where the package does not hold it. */
  readonly executable?: string;
}

/** `query()` of the Claude Agent SDK. @throws UsageError if it is not there */
export async function claudeProtocol({ sdk: folder, executable }: ClaudeOptions): Promise<Protocol> {
  const entry = path.resolve(folder, "sdk.mjs");
  if (!existsSync(entry)) throw new UsageError(`There is no sdk.mjs in '${folder}': give the folder of an unpacked @anthropic-ai/claude-agent-sdk.`);
  const program = executable === undefined ? undefined : programAt(executable);
  const { version } = JSON.parse(readFileSync(path.resolve(folder, "package.json"), "utf8")) as { version: string };
  const sdk = (await import(pathToFileURL(entry).href)) as Sdk;
  return {
    folder: `claude/${version}`,
    agent: claude,
    offers: ["asking", "interrupting"],
    names: [
      [path.resolve(folder), "/workspace/.program"],
      ...(program === undefined ? [] : ([[path.dirname(program), "/workspace/.program"]] as const)),
    ],
    host: (situation) => claudeHost(sdk, program, situation),
  };
}

export interface AcpOptions {
  readonly command: readonly string[];
  /** What the recordings are filed under: `gemini-cli-0.61.0`. */
  readonly name: string;
  readonly like: string;
  readonly model: string | undefined;
  readonly mode?: string;
}

/** Any agent that speaks ACP. @throws UsageError if it is not there, or like none that is known */
export function acpProtocol({ command: [command, ...args], name, like, model, mode }: AcpOptions): Protocol {
  const agents: { readonly [like: string]: Agent } = { claude, codex: codexWith({ model, asks: true }), gemini };
  const agent = agents[like];
  if (agent === undefined) throw new UsageError(`'${like}' is no agent that is known: ${Object.keys(agents).join(", ")}.`);
  if (command === undefined) throw new UsageError("Which agent? Give its command after --.");
  const files = [command, ...args].filter((word) => word.includes(path.sep) && !word.startsWith("-")).map((word) => path.resolve(word));
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) throw new UsageError(`There is no '${missing}'.`);
  const absolute = (word: string): string => (existsSync(word) && word.includes(path.sep) ? path.resolve(word) : word);
  return {
    folder: `acp/${name}`,
    agent,
    offers: ["asking", "interrupting"],
    names: files.map((file) => [packageRoot(file), "/workspace/.program"]),
    host: (situation) => acpHost({ command: absolute(command), args: args.map(absolute), ...(mode === undefined ? {} : { mode }) }, situation),
  };
}

function programAt(place: string): string {
  if (!existsSync(place)) throw new UsageError(`There is no '${place}'.`);
  const absolute = path.resolve(place);
  if (statSync(absolute).isFile()) return absolute;
  const found = readdirSync(absolute, { recursive: true, encoding: "utf8" })
    .filter((file) => /^vendor\/[^/]+\/(?:bin|codex)\/codex$/.test(file.replaceAll("\\", "/")))
    .sort();
  if (found[0] === undefined)
    throw new UsageError(`There is no codex in '${place}': give the program, or the folder of its unpacked platform package.`);
  return path.join(absolute, found[0]);
}

/** The outermost folder of installed packages, or where the file is. */
function packageRoot(file: string): string {
  const at = file.indexOf(`${path.sep}node_modules${path.sep}`);
  return at === -1 ? path.dirname(file) : file.slice(0, at);
}
