import { errorShape } from "../check/responses.js";
import type { CheckedKey, CheckedTable, Program } from "../check/types.js";
import { narrowed } from "../emit/declared.js";
import { aboutMessage } from "../schema/about.js";
import { shapeLines } from "./shape-lines.js";

/** What the schemas say of the message of a row. */

/**
 * The message of a key and, for a request or an answer, the result of the request, much as TypeScript would say it; for an answer that is an
 * error, what `$.error` holds instead. `about` is what the publisher says of it; `UNSTABLE` begins it where that may change at any time.
 */
export function schemasOf(program: Program, table: CheckedTable, segments: readonly string[], sent: boolean): { about?: string; message?: string[]; answer?: string[]; error?: string[] } {
  const surface = program.surfaces.get(table.protocol);
  const union = sent ? table.sentUnion : table.union;
  if (surface === undefined || union === undefined) return {};
  const set = surface.merged;
  // The union of an answer table is that of the requests, which its key tells apart by `$request`.
  const { key: tree } = table;
  const asked = tree.kind === "path" && tree.path.root === "request" ? { ...tree, path: { ...tree.path, root: "" } } : tree;
  const message = narrowed(set, { kind: "named", name: union }, asked, segments);
  // The request's method leads to its result, also from the row that maps the answer.
  const method = segments.find((segment) => surface.responses.has(segment));
  const response = method === undefined ? undefined : surface.responses.get(method);
  const { text, unstable } = aboutMessage(set, message, waysTo(asked));
  const about = [...(unstable ? ["UNSTABLE"] : []), ...(text === undefined ? [] : [text])].join(": ");
  const fails = table.answers !== undefined && segments.includes("error");
  return {
    ...(about !== "" && { about }),
    message: shapeLines(set, message),
    ...(fails && { error: shapeLines(set, errorShape) }),
    ...(response !== undefined && !fails && { answer: shapeLines(set, { kind: "named", name: response }) }),
  };
}

/** The fields at which the messages are told apart, and `params`. */
function waysTo(key: CheckedKey): string[][] {
  const own = key.kind === "path" ? [key.path.steps.slice(0, -1).flatMap((step) => (step.kind === "field" ? [step.name] : []))] : [];
  const below = key.kind === "each" ? waysTo(key.key) : [...key.below.values()].flatMap(waysTo);
  return [...new Map([...below, ...own, ["params"]].filter((way) => way.length > 0).map((way) => [way.join("."), way])).values()];
}
