import { firstLine, isUnstable } from "../schema/about.js";
import { resolve, shapeText } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";

/** Deep enough to see what a row reads, shallow enough to stay on a page. */
const depth = 3;

/** How many of the objects that a union may be are shown. */
const mostMembers = 40;
const longest = 100;

/** A shape as a person reads it, objects unfolded: `turn: Turn {`, `  id: string`, `  error?: TurnError | null`, `}`. What a union may be stands below it. */
export function shapeLines(set: DefinitionSet, shape: Shape): string[] {
  return lines(set, shape, "", depth, new Set());
}

function lines(set: DefinitionSet, shape: Shape, label: string, left: number, above: ReadonlySet<string>): string[] {
  // `X | null` unfolds like `X`.
  const [only, ...others] = shape.kind === "union" ? shape.members.filter(({ kind }) => kind !== "null") : [shape];
  const inner = only !== undefined && others.length === 0 ? only : shape;
  const target = inner.kind === "list" ? inner.element : inner;
  const name = target.kind === "named" ? target.name : undefined;
  const object = resolve(set, target);
  if (object.kind !== "object" || object.fields.size === 0 || left === 0 || (name !== undefined && above.has(name))) {
    const kinds = object.kind === "union" ? kindsOf(set, object) : [];
    if (kinds.length > 1) return [`${label}${shapeText(shape)}, one of`, ...kinds.slice(0, mostMembers).map((kind) => `  | ${kind}`), ...(kinds.length > mostMembers ? [`  | and ${kinds.length - mostMembers} more`] : [])];
    const meaning = name !== undefined && object.kind === "union" ? `  // ${shapeText(object)}` : "";
    return [`${label}${shapeText(shape)}${meaning}`];
  }

  const around = name === undefined ? above : new Set([...above, name]);
  const fields = [...object.fields].flatMap(([field, { shape: value, required, description }]) => {
    const [first = "", ...rest] = lines(set, value, `${field}${required ? "" : "?"}: `, left - 1, around);
    // What any extension may put there is no news.
    const about = field.startsWith("_") ? "" : aboutText(description ?? wordsOf(value));
    return [about === "" || first.includes("  // ") ? first : `${first}  // ${about}`, ...rest];
  });
  const after = `}${inner.kind === "list" ? "[]" : ""}${inner === shape ? "" : " | null"}`;
  return [`${label}${name === undefined ? "" : `${name} `}{`, ...fields.map((line) => `  ${line}`), after];
}

/** The objects among the members of a union, each in a line with the values of its fields. */
function kindsOf(set: DefinitionSet, shape: Shape & { readonly kind: "union" }): string[] {
  const texts = shape.members.flatMap((member) => {
    const object = resolve(set, member);
    if (object.kind === "null") return [];
    if (object.kind !== "object") return [shapeText(member)];
    const fields = [...object.fields].map(([name, { shape: value, required }]) => `${name}${required ? "" : "?"}: ${shapeText(value)}`);
    const about = aboutText(object.description ?? (member.kind === "named" ? (member.description ?? set.definitions.get(member.name)?.description) : undefined));
    return [`{ ${fields.join(", ")} }${about === "" ? "" : `  // ${about}`}`];
  });
  return shape.members.some((member) => resolve(set, member).kind === "object") ? texts : [];
}

function wordsOf(shape: Shape): string | undefined {
  return shape.kind === "named" || shape.kind === "object" ? shape.description : undefined;
}

/** The first sentence, and whether it may change at any time. */
function aboutText(description: string | undefined): string {
  if (description === undefined) return "";
  const line = firstLine(description) ?? "";
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  const letters = Array.from(sentence);
  const text = letters.length <= longest ? sentence : `${letters.slice(0, longest - 1).join("")}…`;
  return [...(isUnstable(description) ? ["UNSTABLE"] : []), ...(text === "" ? [] : [text])].join(": ");
}
