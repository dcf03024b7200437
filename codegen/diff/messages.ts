import { branches, discriminate, field, resolve } from "../schema/index.js";
import { members } from "../schema/walk.js";
import type { DefinitionSet, Discriminator, ResponseNames, Shape } from "../schema/types.js";

/** One message of a union in one version. */
export interface Message {
  readonly union: string;
  /** The values that tell it from the others. */
  readonly segments: readonly string[];
  readonly shape: Shape;
  readonly isRequest: boolean;
  /** The definition of what answers it. */
  readonly response: string | undefined;
}

/** The unions of messages of a version: what the tables name, and every definition that is nothing but objects with a method. Without any, the tagged unions that no other definition refers to. */
export function unionsOf(set: DefinitionSet, named: readonly string[]): string[] {
  const mapped = named.filter((name) => set.definitions.has(name));
  const found = [...set.definitions.keys()].filter((name) => mapped.includes(name) || isMethodUnion(set, name));
  const wider = found.filter((name) => !mapped.includes(name) && found.some((other) => other !== name && contains(set, name, other)));
  const unions = found.filter((name) => !wider.includes(name));
  if (unions.length > 0) return unions;
  const referred = new Set([...set.definitions.values()].flatMap(({ name, shape }) => [...namesIn(shape)].filter((other) => other !== name)));
  return [...set.definitions.keys()].filter((name) => !referred.has(name) && discriminate(set, name) !== undefined);
}

/** The messages of a union by their key, in schema order. */
export function messagesOf(set: DefinitionSet, union: string, responses: ResponseNames): Map<string, Message> {
  const shape: Shape = { kind: "named", name: union };
  const tag = discriminate(set, union) ?? (isMethodUnion(set, union) ? { path: ["method"], values: new Map(), catchAll: false } : undefined);
  const messages = new Map<string, Message>();
  const add = (segments: readonly string[], narrowed: Shape): void => {
    const response = responses.get(segments[0] ?? "");
    const isRequest = response !== undefined || field(set, narrowed, "id") !== undefined && field(set, narrowed, "method") !== undefined;
    messages.set(segments.join(":"), { union, segments, shape: narrowed, isRequest, response: isRequest && response !== undefined && set.definitions.has(response) ? response : undefined });
  };
  if (tag === undefined) add([], shape);
  else addTagged(set, shape, tag, [], add);
  return messages;
}

function addTagged(set: DefinitionSet, shape: Shape, tag: Discriminator, above: readonly string[], add: (segments: readonly string[], shape: Shape) => void): void {
  for (const { value, shape: narrowed } of branches(set, shape, tag.path).values) {
    const below = tag.values.get(value)?.below;
    // A tag deeper inside tells apart what the message holds, not messages.
    if (below !== undefined && below.path.length === 1 && tag.path.length === 1) addTagged(set, narrowed, below, [...above, value], add);
    else add([...above, value], narrowed);
  }
}

function isMethodUnion(set: DefinitionSet, name: string): boolean {
  const all = members(set, { kind: "named", name });
  return all.length > 0 && all.every((member) => member.kind === "object" && member.fields.get("method")?.required === true && resolve(set, member.fields.get("method")!.shape).kind === "literal");
}

/** All that the one union takes, the other takes, too. */
function contains(set: DefinitionSet, wide: string, narrow: string): boolean {
  const { shape } = set.definitions.get(wide)!;
  const parts = shape.kind === "union" ? shape.members : [shape];
  return parts.some((part) => part.kind === "named" && (part.name === narrow || (resolve(set, part).kind === "union" && contains(set, part.name, narrow))));
}

/** Definitions that a shape names without unfolding them. */
export function namesIn(shape: Shape, names = new Set<string>()): Set<string> {
  switch (shape.kind) {
    case "named":
      names.add(shape.name);
      break;
    case "list":
      namesIn(shape.element, names);
      break;
    case "union":
      for (const member of shape.members) namesIn(member, names);
      break;
    case "object":
      for (const { shape: below } of shape.fields.values()) namesIn(below, names);
      if (shape.rest !== undefined) namesIn(shape.rest, names);
  }
  return names;
}
