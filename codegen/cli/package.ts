import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

let found: { readonly folder: string; readonly manifest: string } | undefined;

/** Where we are installed: two folders up from here as source, three as built. */
function installed(): { readonly folder: string; readonly manifest: string } {
  for (const up of ["../../", "../../../"]) {
    if (found !== undefined) return found;
    try {
      const place = fileURLToPath(new URL(`${up}package.json`, import.meta.url));
      const text = readFileSync(place, "utf8");
      if ((JSON.parse(text) as { readonly name?: unknown }).name === "mapwright") found = { folder: path.dirname(place), manifest: text };
    } catch {
      // The other one, then.
    }
  }
  if (found === undefined) throw new Error("the package.json of mapwright is not where it belongs");
  return found;
}

export function packageFolder(): string {
  return installed().folder;
}

/** Our own `package.json` as text. */
export function manifest(): string {
  return installed().manifest;
}

export function version(): string {
  return (JSON.parse(manifest()) as { readonly version: string }).version;
}
