import type { CheckedKey, CheckedTable, CoveredKey, Program } from "../check/types.js";
import type { Path } from "../mapping/types.js";
import { branches, field, resolve, shapeText } from "../schema/index.js";
import type { Branch, Shape, Surface } from "../schema/types.js";

/** For each key that a row may have, what an editor says about its message. */
export type MessageDocs = ReadonlyMap<string, string>;

/** More of a message's fields than this are left to its schema. */
const mostFields = 16;

/**
 * The keys of a table's messages, or with `sentUnion` of what the host writes: those that the rows cover, and those
 * that the schema lists besides, since not every table must have a row for each; then the keys of rows that are no message's.
 * In schema order, those of rows last whose values no schema lists.
 */
export function messageDocs(program: Program, table: CheckedTable, sentUnion?: string): MessageDocs {
  const surface = program.surfaces.get(table.protocol);
  const rows = sentUnion === undefined ? table.rows : table.sent;
  const versions = new Map(rows.flatMap((row) => row.covers.map((covered) => [covered.key, covered.versions] as const)));
  const docs = new Map<string, string>();
  const all = table.versions;
  if (surface !== undefined) {
    const union: Shape = { kind: "named", name: sentUnion ?? table.union };
    for (const { key, branch } of keysBelow(surface, (sentUnion === undefined ? undefined : table.sentKey) ?? table.key, union)) docs.set(key, docsOf(surface, key, branch, versions.get(key)));
  }
  for (const [key, known] of versions) if (!docs.has(key)) docs.set(key, versionsText(key, known, all));
  for (const { key, covers, open } of rows) if (!docs.has(key)) docs.set(key, coversText(key, covers, open, all));
  for (const { key } of sentUnion === undefined ? (table.uncovered ?? []) : []) if (!docs.has(key)) docs.set(key, versionsText(key, undefined, all));
  return docs;
}

interface KeyedBranch {
  readonly key: string;
  readonly branch: Branch | undefined;
}

/** Only paths of fields into the message, or into the request that it answers, have values that a schema lists. */
function keysBelow(surface: Surface, key: CheckedKey, shape: Shape | undefined): KeyedBranch[] {
  if (key.kind === "each") return [];
  const values = key.kind === "has" ? key.fields.map((name) => ({ value: name, branch: undefined })) : valuesOf(surface, key.path, shape);
  return values.flatMap(({ value, branch }) => {
    const below = key.below.get(value) ?? key.below.get("*");
    if (below === undefined) return [{ key: value, branch }];
    return keysBelow(surface, below, branch?.shape).map((inner) => ({ key: `${value}:${inner.key}`, branch: inner.branch ?? branch }));
  });
}

function valuesOf(surface: Surface, path: Path, shape: Shape | undefined): { value: string; branch: Branch }[] {
  const steps = path.steps.flatMap((step) => (step.kind === "field" ? [step.name] : []));
  if (shape === undefined || steps.length < path.steps.length || (path.root !== "" && path.root !== "request")) return [];
  return branches(surface.merged, shape, steps).values.map((branch) => ({ value: branch.value, branch }));
}

function docsOf(surface: Surface, key: string, branch: Branch | undefined, versions: readonly string[] | undefined): string {
  const params = branch && field(surface.merged, branch.shape, "params");
  const fields = params === undefined ? [] : fieldLines(surface, params.shape, "$.params");
  return [
    versionsText(key, versions, surface.versions),
    ...(branch?.description === undefined ? [] : [branch.description]),
    ...(fields.length > 0 ? [fields.join("\n")] : []),
  ].join("\n\n");
}

function fieldLines(surface: Surface, shape: Shape, root: string): string[] {
  const target = resolve(surface.merged, shape);
  if (target.kind !== "object") return [];
  const lines = [...target.fields].map(
    ([name, one]) => `- \`${root}.${name}\`${one.required ? "" : " (optional)"}: \`${shapeText(one.shape)}\``,
  );
  return lines.length > mostFields ? [...lines.slice(0, mostFields), `- and ${lines.length - mostFields} more`] : lines;
}

function versionsText(key: string, versions: readonly string[] | undefined, all: readonly string[]): string {
  return `**${key}**${versions === undefined || versions.length === 0 ? "" : `, ${when(versions, all)}`}`;
}

/** `since 0.171.0` for what came later and stayed, else `in` each of its versions. */
function when(versions: readonly string[], all: readonly string[]): string {
  const came = all.indexOf(versions[0]!);
  return came > 0 && all.length - came === versions.length ? `since ${versions[0]}` : `in ${versions.join(", ")}`;
}

/** A pattern or a group, as it is written. */
function coversText(key: string, covers: readonly CoveredKey[], open: boolean, all: readonly string[]): string {
  const lines = covers.map((covered) => `- \`${covered.key}\`, ${when(covered.versions, all)}`);
  const shown = lines.length > mostFields ? [...lines.slice(0, mostFields), `- and ${lines.length - mostFields} more`] : lines;
  return [`**${key}** takes:`, [...shown, ...(open ? ["- what no schema lists"] : [])].join("\n")].join("\n\n");
}
