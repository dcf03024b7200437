import { distance } from "fastest-levenshtein";
import { resolve } from "../schema/index.js";
import type { DefinitionSet, Shape } from "../schema/types.js";
import { partsOf } from "./parts.js";

/** Something of one version that has a name. Without a shape, the name must say it all. */
export interface Named {
  readonly name: string;
  readonly shape?: Shape;
}

/** How close names must be; of the same shape, less is enough. */
const close = 0.6;
const closeOfSameShape = 0.5;

/** What is gone beside what is new, where name and shape are close: pairs, the closest first, each used once. */
export function renames(from: DefinitionSet, to: DefinitionSet, gone: readonly Named[], fresh: readonly Named[]): (readonly [was: string, is: string])[] {
  const pairs = gone.flatMap((was) =>
    fresh.flatMap((is) => {
      const name = alikeNames(was.name, is.name);
      const shape = was.shape === undefined || is.shape === undefined ? undefined : alikeShapes(from, was.shape, to, is.shape);
      // Of another family, `thread/goal/clear` beside `thread/rollback`, all that is alike may be what the families share.
      const meant = familyOf(was.name) === familyOf(is.name) && (shape === undefined ? name >= close : (name >= close && shape >= 0.5) || (name >= closeOfSameShape && shape === 1));
      return meant ? [{ was: was.name, is: is.name, score: 2 * name + (shape ?? 0) }] : [];
    }),
  );
  pairs.sort((a, b) => b.score - a.score);
  const used = new Set<string>();
  return pairs.flatMap(({ was, is }) => {
    if (used.has(`-${was}`) || used.has(`+${is}`)) return [];
    used.add(`-${was}`).add(`+${is}`);
    return [[was, is] as const];
  });
}

/** From 0 to 1: by letters, or by words in any order. */
function alikeNames(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const [one, other] = [left.join(""), right.join("")];
  const letters = 1 - distance(one, other) / Math.max(one.length, other.length, 1);
  const words = (2 * left.filter((word) => right.includes(word)).length) / Math.max(left.length + right.length, 1);
  return Math.max(letters, words);
}

function familyOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/** From 0 to 1: which fields they share, two steps deep, or whether they are of one kind. */
function alikeShapes(from: DefinitionSet, was: Shape, to: DefinitionSet, is: Shape): number {
  const [left, right] = [outline(from, was, 2), outline(to, is, 2)];
  const shared = left.filter((part) => right.includes(part)).length;
  return left.length + right.length === 0 ? 1 : shared / (left.length + right.length - shared);
}

/** `.params`, `.params.threadId`, `:string`. Of what tells messages apart, the name is not part of the shape. */
function outline(set: DefinitionSet, shape: Shape, depth: number, above = ""): string[] {
  const { plain, lists, objects, literals } = partsOf(set, shape);
  const here = [...[...plain].map((kind) => `${above}:${kind}`), ...(lists.length > 0 ? [`${above}:list`] : []), ...(literals.size > 0 ? [`${above}:word`] : [])];
  const fields = objects.flatMap((object) => {
    const target = resolve(set, object);
    if (target.kind !== "object") return [];
    return [...target.fields].flatMap(([name, field]) => [`${above}.${name}`, ...(depth > 0 ? outline(set, field.shape, depth - 1, `${above}.${name}`) : [])]);
  });
  return [...new Set([...here, ...fields])];
}
