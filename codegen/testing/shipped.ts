import { existsSync, readdirSync } from "node:fs";
import { isProtocol } from "../vendor/own.js";

/** The folder of a protocol's versions as Mapwright ships them, for `Subject.schemas`. Throws a TypeError for a protocol that it has none of. */
export function shippedSchemas(protocol: string): URL {
  const folder = new URL("schemas/", packageFolder());
  const shipped = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && isProtocol(entry.name));
  const names = shipped.map(({ name }) => name).sort();
  if (!names.includes(protocol)) throw new TypeError(`Mapwright has no schemas of ${JSON.stringify(protocol)}; it has those of ${names.join(", ")}.`);
  return new URL(`${protocol}/`, folder);
}

/** Sources and what is built of them stand at different depths. */
function packageFolder(): URL {
  let folder = new URL(".", import.meta.url);
  while (!existsSync(new URL("package.json", folder))) folder = new URL("..", folder);
  return folder;
}
