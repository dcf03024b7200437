import type { CheckedTable, Program } from "../check/types.js";
import { narrowed } from "../emit/declared.js";
import { shapeLines } from "./shape-lines.js";

/** What the schemas say of the message of a row. */

/** The message of a key and, for a request or an answer, the result of the request, much as TypeScript would say it. */
export function schemasOf(program: Program, table: CheckedTable, segments: readonly string[], sent: boolean): { message?: string[]; answer?: string[] } {
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
  return {
    message: shapeLines(set, message),
    ...(response !== undefined && { answer: shapeLines(set, { kind: "named", name: response }) }),
  };
}
