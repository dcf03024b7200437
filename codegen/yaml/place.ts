import type { Position } from "../diagnostic.js";
import type { Yaml } from "./read.js";

/**
 * Where the value at a path of keys and list numbers stands, or with `"key"` the key that leads to it; the nearest thing
 * around it when it is not there. A block below its key is better shown by the key.
 */
export function placeIn(root: Yaml, path: readonly (string | number)[], part: "key" | "value" = "value"): Position {
  let node = root;
  let found = root.at;
  for (const [depth, step] of path.entries()) {
    const last = depth === path.length - 1;
    if (node.kind === "map") {
      const entry = node.entries.find(({ key }) => key.text === String(step));
      if (entry === undefined) return found;
      node = entry.value;
      const shows = node.kind !== "map" && !(node.kind === "scalar" && node.empty);
      found = shows && !(last && part === "key") ? node.at : entry.key.at;
    } else if (node.kind === "list") {
      const item = node.items[Number(step)];
      if (item === undefined) return found;
      node = item;
      found = item.at;
    } else return found;
  }
  return found;
}
