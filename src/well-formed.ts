/** Strings since ES2024; every runtime that `engines` allows has it. */
interface Formed {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** The text, with U+FFFD for each half of a character that stands alone: such a text survives no encoding (EVENTS.md rule 29). */
export function wellFormed(text: string): string {
  return (text as unknown as Formed).isWellFormed() ? text : (text as unknown as Formed).toWellFormed();
}
