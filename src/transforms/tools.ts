import { trimmed } from "./text.js";

/** Short names for what a tool does. */

/** `server · tool`: an MCP tool by both its names. Absent for anything that lacks one of them. */
export function serverTool(call: { readonly server?: unknown; readonly tool?: unknown }): string | undefined {
  const { server, tool } = call;
  return typeof server === "string" && typeof tool === "string" ? `${server} · ${tool}` : undefined;
}

/** A command's arguments as one would type them into a shell: `ls -l 'a b'`. */
export function commandLine(command: readonly unknown[]): string {
  return command.filter((word) => typeof word === "string").map(quoted).join(" ");
}

/** The first key of an object whose keys are what counts, such as the files of a patch. */
export function firstKey(entries: { readonly [key: string]: unknown }): string | undefined {
  return Object.keys(entries)[0];
}

/** A tool of Claude by its name, an MCP tool as `server · tool`: on the wire it is `mcp__server__tool`. */
export function toolTitle(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/su.exec(name) ?? [];
  return server === undefined || tool === undefined ? name : `${server} · ${tool}`;
}

/** `server · tool` of a block that names both, else the tool. */
export function blockTitle(block: { readonly server_name?: unknown; readonly name?: unknown }): string | undefined {
  const { server_name: server, name } = block;
  return serverTool({ server, tool: name }) ?? (typeof name === "string" ? toolTitle(name) : undefined);
}

/** What a tool of Claude is about, by its input: the command, the path, the query, the description of a task. */
export function toolDetail(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const given = input as { readonly [name: string]: unknown };
  for (const name of TELLING) {
    const value = given[name];
    if (typeof value === "string" && value.trim() !== "") return trimmed(value);
  }
  return firstQuestion(given["questions"]) ?? excerpt(given["prompt"]) ?? excerpt(given["plan"]);
}

/** The type of what a tool of the API gave; a list of results has none. */
export function resultKind(content: unknown): string | undefined {
  const type = (content as { readonly type?: unknown } | null | undefined)?.type;
  return typeof type === "string" ? type : undefined;
}

/** The first of these that an input has says what the call is about. */
const TELLING = ["command", "file_path", "notebook_path", "pattern", "query", "url", "path", "skill", "description", "subject", "question"];
const EXCERPT = 200;

function firstQuestion(questions: unknown): string | undefined {
  const question = Array.isArray(questions) ? (questions[0] as { readonly question?: unknown } | null | undefined)?.question : undefined;
  return typeof question === "string" ? trimmed(question) : undefined;
}

function excerpt(text: unknown): string | undefined {
  return typeof text === "string" ? trimmed(text.trim().slice(0, EXCERPT)) : undefined;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
