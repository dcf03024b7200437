import type { JsonSchema } from "./types.js";

/** Plain JSON, read with care. */

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "boolean" || isObject(value);
}

/**
 * Two schemas that say the same: order, titles and descriptions do not matter. `sameRef` compares two references where
 * their texts are not enough.
 */
export function sameSchema(a: unknown, b: unknown, sameRef: (a: string, b: string) => boolean = (x, y) => x === y): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((entry, index) => sameSchema(entry, b[index], sameRef));
  }
  if (Array.isArray(b)) return false;
  let count = 0;
  for (const key of Object.keys(a)) {
    const mine = (a as JsonObject)[key];
    if (isWords(key, mine)) continue;
    if (!Object.hasOwn(b, key)) return false;
    const theirs = (b as JsonObject)[key];
    count += 1;
    if (key === "$ref" && typeof mine === "string" && typeof theirs === "string") {
      if (!sameRef(mine, theirs)) return false;
    } else if (UNORDERED.has(key) && Array.isArray(mine) && Array.isArray(theirs)) {
      if (mine.length !== theirs.length || !mine.every((entry) => theirs.includes(entry))) return false;
    } else if (!sameSchema(mine, theirs, sameRef)) return false;
  }
  for (const key of Object.keys(b)) if (!isWords(key, (b as JsonObject)[key])) count -= 1;
  return count === 0;
}

const UNORDERED = new Set(["required", "enum", "type"]);

/** A title is words; a property that is called `title` is a schema. */
function isWords(key: string, value: unknown): boolean {
  return typeof value === "string" && (key === "title" || key === "description" || key === "$comment");
}

/** Strings by code point, the same in every locale. */
export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
