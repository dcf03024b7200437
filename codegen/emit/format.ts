import { createHash } from "node:crypto";

/**
 * Texts that were costly to make, by what they were made from, so that what is unchanged need not be made again. The caller
 * keeps it, and for one version of the compiler only.
 */
export interface FormatCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

const options = { parser: "typescript", printWidth: 150, endOfLine: "lf" } as const;

/** TypeScript as everyone formats it; the options are the same everywhere, whatever configuration lies around. */
export function format(text: string, cache?: FormatCache): Promise<string> {
  return once(["formatted", options, text], async () => (await import("prettier")).format(text, options), cache);
}

/** What `make` gives. `from` is all that it depends on: where that is unchanged, it is not called. */
export async function once(from: unknown, make: () => Promise<string>, cache?: FormatCache): Promise<string> {
  if (cache === undefined) return make();
  const key = createHash("sha256").update(JSON.stringify(from)).digest("hex");
  const known = cache.get(key);
  if (known !== undefined) return known;
  const text = await make();
  cache.set(key, text);
  return text;
}
