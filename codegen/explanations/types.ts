/** What a code means in full: data, one file for each group of codes. */
export interface Explanation {
  /** Absent: an error. */
  readonly severity?: "warning";
  /** Why it is a mistake, in a sentence or two. */
  readonly why: string;
  /** What to do about it. */
  readonly mend: string;
  /**
   * Parts of files of a small project, by path: what gives this diagnostic and nothing else, and what gives none. Whatever is not
   * shown is right. The tests compile both.
   */
  readonly before: Parts;
  readonly after: Parts;
}

export type Parts = { readonly [file: string]: string };

/** Every code of a group with its explanation. */
export type Explanations<Code extends string> = { readonly [code in Code]: Explanation };

type Example = Pick<Explanation, "before" | "after">;

/** A part of one file, wrong and right; what else has to be shown stands in both. */
export function example(file: string, before: string, after: string, beside: Parts = {}): Example {
  return { before: { ...beside, [file]: trimmed(before) }, after: { ...beside, [file]: trimmed(after) } };
}

export const notifications = "mappings/demo/notifications.yaml";

/** Keys of a table. */
export function table(before: string, after: string, beside?: Parts): Example {
  return example(notifications, before, after, beside);
}

/** Rows of a table. */
export function rows(before: string, after: string, beside?: Parts, file = notifications): Example {
  return example(file, rowsOf(before), rowsOf(after), beside);
}

export function rowsOf(text: string): string {
  return `rows:\n${trimmed(text).replace(/^(?=.)/gm, "  ")}`;
}

function trimmed(text: string): string {
  return `${text.replace(/^\n/, "").trimEnd()}\n`;
}
