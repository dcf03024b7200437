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

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
