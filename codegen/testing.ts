/**
 * What generated tests are made of (`mapwright/testing`): for every message that the vendored schemas list, in every
 * version, a sample built from its schema goes through its mapper, and what comes out is checked against the canonical model.
 */
import { validateEvent } from "../src/canonical.js";
import type { Draft, Memory, Table, Unvalidated } from "../src/contract.js";
import { eventOf } from "./testing/event.js";
import { sampleOf } from "./testing/message.js";
import { readVersions } from "./testing/schemas.js";

export { shippedSchemas } from "./testing/shipped.js";

/** What tells one listed message from the others: values at dotted paths, `null` for absent. */
export interface Kind {
  readonly message?: Forced;
  /** For an answer: the request that asked, and which of `result` and `error` the answer has. */
  readonly request?: Forced;
  readonly has?: string;
  /** What earlier messages left in memory, by cell. */
  readonly memory?: { readonly [cell: string]: { readonly [name: string]: string | null } };
  /** Where not all vendored versions have the message: those that have it. */
  readonly versions?: readonly string[];
}
export type Forced = { readonly [path: string]: string | null };

export interface Subject {
  readonly table: Table;
  /**
   * The folder of the protocol's versions: `schemas/codex-app-server/`. Of several, a version is that of the first that has it, and so
   * is `overlay.yaml`: two are not united.
   */
  readonly schemas: URL | readonly URL[];
  readonly protocol: string;
  /** Oldest first. */
  readonly versions: readonly string[];
  /** The definition of the messages; for answers, of the requests. */
  readonly union: string;
  /** What the host wrote, not what it received. */
  readonly sent?: boolean;
  /** What is wrong with an event. Default: `validateEvent`; a project that adds events has one of its own, by `validatorOf`. */
  readonly validate?: (event: unknown) => readonly string[];
  /** By key, as rows write it. */
  readonly messages: { readonly [key: string]: Kind };
}

export interface Suite {
  /** Those that have any of the messages. */
  readonly versions: readonly string[];
  /** The messages that a version has. */
  keys(version: string): readonly string[];
  /** What is wrong with one of them or with what it becomes; empty if nothing is. */
  problems(version: string, key: string): readonly string[];
}

/** Reads the schemas of a table's protocol, to try every message that they list. Throws if they cannot be read. */
export async function exhaustive(subject: Subject): Promise<Suite> {
  const { table, messages, versions, union, validate = validateEvent } = subject;
  const map = subject.sent === true ? table.sent : table.map;
  const surface = await readVersions([subject.schemas].flat(), subject.protocol, versions);
  const keys = (version: string): string[] => Object.keys(messages).filter((key) => messages[key]?.versions?.includes(version) ?? true);
  return {
    // A version may have lost the whole union.
    versions: versions.filter((version) => keys(version).length > 0),
    keys,
    problems: (version, key) => {
      const kind = messages[key] ?? {};
      const sample = sampleOf(surface, version, union, kind);
      if (sample.problems.length > 0) return sample.problems;
      const drafts = map?.(sample.message, remembering(kind), sample.request);
      if (drafts === undefined) return ["no row takes it"];
      return drafts.flatMap((draft) => validate(eventOf(draft, table.source, sample.message)).map((problem) => `${draft.type}${problem}`));
    },
  };
}

/** What a message becomes by itself, for the examples that rows carry. */
export function draftsOf(table: Table, message: unknown): readonly { readonly type: string; readonly payload: unknown }[] {
  const drafts: readonly Draft[] = table.map(message as Unvalidated, remembering({})) ?? [];
  return drafts.map(({ type, payload }) => ({ type, payload }));
}

/** A memory that holds what it is given, whatever the key. */
function remembering({ memory = {} }: Kind): Memory {
  const cells = new Map(Object.entries(memory));
  return { recall: (cell) => (cells.get(cell) ?? {}) as unknown as Unvalidated, remember: () => undefined };
}
