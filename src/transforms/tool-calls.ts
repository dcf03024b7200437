/** Short texts for the tool calls of ACP agents, whose input and output are what the tool makes of them. */
import { wellFormed } from "../well-formed.js";
import { commandLine } from "./tools.js";

const LONGEST = 200;
/** What a tool is asked to do, the most telling first. */
const ASKED = ["command", "cmd", "file_path", "filePath", "absolute_path", "path", "abs_path", "notebook_path", "pattern", "query", "url", "description", "prompt"];
const SHELLS = /^(?:.*\/)?(?:ba|z|da|k)?sh$/u;
const TEXTS = ["formatted_output", "aggregated_output", "aggregatedOutput", "output", "text", "message", "error"];

const AGENTS: ReadonlySet<string> = new Set(["Task", "Agent"]);

type Fields = { readonly [name: string]: unknown };

/** What a call does, of its input: the command, the path, the query. */
export function inputDetail(input: unknown): string | undefined {
  if (typeof input === "string") return shortened(input);
  if (!isFields(input)) return undefined;
  for (const name of ASKED) {
    const value = input[name];
    const text = Array.isArray(value) ? commandOf(value) : value;
    if (typeof text === "string" && text.trim() !== "") return shortened(text);
  }
  return undefined;
}

/** What came of a call, of its output: the text of it, else how its process ended, else its totals. */
export function outputSummary(output: unknown): string | undefined {
  if (typeof output === "string") return shortened(output);
  if (Array.isArray(output)) return shortened(output.map(blockText).filter((text) => text !== "").join("\n"));
  if (!isFields(output)) return undefined;
  const { stdout, stderr } = output;
  const inner = output["content"] ?? output["result"] ?? output["error"];
  const streams = [stdout, stderr].filter((text) => typeof text === "string" && text.trim() !== "");
  const said = streams.length > 0 ? streams.join("\n") : TEXTS.map((name) => output[name]).find((text) => typeof text === "string" && text.trim() !== "");
  const text = said ?? outputSummary(inner);
  if (typeof text === "string") return shortened(text);
  const exitCode = output["exitCode"] ?? output["exit_code"];
  if (typeof exitCode === "number") return `exit code ${exitCode}`;
  return shortened(totalsOf(output));
}

/** An object or list with something in it, or any other value: an empty one tells nothing that was not known (EVENTS.md rule 26). */
export function nonEmpty(value: unknown): unknown {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0 ? undefined : value;
}

/**
 * What kind of call it is, where more is known of it than the protocol has kinds for: a call of an MCP server by the name that
 * Claude gives such a tool or by its `server` and `tool`, a sub-agent by the names of Claude's tool for them.
 */
export function namedType(call: unknown): "mcp_tool_call" | "collab_agent_tool_call" | undefined {
  if (typeof call === "string") {
    if (AGENTS.has(call)) return "collab_agent_tool_call";
    // The adapter's own server stands in for Claude's file and terminal tools.
    return call.startsWith("mcp__") && !call.startsWith("mcp__acp__") ? "mcp_tool_call" : undefined;
  }
  return isFields(call) && typeof call["server"] === "string" && typeof call["tool"] === "string" ? "mcp_tool_call" : undefined;
}

/** A title without the backticks around it. */
export function bareTitle(title: string): string | undefined {
  return shortened(/^`([^`]+)`$/u.exec(title.trim())?.[1] ?? title);
}

/** `bash -lc 'ls -l'` says `ls -l`. */
function commandOf(words: readonly unknown[]): string {
  const [shell, option, script] = words;
  const wraps = words.length === 3 && typeof shell === "string" && SHELLS.test(shell) && /^-\w*c$/u.test(String(option));
  return wraps && typeof script === "string" ? script : commandLine(words);
}

function blockText(block: unknown): string {
  if (!isFields(block)) return typeof block === "string" ? block : "";
  const { text, content, path } = block;
  if (typeof text === "string") return text;
  if (isFields(content)) return blockText(content);
  return typeof path === "string" ? path : "";
}

function totalsOf(output: Fields): string {
  return Object.entries(output)
    .filter(([, value]) => typeof value === "number" || typeof value === "boolean")
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(", ");
}

function shortened(text: string): string | undefined {
  const bare = text.trim();
  if (bare === "") return undefined;
  return wellFormed(bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
