/** What is pinned has to be schemas: whoever finds out later has them in the lock already. */

const keywords = ["$schema", "$id", "$ref", "$defs", "definitions", "title", "type", "enum", "const", "properties", "items", "oneOf", "anyOf", "allOf"];

/** The first file with the name of a schema that holds no JSON object. */
export function brokenIn(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  return [...files].find(([file, bytes]) => file.endsWith(".json") && objectOf(bytes) === undefined)?.[0];
}

/** Whether a file says anything that a schema would say. */
export function looksLikeSchema(bytes: Uint8Array): boolean {
  const value = objectOf(bytes);
  return value !== undefined && keywords.some((keyword) => Object.hasOwn(value, keyword));
}

function objectOf(bytes: Uint8Array): object | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf8", { fatal: true }).decode(bytes));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
