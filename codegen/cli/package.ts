import { readFileSync } from "node:fs";

/** Our own `package.json` as text: two folders up from here as source, three as built. */
export function manifest(): string {
  for (const up of ["../../", "../../../"]) {
    try {
      const text = readFileSync(new URL(`${up}package.json`, import.meta.url), "utf8");
      if ((JSON.parse(text) as { readonly name?: unknown }).name === "mapwright") return text;
    } catch {
      // The other one, then.
    }
  }
  throw new Error("the package.json of mapwright is not where it belongs");
}

export function version(): string {
  return (JSON.parse(manifest()) as { readonly version: string }).version;
}
