/** What the place of a mapping file says. */

/** The provider, by the folder that its tables share a memory in: `codex` of `mappings/codex/event-msg.yaml`. */
export function providerOf(file: string): string {
  return file.split("/").at(-2) ?? "";
}

/** What is generated from it is called: `event-msg`. */
export function tableName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1).replace(/\.ya?ml$/, "");
}
