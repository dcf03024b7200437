/** For messages: one line of at most sixty characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length > 60 ? `${characters.slice(0, 59).join("")}…` : line;
}

/** Text as YAML would take it literally: in the quotes that it does not contain. */
export function quote(text: string): string {
  return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}

/** A character that would not show: `U+200B`. */
export function codePointAt(text: string, offset: number): string {
  return `U+${text.codePointAt(offset)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
