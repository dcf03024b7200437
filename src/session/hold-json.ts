/** JSON that arrives in pieces. `value` is there whenever the text so far is a whole JSON value. */
export interface JsonHold {
  /** What may yet become JSON; empty once that is settled. */
  readonly text: string;
  readonly stage: Stage;
  readonly depth: number;
  readonly inString: boolean;
  /** The last character was a backslash in a string. */
  readonly escaped: boolean;
  readonly value: unknown;
}

/** `begun` with a bracket or a quote, `bare` without, such as a number; a `whole` value takes no more, and what is `spoilt` is never JSON. */
type Stage = "none" | "begun" | "bare" | "whole" | "spoilt";

const EMPTY: JsonHold = { text: "", stage: "none", depth: 0, inString: false, escaped: false, value: undefined };
const SPOILT: JsonHold = { ...EMPTY, stage: "spoilt" };

/** A bare value has no end of its own: it is tried again with each piece, but only as long as that is cheap. */
const SHORT = 256;

/** Counts brackets piece by piece, so that a long input is parsed once, when it closes, and not with each piece. */
export function accumulateJson(before: JsonHold | undefined, piece: string): JsonHold {
  const held = before ?? EMPTY;
  if (held.stage === "spoilt") return held;
  if (held.stage === "none" || held.stage === "whole") {
    if (isBlank(piece)) return held;
    if (held.stage === "whole") return SPOILT;
  }
  const text = held.text + piece;
  if (held.stage === "bare" || (held.stage === "none" && !/^\s*["[{]/u.test(piece))) return bare(text);
  return begun(held, piece, text);
}

function bare(text: string): JsonHold {
  return text.length > SHORT ? SPOILT : { ...EMPTY, text, stage: "bare", value: parsed(text) };
}

function begun(held: JsonHold, piece: string, text: string): JsonHold {
  let { depth, inString, escaped } = held;
  let closed = false;
  for (let index = 0; index < piece.length; index += 1) {
    const character = piece[index] as string;
    if (closed && !isBlank(character)) return SPOILT;
    if (escaped) escaped = false;
    else if (inString) {
      if (character === "\\") escaped = true;
      else if (character === '"') inString = false;
      else continue;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else continue;
    closed = depth <= 0 && !inString;
  }
  if (!closed) return { text, stage: "begun", depth, inString, escaped, value: undefined };
  const value = parsed(text);
  return value === undefined ? SPOILT : { ...EMPTY, stage: "whole", value };
}

function isBlank(text: string): boolean {
  return /^[ \t\n\r]*$/u.test(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}
