import { createHash } from "node:crypto";
import prettier from "prettier";

/** Formatted texts by what they were made from, so that unchanged files need not be formatted again. The caller keeps it. */
export interface FormatCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

const options = { parser: "typescript", printWidth: 150, endOfLine: "lf" } as const;

/** TypeScript as everyone formats it; the options are the same everywhere, whatever configuration lies around. */
export async function format(text: string, cache?: FormatCache): Promise<string> {
  const key = createHash("sha256").update(`${prettier.version} ${JSON.stringify(options)}\n${text}`).digest("hex");
  const known = cache?.get(key);
  if (known !== undefined) return known;
  const formatted = await prettier.format(text, options);
  cache?.set(key, formatted);
  return formatted;
}
