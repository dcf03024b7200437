import type { Change } from "../diff/index.js";
import { compareVersions } from "../vendor/lock.js";
import type { Settings } from "./config.js";
import type { Inputs } from "./inputs.js";
import { diffSchemas } from "./schema-diff.js";
import { counts } from "./schema-diff-report.js";

/** A version that is covered now and was not, or the other way round. */
export interface VersionChange {
  readonly protocol: string;
  readonly version: string;
  readonly change: "added" | "removed";
  /** The nearest version of the other state, which it is compared with; absent where that has none. */
  readonly against?: string;
  /** What of it concerns the tables, as `diff` judges it. */
  readonly summary?: { readonly breaks: number; readonly needs: number; readonly safe: number; readonly unknown: number };
  /** `230 fields added`, the most first. */
  readonly counts: readonly string[];
  readonly messages: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

/** Compares each version that came or went with its nearest neighbour. The schemas of both states must be among the inputs. */
export async function versionChanges(before: Settings, after: Settings, inputs: Inputs): Promise<VersionChange[]> {
  const changes: VersionChange[] = [];
  for (const name of new Set([...after.protocols, ...before.protocols].map((protocol) => protocol.name))) {
    const [was, is] = [before, after].map(({ protocols }) => protocols.find((protocol) => protocol.name === name)?.versions ?? []) as [readonly string[], readonly string[]];
    for (const version of is.filter((one) => !was.includes(one))) changes.push(await compared(after, inputs, name, version, "added", nearest(was, version)));
    for (const version of was.filter((one) => !is.includes(one))) changes.push(await compared(after, inputs, name, version, "removed", nearest(is, version)));
  }
  return changes;
}

async function compared(settings: Settings, inputs: Inputs, protocol: string, version: string, change: VersionChange["change"], against: string | undefined): Promise<VersionChange> {
  const about = { protocol, version, change, ...(against !== undefined && { against }) };
  if (against === undefined) return { ...about, counts: [], messages: { added: [], removed: [] } };
  const [from, to] = change === "added" ? [against, version] : [version, against];
  const { report } = await diffSchemas(settings, inputs, { protocol, from, to });
  const changes = report?.changes ?? [];
  const messages = (kind: Change["change"]): string[] => changes.filter((one) => (one.kind === "message" || one.kind === "request") && one.change === kind).map(({ name }) => name);
  return { ...about, ...(report && { summary: report.summary }), counts: counts(changes), messages: { added: messages("added"), removed: messages("removed") } };
}

/** The version before it, or the oldest. Versions are in order, the oldest first. */
function nearest(versions: readonly string[], version: string): string | undefined {
  return versions.filter((one) => compareVersions(one, version) < 0).at(-1) ?? versions[0];
}
