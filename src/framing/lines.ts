const NEWLINE = 10;

/** Cuts a stream of bytes into lines. */
export interface LineReader {
  /** The lines that this chunk completes, as text. */
  push(chunk: Uint8Array): string[];
  /** What stands after the last newline; empty if nothing does. */
  end(): string;
}

/**
 * Lines end at `\n` and nowhere else: it is cut on bytes, so that neither U+2028 nor a chunk that splits a character matters
 * (EVENTS.md rule 29). A long line is put together once, when it ends. The decoder drops a byte order mark.
 */
export function createLineReader(): LineReader {
  const decoder = new TextDecoder("utf-8");
  let pending: Uint8Array[] = [];

  const take = (last: Uint8Array): string => {
    if (pending.length === 0) return decoder.decode(last);
    const line = joined([...pending, last]);
    pending = [];
    return decoder.decode(line);
  };

  return {
    push(chunk) {
      const lines: string[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        lines.push(take(chunk.subarray(start, end)));
        start = end + 1;
      }
      // A copy: who wrote the chunk may use its buffer again.
      if (start < chunk.length) pending.push(chunk.slice(start));
      return lines;
    },
    end: () => take(new Uint8Array(0)),
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
