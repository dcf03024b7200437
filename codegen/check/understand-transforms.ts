import { decisions } from "./decisions.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Shape } from "../schema/types.js";
import type { Report } from "./report.js";
import { unionOf } from "./shapes.js";
import { suggest } from "../spelling.js";
import type { Transform } from "./types.js";

/** Transforms by name, with the types of the canonical model unfolded, and without those that decide too much. */
export function understandTransforms(transforms: readonly Transform[], canonical: CanonicalModel, report: Report): Map<string, Transform> {
  const known = new Map<string, Transform>();
  const statuses = statusesOf(canonical);
  for (const transform of transforms) {
    const other = known.get(transform.name);
    if (other) {
      report("duplicate-transform", transform.at, `There are two transforms "${transform.name}", in ${other.module} and ${transform.module}.`, "Rename one of the two.");
      continue;
    }
    const unfold = (shape: Shape): Shape => unfolded(shape, canonical, (name) => report("transform-type", transform.at, `The canonical model has no enum and no id "${name}".`, suggest(name, [...canonical.enums.keys(), ...canonical.brands], "There is")));
    const understood = { ...transform, parameter: unfold(transform.parameter), result: unfold(transform.result) };
    known.set(transform.name, understood);
    if (decidesStatus(understood, statuses)) {
      report("transform-decides-status", transform.at, `The transform "${transform.name}" decides a status from several fields.`, "That is for the table to show: alternatives with `when`, and a value table.");
    }
  }
  return known;
}

function unfolded(shape: Shape, canonical: CanonicalModel, missing: (name: string) => void): Shape {
  const go = (part: Shape): Shape => unfolded(part, canonical, missing);
  switch (shape.kind) {
    case "named": {
      const values = canonical.enums.get(shape.name);
      if (values) return unionOf(values.map((value) => ({ kind: "literal", value })));
      if (!canonical.brands.includes(shape.name)) missing(shape.name);
      return { kind: "string" };
    }
    case "list":
      return { kind: "list", element: go(shape.element) };
    case "union":
      return unionOf(shape.members.map(go));
    case "object":
      return { ...shape, fields: new Map([...shape.fields].map(([name, field]) => [name, { ...field, shape: go(field.shape) }])), ...(shape.rest && { rest: go(shape.rest) }) };
    default:
      return shape;
  }
}

/** The words of every `state`, `status` and `outcome`, each as a set, and the decisions. */
function statusesOf(canonical: CanonicalModel): ReadonlySet<string>[] {
  const shapes = canonical.events.flatMap(({ fields }) => fields.filter(({ name }) => name === "state" || name === "status" || name === "outcome").map(({ shape }) => shape));
  return [...shapes.map((shape) => new Set(literals(shape))), new Set<string>(decisions)];
}

/** Several fields of an object in, one of a status's words out. */
function decidesStatus({ parameter, result }: Transform, statuses: readonly ReadonlySet<string>[]): boolean {
  const takesSeveral = (parameter.kind === "union" ? parameter.members : [parameter]).some((member) => member.kind === "object" && member.fields.size > 1);
  const words = literals(result);
  const isEnum = words.length > 1 && words.length === (result.kind === "union" ? result.members.length : 1);
  return takesSeveral && isEnum && statuses.some((status) => words.every((word) => status.has(word)));
}

function literals(shape: Shape): string[] {
  return (shape.kind === "union" ? shape.members : [shape]).flatMap((member) => (member.kind === "literal" && typeof member.value === "string" ? member.value : []));
}
