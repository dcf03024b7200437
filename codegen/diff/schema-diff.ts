import { byCodePoint } from "../schema/json.js";
import { findResponses } from "../schema/responses.js";
import type { DefinitionSet, ResponseNames, Shape, Surface } from "../schema/types.js";
import { comparison, type LocalChange } from "./compare.js";
import { messagesOf, unionsOf, type Message } from "./messages.js";
import { reachOf, type Root } from "./reach.js";
import { renames, type Named } from "./renames.js";
import type { Place, Reached, SchemaChange, SchemaDiff } from "./types.js";

/** Both versions of a protocol with their messages, in the order of the newer one. */
export interface Versions {
  readonly from: Version;
  readonly to: Version;
  readonly unions: readonly string[];
}

export interface Version {
  readonly name: string;
  readonly set: DefinitionSet;
  /** By union, then by key. */
  readonly messages: ReadonlyMap<string, ReadonlyMap<string, Message>>;
}

/**
 * Two of the versions of a surface, with their messages.
 * @param named the unions that tables map
 */
export function versionsOf(surface: Surface, from: string, to: string, named: readonly string[]): Versions {
  const [before, after] = [surface.byVersion.get(from)!, surface.byVersion.get(to)!];
  const unions = [...new Set([...unionsOf(after, named), ...unionsOf(before, named)])];
  const version = (name: string, set: DefinitionSet): Version => ({
    name,
    set,
    messages: new Map(unions.flatMap((union) => (set.definitions.has(union) ? [[union, messagesOf(set, union, responsesIn(set, surface))] as const] : []))),
  });
  return { unions, from: version(from, before), to: version(to, after) };
}

/** As the version itself names them; the overlay knows the others. */
function responsesIn(set: DefinitionSet, { responses }: Surface): ResponseNames {
  return new Map([...responses, ...findResponses(set, new Map([...responses].filter(([, name]) => set.definitions.has(name))))]);
}

/** What is different between the messages of two versions, and in what they hold. */
export function diffVersions({ from, to, unions }: Versions): SchemaDiff {
  const { compare, found } = comparison({ from: from.set, to: to.set });
  const changes: Shaped[] = [];
  const reach = { from: reachOf(from.set, rootsOf(from)), to: reachOf(to.set, rootsOf(to)) };
  for (const union of unions) {
    const [before, after] = [from.messages.get(union), to.messages.get(union)];
    if (before === undefined || after === undefined) changes.push({ change: wholeUnion(union, before, after) });
    else changes.push(...diffUnion(union, before, after, compare));
  }
  changes.push(...found.map((change) => placed(change, reach)));
  return { changes: together(withRenames(from.set, to.set, changes)), definitions: { added: onlyIn(reach.to, from.set), removed: onlyIn(reach.from, to.set) } };
}

/** A change with the shape of what was added or removed, by which a new name is known. */
interface Shaped {
  readonly change: SchemaChange;
  readonly shape?: Shape;
}

/** What a place is called among all: a message, its answer, or a definition. */
export function homeOf({ union, message, answer }: Omit<Reached, "path">): string {
  return `${union} ${message}${answer ? " (answer)" : ""}`;
}

function rootsOf({ messages, set }: Version): Root[] {
  return [...messages.values()].flatMap((union) => [...union].flatMap(([key, message]) => rootsOfMessage(set, key, message)));
}

function rootsOfMessage(set: DefinitionSet, key: string, { union, shape, response }: Message): Root[] {
  const root: Root = { union, message: key, answer: false, shape, path: "$" };
  return response === undefined || !set.definitions.has(response) ? [root] : [root, { ...root, answer: true, shape: { kind: "named", name: response }, path: "$.result" }];
}

function wholeUnion(union: string, before: ReadonlyMap<string, Message> | undefined, after: ReadonlyMap<string, Message> | undefined): SchemaChange {
  const messages = after ?? before ?? new Map<string, Message>();
  const reached = [...messages.keys()].map((message): Reached => ({ union, message, answer: false, path: "$" }));
  const text = `${messages.size} message${messages.size === 1 ? "" : "s"}`;
  return { kind: "union", change: after === undefined ? "removed" : "added", name: union, places: [{ definition: union, path: "$" }], reached, ...(after === undefined ? { was: text } : { is: text }) };
}

function diffUnion(union: string, before: ReadonlyMap<string, Message>, after: ReadonlyMap<string, Message>, compare: ReturnType<typeof comparison>["compare"]): Shaped[] {
  const changes: Shaped[] = [];
  const whole = (change: "added" | "removed", key: string, { isRequest, shape }: Message): Shaped => {
    return { shape, change: { kind: isRequest ? "request" : "message", change, name: key, places: [{ path: "$" }], reached: [{ union, message: key, answer: false, path: "$" }] } };
  };
  for (const [key, message] of after) {
    const known = before.get(key);
    if (known === undefined) {
      changes.push(whole("added", key, message));
      continue;
    }
    compare(known.shape, message.shape, { home: homeOf({ union, message: key, answer: false }), path: "$" });
    const response = { union, message: key, answer: true, path: "$.result" };
    if (known.response !== undefined && message.response !== undefined) {
      compare({ kind: "named", name: known.response }, { kind: "named", name: message.response }, { home: homeOf(response), path: "$.result" });
    } else if (known.response !== message.response) {
      const change = known.response === undefined ? "added" : "removed";
      changes.push({ change: { kind: "response", change, name: (message.response ?? known.response)!, places: [{ path: "$.result" }], reached: [response] } });
    }
  }
  for (const [key, message] of before) if (!after.has(key)) changes.push(whole("removed", key, message));
  return changes;
}

/** With the messages that it changes. */
function placed({ at, shapes, ...change }: LocalChange, reach: { readonly from: Reach; readonly to: Reach }): Shaped {
  const shape = shapes.is ?? shapes.was;
  const shaped = shape === undefined || change.change === "changed" ? {} : { shape };
  const side = change.change === "removed" ? reach.from : reach.to;
  const through = side.get(at.home) ?? reach.from.get(at.home);
  if (through !== undefined) {
    const reached = through.map((one) => ({ ...one, path: `${one.path}${at.path.slice(1)}` }));
    return { ...shaped, change: { ...change, places: [{ definition: at.home, path: at.path }], reached } };
  }
  const [union = "", ...rest] = at.home.split(" ");
  const answer = rest.at(-1) === "(answer)";
  const message = (answer ? rest.slice(0, -1) : rest).join(" ");
  return { ...shaped, change: { ...change, places: [{ path: at.path }], reached: [{ union, message, answer, path: at.path }] } };
}

type Reach = ReadonlyMap<string, readonly Reached[]>;

/** Gone and new of one kind at one place are looked at together. */
function withRenames(from: DefinitionSet, to: DefinitionSet, shaped: readonly Shaped[]): SchemaChange[] {
  const groups = new Map<string, Shaped[]>();
  for (const one of shaped) {
    const { kind, change } = one.change;
    if (change === "changed" || kind === "union" || kind === "response" || kind === "type") continue;
    const group = groupOf(one.change);
    groups.set(group, [...(groups.get(group) ?? []), one]);
  }
  const renamed = new Map<SchemaChange, string>();
  for (const group of groups.values()) {
    const named = (of: SchemaChange["change"]): (Named & { readonly change: SchemaChange })[] =>
      group.filter(({ change }) => change.change === of).map(({ change, shape }) => ({ name: change.name, change, ...(shape !== undefined && { shape }) }));
    const [gone, fresh] = [named("removed"), named("added")];
    for (const [was, is] of renames(from, to, gone, fresh)) {
      renamed.set(gone.find(({ name }) => name === was)!.change, is);
      renamed.set(fresh.find(({ name }) => name === is)!.change, was);
    }
  }
  return shaped.map(({ change }) => (renamed.has(change) ? { ...change, renamed: renamed.get(change)! } : change));
}

function groupOf({ kind, name, places: [place], reached }: SchemaChange): string {
  const home = place.definition ?? (reached[0] === undefined ? "" : kind === "message" || kind === "request" ? reached[0].union : homeOf(reached[0]));
  const path = kind === "field" ? place.path.slice(0, -name.length - 1) : kind === "variant" ? place.path.replace(/\([^()]*\)$/, "") : place.path;
  return [kind, home, path].join("\0");
}

/** What changed alike in several messages of a union, or in several variants of a definition, is told once. */
function together(changes: readonly SchemaChange[]): SchemaChange[] {
  const groups = new Map<string, SchemaChange[]>();
  for (const change of changes) {
    const { kind, name, was, is, renamed, places: [place], reached: [first] } = change;
    const home = place.definition ?? (kind === "field" || kind === "value" || kind === "type" ? (first?.union ?? "") : change);
    const key = typeof home === "string" ? [home, kind, change.change, name, was, is, renamed, place.path.replace(/\([^()]*\)/g, "(*)")].join("\0") : String(groups.size);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].map(([first, ...others]): SchemaChange => {
    if (others.length === 0) return first!;
    const all = [first!, ...others];
    const reached = new Map(all.flatMap(anyVariant).map((one) => [homeOf(one), one]));
    return { ...first!, places: all.map(({ places: [place] }) => place) as [Place, ...Place[]], reached: [...reached.values()] };
  });
}

/** The way to any of the variants: `$.params.item(type=*).startedAtMs`. */
function anyVariant({ places: [{ path }], reached }: SchemaChange): Reached[] {
  const below = path.slice(1);
  return reached.map((one) => ({ ...one, path: `${one.path.slice(0, one.path.length - below.length)}${below.replace(/=[^()]*\)/g, "=*)")}` }));
}

function onlyIn(reach: ReadonlyMap<string, unknown>, other: DefinitionSet): string[] {
  return [...reach.keys()].filter((name) => !other.definitions.has(name)).sort(byCodePoint);
}
