import { isObject } from "../schema/json.js";
/** Recorded sessions as JSON Lines (README.md): read as a stream, whatever their size. */

export type Entry =
  | { readonly from: "agent" | "host"; readonly message: unknown }
  | { readonly from: "host"; readonly act: Record<string, unknown> & { readonly kind: string } }
  /** A line of the wire that was no JSON. */
  | { readonly from: "agent" | "host"; readonly text: string };

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a stream, some at a time; blank ones are left out. Only a line feed ends a line: U+2028 does not. */
export async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<readonly Line[]> {
  const decoder = new TextDecoder();
  let rest = "";
  let number = 0;
  const take = (texts: readonly string[]): Line[] =>
    texts.flatMap((text) => {
      number += 1;
      return text.trim() === "" ? [] : [{ number, text }];
    });
  for await (const chunk of stream) {
    const parts = (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })).split("\n");
    parts[0] = rest + parts[0];
    rest = parts.pop() ?? "";
    yield take(parts);
  }
  yield take([rest + decoder.decode()]);
}

/**
 * One line of a transcript. An object that is no entry is a message of the agent.
 * @throws Error that says what is wrong with the line
 */
export function readEntry(text: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`this line is no JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (!isObject(value)) throw new Error("a line must be an object");
  const parts = ["message", "act", "text"].filter((part) => Object.hasOwn(value, part));
  if (!Object.hasOwn(value, "from") || parts.length === 0) return { from: "agent", message: value };

  const { from, message, act, text: noise } = value;
  if (from !== "agent" && from !== "host") throw new Error(`"from" must be "agent" or "host", not ${JSON.stringify(from)}`);
  if (parts.length > 1) throw new Error(`a line has either "message", "act" or "text", not ${parts.map((part) => `"${part}"`).join(" and ")}`);
  if (parts[0] === "message") return { from, message };
  if (parts[0] === "text") {
    if (typeof noise !== "string") throw new Error('"text" must be a string');
    return { from, text: noise };
  }
  if (from !== "host" || !isObject(act) || typeof act["kind"] !== "string") throw new Error('"act" must be an object with a "kind", from the host');
  return { from, act: act as Record<string, unknown> & { readonly kind: string } };
}
