/** JSON that arrives in pieces. `value` is there whenever the text so far is a whole JSON value. */
export interface JsonHold {
  readonly text: string;
  readonly depth: number;
  readonly inString: boolean;
  /** The last character was a backslash in a string. */
  readonly escaped: boolean;
  readonly value: unknown;
}

const EMPTY: JsonHold = { text: "", depth: 0, inString: false, escaped: false, value: undefined };

/** A value without brackets, such as a number, is tried again with each piece, but only as long as that is cheap. */
const SHORT = 256;

/** Counts brackets piece by piece, so that a long input is parsed once, when it closes, and not with each piece. */
export function accumulateJson(before: JsonHold | undefined, piece: string): JsonHold {
  const held = before ?? EMPTY;
  let { depth, inString, escaped } = held;
  for (let index = 0; index < piece.length; index += 1) {
    const character = piece[index];
    if (escaped) escaped = false;
    else if (inString) {
      if (character === "\\") escaped = true;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
  }
  const text = held.text + piece;
  const whole = depth === 0 && !inString && (closes(piece) || text.length <= SHORT);
  return { text, depth, inString, escaped, value: whole ? parsed(text) : undefined };
}

function closes(piece: string): boolean {
  return piece.includes("}") || piece.includes("]");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
