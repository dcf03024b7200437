import { matchesPattern } from "../mapping/key.js";
import type { TableNode, ValueTableNode } from "../mapping/types.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Surface } from "../schema/types.js";
import { proposeValue } from "./propose-values.js";
import type { Report } from "./report.js";
import type { ResolvedValues } from "./scope.js";
import { fieldNames, listedValues, shapeText, stepInto } from "./shapes.js";
import { enumerate, meant, suggest } from "../spelling.js";
import type { CheckedValueTable, Transform } from "./types.js";

type Enums = CanonicalModel["enums"];
type Values = Pick<ResolvedValues, "takes" | "open"> & { readonly form: CheckedValueTable["form"] };

/** The value tables of a file by name: each has a line for every value of its enum, and none for another. */
export function checkValueTables(table: TableNode, surfaces: ReadonlyMap<string, Surface>, transforms: ReadonlyMap<string, Transform>, enums: Enums, report: Report): Map<string, ResolvedValues> {
  const resolved = new Map<string, ResolvedValues>();
  for (const node of table.values) {
    const name = node.name.value;
    if (transforms.has(name)) report("duplicate-values", node.name.at, `The value table "${name}" has the name of a transform.`, "Rename one of the two.");
    const values = resolveOf(node, surfaces, report);
    const missing = values ? checkMap(node, values, enums, report) : [];
    if (node.unlisted === undefined && values?.form !== "boolean") {
      report("missing-unlisted", node.name.at, `The value table "${name}" does not say what a value that no schema lists becomes.`, "Add `unlisted:` with the most careful of its results.");
    }
    resolved.set(name, assemble(node, values, missing));
  }
  return resolved;
}

function assemble(node: ValueTableNode, values: Values | undefined, missing: ResolvedValues["missing"]): ResolvedValues {
  const results = [...node.map.map(({ to }) => to), ...[node.unlisted, node.absent].filter((result) => result !== undefined)];
  return {
    takes: values?.takes ?? "anything",
    open: values?.open ?? true,
    results,
    missing,
    table: {
      name: node.name.value,
      of: node.of.value,
      form: values?.form ?? "string",
      map: node.map.map(({ from, to }) => ({ from: from.value, pattern: isPattern(node, from.value), to: to.value })),
      unlisted: node.unlisted?.value,
      absent: node.absent?.value,
      at: node.name.at,
    },
  };
}

function isPattern(node: ValueTableNode, value: string): boolean {
  return node.of.value === "string" && value.includes("*");
}

/** The values that `of` names. */
function resolveOf({ of }: ValueTableNode, surfaces: ReadonlyMap<string, Surface>, report: Report): Values | undefined {
  if (of.value === "string") return { takes: "string", open: true, form: "string" };
  if (of.value === "boolean") return { takes: "boolean", open: false, form: "boolean" };
  const [protocol = "", pointer = ""] = of.value.split("#/", 2);
  const surface = surfaces.get(protocol);
  if (surface === undefined) {
    report("unknown-protocol", of.at, `No schemas of a protocol "${protocol}" are vendored.`, suggest(protocol, surfaces.keys(), "There is"));
    return undefined;
  }
  const { definitions } = surface.merged;
  const [definition = "", ...properties] = definitions.has(pointer) ? [pointer] : pointer.split(".");
  const found = definitions.get(definition);
  if (found === undefined) {
    report("unknown-definition", of.at, `${protocol} has no definition "${definition}".`, suggest(definition, definitions.keys(), "There is"));
    return undefined;
  }
  let shape = found.shape;
  for (const property of properties) {
    const next = stepInto(surface.merged, shape, property);
    if (next === undefined) {
      report("unknown-path", of.at, `${definition} has no property "${property}".`, suggest(property, fieldNames(surface.merged, shape), "It has"));
      return undefined;
    }
    shape = next.shape;
  }
  const listed = listedValues(surface.merged, shape);
  if (listed === undefined || (listed.values.length === 0 && listed.open)) {
    report("not-an-enum", of.at, `"${of.value}" lists no values: it is ${shapeText(shape)}.`, "A table for any text says `of: string`.");
    return undefined;
  }
  return { takes: listed.values, open: listed.open, form: listed.form };
}

function checkMap(node: ValueTableNode, { takes }: Values, enums: Enums, report: Report): ResolvedValues["missing"] {
  const values = typeof takes !== "string" ? takes : takes === "boolean" ? ["true", "false"] : undefined;
  for (const { from, to, undecided, choices } of node.map) {
    const hint = choices === undefined ? `Write the word alone: \`${from.value}: ${String(to.value)}\`, or another.` : `Write the right word alone: ${choices.map(String).join(", ")}, or another.`;
    if (undecided) report("undecided-value", undecided, `Nobody has decided yet what "${from.value}" becomes.`, hint, { undecided: `${node.name.value}: ${from.value} -> ${choices === undefined ? String(to.value) : `one of ${enumerate(choices.map(String))}`}` });
  }
  const seen = new Set<string>();
  const misspelt = new Set<string>();
  for (const { from } of node.map) seen.add(from.value);
  for (const { from } of node.map) {
    if (values === undefined || values.includes(from.value)) continue;
    const matched = values.filter((value) => matchesPattern(from.value, value));
    if (from.value.includes("*") && matched.length > 0) {
      report("pattern-in-enum", from.at, `"${from.value}" is a pattern, but every value of ${node.of.value} has its own line.`, `It would match ${matched.join(", ")}.`);
      matched.forEach((value) => seen.add(value));
    } else {
      const left = values.filter((value) => !seen.has(value));
      misspelt.add(meant(from.value, left) ?? "");
      report("unknown-value", from.at, `"${from.value}" is no value of ${node.of.value}.`, suggest(from.value, left, "Not mapped yet") ?? `Remove the line; it has ${enumerate(values)}.`);
    }
  }
  const missing = (values ?? []).filter((value) => !seen.has(value) && !misspelt.has(value));
  if (missing.length === 0) return [];
  const proposed = missing.map((value) => proposeValue(node, value, enums));
  report("missing-values", node.name.at, `The value table "${node.name.value}" has no line for ${missing.map((value) => `"${value}"`).join(", ")}.`, `Add to its \`map\`:\n${proposed.map(({ text }) => `  ${text}`).join("\n")}`);
  return proposed;
}
