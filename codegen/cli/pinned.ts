import { protocols } from "../vendor/protocols.js";
import type { Settings } from "./config.js";
import type { Inputs } from "./inputs.js";

/** What the lock is about: what was vendored, not the schemas that a project which extends Mapwright wrote itself. */
export function pinned({ schemas, extends: extending }: Settings, inputs: Inputs): Inputs {
  if (!extending) return inputs;
  const vendored = [...protocols.keys()].map((name) => `${schemas}/${name}/`);
  return new Map([...inputs].filter(([file]) => file === `${schemas}/lock.json` || vendored.some((folder) => file.startsWith(folder))));
}
