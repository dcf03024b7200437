import { branches } from "./branches.js";
import { byCodePoint } from "./json.js";
import { field, members, resolve } from "./walk.js";
import type { DefinitionSet, ResponseNames, Shape, Surface } from "./types.js";

/**
 * Which definition answers which request. By name: `TurnStartParams` is answered by `TurnStartResponse`; a request without
 * params of its own by the response whose words are those of its method (`account/logout`: `LogoutAccountResponse`). What is
 * named otherwise is said by the overlay; a method that is still missing has no known response.
 */
export function findResponses(set: DefinitionSet, overlaid: ReadonlyMap<string, string>): ResponseNames {
  const byWords = new Map<string, string[]>();
  for (const name of set.definitions.keys()) {
    if (!name.endsWith("Response")) continue;
    const words = wordsOf(name.slice(0, -"Response".length));
    byWords.set(words, [...(byWords.get(words) ?? []), name]);
  }
  const found = new Map<string, string>();
  for (const { method, params } of requests(set)) {
    const named = params.map((name) => `${name.replace(/(Params|Request)$/, "")}Response`).find((name) => set.definitions.has(name));
    const alike = byWords.get(wordsOf(method));
    const response = named ?? (alike?.length === 1 ? alike[0] : undefined);
    if (response !== undefined) found.set(method, response);
  }
  for (const [method, name] of overlaid) found.set(method, name);
  return new Map([...found].sort(([a], [b]) => byCodePoint(a, b)));
}

/** The methods of a union of requests whose response is not known; a fact, not a mistake. */
export function unanswered(surface: Surface): readonly string[] {
  return [...new Set(requests(surface.merged).map(({ method }) => method))].filter((method) => !surface.responses.has(method));
}

/** Every message of a union of requests: it has a method and must have an id. */
function requests(set: DefinitionSet): { readonly method: string; readonly params: readonly string[] }[] {
  return [...set.definitions.keys()].flatMap((name) => {
    const shape: Shape = { kind: "named", name };
    const all = members(set, shape);
    const isUnion = all.length > 0 && all.every((member) => member.kind === "object" && member.fields.get("id")?.required === true && resolve(set, member.fields.get("method")?.shape ?? member).kind === "literal");
    if (!isUnion) return [];
    return branches(set, shape, ["method"]).values.map(({ value, shape: request }) => {
      const params = field(set, request, "params")?.shape;
      const parts = params?.kind === "union" ? params.members : params === undefined ? [] : [params];
      return { method: value, params: parts.flatMap((part) => (part.kind === "named" ? [part.name] : [])) };
    });
  });
}

/** `thread/compact/start` and `ThreadCompactStart` have the same words, in any order. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== "")
    .sort(byCodePoint)
    .join(" ");
}
