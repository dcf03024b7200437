import { check, type Transform } from "../check/index.js";
import { checkValueTables } from "../check/check-values.js";
import { inOrder, silent } from "../check/report.js";
import type { Diagnostic } from "../diagnostic.js";
import type { MappingFile, MemoryNode, TableNode, ValueTableNode } from "../mapping/types.js";
import { keyText } from "../mapping/row-text.js";
import type { CanonicalModel } from "../schema/canonical.js";
import type { Shape, Surface } from "../schema/types.js";
import { brokenReads, readsByLine, type Broken, type LineReads } from "./broken-reads.js";
import { siteKey } from "./trace.js";
import { homeOf, type Versions } from "./schema-diff.js";
import { mappedBy, type Mapped } from "./table-messages.js";
import type { Change, Concern, Judged, SchemaChange, SchemaDiff } from "./types.js";

export interface JudgeInput {
  readonly diff: SchemaDiff;
  readonly versions: Versions;
  /** With at least both versions. */
  readonly pair: Surface;
  /** The surfaces of all protocols, as the tables are checked without the newer version, and with it. */
  readonly before: ReadonlyMap<string, Surface>;
  readonly after: ReadonlyMap<string, Surface>;
  readonly mappings: readonly MappingFile[];
  readonly canonical: CanonicalModel;
  readonly transforms: readonly Transform[];
}

/**
 * What each change means for the tables (README.md). Whether something is needed, or no longer fits, is what `check` says once the newer
 * version is covered, too; whether a path is gone is asked of the newer version alone, where the union of both would hide it.
 */
export function judge(input: JudgeInput): Judged {
  const { diff, versions, pair, mappings } = input;
  const tables = mappings.filter((file): file is TableNode => file.kind === "table");
  const own = tables.filter((node) => node.schema.value.protocol === pair.protocol);
  if (own.length === 0) return { changes: diff.changes.map((change) => ({ severity: "unknown", ...change, concerns: [] })), findings: [] };

  const [old, fresh] = [versions.from.name, versions.to.name].map((version) => own.flatMap((node) => mappedBy(node, memoriesOf(node, mappings), pair, version, input.canonical))) as [Mapped[], Mapped[]];
  const verdicts = new Map<SchemaChange, Verdict>(diff.changes.map((change) => [change, { breaks: [], needs: [], touches: [], stubs: [] }]));
  const findings: Diagnostic[] = [];
  const said = newlySaid(input);
  for (const diagnostic of said) {
    const linked = diagnostic.code === "uncovered-message" ? linkUncovered(diagnostic, own, diff.changes, verdicts) : diagnostic.code === "missing-values" ? linkValues(diagnostic, own, input, verdicts) : false;
    if (!linked && diagnostic.code !== "uncovered-message" && diagnostic.code !== "missing-values") linkBroken(diagnostic, readsByLine(old, versions.from), diff.changes, verdicts, findings);
    else if (!linked) findings.push(diagnostic);
  }
  for (const broken of brokenReads(old, fresh, versions)) linkGone(broken, diff.changes, verdicts, findings);
  noteOnlyOlder(old, diff.changes, verdicts);
  return { changes: inSeverity(diff.changes.map((change) => judged(change, verdicts.get(change)!))), findings: inOrder(findings) };
}

interface Verdict {
  readonly breaks: Concern[];
  readonly needs: Concern[];
  /** Nothing is to be done, but a reviewer wants to know. */
  readonly touches: Concern[];
  readonly stubs: string[];
}

function judged(change: SchemaChange, { breaks, needs, touches, stubs }: Verdict): Change {
  const severity = breaks.length > 0 ? "breaks" : needs.length > 0 ? "needs" : "safe";
  const concerns = [...breaks, ...needs, ...touches];
  const unique = [...new Map(concerns.map((concern) => [JSON.stringify(concern), concern])).values()];
  return { severity, ...change, concerns: unique, ...(stubs.length > 0 && { stub: [...new Set(stubs)].join("\n") }) };
}

const order = ["breaks", "needs", "safe", "unknown"];

function inSeverity(changes: readonly Change[]): Change[] {
  return [...changes].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** What `check` says with the newer version, and does not say without it. */
function newlySaid({ before, after, mappings, canonical, transforms }: JudgeInput): Diagnostic[] {
  const errors = (surfaces: ReadonlyMap<string, Surface>): Diagnostic[] => check({ mappings, surfaces, canonical, transforms }).diagnostics.filter(({ severity }) => severity === "error");
  const known = new Set(errors(before).map(identity));
  return errors(after).filter((diagnostic) => !known.has(identity(diagnostic)));
}

function identity({ code, file, line, column, message }: Diagnostic): string {
  return [code, file, line, column, message].join("\0");
}

/** A message without a row is the one that is new, or one that holds the variant or value that is. */
function linkUncovered(diagnostic: Diagnostic, tables: readonly TableNode[], changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>): boolean {
  const node = tables.find(({ file }) => file === diagnostic.file);
  if (diagnostic.uncovered === undefined || node === undefined) return false;
  const { key, row } = diagnostic.uncovered;
  const union = node.schema.value.name;
  const within = (message: string): boolean => key === message || key.startsWith(`${message}:`) || message.startsWith(`${key}:`);
  const segments = key.split(":");
  const linked = changes.filter(({ kind, change, name, reached }) => {
    if (change !== "added") return false;
    const here = reached.some((one) => one.union === union && within(one.message));
    return here && (kind === "message" || kind === "request" || kind === "union" || ((kind === "variant" || kind === "value") && segments.includes(plainName(name))));
  });
  // A new message needs its rows whatever it holds.
  const whole = linked.filter(({ kind }) => kind === "message" || kind === "request" || kind === "union");
  for (const change of whole.length > 0 ? whole : linked) {
    const verdict = verdicts.get(change)!;
    verdict.needs.push({ file: node.file, line: diagnostic.line ?? 1, name: key, why: "no row covers it" });
    verdict.stubs.push(row);
  }
  return linked.length > 0;
}

/** `image { fileId }` is one of several variants `image`. */
function plainName(name: string): string {
  return name.replace(/ \{ .*$/, "");
}

/** Each value without a line is one that the enum has got, or a variant that its union has got. */
function linkValues(diagnostic: Diagnostic, tables: readonly TableNode[], { after, diff }: JudgeInput, verdicts: ReadonlyMap<SchemaChange, Verdict>): boolean {
  const table = tables.find(({ file }) => file === diagnostic.file);
  const node = table?.values.find(({ name }) => name.at.line === diagnostic.line);
  if (table === undefined || node === undefined) return false;
  const missing = missingValues(table, node, after);
  const chain = definitionsOf(node, after);
  const unlinked = missing.filter((value) => {
    const linked = diff.changes.filter(({ kind, change, name, places }) => {
      return change === "added" && kind !== "field" && plainName(name) === value && places.some(({ definition }) => definition === undefined || chain.has(definition));
    });
    for (const change of linked) {
      const verdict = verdicts.get(change)!;
      verdict.needs.push({ file: table.file, line: node.name.at.line, name: node.name.value, why: `has no line for "${value}"` });
      verdict.stubs.push(`  ${keyText(value)}: ${node.unlisted?.value ?? "…"}`);
    }
    return linked.length === 0;
  });
  return unlinked.length === 0;
}

function missingValues(table: TableNode, node: ValueTableNode, surfaces: ReadonlyMap<string, Surface>): string[] {
  const takes = checkValueTables(table, surfaces, new Map(), silent).get(node.name.value)?.takes ?? [];
  const lines = new Set(node.map.map(({ from }) => from.value));
  return typeof takes === "string" ? [] : takes.filter((value) => !lines.has(value));
}

/** Those on the way of `of: acp#/ToolCall.kind`: the enum has a name of its own. */
function definitionsOf({ of }: ValueTableNode, surfaces: ReadonlyMap<string, Surface>): Set<string> {
  const [protocol = "", pointer = ""] = of.value.split("#/", 2);
  const definitions = surfaces.get(protocol)?.merged.definitions;
  const found = new Set<string>();
  const [start = "", ...properties] = definitions?.has(pointer) === true ? [pointer] : pointer.split(".");
  let names = [start];
  for (const property of [...properties, undefined]) {
    names = names.flatMap((name) => aliases(name, definitions, found));
    if (property !== undefined) names = names.flatMap((name) => namesUnder(definitions?.get(name)?.shape, property));
  }
  return found;
}

function aliases(name: string, definitions: Surface["merged"]["definitions"] | undefined, found: Set<string>): string[] {
  if (found.has(name)) return [name];
  found.add(name);
  const shape = definitions?.get(name)?.shape;
  const parts = shape?.kind === "union" ? shape.members : shape === undefined ? [] : [shape];
  return [name, ...parts.flatMap((part) => (part.kind === "named" ? aliases(part.name, definitions, found) : []))];
}

function namesUnder(shape: Shape | undefined, property: string): string[] {
  if (shape?.kind === "union") return shape.members.flatMap((member) => namesUnder(member, property));
  const value = shape?.kind === "object" ? shape.fields.get(property)?.shape : undefined;
  const parts = value?.kind === "union" ? value.members : value === undefined ? [] : [value];
  return parts.flatMap((part) => (part.kind === "named" ? [part.name] : []));
}

/** What no longer fits stands on a line that reads what changed. */
function linkBroken(diagnostic: Diagnostic, reads: ReadonlyMap<string, LineReads>, changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>, findings: Diagnostic[]): void {
  const line = reads.get(`${diagnostic.file}:${diagnostic.line}`);
  const touching = line === undefined ? [] : changes.filter((change) => touches(change, line.touched));
  // What is new beside what a row reads is to blame only where nothing that it reads has changed.
  const altered = touching.filter(({ change }) => change !== "added");
  const linked = altered.length > 0 ? altered : touching;
  if (line === undefined || linked.length === 0) findings.push(diagnostic);
  for (const change of linked) verdicts.get(change)!.breaks.push({ file: diagnostic.file!, line: diagnostic.line!, name: line!.row, why: diagnostic.message });
}

function linkGone({ file, line, row, path, touched }: Broken, changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>, findings: Diagnostic[]): void {
  const linked = changes.filter((change) => change.change !== "added" && touches(change, touched));
  // A variant that is gone takes its fields along; where only it is to blame, it is named.
  const gone = linked.filter(({ change }) => change === "removed");
  for (const change of gone.length > 0 ? gone : linked) verdicts.get(change)!.breaks.push({ file, line, name: row, why: `reads ${path}, which is gone` });
  if (linked.length === 0) findings.push({ code: "unknown-path", severity: "error", file, line, message: `"${row}" reads ${path}, which the newer version does not have.` });
}

function touches({ places, reached, kind }: SchemaChange, touched: ReadonlySet<string>): boolean {
  if (kind === "message" || kind === "request" || kind === "union") return false;
  return places.some(({ definition, path }) => {
    // A variant that is new or gone changes what the union around it is.
    const ways = kind === "variant" ? [path, path.replace(/\([^()]*\)$/, "")] : [path];
    const homes = definition === undefined ? reached.map(homeOf) : [definition];
    return homes.some((home) => ways.some((way) => touched.has(siteKey({ home, path: way }))));
  });
}

/** Rows for what the newer version does not send any more stay as long as an older one does. */
function noteOnlyOlder(old: readonly Mapped[], changes: readonly SchemaChange[], verdicts: ReadonlyMap<SchemaChange, Verdict>): void {
  for (const change of changes) {
    if (change.change !== "removed" || (change.kind !== "message" && change.kind !== "request" && change.kind !== "union")) continue;
    const messages = new Set(change.reached.map(({ message }) => message));
    for (const { union, rows } of old) {
      if (union !== change.reached[0]?.union) continue;
      for (const { row, leaves } of rows) {
        const only = leaves.length > 0 && leaves.every(({ segments }) => segments.some((_, index) => messages.has(segments.slice(0, index + 1).join(":"))));
        if (only) verdicts.get(change)!.touches.push({ file: row.at.file, line: row.at.line, name: row.key.value, why: "serves only older versions" });
      }
    }
  }
}

function memoriesOf({ file }: TableNode, mappings: readonly MappingFile[]): MemoryNode[] {
  const folder = file.slice(0, file.lastIndexOf("/"));
  return mappings.filter((other): other is MemoryNode => other.kind === "memory" && other.file.startsWith(`${folder}/`));
}
