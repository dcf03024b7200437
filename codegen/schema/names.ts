import type { Diagnostic } from "../diagnostic.js";
import { byCodePoint } from "./json.js";
import { placeIn } from "./json-place.js";
import { baseName } from "./read-files.js";
import type { Node } from "./read-nodes.js";

/** One definition, however many files repeat it. */
export interface Entry {
  readonly name: string;
  /** The node whose titles and descriptions are kept. */
  readonly node: Node;
}

export interface Names {
  readonly entries: readonly Entry[];
  readonly nameOf: ReadonlyMap<Node, string>;
}

/**
 * Gives every definition one name, and finds the repeated ones equal.
 *
 * Two nodes of one key are the same definition if their schemas are equal, titles and descriptions aside, and if their
 * references mean the same. Where one key stands for several definitions, the one that stands in most files keeps the
 * name (of equals, the one in the last folder: `v2` before `v1`, and the less nested); each other is qualified by its
 * namespace (`v2.Id` is `V2Id`) or else by the file that disagrees most (`EventMsgTextElement`).
 */
export function nameNodes(nodes: readonly Node[], report: (diagnostic: Diagnostic) => void): Names {
  const classOf = classify(nodes);
  const groups = new Map<string, Map<number, Node[]>>();
  for (const node of nodes) {
    const classes = at(groups, node.key, () => new Map<number, Node[]>());
    at(classes, classOf.get(node) ?? -1, (): Node[] => []).push(node);
  }

  const ranked = [...groups].map(([key, classes]) => ({ key, classes: [...classes.values()].map(sorted).sort(byRank) }));
  const strangeness = new Map<string, number>();
  for (const { classes } of ranked) {
    for (const node of classes.slice(1).flat()) strangeness.set(node.file.path, (strangeness.get(node.file.path) ?? 0) + 1);
  }

  const taken = new Map<string, Node>();
  const entries: Entry[] = [];
  const nameOf = new Map<Node, string>();
  const claim = (members: readonly Node[], name: string): void => {
    const node = members.find((member) => member.pointer.length === 0) ?? (members[0] as Node);
    const other = taken.get(name);
    if (other !== undefined) {
      report({
        code: "name-collision",
        severity: "error",
        ...placeIn(node.file.shown, node.file.text, node.pointer, "key"),
        message: `The definitions "${pointerText(other)}" and "${pointerText(node)}" differ and would both be named "${name}".`,
        hint: "Nothing tells them apart: leave one of the files out of the folder, or report it to mapwright.",
      });
      return;
    }
    taken.set(name, node);
    entries.push({ name, node });
    for (const member of members) nameOf.set(member, name);
  };

  // Keys that are identifiers come first: `TurnCompleted` keeps its name beside `turn/completed`.
  for (const plain of [true, false]) {
    for (const { key, classes } of ranked) {
      if ((identifier(key) === key) !== plain) continue;
      const name = taken.has(identifier(key)) ? escaped(key) : identifier(key);
      if (classes[0]) claim(classes[0], name);
    }
  }
  for (const { key, classes } of ranked) {
    for (const members of classes.slice(1)) claim(members, `${qualifier(members, strangeness)}${capital(identifier(key))}`);
  }
  return { entries, nameOf };
}

/** What TypeScript keeps to itself where a type is named. */
const RESERVED = new Set(
  (
    "any bigint boolean never number object string symbol undefined unknown void " +
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements " +
    "import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var while with yield"
  ).split(" "),
);

/** Whether TypeScript takes a name for a type as it is. */
export function isTypeName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name);
}

/** A name that TypeScript takes: `turn/completed` is `TurnCompleted`, `class` is `Class`. */
export function identifier(key: string): string {
  if (isTypeName(key)) return key;
  const name = key.split(/[^\w$]+/).map(capital).join("");
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`;
}

/** Nodes that say the same, split for as long as two nodes of one class refer to different classes. */
function classify(nodes: readonly Node[]): ReadonlyMap<Node, number> {
  let classOf = new Map<Node, number>();
  for (const [index, node] of nodes.entries()) classOf.set(node, node.like === undefined ? index : (classOf.get(node.like) ?? index));
  for (let count = new Set(classOf.values()).size; ; ) {
    const numbers = new Map<string, number>();
    const next = new Map<Node, number>();
    for (const node of nodes) {
      const targets = [...node.refs.values()].map((target) => classOf.get(target) ?? -1);
      const signature = `${classOf.get(node)}:${targets.sort((a, b) => a - b).join()}`;
      next.set(node, at(numbers, signature, () => numbers.size));
    }
    if (numbers.size === count) return classOf;
    count = numbers.size;
    classOf = next;
  }
}

function sorted(members: readonly Node[]): Node[] {
  return [...members].sort((a, b) => a.pointer.length - b.pointer.length || byCodePoint(a.file.path, b.file.path) || byCodePoint(a.pointer.join("\0"), b.pointer.join("\0")));
}

function byRank(a: readonly Node[], b: readonly Node[]): number {
  return files(b) - files(a) || byCodePoint(lastPath(b), lastPath(a)) || depth(a) - depth(b) || byCodePoint(pointers(a), pointers(b));
}

function files(members: readonly Node[]): number {
  return new Set(members.map((node) => node.file.path)).size;
}

function lastPath(members: readonly Node[]): string {
  return members.map((node) => node.file.path).sort(byCodePoint).at(-1) ?? "";
}

function depth(members: readonly Node[]): number {
  return Math.min(...members.map((node) => node.pointer.length));
}

function pointers(members: readonly Node[]): string {
  return members.map((node) => node.pointer.join("\0")).join("\0\0");
}

function qualifier(members: readonly Node[], strangeness: ReadonlyMap<string, number>): string {
  const namespace = members[0]?.pointer.slice(1, -1) ?? [];
  if (namespace.length > 0) return namespace.map((step) => capital(identifier(step))).join("");
  const paths = members.map((node) => node.file.path);
  const path = paths.sort((a, b) => (strangeness.get(b) ?? 0) - (strangeness.get(a) ?? 0) || byCodePoint(a, b))[0] ?? "";
  const isRoot = members.some((node) => node.file.path === path && node.pointer.length === 0);
  if (!isRoot) return capital(identifier(baseName(path)));
  const folder = path.split("/").slice(0, -1);
  return folder.length === 0 ? "Root" : folder.map((step) => capital(identifier(step))).join("");
}

/** A second choice that no other key can have. */
function escaped(key: string): string {
  const name = key.replace(/[^A-Za-z0-9$]/g, (char) => `_${char.codePointAt(0)?.toString(16)}_`);
  return isTypeName(name) ? name : `_${name}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function pointerText(node: Node): string {
  return `${node.file.path}#/${node.pointer.join("/")}`;
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
