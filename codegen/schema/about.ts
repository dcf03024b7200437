import { resolve } from "./index.js";
import type { DefinitionSet, Shape } from "./types.js";

/** What the publisher says of a message. */
export interface About {
  /** The first paragraph that says what it is. */
  readonly text?: string;
  /** The publisher may change or remove it at any time. */
  readonly unstable: boolean;
}

/** @param ways the fields, one below the other, at which messages are told apart: what is said there is said of the message, too */
export function aboutMessage(set: DefinitionSet, shape: Shape, ways: readonly (readonly string[])[]): About {
  const said = [...ways, []].flatMap((way) => way.map((_, index) => way.slice(0, index + 1)).reverse().concat([[]])).flatMap((way) => saidAt(set, shape, way));
  const [text] = said.flatMap((one) => firstLine(one) ?? []);
  return { ...(text !== undefined && { text }), unstable: said.some(isUnstable) };
}

export function isUnstable(description: string): boolean {
  return /\bUNSTABLE\b/.test(description);
}

/** In one line, without what is said of everything unstable. */
export function firstLine(description: string): string | undefined {
  const paragraphs = description.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  return paragraphs.find((paragraph) => paragraph !== "" && !/^\**UNSTABLE\**$/.test(paragraph) && !/^This (?:capability|feature|method|field|type) is not part of the spec/.test(paragraph));
}

function saidAt(set: DefinitionSet, shape: Shape, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return descriptions(set, shape);
  const target = resolve(set, shape);
  const members = target.kind === "union" ? target.members : [target];
  return members.flatMap((member) => {
    const object = resolve(set, member);
    const field = object.kind === "object" ? object.fields.get(name) : undefined;
    if (field === undefined) return [];
    const below = saidAt(set, field.shape, rest);
    return rest.length === 0 && below.length === 0 && field.description !== undefined ? [field.description] : below;
  });
}

/** Those of a name and what it names; where they differ, the nearer first. */
function descriptions(set: DefinitionSet, shape: Shape): string[] {
  if (shape.kind === "object") return shape.description === undefined ? [] : [shape.description];
  if (shape.kind === "union") {
    const [only, ...others] = shape.members.filter(({ kind }) => kind !== "null");
    return only !== undefined && others.length === 0 ? descriptions(set, only) : [];
  }
  if (shape.kind !== "named") return [];
  const definition = set.definitions.get(shape.name);
  return [...(shape.description === undefined ? [] : [shape.description]), ...(definition?.description === undefined ? [] : [definition.description])];
}
