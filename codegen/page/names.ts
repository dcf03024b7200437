import type { Row, Source } from "./types.js";

/** What parts of the page are called, so that links find them. */

export function sourceId({ name }: Source): string {
  return plain(name);
}

/** The same message may be there from the agent and from the host. */
export function rowId(source: Source, { key, from }: Row): string {
  return `${sourceId(source)}/${plain(key)}${from === "host" ? "(sent)" : ""}`;
}

export function isSeen({ seen }: Row): boolean {
  return seen.times > 0;
}

export function isUncovered({ mapping }: Row): boolean {
  return mapping === undefined;
}

/** An id has no blanks; what else is strange in one is written by its number, so that no two become alike. */
function plain(text: string): string {
  return text.replace(/[^\w./:(){}*,-]/g, (letter) => `~${letter.charCodeAt(0).toString(16)}`);
}
