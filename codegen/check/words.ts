/** Names as the words that they are made of, and how alike they are. */

/** `thread/tokenUsage/updated` -> thread, token, usag, updat. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/(?:ing|ed|es|s|e)$/, ""));
}

export function sameName(a: string, b: string): boolean {
  return wordsOf(a).join(" ") === wordsOf(b).join(" ");
}

/** From 0 to 1: how many of their words two names share. */
export function alikeness(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  return left.filter((word) => right.includes(word)).length / Math.max(left.length, right.length, 1);
}

/** Words that mean the same happening, and those that do where the thing is the same, too. */
const same = ["updat chang modifi", "complet finish don end", "delta chunk"];
const close = ["start begin creat add open", "clos delet remov end"];

/** What happens, as the last word says it. */
function happening(words: readonly string[], groups: readonly string[] = same): string | undefined {
  const last = words.at(-1);
  return last === undefined ? undefined : (groups.find((group) => group.split(" ").includes(last)) ?? last);
}

/** What it happens to. */
export function thingsIn(name: string): readonly string[] {
  return wordsOf(name).slice(0, -1);
}

/** A piece of something that goes on. */
export function isPiece(key: string): boolean {
  return happening(wordsOf(key)) === happening(["delta"]);
}

/** Words that turn the meaning round. */
const denials = new Set(["no", "not", "without", "fail", "deni", "reject", "lost", "remov", "delet", "clear"]);

export interface Likeness {
  /** `same`: a kind of the other; `family`: the same happens to things of one kind; `piece`: pieces of different things. */
  readonly kind: "same" | "family" | "piece";
  /** From 0 to 1. */
  readonly score: number;
}

/** Why the one message may be like the other, if it may: the keys differ in one segment. */
export function likeness(key: string, other: string): Likeness | undefined {
  const [left, right] = [key.split(":"), other.split(":")];
  const at = left.findIndex((segment, index) => segment !== right[index]);
  if (at === -1 || left.length !== right.length || left.slice(at + 1).join(":") !== right.slice(at + 1).join(":")) return undefined;
  return likeSegments(left[at]!, right[at]!, at > 0);
}

/** @param below whether both are kinds of one message */
function likeSegments(a: string, b: string, below: boolean): Likeness | undefined {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const [things, others] = [left.slice(0, -1), right.slice(0, -1)];
  if ([...denials].some((word) => things.includes(word) !== others.includes(word))) return undefined;
  const score = alikeness(a, b);
  const isKind = left[0] === right[0] && right.every((word) => left.includes(word)) && !denials.has(left.at(-1)!);
  if (isKind && score >= 1 / 2) return { kind: "same", score };
  if (things.length > 0 && things.join() === others.join() && happening(left, close) === happening(right, close)) return { kind: "family", score: 1 };
  if (happening(left) !== happening(right)) return undefined;
  if (things.length > 0 && left[0] === right[0] && a.split("/").length === b.split("/").length) return { kind: "family", score };
  return isPiece(a) && below ? { kind: "piece", score } : undefined;
}
