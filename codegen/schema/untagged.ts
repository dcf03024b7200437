import type { Diagnostic } from "../diagnostic.js";
import { refName } from "./clean.js";
import { isObject } from "./json.js";
import type { JsonPath } from "./json-place.js";
import { shapeOf } from "./shape.js";
import type { DefinitionSet, JsonSchema, Shape } from "./types.js";
import { members } from "./walk.js";

/**
 * A union that declares its tag (`discriminator`) should have it in every member: reports each member that lacks it, which
 * takes whatever no other member is tagged with.
 */
export function findUntagged(name: string, schema: JsonSchema, set: DefinitionSet, report: (problem: Pick<Diagnostic, "code" | "severity" | "message" | "hint" | "union">, path: JsonPath) => void, at: JsonPath = []): void {
  if (Array.isArray(schema)) for (const [index, entry] of schema.entries()) findUntagged(name, entry, set, report, [...at, index]);
  if (!isObject(schema)) return;
  const tag = isObject(schema.discriminator) ? schema.discriminator.propertyName : undefined;
  const list = schema.oneOf ?? schema.anyOf;
  if (typeof tag === "string" && Array.isArray(list)) {
    for (const [index, member] of list.entries()) {
      const shapes = members(set, shapeOf(member, (other) => set.definitions.get(other)?.shape));
      const tagged = shapes.every((shape) => shape.kind === "object" && isTag(set, shape.fields.get(tag)?.shape ?? { kind: "unknown" }));
      if (tagged) continue;
      const title = isObject(member) && typeof member.title === "string" ? member.title : refName(member);
      report({
        code: "untagged-member",
        severity: "warning",
        message: `Member ${title === undefined ? index + 1 : `"${title}"`} of the union "${name}" has no value for its tag "${tag}": it takes every value that no other member has.`,
        hint: "A table over this union needs a row for (other).",
        union: name,
      }, [...at, "discriminator"]);
    }
  }
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value === "object" && value !== null) findUntagged(name, value as JsonSchema, set, report, [...at, key]);
  }
}

function isTag(set: DefinitionSet, shape: Shape): boolean {
  return members(set, shape).every((member) => member.kind === "literal");
}
