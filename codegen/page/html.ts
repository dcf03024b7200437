/** HTML that is safe to stand in the page as it is. */
export interface Html {
  readonly html: string;
}

/** What may stand in a template: text is escaped, HTML is not, what is absent or false is nothing. */
export type Part = string | number | Html | false | undefined | readonly Part[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + (index < parts.length ? rendered(parts[index]) : "")).join("") };
}

/** What we have written ourselves: the style, the script. */
export function trusted(text: string): Html {
  return { html: text };
}

function rendered(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  return "html" in part ? part.html : part.map(rendered).join("");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Controls, line separators, marks that turn the direction of text, and half characters: they are shown, not obeyed. */
const unseen = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escaped(text: string): string {
  return text.replace(unseen, shown).replace(/[&<>"']/g, (letter) => entities[letter]!);
}

function shown(letter: string): string {
  const code = letter.codePointAt(0)!.toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
