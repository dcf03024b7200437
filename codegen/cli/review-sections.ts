/** A text that must not be longer than so many characters: what comes first is the most important. */

export interface Section {
  readonly head: readonly string[];
  /** The lines of each. */
  readonly items: readonly (readonly string[])[];
  readonly foot: readonly string[];
  /** Said instead of those that are left out. */
  readonly more: (count: number) => string;
}

/**
 * Where not all has room, each section gets most of what those before it left, and the heads of those after it have theirs, so that a
 * reader sees that they are there. Lines are joined by line feeds; between two parts there is never more than one that is blank.
 */
export function fitted(intro: readonly string[], sections: readonly Section[], limit: number): string {
  const bare = ({ head, items, foot, more }: Section): number => sizeOf([...head, more(items.length), ...foot]);
  const lines = [...intro];
  const add = (part: readonly string[]): void => void lines.push(...(lines.at(-1) === "" && part[0] === "" ? part.slice(1) : part));
  let left = limit - sizeOf(intro) - sections.reduce((sum, section) => sum + bare(section), 0);
  const all = sections.reduce((sum, { items }) => sum + items.reduce((size, item) => size + sizeOf(item), 0), 0) <= left;
  for (const section of sections) {
    const { head, items, foot, more } = section;
    add(head);
    const some = all ? items : within(items, left * share);
    left -= some.reduce((sum, item) => sum + sizeOf(item), 0);
    for (const item of some) add(item);
    if (some.length < items.length) add([more(items.length - some.length)]);
    add(foot);
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** Of what is left. */
const share = 0.6;

/** The first of them that have room. */
function within(items: Section["items"], room: number): Section["items"] {
  let left = room;
  const end = items.findIndex((item) => (left -= sizeOf(item)) < 0);
  return end === -1 ? items : items.slice(0, end);
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
