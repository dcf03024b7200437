const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Decodes one base64 chunk of a byte stream (EVENTS.md rule 30). The bytes of a character that the chunk cuts in two are
 * kept for the next one, as plain numbers, so that a snapshot can hold them. What is no base64 gives no text.
 */
export function decodeChunk(before: readonly number[], chunk: unknown): { readonly text: string | undefined; readonly tail: readonly number[] } {
  const binary = typeof chunk === "string" ? fromBase64(chunk) : undefined;
  if (binary === undefined) return { text: undefined, tail: before };
  const bytes = new Uint8Array(before.length + binary.length);
  bytes.set(before);
  for (let index = 0; index < binary.length; index += 1) bytes[before.length + index] = binary.charCodeAt(index);
  const whole = bytes.length - cutLength(bytes);
  return { text: decoder.decode(bytes.subarray(0, whole)), tail: Array.from(bytes.subarray(whole)) };
}

function fromBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}

/** How many bytes at the end begin a character that goes on in the next chunk. */
function cutLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    return back < lengthOf(byte) ? back : 0;
  }
  return 0;
}

/** How many bytes a character has that begins with this one; 1 for a byte that stands alone or begins nothing. */
function lengthOf(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
